// The server with several agents and full routers: who watches, what an import costs, what the night finds.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createAgent } from "../../../main/agent.ts";
import { TIMINGS } from "../../../main/agent-settings.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import {
  type RouterSimulator,
  type RouterSimulatorOptions,
  startRouterSimulator,
} from "../../../main/network/simulators/router.ts";
import { LEASE_SECONDS } from "../../../server/network/agent/lease.ts";
import { compareNightly } from "../../../server/network/compare-nightly.ts";
import { AGENT_SILENT_SECONDS } from "../../../server/network/watching.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { until } from "../helpers/fixtures.ts";
import { agentAt, type NetworkFixture, openNetworkFixture, resultOf } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
const cleanup: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});
afterAll(() => fixture.server.stop());

async function simulate(options: RouterSimulatorOptions = {}): Promise<RouterSimulator> {
  const simulator = await startRouterSimulator({ connect_delay_ms: 0, ...options });
  cleanup.push(() => simulator.close());
  return simulator;
}

const addressOf = ({ host, port: api_port, users: [user] }: RouterSimulator) => ({
  host,
  api_port,
  username: user?.username,
  password: user?.password,
});

function startAgent(): () => Promise<void> {
  const agent = createAgent({
    link: createServerLink({ url: fixture.server.url, token: fixture.agentToken }),
    agent_id: newId(),
    name: "office",
    log: () => undefined,
    allowLoopback: true,
    timings: { look_ms: 200, standby_hello_ms: 300 },
  });
  agent.start();
  cleanup.push(() => agent.stop());
  return () => agent.stop();
}

const status = async (router: string) => (await fixture.tenant.owner.get(`/routers/${router}/`)).body.status;

it("The server reaches a router that was just registered, and one whose password was corrected, without waiting for a round", async () => {
  startAgent();
  const simulator = await simulate();
  const router = await fixture.router({ ...addressOf(simulator), password: "mistyped" });
  await until("the refusal", async () => (await status(router)) === "OFFLINE");
  await fixture.tenant.owner.patch(`/routers/${router}/`, { password: simulator.users[0]?.password });
  await until("the router", async () => (await status(router)) === "ONLINE");
});

it("The server lets one of two agents watch a router, and the other take over when that one falls silent", async () => {
  const router = await fixture.router();
  const [first, second] = [agentAt(fixture), agentAt(fixture)];
  const hello = async (agent: typeof first) => {
    const answer = await agent.link.hello({ agent_id: agent.id, name: "x" });
    return answer.watched_elsewhere.includes(router);
  };
  expect(await first.observe(router)).toBe(true);
  expect(await second.observe(router, { status: "OFFLINE" })).toBe(false);
  expect(await status(router)).toBe("ONLINE");
  expect([await hello(first), await hello(second)]).toEqual([false, true]);
  // Who can't reach it leaves it to whoever can.
  expect(await first.observe(router, { status: "OFFLINE" })).toBe(true);
  expect(await hello(second)).toBe(false);
  expect(await second.observe(router)).toBe(true);
  expect(await first.observe(router)).toBe(false);
  await fixture.server.services.db
    .platform`update /* every tenant */ routers set watched_until = now() - interval '1 s' where id = ${router}`;
  expect(await first.observe(router)).toBe(true);
});

it("The server leaves a router to a second agent once the first was not heard of for three quarters of a lease", async () => {
  const router = await fixture.router();
  const [first, second] = [agentAt(fixture), agentAt(fixture)];
  const hello = async (agent: typeof first) => {
    const answer = await agent.link.hello({ agent_id: agent.id, name: "x" });
    return answer.watched_elsewhere.includes(router);
  };
  await hello(first);
  expect(await first.observe(router)).toBe(true);
  const { platform } = fixture.server.services.db;
  // However long it was to be watched.
  await platform`update /* every tenant */ routers set watched_until = now() + interval '1 hour' where id = ${router}`;
  const heard = (ago: string) =>
    platform`update /* every tenant */ network_agents set last_seen_at = now() - ${ago}::interval where id = ${first.id}`;
  await heard("40 s");
  expect([await hello(second), await second.observe(router)]).toEqual([true, false]);
  await heard("50 s");
  expect([await hello(second), await second.observe(router)]).toEqual([false, true]);
  expect(await first.observe(router)).toBe(false);
});

it("A second agent of a site has asked again before the lease of a job would lapse, and one that lives is never taken for gone", () => {
  const lease_ms = LEASE_SECONDS * 1_000;
  const silent_ms = AGENT_SILENT_SECONDS * 1_000;
  expect(silent_ms + TIMINGS.standby_hello_ms).toBeLessThan(lease_ms);
  expect(TIMINGS.hello_ms + TIMINGS.standby_hello_ms).toBeLessThan(silent_ms);
});

