// What agents see: routers' state, sessions, and what nobody reports on any more.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../../server/kernel/db/db.ts";
import { forgetSilence } from "../../../server/network/forget-silence.ts";
import type { ObservedSession, UserOutcome, WakeEvent } from "../../../shared/network/agent-wire.ts";
import { onCluster, onWorkers, waitingForLocks } from "../../helpers/database/cluster.ts";
import { until } from "../helpers/fixtures.ts";
import { agentAt, type NetworkFixture, openNetworkFixture, resultOf } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
afterAll(() => fixture.server.stop());

const session = (username: string, more: Partial<ObservedSession> = {}): ObservedSession => ({
  ros_id: "*1",
  session_id: "",
  connection: "PPPOE",
  username,
  ip_address: "10.0.0.5",
  mac_address: "AA:BB:CC:DD:EE:FF",
  uptime_seconds: 100,
  bytes_in: 1_000,
  bytes_out: 500,
  rate_in_bps: null,
  rate_out_bps: null,
  ...more,
});

const read = async (router: string) => (await fixture.tenant.owner.get(`/routers/${router}/`)).body;
const sessions = async (router: string) =>
  (await fixture.tenant.owner.get(`/user-sessions/?router=${router}`)).body.results;

/**
 * Waits until the feed has told `heard` of all that was done before: a change of another kind is told after it. The fixture
 * makes packages too, and they may be told late, so the mark is of a kind that nothing else here makes.
 */
async function toldBefore(heard: readonly string[]): Promise<void> {
  await fixture.create("/ticket-categories/", { name: `C${Math.random()}`, category: "OTHER" });
  await until("the feed", () => heard.includes("ticket_categories"));
}

/** What the feed tells the tenant of an act. */
async function told(act: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  const { notices } = fixture.server.services;
  const stop = notices.subscribe(fixture.tenant.tenant.id, "IN_FEED", (names) => heard.push(...names));
  await toldBefore(heard);
  heard.length = 0;
  await act();
  await fixture.create("/packages/", { name: `P${Math.random()}`, price: "1", bandwidth_mbps: 1 });
  await until("the feed", () => heard.includes("packages"));
  stop();
  // One change may be told more than once.
  return [...new Set(heard.filter((name) => name === "routers" || name === "user_sessions"))];
}

it("The server keeps a router's facts, and wakes readers by news alone", async () => {
  const router = await fixture.router();
  const agent = agentAt(fixture);
  const facts = {
    identity: "tower",
    ros_version: "7.18.2",
    board_name: "CCR",
    uptime_seconds: 60,
    cpu_load: 3,
    last_error: null,
  };
  expect(await told(() => agent.observe(router, facts))).toEqual(["routers"]);
  const first = await read(router);
  expect(first).toMatchObject({
    status: "ONLINE",
    identity: "tower",
    uptime_seconds: 60,
    cpu_load: 3,
    last_error: null,
  });
  expect(first).not.toHaveProperty("password");
  expect(await told(() => agent.observe(router, { ...facts, uptime_seconds: 65, cpu_load: 50 }))).toEqual([]);
  expect((await read(router)).version).toBe(first.version);
  const down = { status: "OFFLINE" as const, last_error: "The router refuses connections." };
  expect(await told(() => agent.observe(router, down))).toEqual(["routers"]);
  expect(await read(router)).toMatchObject({
    status: "OFFLINE",
    last_error: down.last_error,
    last_seen_at: first.last_seen_at,
  });
  const hello = async () => {
    const agent_id = "018f0000-0000-7000-8000-000000000001";
    const { routers } = await agent.link.hello({ agent_id, name: "office" });
    return routers.find(({ id }) => id === router);
  };
  expect(await hello()).toMatchObject({
    password: "router-secret",
    ros_version: "7.18.2",
    legacy_login: false,
  });
  const identity = async () => {
    await fixture.forgetJobs();
    await fixture.tenant.owner.post(`/routers/${router}/sync/`, {}, { prefer: "wait=0" });
    return (await agent.lease([router]))[0]?.expected_identity;
  };
  expect(await identity()).toBe("tower");
  await fixture.tenant.owner.patch(`/routers/${router}/`, { host: "192.0.2.99", password: "router-secret" });
  expect(await hello()).toMatchObject({ ros_version: null });
  expect(await identity()).toBeNull();
});

it("The server says why a waiting job waits while its router is down", async () => {
  const router = await fixture.router();
  const early = await fixture.customer(router);
  await agentAt(fixture).observe(router, { status: "OFFLINE", last_error: "No route to the router." });
  const late = await fixture.customer(router);
  for (const id of [early, late]) {
    expect(await fixture.jobs(id)).toMatchObject([
      { status: "QUEUED", last_error: "No route to the router." },
    ]);
  }
});

