// Contract §2: tenants and who is above them, their settings and their audit log, seen from outside.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SUPERUSER } from "../helpers/config.ts";
import { type Client, client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { person } from "./helpers/bodies.ts";
import { type Body, expectProblem, expectStatus } from "./helpers/money.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;
let superuser: Client;
beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.superuser();
  tenant = await makeTenant(server, { subdomain: "identity" });
  owner = tenant.owner;
});
afterAll(() => server.stop());

const OWNER = { username: "identity-owner", password: "identity-secret" };
const login = (body: object) => server.anonymous.post("/auth/login/", body);
const bearer = (token: string) => client(server.url, token);

describe("super administrators", () => {
  it("Super administrators sign in to the control plane alone, and name the tenant to act in", async () => {
    const body = await expectStatus(200, server.anonymous.post("/saas/auth/login/", SUPERUSER));
    expect(body).toMatchObject({ token: expect.any(String), user: { is_superuser: true } });
    await expectProblem(401, server.anonymous.post("/saas/auth/login/", OWNER), "INVALID_CREDENTIALS");
    await expectProblem(400, superuser.get("/customers/"), "TENANT_REQUIRED");
    for (const key of ["identity", tenant.tenant.id]) {
      const settings = await expectStatus(200, superuser.get("/settings/", { "x-tenant": key }));
      expect(settings.company_name).toBe(tenant.tenant.name);
    }
    await expectProblem(404, superuser.get("/customers/", { "x-tenant": "no-such-tenant" }));
    const created = await superuser.post("/customers/", person(), { "x-tenant": "identity" });
    expect(created.status).toBe(201);
  });

  it("X-Tenant moves nobody else", async () => {
    const other = await makeTenant(server, { subdomain: "moved" });
    const { id } = (await owner.post("/customers/", person())).body;
    await expectProblem(404, other.owner.get(`/customers/${id}/`, { "x-tenant": "identity" }));
  });
});

