// Staff, roles and tokens: what people may do to each other.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let a: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  a = await makeTenant(server, { subdomain: "alpha" });
});
afterAll(() => server.stop());

const profile = (username: string, role: string) => ({
  username,
  password: `${username}-secret`,
  full_name: "Salma Akter",
  phone: "+8801711000001",
  designation: "Clerk",
  role: a.roles[role],
});

describe("staff", () => {
  it("Staff is made with account, profile and membership in one request", async () => {
    const answer = await a.owner.post("/staff/", {
      ...profile("clerk", "Counter"),
      email: "clerk@isp.example",
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      username: "clerk",
      full_name: "Salma Akter",
      email: "clerk@isp.example",
      phone: "+8801711000001",
      designation: "Clerk",
      role: a.roles.Counter,
      role_name: "Counter",
      is_active: true,
    });
    expect(answer.body).not.toHaveProperty("password");
    const clerk = await server.signIn("clerk", "clerk-secret");
    const me = await clerk.get("/auth/me/");
    expect(me.body).toMatchObject({
      user: { id: answer.body.user, username: "clerk" },
      profile: { id: answer.body.id, designation: "Clerk", is_active: true },
      membership: { tenant: { subdomain: "alpha" }, role: { name: "Counter" } },
    });
    expect(me.body.permissions).toContain("billing.recharge.create");
    expect(me.body.permissions).not.toContain("billing.recharge.reverse");
  });

  it("Staff refuses a username that exists anywhere on the platform, whatever its case", async () => {
    const b = await makeTenant(server);
    const body = { ...profile("CLERK", "Counter"), role: b.roles.Counter };
    const answer = await b.owner.post("/staff/", body);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "DUPLICATE", errors: [{ field: "username" }] },
    });
  });

  it("Staff cuts a deactivated member off at once, and only lets him in again with a new sign-in", async () => {
    const member = await a.staff("leaver", "Support");
    expect((await member.get("/settings/")).status).toBe(200);
    const off = await a.owner.patch(`/staff/${member.staff_id}/`, { is_active: false });
    expect(off).toMatchObject({ status: 200, body: { is_active: false } });
    expect((await member.get("/settings/")).status).toBe(401);
    const body = { username: "leaver", password: "leaver-secret" };
    expect(await server.anonymous.post("/auth/login/", body)).toMatchObject({
      status: 401,
      body: { code: "MEMBERSHIP_ENDED" },
    });
    await a.owner.patch(`/staff/${member.staff_id}/`, { is_active: true });
    expect((await member.get("/settings/")).status).toBe(401);
    expect((await server.anonymous.post("/auth/login/", body)).status).toBe(200);
  });

  it("Staff lets nobody grant, or take in hand, what he does not hold himself", async () => {
    const manager = await a.staff("manager", "Manager");
    const asOwner = await manager.post("/staff/", profile("sneak", "Owner"));
    expect(asOwner).toMatchObject({ status: 403, body: { code: "PERMISSION_DENIED" } });
    expect((await manager.post("/staff/", profile("fine", "Counter"))).status).toBe(201);
    const owner = (await a.owner.get("/staff/?username=alpha-owner")).body.results[0];
    for (const change of [{ is_active: false }, { email: "mine@isp.example" }, { full_name: "Nobody" }])
      expect((await manager.patch(`/staff/${owner.id}/`, change)).status).toBe(403);
    expect((await manager.patch(`/staff/${owner.id}/`, { phone: "+8801711000002" })).status).toBe(200);
    const password = { new_password: "taken-over" };
    expect((await manager.post(`/staff/${owner.id}/set-password/`, password)).status).toBe(403);
    expect((await manager.patch(`/staff/${manager.staff_id}/`, { role: a.roles.Owner })).status).toBe(403);
  });

  it("Staff keeps the last active owner, also against two owners at the same moment", async () => {
    const t = await makeTenant(server);
    const owner = (await t.owner.get("/staff/")).body.results[0];
    for (const change of [{ is_active: false }, { role: t.roles.Manager }]) {
      expect(await t.owner.patch(`/staff/${owner.id}/`, change)).toMatchObject({
        status: 409,
        body: { code: "CONFLICT" },
      });
    }
    const second = await t.staff("second-owner", "Owner");
    const both = await Promise.all([
      t.owner.patch(`/staff/${second.staff_id}/`, { is_active: false }),
      second.patch(`/staff/${owner.id}/`, { is_active: false }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("Staff gets a new password from a manager, which ends the old sessions", async () => {
    const member = await a.staff("forgetful", "Technician");
    const path = `/staff/${member.staff_id}/set-password/`;
    expect((await a.owner.post(path, { new_password: "short" })).status).toBe(400);
    expect((await a.owner.post(path, { new_password: "brand-new-one" })).status).toBe(200);
    expect((await member.get("/settings/")).status).toBe(401);
    await server.signIn("forgetful", "brand-new-one");
  });

  it("Staff is given no password that others try first: too short, too common or the username", async () => {
    const superuser = await server.superuser();
    const member = await a.staff("choosy-person", "Counter");
    const ways: [string, (password: string) => Promise<Answer>][] = [
      ["password", (password) => a.owner.post("/staff/", { ...profile("newcomer", "Counter"), password })],
      [
        "new_password",
        (new_password) => a.owner.post(`/staff/${member.staff_id}/set-password/`, { new_password }),
      ],
      [
        "new_password",
        (new_password) =>
          member.post("/auth/change-password/", { current_password: "choosy-person-secret", new_password }),
      ],
      [
        "admin.password",
        (password) =>
          superuser.post("/tenants/", {
            name: "Weak",
            subdomain: "weak",
            admin: { username: "newcomer", password },
          }),
      ],
    ];
    const refused: [string, string][] = [
      ["1234567", "TOO_SHORT"],
      ["password", "TOO_COMMON"],
      ["12345678", "TOO_COMMON"],
      ["PassWord123", "TOO_COMMON"],
      ["        ", "TOO_COMMON"],
      // What can't be typed: to the hash a zero at the end is none.
      ["choosy-person\u0000", "INVALID"],
      ["choosy\tperson", "INVALID"],
    ];
    for (const [field, set] of ways)
      for (const [password, code] of refused)
        expect(await set(password), `${field} ${password}`).toMatchObject({
          status: 400,
          body: { code: "VALIDATION", errors: [{ field, code }] },
        });
    const own = { ...profile("newcomer", "Counter"), password: "NewComer" };
    expect((await a.owner.post("/staff/", own)).body.errors[0].code).toBe("TOO_COMMON");
    const changed = { current_password: "choosy-person-secret", new_password: "Choosy-Person" };
    expect((await member.post("/auth/change-password/", changed)).body.errors[0].code).toBe("TOO_COMMON");
  });

  it("Staff keeps an account that is somebody's elsewhere out of the hands of one tenant's managers", async () => {
    const superuser = await server.superuser();
    const admin = { username: "forgetful", password: "brand-new-one" };
    const made = await superuser.post("/tenants/", { name: "Second", subdomain: "second", admin });
    expect(made.status).toBe(201);
    const { id } = (await a.owner.get("/staff/?username=forgetful")).body.results[0];
    const taken = await a.owner.post(`/staff/${id}/set-password/`, { new_password: "mine-now-1" });
    expect(taken).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect((await a.owner.patch(`/staff/${id}/`, { full_name: "Other" })).status).toBe(409);
    expect((await a.owner.patch(`/staff/${id}/`, { phone: "123" })).status).toBe(200);
  });

  it("Staff is listed, searched, filtered, ordered and versioned as contract §1 says", async () => {
    const list = await a.owner.get(
      "/staff/?search=salma&ordering=-username&role_name=Counter&is_active=true",
    );
    expect(list.status).toBe(200);
    expect(list.body.results.map((member: { username: string }) => member.username)).toEqual([
      "fine",
      "clerk",
    ]);
    expect((await a.owner.get("/staff/?shoe_size=44")).status).toBe(400);
    const [first] = list.body.results;
    const read = await a.owner.get(`/staff/${first.id}/`);
    const etag = read.headers.get("etag") ?? "";
    expect(etag).toBe(`"${first.version}"`);
    expect((await a.owner.patch(`/staff/${first.id}/`, { phone: "1" }, { "if-match": etag })).status).toBe(
      200,
    );
    expect((await a.owner.patch(`/staff/${first.id}/`, { phone: "2" }, { "if-match": etag })).status).toBe(
      412,
    );
  });
});

describe("roles", () => {
  it("Roles are made of known permissions, and change what their holders may do at once", async () => {
    const unknown = await a.owner.post("/roles/", { name: "Wrong", permissions: ["billing.invoice.eat"] });
    expect(unknown).toMatchObject({
      status: 400,
      body: { code: "VALIDATION", errors: [{ field: "permissions.0" }] },
    });
    const role = await a.owner.post("/roles/", { name: "Auditor", permissions: ["platform.audit_log.view"] });
    expect(role).toMatchObject({
      status: 201,
      body: { permissions: ["platform.audit_log.view"], is_system_default: false },
    });
    expect((await a.owner.post("/roles/", { name: "Auditor" })).status).toBe(409);
    await a.owner.post("/staff/", { ...profile("auditor", "Owner"), role: role.body.id });
    const auditor = await server.signIn("auditor", "auditor-secret");
    expect((await auditor.get("/audit-logs/")).status).toBe(200);
    expect((await auditor.get("/roles/")).status).toBe(403);
    await a.owner.patch(`/roles/${role.body.id}/`, { permissions: ["identity.role.view"] });
    expect((await auditor.get("/audit-logs/")).status).toBe(403);
    expect((await auditor.get("/roles/")).status).toBe(200);
    expect(await a.owner.delete(`/roles/${role.body.id}/`)).toMatchObject({
      status: 409,
      body: { code: "IN_USE" },
    });
  });

  it("Roles can't be used to get at more than one holds", async () => {
    const permissions = ["identity.role.view", "identity.role.create", "identity.role.update"];
    const role = await a.owner.post("/roles/", { name: "Role keeper", permissions });
    await a.owner.post("/staff/", { ...profile("keeper", "Owner"), role: role.body.id });
    const keeper = await server.signIn("keeper", "keeper-secret");
    const more = [...permissions, "billing.recharge.reverse"];
    expect((await keeper.patch(`/roles/${role.body.id}/`, { permissions: more })).status).toBe(403);
    expect((await keeper.post("/roles/", { name: "Mine", permissions: more })).status).toBe(403);
    expect((await keeper.post("/roles/", { name: "Mine", permissions: ["identity.role.view"] })).status).toBe(
      201,
    );
    const roles = await keeper.get("/roles/?name=Mine");
    expect(roles.body.count).toBe(1);
  });

  it("Roles that every tenant has stay: not deleted, not renamed, the owner's not reduced", async () => {
    const { Owner, Counter } = a.roles;
    expect((await a.owner.delete(`/roles/${Counter}/`)).status).toBe(409);
    expect((await a.owner.patch(`/roles/${Counter}/`, { name: "Till" })).status).toBe(409);
    expect(
      (await a.owner.patch(`/roles/${Owner}/`, { permissions: ["platform.settings.view"] })).status,
    ).toBe(409);
    const names = (await a.owner.get("/roles/?is_system_default=true")).body.results.map(
      (role: { name: string }) => role.name,
    );
    expect(names).toEqual([
      "Accountant",
      "Agent",
      "Counter",
      "HR",
      "Manager",
      "Owner",
      "Reseller",
      "Support",
      "Technician",
    ]);
  });

  it("Roles keep patterns as they were granted, and answer the codes that those amount to", async () => {
    const permissions = ["identity.role.*", "billing.offer.view"];
    const made = await a.owner.post("/roles/", { name: "Pattern", permissions });
    const codes = ["view", "create", "update", "delete"].map((action) => `identity.role.${action}`);
    const answered = [...codes, "billing.offer.view"];
    expect(made).toMatchObject({ status: 201, body: { permissions: answered, granted: permissions } });
    const path = `/roles/${made.body.id}/`;
    expect((await a.owner.get(path)).body.permissions).toEqual(answered);
    expect((await a.owner.get("/roles/?name=Pattern")).body.results[0].permissions).toEqual(answered);
    await a.owner.post("/staff/", { ...profile("patterned", "Owner"), role: made.body.id });
    const member = await server.signIn("patterned", "patterned-secret");
    expect((await member.get("/auth/me/")).body.permissions).toEqual(answered);
    expect((await member.get("/roles/")).status).toBe(200);
    // A form that gives back all that it was answered changes nothing of that.
    const same = await a.owner.patch(path, { name: "Patterns", permissions: [...answered].reverse() });
    expect(same.body).toMatchObject({ name: "Patterns", granted: permissions });
    const misspelt = await a.owner.patch(path, { permissions: ["operations.tickets.*"] });
    expect(misspelt).toMatchObject({ status: 400, body: { errors: [{ field: "permissions.0" }] } });
  });

  it("Roles are granted by pattern only by those who hold the pattern, not just its codes of today", async () => {
    const codes = ["view", "create", "update", "delete"].map((action) => `identity.role.${action}`);
    const byCode = await a.owner.post("/roles/", { name: "By code", permissions: codes });
    const byPattern = await a.owner.post("/roles/", { name: "By pattern", permissions: ["identity.role.*"] });
    await a.owner.post("/staff/", { ...profile("by-code", "Owner"), role: byCode.body.id });
    await a.owner.post("/staff/", { ...profile("by-pattern", "Owner"), role: byPattern.body.id });
    const [coded, patterned] = [
      await server.signIn("by-code", "by-code-secret"),
      await server.signIn("by-pattern", "by-pattern-secret"),
    ];
    const role = { name: "Pattern of theirs", permissions: ["identity.role.*"] };
    expect((await coded.post("/roles/", role)).status).toBe(403);
    expect((await coded.patch(`/roles/${byCode.body.id}/`, { permissions: role.permissions })).status).toBe(
      403,
    );
    expect((await coded.post("/roles/", { ...role, permissions: codes })).status).toBe(201);
    expect((await patterned.post("/roles/", { ...role, name: "Again" })).status).toBe(201);
    expect((await patterned.post("/roles/", { name: "Wider", permissions: ["identity.*"] })).status).toBe(
      403,
    );
  });

  it("Roles that came with the tenant follow a new version of the program, unless the tenant changed them", async () => {
    const t = await makeTenant(server);
    const { Owner = "", Support = "", HR = "" } = t.roles;
    const changed = await t.owner.patch(`/roles/${HR}/`, { permissions: ["identity.staff.view", "hr.*"] });
    expect(changed.status).toBe(200);
    const sql = server.services.db.platform;
    // As an older version would have left them: fewer rights than today's program gives.
    await sql`update /* every tenant */ roles set permissions = '["platform.settings.view"]' where id in ${sql([Owner, Support])}`;
    expect((await t.owner.get("/roles/")).status).toBe(403);
    const next = await startTestServer({ database_url: server.database_url });
    await next.stop();
    // The first server is told by the database, a moment later.
    await expect
      .poll(async () => (await t.owner.get(`/roles/${Owner}/`)).body)
      .toMatchObject({ granted: ["*"] });
    const support = (await t.owner.get(`/roles/${Support}/`)).body;
    expect(support.granted).toContain("operations.ticket.*");
    expect(support.permissions).toContain("subscribers.customer.view");
    expect((await t.owner.get(`/roles/${HR}/`)).body.granted).toEqual(["identity.staff.view", "hr.*"]);
  });

  it("Roles are emptied, renamed and deleted only by those who could have granted all that they hold", async () => {
    const permissions = ["identity.role.view", "identity.role.update", "identity.role.delete"];
    const role = await a.owner.post("/roles/", { name: "Weak keeper", permissions });
    await a.owner.post("/staff/", { ...profile("weak", "Owner"), role: role.body.id });
    const weak = await server.signIn("weak", "weak-secret");
    const strong = (await a.owner.post("/roles/", { name: "Strong", permissions: ["billing.*"] })).body.id;
    for (const change of [{ permissions: [] }, { name: "Feeble" }])
      expect((await weak.patch(`/roles/${strong}/`, change)).status).toBe(403);
    expect((await weak.delete(`/roles/${strong}/`)).status).toBe(403);
    expect((await weak.patch(`/roles/${a.roles.Manager}/`, { permissions: [] })).status).toBe(403);
    expect((await weak.patch(`/roles/${role.body.id}/`, { name: "Weaker keeper" })).status).toBe(200);
    expect((await a.owner.delete(`/roles/${strong}/`)).status).toBe(204);
  });

  it("Roles are made of permissions that are listed with name and description", async () => {
    const list = await a.owner.get("/permissions/");
    expect(list.body.count).toBe(list.body.results.length);
    expect(list.body.results).toContainEqual({
      code: "billing.recharge.reverse",
      name: "Reverse recharge",
      module: "billing",
      description: "Reverse a recharge",
    });
    const some = await a.owner.get("/permissions/?module=identity&page_size=2&page=2");
    expect(some.body.results).toHaveLength(2);
    expect(some.body.previous).toContain("page=1");
  });
});

describe("API tokens", () => {
  it("API tokens show their secret once, act with their role, and end when deleted", async () => {
    const made = await a.owner.post("/api-tokens/", { name: "Agent", role: a.roles.Technician });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "Agent", role_name: "Technician", is_active: true },
    });
    const secret = made.body.token;
    expect(secret).toMatch(/^[\w-]{43}$/);
    const shown = await a.owner.get(`/api-tokens/${made.body.id}/`);
    expect(JSON.stringify(shown.body)).not.toContain(secret);
    const machine = client(server.url, null, { authorization: `Token ${secret}` });
    expect((await machine.get("/settings/")).status).toBe(200);
    expect((await machine.get("/api-tokens/")).status).toBe(403);
    expect((await machine.get("/auth/me/")).body).toMatchObject({
      user: null,
      membership: { role: { name: "Technician" } },
    });
    const used = (await a.owner.get(`/api-tokens/${made.body.id}/`)).body;
    expect(used.last_used_at).not.toBeNull();
    await machine.get("/settings/");
    expect((await a.owner.get(`/api-tokens/${made.body.id}/`)).body).toEqual(used);
    expect((await a.owner.delete(`/api-tokens/${made.body.id}/`)).status).toBe(204);
    expect((await machine.get("/settings/")).status).toBe(401);
  });

  it("API tokens are not given roles beyond their maker's, nor changed or ended by who could not have made them", async () => {
    const permissions = ["create", "view", "update", "delete"].map(
      (action) => `identity.api_token.${action}`,
    );
    const role = await a.owner.post("/roles/", { name: "Token maker", permissions });
    await a.owner.post("/staff/", { ...profile("maker", "Owner"), role: role.body.id });
    const maker = await server.signIn("maker", "maker-secret");
    expect((await maker.post("/api-tokens/", { name: "x", role: a.roles.Owner })).status).toBe(403);
    expect((await maker.post("/api-tokens/", { name: "x", role: role.body.id })).status).toBe(201);
    const strong = (await a.owner.post("/api-tokens/", { name: "Strong", role: a.roles.Owner })).body.id;
    for (const change of [{ name: "Renamed" }, { is_active: false }, { role: role.body.id }])
      expect((await maker.patch(`/api-tokens/${strong}/`, change)).status).toBe(403);
    expect((await maker.delete(`/api-tokens/${strong}/`)).status).toBe(403);
  });
});
