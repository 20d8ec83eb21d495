// Tenants: what super administrators make, change and see (contract §2).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { followProgram } from "../../server/identity/index.ts";
import { openPool } from "../../server/kernel/db/db.ts";
import { type Client, client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
let superuser: Client;
beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.superuser();
});
afterAll(() => server.stop());

const body = (subdomain: string) => ({
  name: `Provider ${subdomain}`,
  subdomain,
  tier: "GROWTH",
  admin: {
    username: `${subdomain}-admin`,
    password: "a-long-password",
    full_name: "Anwar Hossain",
    email: "a@isp.example",
  },
});

describe("a tenant's own records", () => {
  it("A tenant is named by what is its own: roles, resellers, domains, tokens, settings and the audit log", async () => {
    const { owner, tenant, roles } = await makeTenant(server);
    const is = (body: { tenant?: string }, where: string) => expect(body.tenant, where).toBe(tenant.id);
    const bodies = {
      roles: { name: "Named", permissions: [] },
      resellers: { company_name: "Named" },
      "tenant-domains": { domain: "portal.named.example" },
      "api-tokens": { name: "Named", role: roles.Counter },
    };
    for (const [path, sent] of Object.entries(bodies)) {
      const made = await owner.post(`/${path}/`, sent);
      is(made.body, `POST /${path}/`);
      is((await owner.get(`/${path}/${made.body.id}/`)).body, `GET /${path}/{id}/`);
      is((await owner.patch(`/${path}/${made.body.id}/`, {})).body, `PATCH /${path}/{id}/`);
      const refused = await owner.patch(`/${path}/${made.body.id}/`, { tenant: tenant.id });
      expect(refused.body.errors).toMatchObject([{ field: "tenant", code: "UNKNOWN_FIELD" }]);
    }
    is((await owner.get("/settings/")).body, "GET /settings/");
    is((await owner.patch("/settings/", { support_phone: "1" })).body, "PATCH /settings/");
    const { paths, components } = (await owner.get("/openapi.json")).body;
    for (const path of [...Object.keys(bodies), "audit-logs"]) {
      const { results } = (await owner.get(`/${path}/`)).body;
      expect(results.length).toBeGreaterThan(0);
      for (const record of results) is(record, `GET /${path}/`);
      expect(paths[`/api/v1/${path}/`] ?? paths[`/${path}/`]).toBeDefined();
    }
    for (const name of ["Role", "Reseller", "TenantDomain", "ApiToken", "Settings", "AuditLog"])
      expect(components.schemas[name].required, name).toContain("tenant");
  });
});

describe("a new tenant", () => {
  it("A new tenant has its roles, its settings and its owner", async () => {
    const made = await superuser.post("/tenants/", body("north"));
    expect(made.status).toBe(201);
    expect(made.headers.get("etag")).toBe('"1"');
    expect(made.body).toMatchObject({
      id: expect.any(String),
      name: "Provider north",
      subdomain: "north",
      is_active: true,
      tier: "GROWTH",
      created_at: expect.any(String),
      version: 1,
    });
    const owner = await server.signIn("north-admin", "a-long-password");
    const settings = await owner.get("/settings/");
    expect(settings.body).toMatchObject({
      company_name: "Provider north",
      currency: "USD",
      timezone: "UTC",
      invoice_due_days: 7,
      auto_apply_advance: true,
      auto_suspend: true,
      suspend_mode: "DISABLE_SECRET",
      work_start: "09:00",
      late_after_minutes: 15,
      receipt_width_mm: 80,
    });
    const roles = await owner.get("/roles/?is_system_default=true");
    expect(roles.body.count).toBe(9);
    const staff = await owner.get("/staff/");
    expect(staff.body.results).toMatchObject([
      {
        username: "north-admin",
        full_name: "Anwar Hossain",
        email: "a@isp.example",
        role_name: "Owner",
        is_active: true,
      },
    ]);
  });

  it("A tenant from before a default role was there gets it with the next start, unless it has one of that name", async () => {
    const [old, own] = [await makeTenant(server), await makeTenant(server)];
    const sql = openPool(server.database_url, null, 1);
    for (const { tenant } of [old, own])
      await sql`delete from roles where tenant_id = ${tenant.id} and name = 'Agent'`;
    await sql.end();
    expect((await own.owner.post("/roles/", { name: "Agent", permissions: [] })).status).toBe(201);
    await followProgram(server.services);
    const agentOf = async ({ owner }: typeof old) => (await owner.get("/roles/?name=Agent")).body.results;
    expect(await agentOf(old)).toMatchObject([
      { permissions: ["network.agent.run"], is_system_default: true },
    ]);
    expect(await agentOf(own)).toMatchObject([{ permissions: [], is_system_default: false }]);
    const role = (await agentOf(old))[0].id;
    const { token } = (await old.owner.post("/api-tokens/", { name: "Box", role })).body;
    for (const path of ["/customers/", "/staff/", "/settings/", "/routers/"])
      expect((await client(server.url, token).get(path)).status, path).toBe(403);
  });

  it("A new tenant is whole or not there at all", async () => {
    const taken = await superuser.post("/tenants/", { ...body("other-name"), subdomain: "north" });
    expect(taken).toMatchObject({
      status: 409,
      body: { code: "DUPLICATE", errors: [{ field: "subdomain" }] },
    });
    expect(
      (
        await server.anonymous.post("/auth/login/", {
          username: "other-name-admin",
          password: "a-long-password",
        })
      ).status,
    ).toBe(401);
    const admin = { username: "north-admin", password: "not-his-password" };
    const stranger = await superuser.post("/tenants/", { ...body("south"), admin });
    expect(stranger).toMatchObject({
      status: 409,
      body: { code: "DUPLICATE", errors: [{ field: "admin.username" }] },
    });
    expect((await superuser.get("/tenants/?subdomain=south")).body.count).toBe(0);
  });

  it("A new tenant needs a subdomain that can be one, and an owner with a password", async () => {
    for (const subdomain of ["", "Upper", "a b", "-a", "a_b", "a.b", "x".repeat(64)]) {
      expect((await superuser.post("/tenants/", { ...body("fine"), subdomain })).status, subdomain).toBe(400);
    }
    const admin = { username: "fine-admin", password: "short" };
    expect(await superuser.post("/tenants/", { ...body("fine"), admin })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "admin.password" }] },
    });
  });
});

