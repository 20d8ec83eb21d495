// The whole way: an operation on the server, the real agent, a simulated router, and back.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { until } from "../helpers/fixtures.ts";
import { type Job, type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
let simulator: RouterSimulator;
let agent: Agent;
let router: string;
const logged: string[] = [];

beforeAll(async () => {
  fixture = await openNetworkFixture();
  simulator = await startRouterSimulator({ connect_delay_ms: 0, identity: "tower" });
  const [user] = simulator.users;
  const { host, port: api_port } = simulator;
  router = await fixture.router({ host, api_port, username: user?.username, password: user?.password });
  const roles = await fixture.tenant.owner.get("/roles/?page_size=100");
  const owner = roles.body.results.find((role: { name: string }) => role.name === "Owner");
  const token = await fixture.tenant.owner.post("/api-tokens/", { name: "office agent", role: owner.id });
  expect(token.status).toBe(201);
  agent = createAgent({
    link: createServerLink({ url: fixture.server.url, token: token.body.token }),
    agent_id: newId(),
    name: "office",
    log: (level, message, fields) => logged.push(JSON.stringify({ level, message, ...fields })),
    allowLoopback: true,
    timings: {
      look_ms: 200,
      hello_ms: 500,
      lease_busy_ms: 50,
      lease_idle_ms: 2_000,
      offline_probe_ms: 200,
    },
  });
  agent.start();
});
afterAll(async () => {
  await agent.stop();
  await simulator.close();
  await fixture.server.stop();
});

const secret = (username: string) => simulator.secrets().find(({ name }) => name === username);
const ended = async (customer: string, kind: string): Promise<Job> => {
  let found: Job | undefined;
  await until(`${kind} to end`, async () => {
    found = (await fixture.jobs(customer)).findLast((job) => job.kind === kind);
    return found !== undefined && ["SUCCEEDED", "FAILED", "CANCELLED"].includes(found.status);
  });
  return found as Job;
};
const toggle = (id: string) => fixture.tenant.owner.post(`/customers/${id}/toggle_status/`, {});
const sync = (body: object, headers: Record<string, string> = {}) =>
  fixture.tenant.owner.post(`/routers/${router}/sync/`, body, headers);

it("The agent at a real server carries a new customer, a suspension and its end to the router, and shows the session", async () => {
  const id = await fixture.customer(router, { username: "anika", password: "anika-pass" });
  expect(await ended(id, "UPSERT_USER")).toMatchObject({ status: "SUCCEEDED", last_error: null });
  expect(secret("anika")).toMatchObject({ password: "anika-pass", profile: "home-10", disabled: false });
  expect(secret("anika")?.comment).toContain(id);
  expect(simulator.profiles().find(({ name }) => name === "home-10")?.rate_limit).toBe("2500k/10M");
  simulator.setCpe("anika", true);
  await until("the session", async () => {
    const { body } = await fixture.tenant.owner.get(`/user-sessions/?customer=${id}`);
    return body.count === 1 && body.results[0].customer_name === "Anika Rahman";
  });
  await toggle(id);
  expect(await ended(id, "DISABLE_USER")).toMatchObject({ status: "SUCCEEDED" });
  expect(secret("anika")?.disabled).toBe(true);
  await until(
    "the session's end",
    async () => (await fixture.tenant.owner.get(`/user-sessions/?customer=${id}`)).body.count === 0,
  );
  await toggle(id);
  expect(await ended(id, "ENABLE_USER")).toMatchObject({ status: "SUCCEEDED" });
  expect(secret("anika")?.disabled).toBe(false);
  await fixture.tenant.owner.patch(`/customers/${id}/`, { password: "changed-pass" });
  await until("the new password", () => secret("anika")?.password === "changed-pass");
});

it("The agent at a real server follows a customer without a package as any other: onto the router, changed, and off it", async () => {
  const id = await fixture.customer(router, { username: "planless", package: null });
  expect(await ended(id, "UPSERT_USER")).toMatchObject({ status: "SUCCEEDED" });
  expect(secret("planless")).toMatchObject({ password: expect.stringMatching(/-pass$/), profile: "default" });
  const change = (body: object) => fixture.tenant.owner.patch(`/customers/${id}/`, body);
  await change({ package: fixture.packageId });
  await until("the package's profile", () => secret("planless")?.profile === "home-10");
  await change({ package: null });
  await until("no package's speed", () => secret("planless")?.profile === "default");
  await change({ password: "another-pass" });
  await until("the new password", () => secret("planless")?.password === "another-pass");
  const other = await fixture.router();
  await change({ router: other });
  expect(await ended(id, "REMOVE_USER")).toMatchObject({ status: "SUCCEEDED" });
  expect((await fixture.jobs(id)).at(-1)).toMatchObject({
    kind: "UPSERT_USER",
    status: "QUEUED",
    router: other,
  });
  // Nobody reaches that one: its jobs go with it.
  await change({ router: null });
  expect((await fixture.tenant.owner.delete(`/routers/${other}/`)).status).toBe(204);
});

const packageJob = async (id: string): Promise<Job> => {
  let last: Job | undefined;
  await until("the package's profile to be told", async () => {
    const { body } = await fixture.tenant.owner.get(
      "/network-sync-jobs/?kind=SYNC_PROFILE&ordering=created_at",
    );
    last = body.results.findLast((job: { payload: { package: string } }) => job.payload.package === id);
    return last !== undefined && ["SUCCEEDED", "FAILED"].includes(last.status);
  });
  return last as Job;
};

it("The agent at a real server says of two packages of one profile that they want other speeds, and what is put right", async () => {
  const plan = { price: "1", validity_days: 30, router_profile: "one-for-two" };
  const slow = await fixture.create("/packages/", { ...plan, name: "Slow", bandwidth_mbps: 10 });
  expect(await packageJob(slow)).toMatchObject({ status: "SUCCEEDED" });
  const yearly = await fixture.create("/packages/", { ...plan, name: "Slow yearly", bandwidth_mbps: 10 });
  expect(await packageJob(yearly)).toMatchObject({ status: "SUCCEEDED" });
  const fast = await fixture.create("/packages/", { ...plan, name: "Fast", bandwidth_mbps: 100 });
  const told = {
    status: "FAILED",
    error_code: "CONFLICT",
    last_error: expect.stringContaining("two packages"),
  };
  expect(await packageJob(fast)).toMatchObject(told);
  // A line is told of its own package's speed alone.
  const onSlow = await fixture.customer(router, { username: "on-slow", package: slow });
  expect(await ended(onSlow, "UPSERT_USER")).toMatchObject({ status: "SUCCEEDED" });
  const onFast = await fixture.customer(router, { username: "on-fast", package: fast });
  expect(await ended(onFast, "UPSERT_USER")).toMatchObject(told);
  const compared = await sync({ dry_run: true }, { prefer: "wait=20" });
  expect(compared.body.conflict).toMatchObject({
    count: 1,
    rows: [{ what: "profile", name: "one-for-two" }],
  });
  // A profile of its own moves the line as well.
  await fixture.tenant.owner.patch(`/packages/${fast}/`, { router_profile: "fast-alone" });
  await until("the line on its own profile", () => secret("on-fast")?.profile === "fast-alone");
  const rates = () =>
    Object.fromEntries(simulator.profiles().map(({ name, rate_limit }) => [name, rate_limit]));
  expect(rates()).toMatchObject({ "one-for-two": "10M/10M", "fast-alone": "100M/100M" });
  expect(secret("on-slow")?.profile).toBe("one-for-two");
});

it("The agent at a real server takes customers along when their package goes to another package's profile", async () => {
  const plan = { price: "1", validity_days: 30, bandwidth_mbps: 20 };
  const home = { ...plan, name: "Was apart", router_profile: "was-apart" };
  const moving = await fixture.create("/packages/", home);
  const there = { ...plan, name: "Is there", router_profile: "is-there" };
  const staying = await fixture.create("/packages/", there);
  const id = await fixture.customer(router, { username: "goes-along", package: moving });
  expect(await ended(id, "UPSERT_USER")).toMatchObject({ status: "SUCCEEDED" });
  expect(await packageJob(staying)).toMatchObject({ status: "SUCCEEDED" });
  expect(secret("goes-along")?.profile).toBe("was-apart");
  await fixture.tenant.owner.patch(`/packages/${moving}/`, { router_profile: "is-there" });
  await until("the line on the other profile", () => secret("goes-along")?.profile === "is-there");
  expect(await packageJob(moving)).toMatchObject({ status: "SUCCEEDED" });
});

it("The agent at a real server restarts the router once, for who may, and says when it did", async () => {
  const path = `/routers/${router}/reboot/`;
  const restarts = () => simulator.commands.get("/system/reboot") ?? 0;
  const answer = await fixture.tenant.owner.post(path, {});
  expect(answer).toMatchObject({ status: 200, body: { kind: "REBOOT_ROUTER", status: "SUCCEEDED", router } });
  expect(restarts()).toBe(1);
  expect((await fixture.tenant.owner.post(`/routers/${newId()}/reboot/`, {})).status).toBe(404);
  const again = await fixture.tenant.owner.post(path, {});
  expect(again).toMatchObject({ status: 409, body: { code: "COOL_DOWN", retry_after: expect.any(Number) } });
  expect(restarts()).toBe(1);
  const audit = await fixture.tenant.owner.get(`/audit-logs/?action=router.reboot&object_id=${router}`);
  expect(audit.body).toMatchObject({ count: 1, results: [{ module: "network", object_type: "router" }] });
  // The agent is back on it, and has not repeated the order.
  expect((await sync({ dry_run: true }, { Prefer: "wait=30" })).status).toBe(200);
  expect(restarts()).toBe(1);
});

it("The agent at a real server ends the session that was meant, and an enabled customer dials in anew", async () => {
  const id = await fixture.customer(router, { username: "kicked" });
  expect(await ended(id, "UPSERT_USER")).toMatchObject({ status: "SUCCEEDED" });
  simulator.setCpe("kicked", true);
  const sessionOf = () => simulator.sessions().find(({ name }) => name === "kicked");
  let shown: { id: string; uptime_seconds: number } | undefined;
  await until("the session on the list", async () => {
    const { body } = await fixture.tenant.owner.get(`/user-sessions/?customer=${id}`);
    shown = body.results[0];
    return shown !== undefined;
  });
  const before = sessionOf()?.session_id;
  const answer = await fixture.tenant.owner.post(`/user-sessions/${shown?.id}/kick/`, {});
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ kind: "KICK_SESSION", status: "SUCCEEDED", router });
  await until("another session", () => sessionOf() !== undefined && sessionOf()?.session_id !== before);
  expect((await fixture.tenant.owner.post(`/user-sessions/${newId()}/kick/`, {})).status).toBe(404);
});