it("An idle router is looked at by one agent only", async () => {
  const simulator = await simulate();
  const router = await fixture.router(addressOf(simulator));
  startAgent();
  await until("the first", async () => (await status(router)) === "ONLINE");
  const connections = simulator.connections;
  startAgent();
  const looks = () => simulator.commands.get("/system/resource/print") ?? 0;
  const before = looks();
  await until("more looks", () => looks() > before + 10);
  // The second may have looked once before it heard.
  expect(simulator.connections - connections).toBeLessThanOrEqual(1);
});

it("The server brings 1,000 imported customers onto a router of 10,000 foreign secrets with a few prints of its tables", async () => {
  const secrets = Array.from({ length: 10_000 }, (_, n) => ({ name: `foreign${n}`, cpe_off: true }));
  const simulator = await simulate({ secrets });
  const name = "Crowded";
  await fixture.router({ ...addressOf(simulator), name });
  const lines = Array.from({ length: 1_000 }, (_, n) => `P,crowd${n},1,Home 10,${name},pw${n}`);
  const csv = ["name,username,phone,package,router,password", ...lines].join("\n");
  const answer = await fixture.tenant.owner.post("/customers/import/", { csv, dry_run: false });
  expect(answer).toMatchObject({ status: 200, body: { created: 1_000 } });
  startAgent();
  const ours = () => simulator.secrets().filter((row) => row.name.startsWith("crowd")).length;
  await until("all of them on the router", () => ours() === 1_000);
  await until("the report", async () => {
    const { body } = await fixture.tenant.owner.get("/network-sync-jobs/?kind=SYNC_ROUTER&status=SUCCEEDED");
    return body.count > 0;
  });
  // The whole table before and after, and what looks print: a print for each customer would be ten million rows.
  expect(simulator.printed).toBeLessThan(60_000);
  expect(simulator.commands.get("/ppp/secret/print")).toBeLessThan(10);
  expect(simulator.commands.get("/ppp/secret/add")).toBe(1_000);
});

it("The server compares each router once a night at its own minute, and shows what differs until it is put right", async () => {
  await fixture.forgetJobs();
  const router = await fixture.router();
  const zone = (await fixture.tenant.owner.get("/settings/")).body.timezone;
  const hour = (local: number) => {
    const noon = new Date("2031-05-05T12:00:00Z");
    const there = Number(
      new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", hourCycle: "h23" }).format(noon),
    );
    return new Date(noon.getTime() + (local - there + 24) * 3_600_000);
  };
  const jobs = async () =>
    (await fixture.tenant.owner.get(`/network-sync-jobs/?router=${router}&kind=SYNC_ROUTER`)).body.results;
  await compareNightly(fixture.server.services, hour(12));
  expect(await jobs()).toEqual([]);
  const lastMinute = new Date(hour(4).getTime() + 59 * 60_000);
  await Promise.all([1, 2].map(() => compareNightly(fixture.server.services, lastMinute)));
  expect(await jobs()).toMatchObject([{ payload: { dry_run: true }, requested_by: "system" }]);
  const { platform } = fixture.server.services.db;
  const young = await fixture.router();
  await platform`update /* every tenant */ routers set created_at = ${hour(2)} where id = ${young}`;
  await compareNightly(fixture.server.services, lastMinute);
  expect((await fixture.tenant.owner.get(`/network-sync-jobs/?router=${young}`)).body.results).toEqual([]);
  const agent = agentAt(fixture);
  const [job] = await agent.lease([router]);
  expect(job).toMatchObject({ dry_run: true, automatic: true, urgent: false });
  const nothing = resultOf();
  const plan = { ...nothing.plan, create: { count: 2, rows: [] }, foreign: { count: 9, rows: [] } };
  if (job) await agent.report(job, "SUCCEEDED", { result: resultOf({ plan, plan_id: "abc" }) });
  const read = async () => (await fixture.tenant.owner.get(`/routers/${router}/`)).body;
  expect(await read()).toMatchObject({
    differences: 2,
    compared_at: expect.any(String),
    compared_job: job?.id,
  });
  const { body: compared } = await fixture.tenant.owner.get(`/network-sync-jobs/${job?.id}/`);
  expect(compared.result.plan.create.count).toBe(2);
  await fixture.tenant.owner.post(`/routers/${router}/sync/`, {}, { prefer: "wait=0" });
  const [sync] = await agent.lease([router]);
  if (sync) await agent.report(sync, "SUCCEEDED", { result: resultOf({ plan, writes: 2, verified: true }) });
  expect(await read()).toMatchObject({ differences: 0, compared_job: sync?.id });
});

it("The server judges the device behind the address at the lease, not at the last hello", async () => {
  await fixture.forgetJobs();
  const router = await fixture.router();
  await fixture.customer(router);
  const agent = agentAt(fixture);
  await agent.observe(router, { identity: "tower" });
  expect(await agent.lease([router])).toMatchObject([{ expected_identity: "tower", known_users: 0 }]);
});
