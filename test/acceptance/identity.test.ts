// Contract §2: who signs in to what, with which rights, seen from outside.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "../helpers/config.ts";
import { type Client, client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { person } from "./helpers/bodies.ts";
import { type Body, expectProblem, expectStatus } from "./helpers/money.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server, { subdomain: "identity" });
  owner = tenant.owner;
});
afterAll(() => server.stop());

const OWNER = { username: "identity-owner", password: "identity-secret" };
const login = (body: object) => server.anonymous.post("/auth/login/", body);
const bearer = (token: string) => client(server.url, token);

describe("login", () => {
  it("Login answers a token with user and membership", async () => {
    const body = await expectStatus(200, login({ ...OWNER, tenant: "identity" }));
    expect(Object.keys(body).sort()).toEqual(["expires_at", "membership", "token", "user"]);
    expect(body).toMatchObject({
      token: expect.any(String),
      user: {
        id: expect.any(String),
        username: OWNER.username,
        full_name: "The Owner",
        email: null,
        is_superuser: false,
      },
      membership: {
        id: expect.any(String),
        tenant: { id: tenant.tenant.id, name: tenant.tenant.name, subdomain: "identity" },
        role: { id: tenant.roles.Owner, name: "Owner" },
        permissions: expect.arrayContaining(["billing.recharge.create", "subscribers.customer.view"]),
      },
    });
    // 256 random bits, and 30 days to live.
    expect(body.token.length).toBeGreaterThanOrEqual(43);
    const days = (Date.parse(body.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });

  it("Login finds the only membership, or the host's tenant, without being told", async () => {
    expect((await expectStatus(200, login(OWNER))).membership.tenant.subdomain).toBe("identity");
    const wrongTenant = login({ ...OWNER, tenant: "no-such-tenant" });
    await expectProblem(401, wrongTenant);
  });

  it("Login says the same for a wrong username, a wrong password and somebody else's tenant", async () => {
    await makeTenant(server, { subdomain: "somebody" });
    const answers = await Promise.all([
      login({ username: "no-such-person", password: "identity-secret" }),
      login({ username: "somebody-owner", password: "wrong-password" }),
      login({ username: "somebody-owner", password: "somebody-secret", tenant: "identity" }),
    ]);
    const said = answers.map(({ status, body: { request_id: _, ...rest } }) => ({ status, ...rest }));
    expect(said[0]).toMatchObject({ status: 401, code: "INVALID_CREDENTIALS" });
    expect(said[1]).toEqual(said[0]);
    expect(said[2]).toEqual(said[0]);
  });

  it("Login wants both, as texts, and nothing else", async () => {
    for (const body of [{}, { username: "a" }, { ...OWNER, colour: "red" }, { username: 1, password: 2 }])
      await expectProblem(400, login(body), "VALIDATION");
  });

  it("Login locks the username for a quarter of an hour after five failures", async () => {
    const { tenant: locked } = await makeTenant(server, { subdomain: "locked" });
    const body = { username: "locked-owner", tenant: locked.subdomain };
    for (let n = 0; n < 5; n += 1)
      await expectProblem(401, login({ ...body, password: "wrong-password" }), "INVALID_CREDENTIALS");
    const answer = login({ ...body, password: "locked-secret" });
    await expectProblem(429, answer);
    const wait = Number((await answer).headers.get("retry-after"));
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    await expectProblem(429, login({ username: "LOCKED-owner", password: "locked-secret" }));
    // A username that does not exist is locked all the same, so that a lock tells nothing.
    for (let n = 0; n < 5; n += 1) await login({ username: "ghost", password: "wrong-password" });
    await expectProblem(429, login({ username: "ghost", password: "wrong-password" }));
    await expectStatus(200, login(OWNER));
  });
});

describe("sessions", () => {
  it("Sessions are shown by /auth/me/ and ended by logout, under either scheme", async () => {
    const { token } = await expectStatus(200, login(OWNER));
    const me = await expectStatus(200, bearer(token).get("/auth/me/"));
    expect(Object.keys(me).sort()).toEqual(["membership", "permissions", "profile", "user"]);
    expect(me).toMatchObject({
      user: { username: OWNER.username },
      profile: { is_active: true },
      membership: { role: { name: "Owner" } },
    });
    expect(me.permissions).toEqual(me.membership.permissions);
    await expectStatus(200, server.anonymous.get("/auth/me/", { authorization: `Token ${token}` }));
    await expectStatus(200, server.anonymous.get("/auth/me/", { authorization: `bearer ${token}` }));
    await expectStatus(204, bearer(token).post("/auth/logout/"));
    await expectProblem(401, bearer(token).get("/auth/me/"), "TOKEN_REVOKED");
    await expectProblem(401, bearer(token).post("/auth/logout/"));
    await expectStatus(200, owner.get("/auth/me/"));
  });

  it("Sessions end, all but this one, with a change of the password", async () => {
    const member = await tenant.staff("changer", "Counter");
    const second = await server.signIn("changer", "changer-secret");
    const change = { current_password: "changer-secret", new_password: "a-new-secret" };
    await expectProblem(400, member.post("/auth/change-password/", { ...change, current_password: "wrong" }));
    await expectProblem(400, member.post("/auth/change-password/", { ...change, new_password: "short" }));
    const changed = await member.post("/auth/change-password/", change);
    expect([200, 204]).toContain(changed.status);
    await expectStatus(200, member.get("/auth/me/"));
    await expectProblem(401, second.get("/auth/me/"));
    await expectProblem(401, login({ username: "changer", password: "changer-secret" }));
    await expectStatus(200, login({ username: "changer", password: "a-new-secret" }));
  });

  it("Sessions end at once with the membership", async () => {
    const member = await tenant.staff("leaver", "Counter");
    await expectStatus(200, member.get("/customers/"));
    await expectStatus(200, owner.patch(`/staff/${member.staff_id}/`, { is_active: false }));
    await expectProblem(401, member.get("/customers/"));
    await expectProblem(401, login({ username: "leaver", password: "leaver-secret" }));
    await expectStatus(200, owner.patch(`/staff/${member.staff_id}/`, { is_active: true }));
    await expectProblem(401, member.get("/customers/"));
    await expectStatus(200, login({ username: "leaver", password: "leaver-secret" }));
  });

  it("Sessions that nobody uses end by themselves, as configured", async () => {
    const brief = await startTestServer({ limits: { ...LIMITS, token_days: 1 } });
    try {
      const { tenant: made } = await makeTenant(brief, { subdomain: "brief" });
      const body = { username: "brief-owner", password: "brief-secret", tenant: made.subdomain };
      const { expires_at } = await expectStatus(200, brief.anonymous.post("/auth/login/", body));
      expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(86_400_000);
    } finally {
      await brief.stop();
    }
  });
});

describe("permissions and roles", () => {
  it("Permissions are sorted, filtered by several values and searched in their names, as other lists are", async () => {
    type Listed = { code: string; name: string; module: string };
    const found = async (query: string): Promise<Listed[]> => {
      const { status, body } = await owner.get(`/permissions/?page_size=500&${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.results;
    };
    const codes = (await found("ordering=code")).map(({ code }) => code);
    expect(codes).toEqual(codes.toSorted());
    expect((await found("ordering=-code")).map(({ code }) => code)).toEqual(codes.toReversed());
    const sorted = (await found("ordering=-module,code")).map(({ module, code }) => [module, code]);
    expect(sorted[0]?.[0]).toBe("subscribers");
    for (const query of ["module__in=billing,hr", "module=billing&module=hr"])
      expect(new Set((await found(query)).map(({ module }) => module)), query).toEqual(
        new Set(["billing", "hr"]),
      );
    expect(await found("code__in=hr.leave.request,billing.recharge.reverse")).toHaveLength(2);
    expect((await found("search=Reverse%20rech")).map(({ code }) => code)).toContain(
      "billing.recharge.reverse",
    );
    const page = await owner.get("/permissions/?module=billing&module=hr&page_size=3&ordering=code");
    expect(page.body.next).toMatch(/module=billing&module=hr.*page=2$/);
    const refused = await owner.get("/permissions/?ordering=colour");
    expect(refused.body.errors).toMatchObject([{ field: "ordering", code: "UNSORTABLE" }]);
    expect((await owner.get("/permissions/?module__in=billing,nothing")).status).toBe(400);
  });

  it("Permissions and roles are listed with code, name, module and description", async () => {
    const list = await expectStatus(200, owner.get("/permissions/?page_size=500"));
    expect(list.results.length).toBe(list.count);
    const codes = list.results.map((permission: Body) => permission.code);
    for (const permission of list.results) {
      expect(permission).toMatchObject({ name: expect.any(String), description: expect.any(String) });
      // One stands on no resource, by the contract's own name for it.
      if (permission.code !== "finance.backdate")
        expect(permission.code).toMatch(new RegExp(`^${permission.module}\\.[a-z_]+\\.[a-z_]+$`));
    }
    expect(codes).toEqual(
      expect.arrayContaining([
        "billing.recharge.create",
        "billing.recharge.reverse",
        "billing.invoice.generate_batch",
        "subscribers.customer.toggle_status",
        "subscribers.customer.grant_grace",
        "network.session.kick",
        "network.router.reboot",
        "finance.adjustment.create",
      ]),
    );
  });

  it("A role answers its permissions as codes, and its holders may do just that", async () => {
    const role = await expectStatus(
      201,
      owner.post("/roles/", { name: "Looker", permissions: ["subscribers.customer.view"] }),
    );
    expect(role).toMatchObject({ permissions: ["subscribers.customer.view"], is_system_default: false });
    await expectProblem(409, owner.post("/roles/", { name: "Looker", permissions: [] }), "DUPLICATE");
    await expectProblem(400, owner.post("/roles/", { name: "Odd", permissions: ["no.such.code"] }));
    const staff = {
      username: "looker",
      password: "looker-secret",
      phone: "1",
      designation: "L",
      role: role.id,
    };
    await expectStatus(201, owner.post("/staff/", staff));
    const looker = await server.signIn("looker", "looker-secret");
    await expectStatus(200, looker.get("/customers/"));
    await expectProblem(403, looker.post("/customers/", person()), "PERMISSION_DENIED");
    const permissions = ["subscribers.customer.view", "subscribers.customer.create"];
    await expectStatus(200, owner.patch(`/roles/${role.id}/`, { permissions }));
    await expectStatus(201, looker.post("/customers/", person()));
    await expectStatus(200, owner.patch(`/roles/${role.id}/`, { permissions: [] }));
    await expectProblem(403, looker.get("/customers/"), "PERMISSION_DENIED");
    await expectProblem(409, owner.delete(`/roles/${role.id}/`));
  });

  it("Nobody grants what he does not hold", async () => {
    const manager = await tenant.staff("granter", "Manager");
    const everything = (await expectStatus(200, owner.get("/auth/me/"))).permissions;
    const staff = { username: "crony", password: "crony-secret", phone: "1", designation: "C" };
    await expectProblem(403, manager.post("/staff/", { ...staff, role: tenant.roles.Owner }));
    const keeper = await expectStatus(
      201,
      owner.post("/roles/", {
        name: "Keeper",
        permissions: ["identity.role.create", "identity.role.view", "identity.api_token.create"],
      }),
    );
    await expectStatus(
      201,
      owner.post("/staff/", { ...staff, username: "keeper", password: "keeper-secret", role: keeper.id }),
    );
    const mine = await server.signIn("keeper", "keeper-secret");
    await expectProblem(403, mine.post("/roles/", { name: "Mine", permissions: everything }));
    await expectProblem(403, mine.post("/api-tokens/", { name: "Mine", role: tenant.roles.Owner }));
    await expectStatus(201, mine.post("/roles/", { name: "Less", permissions: ["identity.role.view"] }));
  });
});

describe("staff", () => {
  it("Staff is user, profile and membership in one, changed by PATCH", async () => {
    const body = {
      username: "clerk",
      password: "clerk-secret",
      full_name: "A Clerk",
      email: "clerk@isp.example",
      phone: "0171",
      designation: "Till 1",
      role: tenant.roles.Counter,
    };
    const created = await expectStatus(201, owner.post("/staff/", body));
    const { password: _, ...visible } = body;
    expect(created).toMatchObject({ ...visible, user: expect.any(String), is_active: true });
    expect(JSON.stringify(created)).not.toContain("clerk-secret");
    const clerk = await server.signIn("clerk", "clerk-secret");
    const me = await expectStatus(200, clerk.get("/auth/me/"));
    expect(me).toMatchObject({
      user: { username: "clerk", full_name: "A Clerk", email: "clerk@isp.example" },
      profile: { phone: "0171", designation: "Till 1", is_active: true },
      membership: { role: { name: "Counter" } },
    });
    const promoted = await expectStatus(
      200,
      owner.patch(`/staff/${created.id}/`, { role: tenant.roles.Manager, designation: "Chief" }),
    );
    expect(promoted).toMatchObject({ role: tenant.roles.Manager, designation: "Chief" });
    expect((await expectStatus(200, clerk.get("/auth/me/"))).membership.role.name).toBe("Manager");
    expect((await expectStatus(200, owner.get(`/staff/${created.id}/`))).username).toBe("clerk");
    await expectProblem(409, owner.post("/staff/", body));
    await expectProblem(400, owner.post("/staff/", { ...body, username: "clerk2", password: "short" }));
    await expectProblem(400, owner.post("/staff/", { ...body, username: "clerk3", role: undefined }));
  });
});

describe("API tokens", () => {
  it("API tokens show their secret once and act with their role until they are deleted", async () => {
    const created = await expectStatus(
      201,
      owner.post("/api-tokens/", { name: "Gateway", role: tenant.roles.Counter }),
    );
    expect(created).toMatchObject({ id: expect.any(String), name: "Gateway", token: expect.any(String) });
    const machine = bearer(created.token);
    await expectStatus(200, machine.get("/customers/"));
    await expectStatus(200, server.anonymous.get("/customers/", { authorization: `Token ${created.token}` }));
    await expectProblem(403, machine.get("/audit-logs/"), "PERMISSION_DENIED");
    for (const path of ["/api-tokens/", `/api-tokens/${created.id}/`]) {
      const body = JSON.stringify(await expectStatus(200, owner.get(path)));
      expect(body).toContain("Gateway");
      expect(body).not.toContain(created.token);
    }
    await expectStatus(200, owner.patch(`/api-tokens/${created.id}/`, { is_active: false }));
    await expectProblem(401, machine.get("/customers/"), "TOKEN_REVOKED");
    await expectStatus(200, owner.patch(`/api-tokens/${created.id}/`, { is_active: true }));
    await expectStatus(200, machine.get("/customers/"));
    await expectStatus(204, owner.delete(`/api-tokens/${created.id}/`));
    await expectProblem(401, machine.get("/customers/"), "TOKEN_REVOKED");
    await expectProblem(404, owner.get(`/api-tokens/${created.id}/`));
  });

  it("API tokens that are asked for twice under one key are one, and the repeat shows no secret", async () => {
    const body = { name: "Twice", role: tenant.roles.Counter };
    const key = { "idempotency-key": "api-token-1" };
    const first = await owner.post("/api-tokens/", body, key);
    const again = await owner.post("/api-tokens/", body, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual({ ...first.body, token: null });
    expect((await owner.get("/api-tokens/?name=Twice")).body.count).toBe(1);
    await expectStatus(200, bearer(first.body.token).get("/customers/"));
  });
});