it("The agent at a real server plans without writing, writes once, and finds nothing left to do", async () => {
  await until(
    "a quiet queue",
    async () =>
      (await fixture.tenant.owner.get("/network-sync-jobs/?status__in=QUEUED,LEASED")).body.count === 0,
  );
  // A customer with a lost job: only a whole sync brings them onto the router.
  const id = await fixture.customer(null, { username: "lost" });
  await fixture.server.services.db
    .platform`update /* every tenant */ customers set router = ${router} where id = ${id}`;
  simulator.seed([{ name: "kept-by-hand", comment: "the mayor" }]);
  const writes = simulator.writes;
  const plan = await sync({ dry_run: true }, { prefer: "wait=20" });
  expect(plan).toMatchObject({ status: 200, body: { kind: "SYNC_ROUTER", status: "SUCCEEDED" } });
  expect(plan.body.result.plan).toMatchObject({
    create: { count: 1, rows: [{ name: "lost" }] },
    foreign: { count: 1 },
  });
  expect(plan.body.create).toEqual(plan.body.result.plan.create);
  expect(simulator.writes).toBe(writes);
  const done = await sync({}, { prefer: "wait=20" });
  expect(done).toMatchObject({
    status: 200,
    body: { status: "SUCCEEDED", result: { writes: 1, verified: true } },
  });
  expect(secret("lost")).toMatchObject({ disabled: false });
  const again = await sync({}, { prefer: "wait=20" });
  expect(again).toMatchObject({ status: 200, body: { status: "SUCCEEDED", result: { writes: 0 } } });
  expect(JSON.stringify([plan.body, done.body])).not.toContain("lost-pass");
});

