// An agent hangs on one server, and somebody asks at another one of the same database: jobs, questions and news cross over.
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import { createServerLink, type ServerLink } from "../../../main/network/server-link.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { loadTenant } from "../../../server/identity/index.ts";
import { lookAtLine } from "../../../server/network/live/line.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { listen } from "../../acceptance/helpers/wire.ts";
import type { Client } from "../../helpers/server.ts";
import { until } from "../helpers/fixtures.ts";
import { linkInTurn, openTwoServers, type TwoServers } from "../helpers/two-servers.ts";
import { integer, octets, type Peer, startPeer, systemRows } from "../snmp/helpers/peer.ts";

let servers: TwoServers;
/** The owner at the server that has no agent. */
let there: Client;
let simulator: RouterSimulator;
let agent: Agent;
let router: string;

const HOUR_MS = 3_600_000;
const AGENT = newId();

/** It looks at its devices again and again, but asks for jobs only when it is woken: what is not told across waits for ever. */
const startAgent = (link: ServerLink): Agent => {
  const started = createAgent({
    ...{ link, agent_id: AGENT, name: "office", log: () => undefined, allowLoopback: true },
    olt_timeouts: { timeout_ms: 2_000, slow_timeout_ms: 2_000 },
    timings: {
      ...{ look_ms: 100, hello_ms: HOUR_MS, lease_busy_ms: 50, lease_idle_ms: HOUR_MS },
      ...{ offline_probe_ms: HOUR_MS, olt_look_ms: HOUR_MS, olt_all_ms: HOUR_MS },
    },
  });
  started.start();
  return started;
};

beforeAll(async () => {
  servers = await openTwoServers();
  ({ there } = servers);
  simulator = await startRouterSimulator({ connect_delay_ms: 0, identity: "tower" });
  const link = createServerLink({ url: servers.server.url, token: servers.agentToken });
  let woken = 0;
  const onWake: ServerLink["onWake"] = (agent_id, listener) =>
    link.onWake(agent_id, (event) => {
      woken += 1;
      listener(event);
    });
  agent = startAgent({ ...link, onWake });
  // The stream stands and has said so: what the agent hears from now on is news.
  await until("the agent's stream", () => woken >= 2 && agent.status().connected);
  const [user] = simulator.users;
  const { host, port: api_port } = simulator;
  const body = { name: "Tower", host, api_port, username: user?.username, password: user?.password };
  router = (await there.post("/routers/", body)).body.id;
});
afterAll(async () => {
  await agent.stop();
  await simulator.close();
  await servers.stop();
});

const routerThere = async () => (await there.get(`/routers/${router}/`)).body;
const sync = (prefer = "wait=30") => there.post(`/routers/${router}/sync/`, {}, { prefer });

/** A customer who was entered at the other server, and is on the router. */
async function onTheRouter(username: string): Promise<string> {
  const body = { name: "Anika Rahman", username, phone: "1", password: `${username}-pass` };
  const { body: made } = await there.post("/customers/", { ...body, package: servers.packageId, router });
  const jobs = async () =>
    (await there.get(`/network-sync-jobs/?customer=${made.id}&kind=UPSERT_USER`)).body.results;
  await expect.poll(jobs).toMatchObject([{ status: "SUCCEEDED" }]);
  return made.id;
}

it("A router that is entered at one server is looked at by an agent that hangs on another", async () => {
  await expect.poll(routerThere).toMatchObject({ status: "ONLINE", identity: "tower" });
});

it("What is queued at one server is taken up by an agent of another that is woken, and does not ask by itself", async () => {
  await onTheRouter("anika");
  expect(simulator.secrets().map(({ name }) => name)).toContain("anika");
  expect(await sync()).toMatchObject({ status: 200, body: { kind: "SYNC_ROUTER", status: "SUCCEEDED" } });
});

it("A question at one server is answered by an agent that hangs on another: a router's load, its set-up, a line", async () => {
  // The answer is waited for by the request itself, for seconds: a busy machine may take more than one.
  const load = async () => (await there.get(`/routers/${router}/traffic/?interface=ether1`)).body;
  await expect.poll(load).toMatchObject({ interface: "ether1", series: expect.any(Array) });
  const check = async () => (await there.post(`/routers/${router}/check/`, {})).body;
  await expect.poll(check).toMatchObject({ is_reachable: true, identity: "tower" });
  const { services } = servers.other;
  const tenant = await loadTenant(services.db.platform, servers.tenant.tenant.id);
  const line = () => lookAtLine(services, tenant!, router, { username: "anika", connection: "PPPOE" });
  await expect.poll(line).toMatchObject({ secret: { disabled: false } });
});