it("The server lists sessions with their customers, keeps their ids, drops the vanished", async () => {
  const router = await fixture.router();
  const customer = await fixture.customer(router, { username: "surfer", name: "Rafi" });
  const agent = agentAt(fixture);
  const seen = [session("surfer"), session("stranger", { ros_id: "*2" })];
  expect(await told(() => agent.observe(router, { sessions: seen }))).toContain("user_sessions");
  const [stranger, surfer] = await sessions(router);
  expect(surfer).toMatchObject({
    customer,
    customer_name: "Rafi",
    username: "surfer",
    bytes_in: 1000,
  });
  // Counted from a start cut to whole seconds, by the database's clock.
  expect(Math.abs(surfer.uptime_seconds - 100)).toBeLessThan(10);
  expect(stranger).toMatchObject({ customer: null, customer_name: null, username: "stranger" });
  expect(Date.now() - Date.parse(surfer.started_at)).toBeGreaterThan(95_000);
  const later = [
    session("surfer", { uptime_seconds: 101, bytes_in: 9_000, rate_in_bps: 64_000 }),
    seen[1] as ObservedSession,
  ];
  expect(await told(() => agent.observe(router, { sessions: later }))).toEqual([]);
  const [, again] = await sessions(router);
  expect(again).toMatchObject({ id: surfer.id, version: surfer.version, bytes_in: 9000, rate_in_bps: 64000 });
  expect(Date.parse(again.observed_at)).toBeGreaterThan(Date.parse(surfer.observed_at));
  const reconnected = [session("surfer", { uptime_seconds: 1, ip_address: "10.0.0.9" })];
  expect(await told(() => agent.observe(router, { sessions: reconnected }))).toEqual(["user_sessions"]);
  const [after] = await sessions(router);
  expect(after).toMatchObject({ id: surfer.id, ip_address: "10.0.0.9" });
  expect(after.uptime_seconds).toBeLessThan(10);
  const found = await fixture.tenant.owner.get("/user-sessions/?search=SURF");
  expect(found.body.results).toHaveLength(1);
  await agent.observe(router, { sessions: [] });
  expect(await sessions(router)).toEqual([]);
});

it("The server claims nothing that no agent has said for half a minute", async () => {
  const router = await fixture.router();
  await agentAt(fixture).observe(router, { sessions: [session("a")] });
  await forgetSilence(fixture.server.services);
  expect(await read(router)).toMatchObject({ status: "ONLINE" });
  await fixture.server.services.db.platform`
    update /* every tenant */ routers set observed_at = now() - interval '31 s' where id = ${router}`;
  await forgetSilence(fixture.server.services);
  expect(await read(router)).toMatchObject({
    status: "UNKNOWN",
    last_error: expect.stringContaining("agent"),
  });
  expect(await sessions(router)).toHaveLength(1);
  await fixture.server.services.db.platform`
    update /* every tenant */ routers set observed_at = now() - interval '11 min' where id = ${router}`;
  await forgetSilence(fixture.server.services);
  expect(await sessions(router)).toEqual([]);
});

it("The server wakes an agent when a job is queued", async () => {
  const router = await fixture.router();
  await fixture.forgetJobs();
  const agent = agentAt(fixture);
  let wakes = 0;
  const stop = agent.link.onWake("018f0000-0000-7000-8000-000000000002", () => {
    wakes += 1;
  });
  // Once as the stream stands, once by its first event.
  await until("the subscription", () => wakes >= 2);
  const before = wakes;
  await fixture.customer(router);
  await until("a wake-up", () => wakes > before);
  stop();
  agent.link.close();
});

it("A long transaction, such as a month end or another database's, keeps the feed back and no agent waiting", async () => {
  const agent = agentAt(fixture);
  let wakes = 0;
  const stop = agent.link.onWake(agent.id, () => {
    wakes += 1;
  });
  await until("the subscription", () => wakes >= 2);
  const { services } = fixture.server;
  const fed: string[] = [];
  const stopFeed = services.notices.subscribe(fixture.tenant.tenant.id, "IN_FEED", (names) =>
    fed.push(...names),
  );
  await toldBefore(fed);
  // On a cluster where the rows lie: the coordinator's transactions hold nobody back.
  const { database_url } = fixture.server;
  const holders = (onCluster ? onWorkers(database_url) : [database_url]).map((url) => openPool(url, null, 1));
  for (const holder of holders) await holder.unsafe("begin; select pg_current_xact_id()");
  fed.length = 0;
  const before = wakes;
  await fixture.router();
  await until("a wake-up", () => wakes > before);
  expect(fed).not.toContain("router_access");
  for (const holder of holders) await holder.unsafe("commit");
  await Promise.all(holders.map((holder) => holder.end()));
  await until("the feed", () => fed.includes("router_access"));
  stopFeed();
  stop();
  agent.link.close();
});