it("The agent at a real server holds a mass suspension back until it is confirmed", async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => fixture.customer(router)));
  for (const id of ids) expect(await ended(id, "UPSERT_USER")).toMatchObject({ status: "SUCCEEDED" });
  await fixture.server.services.db
    .platform`update /* every tenant */ customers set status = 'EXPIRED' where id in ${fixture.server.services.db.platform(ids)}`;
  const held = await sync({}, { prefer: "wait=20" });
  expect(held).toMatchObject({ status: 200, body: { status: "FAILED", error_code: "NEEDS_CONFIRMATION" } });
  expect(simulator.secrets().filter(({ disabled }) => disabled)).toEqual([]);
  expect(held.body.plan_id).toBe(held.body.result.plan_id);
  const confirmed = await sync({ confirm: held.body.plan_id }, { prefer: "wait=20" });
  expect(confirmed).toMatchObject({ status: 200, body: { status: "SUCCEEDED" } });
  expect(simulator.secrets().filter(({ disabled }) => disabled)).toHaveLength(8);
});

it("The agent at a real server keeps jobs while the router is down, says why, and carries them out when it is back", async () => {
  const id = await fixture.customer(router, { username: "patient" });
  await ended(id, "UPSERT_USER");
  await simulator.down();
  await toggle(id);
  await until("the reason", async () => {
    const job = (await fixture.jobs(id)).findLast(({ kind }) => kind === "DISABLE_USER");
    return job?.status === "QUEUED" && job.last_error !== null;
  });
  await until(
    "the router's state",
    async () => (await fixture.tenant.owner.get(`/routers/${router}/`)).body.status === "OFFLINE",
  );
  const waiting = await sync({}, { prefer: "wait=0" });
  expect(waiting).toMatchObject({ status: 202, body: { status: "QUEUED", last_error: expect.any(String) } });
  await simulator.up();
  expect(await ended(id, "DISABLE_USER")).toMatchObject({ status: "SUCCEEDED", last_error: null });
  expect(secret("patient")?.disabled).toBe(true);
});

it("The agent at a real server tells neither its log nor the server's answers a password", async () => {
  const logs = await fixture.server.services.db.platform`select /* every tenant */ details from audit_logs`;
  const jobs = await fixture.server.services.db
    .platform`select /* every tenant */ payload, result, last_error from network_sync_jobs`;
  for (const text of [logged.join("\n"), JSON.stringify(logs), JSON.stringify(jobs)]) {
    for (const password of ["anika-pass", "changed-pass", "lost-pass", "lastmile-simulator"])
      expect(text).not.toContain(password);
  }
});

it("The agent at a real server answers 404 and 422 where there is nothing to sync", async () => {
  expect(await fixture.tenant.owner.post(`/routers/${newId()}/sync/`, {})).toMatchObject({ status: 404 });
  expect(await fixture.tenant.owner.post("/routers/nonsense/sync/", {})).toMatchObject({ status: 404 });
  const off = await fixture.router({ is_active: false });
  expect(await fixture.tenant.owner.post(`/routers/${off}/sync/`, {})).toMatchObject({ status: 422 });
  expect(await sync({ dry_run: "yes" })).toMatchObject({ status: 400 });
});
