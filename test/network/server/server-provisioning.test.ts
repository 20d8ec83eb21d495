// What the server tells agents of lines that are no PPPoE ones, of routers on trial, and what it keeps of routers.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { LeasedJob } from "../../../shared/network/agent-wire.ts";
import { agentAt, type NetworkFixture, openNetworkFixture, resultOf } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
afterAll(() => fixture.server.stop());
beforeEach(() => fixture.forgetJobs());

const first = (jobs: LeasedJob[]): LeasedJob => {
  const [job] = jobs;
  if (!job) throw new Error("no job");
  return job;
};
const switchTo = (router: string, mode: string) =>
  fixture.tenant.owner.post(`/routers/${router}/switch/`, { mode });

test("Leasing leaves a static line without an address waiting, in words, until it has one", async () => {
  const router = await fixture.router();
  const id = await fixture.customer(router, { connection_type: "STATIC" });
  const agent = agentAt(fixture);
  const [parked] = await fixture.jobs(id);
  expect(parked).toMatchObject({ status: "QUEUED", error_code: "NO_ADDRESS" });
  expect(parked?.last_error).toMatch(/no IP address/);
  expect(await agent.lease([router])).toEqual([]);
  await fixture.tenant.owner.patch(`/customers/${id}/`, { ip_address: "10.0.0.7" });
  expect(await fixture.jobs(id)).toMatchObject([{ error_code: null, last_error: null }]);
  const rate_limit = { upload_kbps: 2_500, download_kbps: 10_000 };
  const users = [{ connection: "STATIC", remote_address: "10.0.0.7", rate_limit, password: null }];
  expect(await agent.lease([router])).toMatchObject([{ desired: { users, profiles: [] } }]);
});

test("Leasing tells what the router holds of a customer whose connection type changed, until it holds that no more", async () => {
  const router = await fixture.router();
  const id = await fixture.customer(router);
  const agent = agentAt(fixture);
  const [job] = await agent.lease([router]);
  const [user] = job?.desired.users ?? [];
  if (!job || !user) throw new Error("no job");
  const held = { customer_id: id, username: user.username, kicked: false, session: null, detail: null };
  const outcome = { ...held, password_version: null, address: null, outcome: "CREATED" as const };
  await agent.report(job, "SUCCEEDED", {
    result: resultOf({ users: [{ ...outcome, connection: "PPPOE" }] }),
  });
  await fixture.tenant.owner.patch(`/customers/${id}/`, { connection_type: "HOTSPOT" });
  const [moved] = await agent.lease([router]);
  expect(moved?.desired.users).toMatchObject([{ connection: "HOTSPOT", known_connection: "PPPOE" }]);
  // The package's profile is made for hotspot users, too.
  expect(moved?.desired.profiles).toMatchObject([{ connection: "HOTSPOT", name: "home-10", written: null }]);
  if (!moved) throw new Error("no job");
  const hotspot_profiles = [{ name: "home-10", rate_limit: "2500k/10M" }];
  await agent.report(moved, "SUCCEEDED", {
    result: resultOf({ users: [{ ...outcome, connection: "HOTSPOT" }], hotspot_profiles }),
  });
  await fixture.tenant.owner.post(`/customers/${id}/toggle_status/`, {});
  await fixture.tenant.owner.post(`/customers/${id}/toggle_status/`, {});
  const [settled] = await agent.lease([router]);
  expect(settled?.desired).toMatchObject({
    users: [{ connection: "HOTSPOT", known_connection: null }],
    profiles: [{ connection: "HOTSPOT", written: "2500k/10M" }],
  });
  // Gone for good: what the router holds of them says what is to be removed.
  await fixture.tenant.owner.delete(`/customers/${id}/`);
  const [gone] = await agent.lease([router]);
  expect(gone?.desired.remove).toMatchObject([{ customer_id: id, connection: "HOTSPOT" }]);
});