it("An urgent job for a router that does not answer is told with its router, once; other jobs are not", async () => {
  const [router, other] = [await fixture.router(), await fixture.router()];
  await fixture.forgetJobs();
  const agent = agentAt(fixture);
  await agent.observe(router, { status: "OFFLINE", last_error: "Nobody there" });
  await agent.observe(other);
  const heard: WakeEvent[] = [];
  const stop = agent.link.onWake(agent.id, (event) => heard.push(event));
  await until("the subscription", () => heard.length >= 2);
  const urgent = () => heard.flatMap((event) => event.urgent ?? []);
  const wake = async (act: () => Promise<unknown>) => {
    const before = heard.length;
    await act();
    await until("a wake-up", () => heard.length > before);
  };
  const sync = (of: string) =>
    fixture.tenant.owner.post(`/routers/${of}/sync/`, { dry_run: true }, { Prefer: "wait=0" });
  await wake(() => fixture.customer(router));
  await wake(() => sync(other));
  expect(urgent()).toEqual([]);
  await sync(router);
  await until("a word of the router", () => urgent().length > 0);
  await wake(() => fixture.customer(router));
  expect(urgent()).toEqual([router]);
  stop();
  agent.link.close();
});

it("A poll of an OLT that does not answer is told with the OLT", async () => {
  const made = await fixture.tenant.owner.post("/olts/", {
    ...{ name: "Silent OLT", vendor: "HUAWEI", host: "10.9.9.9", snmp_version: "2c", community: "public" },
  });
  expect(made.status).toBe(201);
  await fixture.forgetJobs();
  const agent = agentAt(fixture);
  const heard: WakeEvent[] = [];
  const stop = agent.link.onWake(agent.id, (event) => heard.push(event));
  await until("the subscription", () => heard.length >= 1);
  await fixture.tenant.owner.post(`/olts/${made.body.id}/poll/`, {}, { Prefer: "wait=0" });
  await until("a word of the OLT", () => heard.some(({ urgent }) => urgent?.includes(made.body.id)));
  stop();
  agent.link.close();
});

it("A kick names the session as it was seen, so that the agent tells it from the next one", async () => {
  const router = await fixture.router();
  const agent = agentAt(fixture);
  const seen = session("roamer", { session_id: "0x81000001", connection: "HOTSPOT" });
  await agent.observe(router, { sessions: [seen] });
  const [shown] = await sessions(router);
  const kick = await fixture.tenant.owner.post(`/user-sessions/${shown.id}/kick/`, {}, { Prefer: "wait=0" });
  expect(kick.status).toBe(202);
  // By the time the job is leased the user is back on the same id.
  await agent.observe(router, {
    sessions: [session("roamer", { ...seen, session_id: "0x81000002", uptime_seconds: 99 })],
  });
  const [leased] = await agent.lease([router]);
  expect(leased?.desired.kick).toMatchObject([
    { username: "roamer", connection: "HOTSPOT", ros_id: "*1", session_id: "0x81000001" },
  ]);
  expect(leased?.desired.kick[0]?.uptime_seconds).toBeGreaterThanOrEqual(99);
  const [now] = await fixture.server.services.db.platform<{ session_id: string }[]>`
    select /* every tenant */ session_id from user_sessions where router = ${router}`;
  expect(now).toEqual({ session_id: "0x81000002" });
});

it("A look that is written down while a kick is reported has the session that dialled in again on the list", async () => {
  const router = await fixture.router();
  await fixture.forgetJobs();
  const agent = agentAt(fixture);
  const seen = session("dialler", { ros_id: "*77" });
  await agent.observe(router, { sessions: [seen] });
  const [shown] = await sessions(router);
  await fixture.tenant.owner.post(`/user-sessions/${shown.id}/kick/`, {}, { Prefer: "wait=0" });
  const [job] = await agent.lease([router]);
  if (!job) throw new Error("The kick was not leased");
  const user: UserOutcome = {
    ...{
      customer_id: "",
      username: "dialler",
      connection: "PPPOE",
      address: null,
      caller_id: null,
      queue_type: null,
      session: null,
    },
    ...{ outcome: "UNCHANGED", kicked: true, password_version: null, detail: null },
  };
  const result = resultOf({ users: [user] });
  const { platform } = fixture.server.services.db;
  const waiting = () => waitingForLocks(fixture.server.database_url);
  let both: Promise<[boolean, boolean]> | undefined;
  await platform.begin(async (tx) => {
    // What the report writes last is held, so that it has ended the session's row and is not yet committed.
    await tx`select 1 from router_looks where tenant_id = ${fixture.tenant.tenant.id} and router = ${router} for update`;
    const reported = agent.report(job, "SUCCEEDED", { result });
    await until("the report waits", async () => (await waiting()) === 1);
    const observed = agent.observe(router, { sessions: [seen] });
    await until("the look waits behind it", async () => (await waiting()) === 2);
    both = Promise.all([reported, observed]);
  });
  expect(await both).toEqual([true, true]);
  await agent.observe(router, { sessions: [seen] });
  expect(await sessions(router)).toMatchObject([{ id: shown.id, username: "dialler" }]);
});
