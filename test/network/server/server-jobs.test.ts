// The queue of router jobs: what waits, who may take it, what is desired at that moment, and what becomes of it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { agentAt, type NetworkFixture, openNetworkFixture, resultOf } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
beforeEach(() => fixture.forgetJobs());
afterAll(() => fixture.server.stop());

const toggle = (id: string) => fixture.tenant.owner.post(`/customers/${id}/toggle_status/`, {});
const kinds = async (id: string) => (await fixture.jobs(id)).map(({ kind, status }) => `${kind} ${status}`);

describe("queueing", () => {
  it("Queueing coalesces waiting jobs of one kind and cancels the opposite", async () => {
    const id = await fixture.customer(await fixture.router());
    await toggle(id);
    await toggle(id);
    await toggle(id);
    expect(await kinds(id)).toEqual([
      "UPSERT_USER QUEUED",
      "DISABLE_USER CANCELLED",
      "ENABLE_USER CANCELLED",
      "DISABLE_USER QUEUED",
    ]);
    await fixture.tenant.owner.post(`/customers/${id}/grant-grace-period/`, { days: 1 });
    await fixture.tenant.owner.post(`/customers/${id}/grant-grace-period/`, { days: 2 });
    expect((await kinds(id)).filter((job) => job === "ENABLE_USER QUEUED")).toHaveLength(1);
  });

  it("Queueing queues nothing for customers without a router", async () => {
    const id = await fixture.customer(null);
    await toggle(id);
    expect(await fixture.jobs(id)).toEqual([]);
  });

  it("Queueing leaves nothing when the write is refused", async () => {
    const router = await fixture.router();
    const username = `dup-${newId()}`;
    await fixture.customer(router, { username });
    await fixture.forgetJobs();
    const body = { name: "X", username, phone: "1", router, package: fixture.packageId };
    expect((await fixture.tenant.owner.post("/customers/", body)).status).toBe(409);
    expect((await fixture.tenant.owner.get("/network-sync-jobs/")).body.count).toBe(0);
  });
});