test("A router on trial has its jobs planned, which wait with their plan and are not taken again", async () => {
  const router = await fixture.router({ mode: "TRIAL" });
  const id = await fixture.customer(router);
  const agent = agentAt(fixture);
  await agent.observe(router);
  const job = first(await agent.lease([router]));
  expect(job).toMatchObject({ trial: true, dry_run: false, needs_snapshot: true });
  await agent.report(job, "SUCCEEDED", { result: resultOf({ trial: true, plan_id: "p1" }) });
  const parked = { status: "QUEUED", error_code: "TRIAL", attempts: 0, plan_id: "p1" };
  expect(await fixture.jobs(id)).toMatchObject([{ ...parked, result: { trial: true } }]);
  // That the router answers again is no reason to plan it anew.
  await agent.observe(router, { status: "OFFLINE" });
  await agent.observe(router);
  expect(await agent.lease([router])).toEqual([]);
  const known = await fixture.server.services.db.platform`
    select /* every tenant */ 1 from router_users where customer = ${id}`;
  expect(known).toEqual([]);
  // A newer wish of the same kind is planned with what is true by then.
  await fixture.tenant.owner.patch(`/customers/${id}/`, { name: "New Name" });
  expect(await agent.lease([router])).toMatchObject([{ id: job.id, trial: true, attempts: 0 }]);
});

test("A sync of a router on trial is a comparison, whatever was asked for", async () => {
  const router = await fixture.router({ mode: "TRIAL" });
  const asked = await fixture.tenant.owner.post(`/routers/${router}/sync/`, {}, { prefer: "wait=0" });
  const agent = agentAt(fixture);
  const job = first(await agent.lease([router]));
  const create = { count: 3, rows: [] };
  const plan = { ...resultOf().plan, create };
  await agent.report(job, "SUCCEEDED", { result: resultOf({ trial: true, plan }) });
  expect(await fixture.job(asked.body.id)).toMatchObject({ status: "SUCCEEDED", result: { trial: true } });
  expect((await fixture.tenant.owner.get(`/routers/${router}/`)).body).toMatchObject({
    differences: 3,
    mode: "TRIAL",
  });
});

test("A router that goes live is synced as a whole before anything that waited is written to it", async () => {
  const router = await fixture.router({ mode: "TRIAL" });
  const id = await fixture.customer(router);
  const agent = agentAt(fixture);
  const planned = first(await agent.lease([router]));
  await agent.report(planned, "SUCCEEDED", { result: resultOf({ trial: true }) });
  expect(await switchTo(router, "LIVE")).toMatchObject({ status: 200, body: { mode: "LIVE" } });
  const later = await fixture.customer(router);
  const sync = first(await agent.lease([router]));
  expect(sync).toMatchObject({
    kind: "SYNC_ROUTER",
    trial: false,
    urgent: true,
    automatic: false,
    confirm: null,
  });
  // Held back, it opens the way for nothing.
  const held = { code: "NEEDS_CONFIRMATION", message: "Too much." };
  await agent.report(sync, "FAILED", { error: held, result: resultOf({ plan_id: "p9" }) });
  expect(await agent.lease([router])).toEqual([]);
  expect((await fixture.jobs(later))[0]).toMatchObject({ status: "QUEUED" });
  await fixture.tenant.owner.post(`/routers/${router}/sync/`, { confirm: "p9" }, { prefer: "wait=0" });
  const confirmed = first(await agent.lease([router]));
  expect(confirmed).toMatchObject({ confirm: "p9" });
  await agent.report(confirmed, "SUCCEEDED", { result: resultOf({ plan_id: "p9" }) });
  const rest = await agent.lease([router]);
  expect(rest.map(({ trial }) => trial)).toEqual([false, false]);
  expect(rest.flatMap(({ desired }) => desired.users.map((user) => user.customer_id)).toSorted()).toEqual(
    [id, later].toSorted(),
  );
});

test("A router that goes back on trial takes its jobs back from the agent that holds them", async () => {
  const router = await fixture.router();
  await fixture.customer(router);
  const agent = agentAt(fixture);
  const job = first(await agent.lease([router]));
  expect((await switchTo(router, "TRIAL")).status).toBe(200);
  const { id: job_id, lease_id } = job;
  expect(await agent.link.renew({ job_id, lease_id })).toEqual({ accepted: false });
  expect(await agent.link.snapshot({ job_id, lease_id, content: "x" })).toEqual({ accepted: false });
  expect(await agent.lease([router])).toMatchObject([{ id: job_id, trial: true }]);
  // A repeat changes nothing, and is no reason for a sync.
  expect((await switchTo(router, "TRIAL")).status).toBe(200);
});