describe("tenants", () => {
  const admin = (name: string) => ({ username: `${name}-admin`, password: "a-long-secret" });

  it("Tenants come with default roles, settings and the owner's membership", async () => {
    const created = await expectStatus(
      201,
      superuser.post("/tenants/", {
        name: "Fresh Net",
        subdomain: "fresh",
        tier: "GOLD",
        admin: admin("fresh"),
      }),
    );
    expect(created).toMatchObject({ name: "Fresh Net", subdomain: "fresh", tier: "GOLD", is_active: true });
    expect(JSON.stringify(created)).not.toContain("a-long-secret");
    const fresh = await server.signIn("fresh-admin", "a-long-secret", "fresh");
    const roles = await expectStatus(200, fresh.get("/roles/"));
    const names = [
      "Owner",
      "Manager",
      "Counter",
      "Technician",
      "Accountant",
      "HR",
      "Support",
      "Reseller",
      "Agent",
    ];
    expect(roles.results.map((role: Body) => role.name).sort()).toEqual([...names].sort());
    for (const role of roles.results) {
      expect(role.is_system_default).toBe(true);
      await expectProblem(409, fresh.delete(`/roles/${role.id}/`));
    }
    expect(await expectStatus(200, fresh.get("/settings/"))).toMatchObject({
      company_name: "Fresh Net",
      invoice_due_days: 7,
      auto_apply_advance: true,
      auto_suspend: true,
      suspend_mode: "DISABLE_SECRET",
      work_start: "09:00",
      late_after_minutes: 15,
      receipt_width_mm: 80,
      timezone: "UTC",
    });
    const staff = await expectStatus(200, fresh.get("/staff/"));
    expect(staff.results).toMatchObject([{ username: "fresh-admin", role_name: "Owner", is_active: true }]);
  });

  it("Tenants are the super administrator's alone; both lists agree", async () => {
    for (const path of ["/tenants/", "/saas/tenants/"]) {
      await expectProblem(403, owner.get(path), "PERMISSION_DENIED");
      await expectProblem(401, server.anonymous.get(path));
      await expectProblem(403, owner.post(path, { name: "X", subdomain: "x-1", admin: admin("x-1") }));
    }
    const plain = await expectStatus(200, superuser.get("/tenants/?page_size=500"));
    const usage = await expectStatus(200, superuser.get("/saas/tenants/?page_size=500"));
    expect(usage.count).toBe(plain.count);
    const one = usage.results.find((each: Body) => each.subdomain === "identity");
    expect(one).toMatchObject({ subscribers: expect.any(Number), mrr: expect.any(String) });
    expect(one).toHaveProperty("plan");
    expect(one).toHaveProperty("last_activity_at");
    const made = await expectStatus(
      201,
      superuser.post("/saas/tenants/", { name: "By SaaS", subdomain: "by-saas", admin: admin("by-saas") }),
    );
    expect((await expectStatus(200, superuser.get(`/tenants/${made.id}/`))).subdomain).toBe("by-saas");
  });

  it("Tenants have a subdomain of their own and an admin whom nobody else is", async () => {
    const body = { name: "Twice", subdomain: "twice", admin: admin("twice") };
    await expectStatus(201, superuser.post("/tenants/", body));
    await expectProblem(409, superuser.post("/tenants/", { ...body, admin: admin("twice-2") }));
    const stranger = { ...admin("twice"), password: "not-the-password" };
    await expectProblem(409, superuser.post("/tenants/", { ...body, subdomain: "twice-2", admin: stranger }));
    for (const subdomain of ["UPPER", "with space", "-dash", ""])
      await expectProblem(400, superuser.post("/tenants/", { ...body, subdomain }));
    await expectProblem(400, superuser.post("/tenants/", { name: "No admin", subdomain: "no-admin" }));
  });

  it("Tenants may be one person's: he is asked which, with the choices", async () => {
    const body = { name: "First Net", subdomain: "first", admin: admin("both") };
    await expectStatus(201, superuser.post("/tenants/", body));
    await expectStatus(
      201,
      superuser.post("/tenants/", { ...body, name: "Second Net", subdomain: "second" }),
    );
    const problem = await expectProblem(400, login(admin("both")), "TENANT_REQUIRED");
    expect(JSON.stringify(problem)).toMatch(/first.*second/i);
    await expectProblem(401, login({ ...admin("both"), password: "wrong-password" }), "INVALID_CREDENTIALS");
    const { token, membership } = await expectStatus(200, login({ ...admin("both"), tenant: "second" }));
    expect(membership.tenant.subdomain).toBe("second");
    expect((await expectStatus(200, bearer(token).get("/settings/"))).company_name).toBe("Second Net");
  });

  it("Tenants that are inactive keep their users out: 403 TENANT_INACTIVE", async () => {
    const closed = await makeTenant(server, { subdomain: "closed" });
    await expectStatus(200, superuser.patch(`/tenants/${closed.tenant.id}/`, { is_active: false }));
    await expectProblem(403, closed.owner.get("/customers/"), "TENANT_INACTIVE");
    const body = { username: "closed-owner", password: "closed-secret" };
    await expectProblem(403, login(body), "TENANT_INACTIVE");
    await expectProblem(403, login({ ...body, tenant: "closed" }), "TENANT_INACTIVE");
    await expectProblem(401, login({ ...body, password: "wrong-password" }));
    await expectStatus(200, superuser.patch(`/tenants/${closed.tenant.id}/`, { is_active: true }));
    await expectStatus(200, closed.owner.get("/customers/"));
  });
});