describe("leasing", () => {
  it("Leasing hands out the desired state of this moment, with passwords for the agent alone", async () => {
    const router = await fixture.router();
    const id = await fixture.customer(router, {
      username: "anika",
      password: "anika-pass",
      mac_address: "aa:bb:cc:dd:ee:ff",
    });
    const [job] = await agentAt(fixture).lease([router]);
    expect(job).toMatchObject({
      kind: "UPSERT_USER",
      router,
      attempts: 0,
      dry_run: false,
      desired: {
        complete: false,
        suspend_mode: "DISABLE_SECRET",
        tenant_marker: expect.stringMatching(/^[0-9a-f]{8}$/),
        users: [
          {
            customer_id: id,
            username: "anika",
            password: "anika-pass",
            pushed_password_version: null,
            profile: "home-10",
            caller_id: "AA:BB:CC:DD:EE:FF",
            enabled: true,
          },
        ],
        profiles: [{ name: "home-10", rate_limit: { upload_kbps: 2500, download_kbps: 10_000 } }],
      },
    });
    const shown = await fixture.tenant.owner.get("/network-sync-jobs/");
    expect(JSON.stringify(shown.body)).not.toContain("anika-pass");
    expect(await fixture.jobs(id)).toMatchObject([{ status: "LEASED", attempts: 1 }]);
  });

  it("Leasing never enables by an old job what a newer decision suspended", async () => {
    const router = await fixture.router();
    const id = await fixture.customer(router);
    await fixture.forgetJobs();
    await toggle(id);
    await toggle(id);
    const agent = agentAt(fixture);
    const [enable] = await agent.lease([router]);
    expect(enable).toMatchObject({ kind: "ENABLE_USER", desired: { users: [{ enabled: true }] } });
    await toggle(id);
    // The router could not be reached; by the time it is tried again, the customer is suspended.
    if (enable) await agent.report(enable, "RETRY", { error: { code: "ETIMEDOUT", message: "No answer" } });
    await agent.observe(router, { status: "OFFLINE" });
    await agent.observe(router);
    for (const job of await agent.lease([router])) {
      expect(job.desired.users).toMatchObject([{ customer_id: id, enabled: false }]);
    }
  });

  it("Leasing removes from a router whoever is no longer on it", async () => {
    const [north, south] = [await fixture.router(), await fixture.router()];
    const id = await fixture.customer(north, { username: "mover" });
    await fixture.tenant.owner.patch(`/customers/${id}/`, { router: south, username: "moved" });
    const [old] = await agentAt(fixture).lease([north]);
    const remove = [{ customer_id: id, username: "mover" }];
    expect(old).toMatchObject({ kind: "REMOVE_USER", desired: { users: [], remove } });
    const [now] = await agentAt(fixture).lease([south]);
    expect(now).toMatchObject({
      kind: "UPSERT_USER",
      desired: { users: [{ username: "moved" }], remove: [] },
    });
  });

  it("Leasing gives no job to two agents, however they race", async () => {
    const routers = await Promise.all(Array.from({ length: 6 }, () => fixture.router()));
    await Promise.all(routers.flatMap((router) => [1, 2, 3].map(() => fixture.customer(router))));
    const agents = Array.from({ length: 4 }, () => agentAt(fixture));
    const taken = (await Promise.all(agents.map((agent) => agent.lease(routers, 5)))).flat();
    const rest = (await Promise.all(agents.map((agent) => agent.lease(routers, 100)))).flat();
    const ids = [...taken, ...rest].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // A router's jobs are all with one agent, so that nobody writes to it with an older state.
    const holders = await fixture.server.services.db.platform<{ holders: number }[]>`
      select /* every tenant */ count(distinct leased_by) as holders from network_sync_jobs where status = 'LEASED' group by router`;
    expect(holders.map((row) => row.holders)).toEqual(holders.map(() => 1));
  });

  it("Leasing gives what somebody waits for before what is merely queued", async () => {
    const router = await fixture.router();
    await Promise.all([1, 2, 3].map(() => fixture.customer(router)));
    const asked = await fixture.tenant.owner.post(
      `/routers/${router}/sync/`,
      { dry_run: true },
      { prefer: "wait=0" },
    );
    const [first, ...rest] = await agentAt(fixture).lease([router], 2);
    expect(first).toMatchObject({ id: asked.body.id, urgent: true, dry_run: true, automatic: false });
    expect(rest).toMatchObject([{ kind: "UPSERT_USER", urgent: false }]);
  });

  it("Leasing hands a token bound to a site that site alone, whatever the agent asks for", async () => {
    const [north, south] = [await fixture.router({ site: "North" }), await fixture.router({ site: "South" })];
    await Promise.all([fixture.customer(north), fixture.customer(south)]);
    const body = { name: "North", role: fixture.tenant.roles.Technician, site: "North" };
    const minted = await fixture.tenant.owner.post("/api-tokens/", body);
    expect(minted).toMatchObject({ status: 201, body: { site: "North" } });
    const agent = agentAt(fixture, minted.body.token);
    const seen = async (site?: string) => {
      const answer = await agent.link.hello({ agent_id: newId(), name: "x", ...(site ? { site } : {}) });
      return answer.routers.map(({ id }) => id);
    };
    expect(await seen()).toEqual([north]);
    expect(await seen("North")).toEqual([north]);
    expect(await seen("South")).toEqual([]);
    expect(await agent.lease([south])).toEqual([]);
    await agent.observe(south, { status: "OFFLINE" });
    expect((await fixture.tenant.owner.get(`/routers/${south}/`)).body.status).toBe("UNKNOWN");
    expect(await agent.lease([north, south])).toMatchObject([{ router: north }]);
    const wide = agentAt(fixture);
    const narrowed = await wide.link.hello({ agent_id: newId(), name: "x", site: "South" });
    expect(narrowed.routers.map(({ id }) => id)).toEqual([south]);
  });

  it("Leasing leaves the job of a customer without a password waiting, in words, until there is one", async () => {
    const router = await fixture.router();
    const id = await fixture.customer(router, { password: null });
    const agent = agentAt(fixture);
    await agent.observe(router);
    const waiting = { status: "QUEUED", attempts: 0, error_code: "NO_PASSWORD" };
    const words = expect.stringContaining("no password");
    expect(await fixture.jobs(id)).toMatchObject([{ ...waiting, last_error: words }]);
    await agent.observe(router, { status: "OFFLINE" });
    await agent.observe(router);
    expect(await agent.lease([router])).toEqual([]);
    expect(await fixture.jobs(id)).toMatchObject([{ ...waiting, last_error: words }]);
    await fixture.tenant.owner.patch(`/customers/${id}/`, { password: "at-last" });
    expect(await fixture.jobs(id)).toMatchObject([{ status: "QUEUED", error_code: null, last_error: null }]);
    expect(await agent.lease([router])).toMatchObject([{ desired: { users: [{ password: "at-last" }] } }]);
  });

  it("Leasing brings many imported customers onto a router with one sync, a few with a job each", async () => {
    const router = await fixture.router({ name: "Imported" });
    const rows = (first: number, count: number) =>
      Array.from({ length: count }, (_, n) => `P,imp${first + n},1,Home 10,Imported,pw${n}`);
    const send = (lines: string[]) =>
      fixture.tenant.owner.post("/customers/import/?dry_run=false", {
        csv: ["name,username,phone,package,router,password", ...lines].join("\n"),
        dry_run: false,
      });
    expect(await send(rows(0, 3))).toMatchObject({ status: 200, body: { created: 3 } });
    const agent = agentAt(fixture);
    expect((await agent.lease([router])).map(({ kind }) => kind)).toEqual(Array(3).fill("UPSERT_USER"));
    await fixture.forgetJobs();
    expect(await send(rows(3, 40))).toMatchObject({ status: 200, body: { created: 40 } });
    const [sync, ...more] = await agent.lease([router]);
    expect(more).toEqual([]);
    expect(sync).toMatchObject({ kind: "SYNC_ROUTER", automatic: true, confirm: null, dry_run: false });
    expect(sync?.desired.users).toHaveLength(43);
  });

  it("Leasing takes a killed agent's job back when its lease lapses, and hears nothing more from it", async () => {
    const router = await fixture.router();
    await fixture.customer(router);
    const [killed, next] = [agentAt(fixture), agentAt(fixture)];
    const [job] = await killed.lease([router]);
    if (!job) throw new Error("no job");
    expect(await next.lease([router])).toEqual([]);
    expect(await killed.link.renew({ job_id: job.id, lease_id: job.lease_id })).toEqual({ accepted: true });
    await fixture.server.services.db
      .platform`update /* every tenant */ network_sync_jobs set leased_until = now() - interval '1 s'`;
    const [again] = await next.lease([router]);
    expect(again).toMatchObject({ id: job.id, attempts: 1 });
    expect(await killed.link.renew({ job_id: job.id, lease_id: job.lease_id })).toEqual({ accepted: false });
    expect(await killed.report(job, "SUCCEEDED", { result: resultOf() })).toBe(false);
    if (again) expect(await next.report(again, "SUCCEEDED", { result: resultOf() })).toBe(true);
    expect(await fixture.job(job.id)).toMatchObject({ status: "SUCCEEDED", attempts: 2 });
  });

  it("Leasing is for those with the right to run an agent, in their own tenant", async () => {
    const router = await fixture.router();
    await fixture.customer(router);
    const minted = async (role: string) =>
      (await fixture.tenant.owner.post("/api-tokens/", { name: role, role: fixture.tenant.roles[role] })).body
        .token;
    await expect(agentAt(fixture, await minted("Counter")).lease([router])).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    // Whoever may run an agent is told every password of the network: never a person's session, not even the owner's.
    const technician = await fixture.tenant.staff(`tech-${newId()}`, "Technician");
    for (const { token } of [fixture.tenant.owner, technician]) {
      const person = agentAt(fixture, token ?? "");
      const refused = { code: "FORBIDDEN" };
      await expect(person.lease([router])).rejects.toMatchObject(refused);
      await expect(person.observe(router)).rejects.toMatchObject(refused);
      const hello = person.link.hello({ agent_id: newId(), name: "x" });
      await expect(hello).rejects.toMatchObject(refused);
    }
    await expect(agentAt(fixture, "x".repeat(43)).lease([router])).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    const { makeTenant } = await import("../../helpers/tenant.ts");
    const stranger = await makeTenant(fixture.server);
    const theirs = { name: "x", role: stranger.roles.Owner };
    const foreign = agentAt(fixture, (await stranger.owner.post("/api-tokens/", theirs)).body.token);
    expect(await foreign.lease([router])).toEqual([]);
    await foreign.observe(router, { status: "OFFLINE" });
    expect((await fixture.tenant.owner.get(`/routers/${router}/`)).body.status).toBe("UNKNOWN");
    const { routers } = await foreign.link.hello({ agent_id: newId(), name: "x" });
    expect(routers).toEqual([]);
  });
});

