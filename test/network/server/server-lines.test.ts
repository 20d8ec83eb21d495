// Lines on a router that follow their customers' records: the last word counts, and what is taken back is free for the next.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import { DEVICES_MAX } from "../../../main/agent-settings.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { until } from "../helpers/fixtures.ts";
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
  for (const other of others) await change(other, { name: "Somebody Else" });
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