describe("tenants", () => {
  it("Tenants are listed, searched, changed and versioned", async () => {
    const { tenant } = await makeTenant(server, { subdomain: "east" });
    const list = await superuser.get("/tenants/?search=east&ordering=-name&is_active=true");
    expect(list.body).toMatchObject({ count: 1, next: null, previous: null, results: [{ id: tenant.id }] });
    expect((await superuser.get("/tenants/?page_size=1")).body.next).toContain("cursor=");
    expect((await superuser.get("/tenants/?shoe_size=44")).status).toBe(400);
    const path = `/tenants/${tenant.id}/`;
    const etag = (await superuser.get(path)).headers.get("etag") ?? "";
    const changed = await superuser.patch(path, { name: "East Net", tier: "LARGE" }, { "if-match": etag });
    expect(changed).toMatchObject({ status: 200, body: { name: "East Net", tier: "LARGE", version: 2 } });
    expect((await superuser.patch(path, { name: "Stale" }, { "if-match": etag })).status).toBe(412);
    expect((await superuser.patch(path, { subdomain: "north" })).status).toBe(409);
    expect((await superuser.get(`/tenants/${tenant.id.replace(/^./, "f")}/`)).status).toBe(404);
  });

  it("Tenants show their use to the control plane", async () => {
    const { owner, tenant } = await makeTenant(server, { subdomain: "west" });
    const plan = {
      name: "Home",
      price: "500.50",
      bandwidth_mbps: 10,
      router_profile: "home",
      validity_days: 30,
    };
    const made = await owner.post("/packages/", plan);
    expect(made.status).toBe(201);
    for (const [index, discount] of ["0.50", "0"].entries()) {
      const customer = {
        name: "A B",
        username: `c${index}`,
        phone: `${index}`,
        package: made.body.id,
        discount,
      };
      expect((await owner.post("/customers/", customer)).status).toBe(201);
    }
    const shown = await superuser.get(`/saas/tenants/${tenant.id}/`);
    expect(shown.body).toMatchObject({ subdomain: "west", subscribers: 2, plan: null, mrr: "0.00" });
    expect(Date.now() - Date.parse(shown.body.last_activity_at)).toBeLessThan(60_000);
    const list = await superuser.get("/saas/tenants/?subdomain=west");
    expect(list.body.results).toEqual([shown.body]);
    const added = await superuser.post("/saas/tenants/", body("center"));
    expect(added).toMatchObject({ status: 201, body: { subscribers: 0, mrr: "0.00" } });
  });

  it("Tenants keep their making and changing in their own audit log", async () => {
    const { owner, tenant } = await makeTenant(server, { subdomain: "logged" });
    await superuser.patch(`/tenants/${tenant.id}/`, { name: "Logged Net" });
    const log = await owner.get("/audit-logs/?actor_username=platform");
    expect(log.body.results.map((entry: { action: string }) => entry.action)).toEqual([
      "tenant.update",
      "tenant.create",
    ]);
    expect(log.body.results[0].details).toEqual({
      before: { name: "Tenant logged" },
      after: { name: "Logged Net" },
    });
  });
});