describe("reporting", () => {
  it("Reporting keeps why it waits, and tries again later, longer each time", async () => {
    const router = await fixture.router();
    const id = await fixture.customer(router);
    const agent = agentAt(fixture);
    const [job] = await agent.lease([router]);
    if (!job) throw new Error("no job");
    await agent.report(job, "RETRY", {
      error: { code: "ECONNREFUSED", message: "The router refuses connections." },
    });
    const [kept] = await fixture.jobs(id);
    expect(kept).toMatchObject({
      status: "QUEUED",
      error_code: "ECONNREFUSED",
      last_error: "The router refuses connections.",
    });
    expect(Date.parse(kept?.next_attempt_at ?? "")).toBeGreaterThan(Date.now());
    expect(await agent.lease([router])).toEqual([]);
    // The router answers again: what waits is due at once.
    await agent.observe(router);
    expect(await agent.lease([router])).toHaveLength(1);
  });

  it("Reporting writes what changed on the device into the audit log, without secrets", async () => {
    const router = await fixture.router();
    const id = await fixture.customer(router, { password: "very-secret" });
    const agent = agentAt(fixture);
    const [job] = await agent.lease([router]);
    const user = job?.desired.users[0];
    if (!job || !user) throw new Error("no job");
    const changes = [
      { field: "password", from: null, to: null },
      { field: "disabled", from: "yes", to: "no" },
    ];
    const row = {
      what: "secret" as const,
      name: user.username,
      customer_id: id,
      ros_id: "*1",
      changes,
      remove: false,
      reason: null,
      adoptable: false,
    };
    const held = { connection: "PPPOE" as const, address: null };
    const outcome = {
      ...held,
      customer_id: id,
      username: user.username,
      outcome: "CREATED" as const,
      kicked: false,
    };
    const users = [{ ...outcome, session: null, password_version: user.password_version, detail: null }];
    const plan = { ...resultOf().plan, enable: { count: 1, rows: [row] } };
    await agent.report(job, "SUCCEEDED", { result: resultOf({ plan, users, writes: 1, verified: true }) });
    expect(await fixture.jobs(id)).toMatchObject([
      { status: "SUCCEEDED", last_error: null, result: { writes: 1 } },
    ]);
    const logs = await fixture.server.services.db.platform`
      select /* every tenant */ details, actor_username from audit_logs where object_id = ${id} and action = 'router.upsert_user'`;
    expect(logs[0]?.details).toMatchObject({
      before: { [`secret ${user.username}: disabled`]: "yes" },
      after: {
        [`secret ${user.username}: disabled`]: "no",
        [`secret ${user.username}: password`]: "(changed)",
      },
    });
    expect(JSON.stringify(logs)).not.toContain("very-secret");
    // The router is known to hold the password, until it is changed.
    await fixture.tenant.owner.patch(`/customers/${id}/`, { notes: "x", name: "New Name" });
    const [second] = await agent.lease([router]);
    expect(second?.desired.users[0]?.pushed_password_version).toBe(user.password_version);
    expect(second?.desired.users[0]?.password_version).toBe(user.password_version);
  });

  it("Reporting can be tried again by hand or given up, in the states that allow it", async () => {
    const router = await fixture.router();
    const id = await fixture.customer(router);
    const agent = agentAt(fixture);
    const [job] = await agent.lease([router]);
    if (!job) throw new Error("no job");
    const act = (verb: string) => fixture.tenant.owner.post(`/network-sync-jobs/${job.id}/${verb}/`, {});
    expect(await act("cancel")).toMatchObject({ status: 409, body: { code: "ILLEGAL_TRANSITION" } });
    expect(await act("retry")).toMatchObject({ status: 409 });
    await agent.report(job, "FAILED", { error: { code: "EAUTH", message: "Wrong password" } });
    expect(await fixture.jobs(id)).toMatchObject([
      { status: "FAILED", error_code: "EAUTH", finished_at: expect.any(String) },
    ]);
    expect(await act("retry")).toMatchObject({ status: 200, body: { status: "QUEUED", finished_at: null } });
    expect(await act("cancel")).toMatchObject({ status: 200, body: { status: "CANCELLED" } });
    expect(await fixture.tenant.owner.post(`/network-sync-jobs/${newId()}/retry/`, {})).toMatchObject({
      status: 404,
    });
  });
});