describe("settings", () => {
  it("Settings are one record of the tenant, changed by PATCH", async () => {
    const before = await expectStatus(200, owner.get("/settings/"));
    for (const field of [
      "company_name",
      "logo",
      "support_phone",
      "support_email",
      "address",
      "currency",
      "timezone",
    ])
      expect(before).toHaveProperty(field);
    const change = {
      company_name: "Renamed Net",
      support_phone: "16123",
      timezone: "Asia/Dhaka",
      currency: "BDT",
      invoice_due_days: 10,
      auto_apply_advance: false,
      suspend_mode: "EXPIRED_PROFILE",
      expired_profile: "expired",
      receipt_width_mm: 58,
    };
    expect(await expectStatus(200, owner.patch("/settings/", change))).toMatchObject(change);
    expect(await expectStatus(200, owner.get("/settings/"))).toMatchObject(change);
    for (const wrong of [
      { timezone: "Mars/Olympus" },
      { currency: "XXY" },
      { suspend_mode: "SHOUT" },
      { invoice_due_days: -1 },
      { work_start: "25:00" },
      { company_name: "" },
      { colour: "red" },
    ])
      await expectProblem(400, owner.patch("/settings/", wrong), "VALIDATION");
    const counter = await tenant.staff("settings-counter", "Counter");
    await expectStatus(200, counter.get("/settings/"));
    await expectProblem(403, counter.patch("/settings/", { support_phone: "1" }), "PERMISSION_DENIED");
  });
});

describe("the audit log", () => {
  const entries = async (query: string): Promise<Body[]> =>
    (await expectStatus(200, owner.get(`/audit-logs/?page_size=500&${query}`))).results;

  it("The audit log tells who changed what, from what to what, from where", async () => {
    const { id } = await expectStatus(201, owner.post("/customers/", person({ area: "Old Town" })));
    const changed = await owner.patch(`/customers/${id}/`, { area: "New Town" });
    const [entry] = await entries(`object_id=${id}&action=customer.update`);
    expect(entry).toMatchObject({
      actor_username: OWNER.username,
      action: "customer.update",
      module: "subscribers",
      object_type: "customer",
      object_id: id,
      details: { before: { area: "Old Town" }, after: { area: "New Town" } },
      address: expect.stringMatching(/127\.0\.0\.1|::1/),
      request_id: changed.headers.get("x-request-id"),
    });
    expect(Object.keys(entry?.details.after)).toEqual(["area"]);
  });

  it("The audit log is filtered by actor, action, module and time, and searched", async () => {
    const counter = await tenant.staff("audit-counter", "Counter");
    const start = new Date().toISOString();
    const { id, username } = await expectStatus(201, counter.post("/customers/", person()));
    const mine = await entries("actor_username=audit-counter&action=customer.create");
    expect(mine.map(({ object_id }) => object_id)).toEqual([id]);
    const since = await entries(`module=subscribers&timestamp__gte=${encodeURIComponent(start)}`);
    expect(since.map(({ object_id }) => object_id)).toContain(id);
    expect(await entries("module=subscribers&timestamp__lt=2020-01-01")).toEqual([]);
    expect((await entries(`search=${username}`)).map(({ object_id }) => object_id)).toContain(id);
    expect((await entries("search=audit-counter")).length).toBeGreaterThan(0);
  });

  it("The audit log takes no writing from anybody", async () => {
    const [entry] = await entries("page=1");
    for (const path of ["/audit-logs/", `/audit-logs/${entry?.id}/`])
      expect((await owner.post(path, {})).status).toBe(405);
    expect((await owner.patch(`/audit-logs/${entry?.id}/`, { action: "x" })).status).toBe(405);
    expect((await owner.delete(`/audit-logs/${entry?.id}/`)).status).toBe(405);
    await expectStatus(200, owner.get(`/audit-logs/${entry?.id}/`));
  });

  it("The audit log notes sign-ins too, good and bad", async () => {
    await login(OWNER);
    await login({ ...OWNER, password: "wrong-password", tenant: "identity" });
    await login(OWNER);
    const actions = (await entries(`actor_username=${OWNER.username}`)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["login", "login.failed"]));
  });
});