test("Switching takes its own right, and stands in the audit log", async () => {
  const router = await fixture.router({ mode: "TRIAL" });
  const counter = await fixture.tenant.staff("counter-of-trial", "Counter");
  expect(await counter.post(`/routers/${router}/switch/`, { mode: "LIVE" })).toMatchObject({ status: 403 });
  expect(await fixture.tenant.owner.patch(`/routers/${router}/`, { mode: "LIVE" })).toMatchObject({
    status: 400,
  });
  await switchTo(router, "LIVE");
  const logs = await fixture.server.services.db.platform`
    select /* every tenant */ details from audit_logs where object_id = ${router} and action = 'router.switch'`;
  expect(logs).toMatchObject([{ details: { before: { mode: "TRIAL" }, after: { mode: "LIVE" } } }]);
});

test("What a router held is kept with the job before it writes, and can be downloaded as text", async () => {
  const router = await fixture.router({ name: "North tower" });
  const id = await fixture.customer(router);
  const agent = agentAt(fixture);
  const job = first(await agent.lease([router]));
  const place = { job_id: job.id, lease_id: job.lease_id };
  expect(await agent.link.snapshot({ ...place, content: "/ppp secret\nadd name=a" })).toEqual({
    accepted: true,
  });
  // A second attempt may have found its own writes: what was there stays.
  expect(await agent.link.snapshot({ ...place, content: "later" })).toEqual({ accepted: true });
  await agent.report(job, "SUCCEEDED", { result: resultOf() });
  expect((await fixture.jobs(id))[0]).toMatchObject({ snapshot_at: expect.any(String) });
  const answer = await fixture.tenant.owner.get(`/network-sync-jobs/${job.id}/snapshot/`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(answer.headers.get("content-disposition")).toContain("North_tower");
  expect(JSON.stringify(answer.body)).toContain("add name=a");
  await fixture.tenant.owner.patch(`/customers/${id}/`, { name: "Other" });
  expect(first(await agent.lease([router])).needs_snapshot).toBe(false);
  const sales = await fixture.tenant.staff("counter-of-copies", "Counter");
  expect((await sales.get(`/network-sync-jobs/${job.id}/snapshot/`)).status).toBe(403);
});

test("Another way of closing lines is told to each router that holds lines, and nothing else of the settings is", async () => {
  const [used, unused] = [await fixture.router(), await fixture.router()];
  const id = await fixture.customer(used);
  const agent = agentAt(fixture);
  const job = first(await agent.lease([used]));
  const line = {
    customer_id: id,
    username: "any",
    outcome: "CREATED" as const,
    kicked: false,
    session: null,
  };
  const held = { ...line, connection: "PPPOE" as const, address: null, password_version: null, detail: null };
  await agent.report(job, "SUCCEEDED", { result: resultOf({ users: [held] }) });
  const settle = (change: object) => fixture.tenant.owner.patch("/settings/", change);
  const syncs = async (router: string) =>
    (await fixture.tenant.owner.get(`/network-sync-jobs/?kind=SYNC_ROUTER&router=${router}`)).body.results;
  expect((await settle({ support_phone: "1" })).status).toBe(200);
  expect(await syncs(used)).toEqual([]);
  expect((await settle({ suspend_mode: "EXPIRED_PROFILE", expired_profile: "closed" })).status).toBe(200);
  expect(await syncs(used)).toMatchObject([{ status: "QUEUED", payload: { automatic: true } }]);
  expect(await syncs(unused)).toEqual([]);
  expect(first(await agent.lease([used])).desired).toMatchObject({
    complete: true,
    suspend_mode: "EXPIRED_PROFILE",
    expired_profile: "closed",
  });
  await settle({ suspend_mode: "DISABLE_SECRET" });
});
