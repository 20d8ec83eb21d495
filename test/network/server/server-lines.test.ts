// Lines on a router that follow their customers' records: the last word counts, and what is taken back is free for the next.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import { DEVICES_MAX } from "../../../main/agent-settings.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { open, until } from "../helpers/fixtures.ts";
import { type Job, type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
let owner: NetworkFixture["tenant"]["owner"];
let simulator: RouterSimulator;
let agent: Agent;
let router: string;

beforeAll(async () => {
  fixture = await openNetworkFixture();
  ({ owner } = fixture.tenant);
  simulator = await startRouterSimulator({ connect_delay_ms: 0 });
  const [user] = simulator.users;
  const { host, port: api_port } = simulator;
  router = await fixture.router({ host, api_port, username: user?.username, password: user?.password });
  agent = createAgent({
    link: createServerLink({ url: fixture.server.url, token: fixture.agentToken }),
    ...{ agent_id: newId(), name: "office", log: () => undefined, allowLoopback: true },
    timings: { look_ms: 200, lease_busy_ms: 20, lease_idle_ms: 500 },
    // A router that holds an answer back for longer than the agent waits is no longer asked.
    router_timeouts: { command_timeout_ms: 60_000 },
  });
  agent.start();
});
afterAll(async () => {
  await agent.stop();
  await simulator.close();
  await fixture.server.stop();
});

const secret = (username: string) => simulator.secrets().find(({ name }) => name === username);

async function latest(customer: string, kind: string): Promise<Job> {
  const found = (await fixture.jobs(customer)).findLast((job) => job.kind === kind);
  if (!found) throw new Error(`no ${kind}`);
  return found;
}
const isIn = async (customer: string, kind: string, status: string) =>
  until(`${kind} to be ${status}`, async () => (await latest(customer, kind)).status === status);

/** Every job of the router carried out, and none in vain. */
async function settled(): Promise<void> {
  const path = `/network-sync-jobs/?router=${router}&status__in=QUEUED,LEASED&page_size=1`;
  await until("a quiet queue", async () => (await owner.get(path)).body.count === 0);
}

async function succeeded(customer: string): Promise<void> {
  await settled();
  const last = (await fixture.jobs(customer)).at(-1);
  expect(last, JSON.stringify(last)).toMatchObject({ status: "SUCCEEDED", last_error: null });
}

async function customer(username: string, more: object = {}): Promise<string> {
  const id = await fixture.customer(router, { username, ...more });
  await succeeded(id);
  return id;
}
const change = (id: string, body: object) => owner.patch(`/customers/${id}/`, body);
const toggle = (id: string) => owner.post(`/customers/${id}/toggle_status/`, {});

test("A line that is opened while an agent holds the order to close it is open in the end, however urgent the opening", async () => {
  const id = await customer("paying");
  // As many jobs as an agent holds at a time, so that the opening waits at the server until it is urgent.
  const others = await Promise.all(Array.from({ length: DEVICES_MAX - 1 }, () => fixture.customer(router)));
  await settled();
  const released = Promise.withResolvers<void>();
  simulator.faults.add({ kind: "held", command: "/ppp/secret/set", until: released.promise, times: 1 });
  await Promise.all(others.map((other) => change(other, { name: "Somebody Else" })));
  await toggle(id);
  await isIn(id, "DISABLE_USER", "LEASED");
  await toggle(id);
  const opening = await latest(id, "ENABLE_USER");
  expect((await owner.post(`/network-sync-jobs/${opening.id}/retry/`, {})).status).toBe(200);
  released.resolve();
  await succeeded(id);
  expect((await owner.get(`/customers/${id}/`)).body.status).toBe("ACTIVE");
  expect(secret("paying")?.disabled).toBe(false);
});

const sync = (body: object = {}) =>
  owner.post(`/routers/${router}/sync/`, body, { prefer: "wait=30" }).then(({ body: job }) => job);
const table = (path: string) => simulator.table(path);
const named = (path: string, name: string) => table(path).find((row) => row["name"] === name);
const listed = (address: string) =>
  table("/ip/firewall/address-list").filter((row) => row["address"] === address);
const fixed = { ip_address: "10.5.0.1", mac_address: "AA:BB:CC:00:00:01" };

test("A fixed address and a MAC lock that are cleared leave the router, and the address is the next customer's", async () => {
  const ann = await customer("ann", fixed);
  expect(secret("ann")).toMatchObject({ caller_id: fixed.mac_address, remote_address: fixed.ip_address });
  expect(simulator.sessions().find(({ name }) => name === "ann")?.address).toBe(fixed.ip_address);
  await change(ann, { ip_address: null, mac_address: null });
  await succeeded(ann);
  expect(secret("ann")).toMatchObject({ caller_id: "", remote_address: "" });
  // A session keeps the address that it began with.
  expect(simulator.sessions().find(({ name }) => name === "ann")?.address).not.toBe(fixed.ip_address);
  await customer("bob", { ip_address: fixed.ip_address });
  expect(secret("bob")?.remote_address).toBe(fixed.ip_address);
  expect((await sync({ dry_run: true })).result.plan.update.count).toBe(0);
});

test("A hotspot user's fixed address and MAC lock that are cleared leave the router", async () => {
  const guest = await customer("guest", { ...fixed, ip_address: "10.5.0.2", connection_type: "HOTSPOT" });
  expect(named("/ip/hotspot/user", "guest")).toMatchObject({ address: "10.5.0.2" });
  await change(guest, { ip_address: null, mac_address: null });
  await succeeded(guest);
  expect(named("/ip/hotspot/user", "guest")).toMatchObject({ address: "", "mac-address": "" });
});

test("A whole sync takes back what a lost job left, and leaves alone what somebody set by hand on the router", async () => {
  const [lost, byHand] = [
    await customer("lost", { ...fixed, ip_address: "10.5.0.3" }),
    await customer("by-hand"),
  ];
  const { platform } = fixture.server.services.db;
  await platform`update /* every tenant */ customers set ip_address = null, mac_address = null where id = ${lost}`;
  const operator = await open(simulator);
  const id = named("/ppp/secret", "by-hand")?.[".id"] ?? "";
  const set = { "caller-id": "AA:BB:CC:00:00:09", "remote-address": "10.5.0.9" };
  await operator.run("/ppp/secret/set", { attributes: { ".id": id, ...set } });
  await operator.close();
  expect((await sync({ dry_run: true })).result.plan.update).toMatchObject({ count: 1 });
  expect(await sync()).toMatchObject({ status: "SUCCEEDED", result: { writes: 1, verified: true } });
  expect(secret("lost")).toMatchObject({ caller_id: "", remote_address: "" });
  await change(byHand, { name: "By Hand" });
  await succeeded(byHand);
  expect(secret("by-hand")).toMatchObject({
    caller_id: set["caller-id"],
    remote_address: set["remote-address"],
  });
});

test("A static line whose address is cleared leaves the router, says what it waits for, and gives the address free", async () => {
  const line = { connection_type: "STATIC", ip_address: "10.88.0.4" };
  const before = await customer("line-before", line);
  expect([named("/queue/simple", "line-before"), listed("10.88.0.4")]).toMatchObject([{}, [{}]]);
  await change(before, { ip_address: null });
  await succeeded(before);
  expect([named("/queue/simple", "line-before"), listed("10.88.0.4")]).toEqual([undefined, []]);
  await customer("line-after", line);
  expect(listed("10.88.0.4")).toMatchObject([{ list: "lastmile-active" }]);
  await change(before, { name: "Waiting" });
  expect(await latest(before, "UPSERT_USER")).toMatchObject({ status: "QUEUED", error_code: "NO_ADDRESS" });
  await change(before, { ip_address: "10.88.0.14" });
  await succeeded(before);
  expect(named("/queue/simple", "line-before")).toMatchObject({ target: "10.88.0.14/32" });
});

test("A pool and a queue type that a package gives up leave its profiles and its static lines' queues", async () => {
  const both = { address_pool: "pool-7", queue_type: "pcq-upload-default/pcq-download-default" };
  const plan = { name: "Pooled", price: "700", bandwidth_mbps: 7, router_profile: "pooled", ...both };
  const pooled = await fixture.create("/packages/", plan);
  await customer("of-pool", { package: pooled });
  await customer("guest-of-pool", { package: pooled, connection_type: "HOTSPOT" });
  await customer("line-of-pool", { package: pooled, connection_type: "STATIC", ip_address: "10.88.0.5" });
  const held = () => [
    named("/ppp/profile", "pooled"),
    named("/ip/hotspot/user/profile", "pooled"),
    named("/queue/simple", "line-of-pool"),
  ];
  const { queue_type: queue } = both;
  expect(held()).toMatchObject([
    { "remote-address": "pool-7", "queue-type": queue },
    { "queue-type": queue },
    { queue },
  ]);
  await owner.patch(`/packages/${pooled}/`, { address_pool: null, queue_type: null });
  await settled();
  expect(held()).toMatchObject([
    { "remote-address": "", "queue-type": "" },
    { "queue-type": "" },
    { queue: "default-small/default-small" },
  ]);
  expect((await sync({ dry_run: true })).result.plan.update.count).toBe(0);
});

const terminate = (id: string) => change(id, { status: "TERMINATED" });

test("A leaver's static address is the next customer's, also where the leaver's own job was lost", async () => {
  const line = { connection_type: "STATIC", ip_address: "10.88.0.6" };
  const leaver = await customer("line-left", line);
  await terminate(leaver);
  await succeeded(leaver);
  expect([named("/queue/simple", "line-left"), listed("10.88.0.6")]).toEqual([undefined, []]);
  const next = await customer("line-next", line);
  expect(listed("10.88.0.6")).toMatchObject([{ list: "lastmile-active" }]);
  const { platform } = fixture.server.services.db;
  await platform`update /* every tenant */ customers set status = 'TERMINATED', suspended_for = null where id = ${next}`;
  expect(await sync()).toMatchObject({ status: "SUCCEEDED", result: { verified: true } });
  expect([named("/queue/simple", "line-next"), listed("10.88.0.6")]).toEqual([undefined, []]);
});

test("A leaver's login stays closed without the address, which is on no list of closed lines any more", async () => {
  await owner.patch("/settings/", { suspend_mode: "ADDRESS_LIST" });
  const leaver = await customer("left", { ip_address: "10.5.0.6" });
  await toggle(leaver);
  await succeeded(leaver);
  expect([secret("left"), listed("10.5.0.6")]).toMatchObject([{ disabled: false }, [{}]]);
  await terminate(leaver);
  await succeeded(leaver);
  expect(secret("left")).toMatchObject({ disabled: true, remote_address: "" });
  expect(simulator.sessions().some(({ name }) => name === "left")).toBe(false);
  await customer("moved-in", { ip_address: "10.5.0.6" });
  expect(listed("10.5.0.6")).toEqual([]);
  await owner.patch("/settings/", { suspend_mode: "DISABLE_SECRET" });
});