it("A session that is ended at one server is cut by an agent of another, and is on the list of neither", async () => {
  const id = await onTheRouter("kicked");
  const shownAt = async (at: Client) => (await at.get(`/user-sessions/?customer=${id}`)).body.results;
  await expect.poll(() => shownAt(there)).toMatchObject([{ username: "kicked" }]);
  const [session] = await shownAt(there);
  // It does not dial in anew.
  simulator.setCpe("kicked", false);
  const kicked = await there.post(`/user-sessions/${session.id}/kick/`, {}, { prefer: "wait=30" });
  expect(kicked).toMatchObject({ status: 200, body: { kind: "KICK_SESSION", status: "SUCCEEDED" } });
  expect(simulator.sessions().map(({ name }) => name)).not.toContain("kicked");
  for (const at of [servers.tenant.owner, there]) await expect.poll(() => shownAt(at)).toEqual([]);
});

it("A router that was down is tried at once when a job for it is ordered at a server that has no agent", async () => {
  await simulator.down();
  await expect.poll(async () => (await routerThere()).status).toBe("OFFLINE");
  // Long enough for the agent to leave it alone for an hour.
  await expect.poll(() => agent.status().routers[0]?.status).toBe("OFFLINE");
  await simulator.up();
  expect(await sync()).toMatchObject({ status: 200, body: { status: "SUCCEEDED" } });
  expect(await routerThere()).toMatchObject({ status: "ONLINE" });
});

/** An OLT with one ONU, whose light is told in hundredths of a dBm. */
function huawei(light: () => number): Promise<Peer> {
  const [at, of] = ["4194312960.0", "1.3.6.1.4.1.2011.6.128.1.1.2"];
  const rows = systemRows("1.3.6.1.4.1.2011.2.123");
  rows.set("1.3.6.1.2.1.31.1.1.1.1.4194312960", octets("GPON 0/1/3"));
  rows.set(`${of}.43.1.3.${at}`, octets(Buffer.from("485754430A0B0C01", "hex")));
  rows.set(`${of}.46.1.15.${at}`, integer(1));
  rows.set(`${of}.51.1.4.${at}`, integer(light()));
  const onTold = () => rows.set(`${of}.51.1.4.${at}`, integer(light()));
  return startPeer({ rows, onTold });
}

it("An ONU's light is read anew by an agent of one server for somebody who asks at another", async () => {
  let light = -1912;
  const peer = await huawei(() => light);
  const address = { host: "127.0.0.1", snmp_port: peer.port, snmp_version: "2c", community: "public" };
  const { body: olt } = await there.post("/olts/", { name: "OLT", vendor: "HUAWEI", ...address });
  const onu = async () => (await there.get(`/onus/?olt=${olt.id}`)).body.results[0];
  await expect.poll(onu).toMatchObject({ rx_power_dbm: -19.12 });
  light = -2650;
  const look = async () => {
    const polled = await there.post(`/olts/${olt.id}/poll/`, {}, { prefer: "wait=30" });
    expect(polled).toMatchObject({ status: 200, body: { status: "SUCCEEDED" } });
    return onu();
  };
  // A cell that was just told is the new one only from the next look on.
  await expect.poll(look).toMatchObject({ rx_power_dbm: -26.5 });
  const { body } = await there.get(`/onus/${(await onu()).id}/readings/`);
  expect(body.results.at(-1)).toMatchObject({ status: "ONLINE", rx_power_dbm: -26.5 });
  await there.patch(`/olts/${olt.id}/`, { is_active: false });
  await peer.close();
});

it("A desktop whose stream one server holds hears of what an agent tells another", async () => {
  const stream = await listen(servers.other.url, there.token);
  onTestFinished(() => stream.close());
  await servers.customer(router, { username: "newcomer" });
  await expect.poll(() => stream.heard.has("user_sessions")).toBe(true);
  expect(stream.heard).toContain("network_sync_jobs");
});

it("An agent whose requests reach two servers in turn does its jobs and shows its sessions as with one", async () => {
  await agent.stop();
  agent = startAgent(linkInTurn([servers.server.url, servers.other.url], servers.agentToken));
  await expect.poll(() => agent.status().routers[0]?.status).toBe("ONLINE");
  const id = await onTheRouter("in-turn");
  const shown = async () => (await there.get(`/user-sessions/?customer=${id}`)).body;
  await expect.poll(shown).toMatchObject({ count: 1, results: [{ username: "in-turn" }] });
  expect(await sync()).toMatchObject({ status: 200, body: { status: "SUCCEEDED" } });
  await there.post(`/customers/${id}/toggle_status/`, {});
  await expect.poll(shown).toMatchObject({ count: 0 });
  const { body: open } = await there.get("/network-sync-jobs/?status__in=QUEUED,LEASED,FAILED");
  expect(open.results).toEqual([]);
});
