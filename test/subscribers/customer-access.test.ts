// Suspending, resuming and grace; what anybody may look up.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { create, type Fixture, openFixture, person } from "./helpers/fixture.ts";

let fixture: Fixture;
let server: Fixture["server"];
let home: Fixture["home"];
let routerId: string;
let packageId: string;
let waiting: Fixture["waiting"];
beforeAll(async () => {
  fixture = await openFixture();
  ({ server, home, routerId, packageId, waiting } = fixture);
});
afterAll(() => fixture.server.stop());

describe("access", () => {
  it("Access toggles with a reason, a job and an audit entry", async () => {
    const id = await create(home, "/customers/", person({ package: packageId, router: routerId }));
    const off = await home.owner.post(`/customers/${id}/toggle_status/`, { reason: "abuse" });
    expect(off).toMatchObject({ status: 200, body: { status: "SUSPENDED", suspended_for: "STAFF" } });
    const on = await home.owner.post(`/customers/${id}/toggle_status/`);
    expect(on).toMatchObject({ status: 200, body: { status: "ACTIVE", suspended_for: null } });
    // The newer ENABLE_USER took the place of the waiting DISABLE_USER.
    expect(await waiting(id)).toEqual(["UPSERT_USER", "ENABLE_USER"]);
    const logs = await server.services.db.platform`
      select /* every tenant */ details from audit_logs where object_id = ${id} and action = 'customer.toggle_status' order by id`;
    expect(logs[0]?.details).toMatchObject({
      before: { status: "ACTIVE" },
      after: { status: "SUSPENDED" },
      note: "abuse",
    });
  });

  it("Access takes each of many toggles at the same moment from where the one before it left off", async () => {
    const id = await create(home, "/customers/", person());
    const path = `/customers/${id}/toggle_status/`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => home.owner.post(path)));
    const statuses = answers.map(({ body }) => body.status);
    expect([...statuses].sort()).toEqual([...Array(4).fill("ACTIVE"), ...Array(4).fill("SUSPENDED")]);
    const unchanged = await server.services.db.platform`
      select 1 from audit_logs where tenant_id = ${home.tenant.id} and object_id = ${id} and action = 'customer.toggle_status'
        and details #>> '{before,status}' is not distinct from details #>> '{after,status}'`;
    expect(unchanged).toEqual([]);
  });
});

describe("the public look-up", () => {
  const ask = (body: object, headers = {}) => server.anonymous.post("/customer/query/", body, headers);

  it("The public look-up answers masked names and nothing that identifies", async () => {
    const body = person({ name: "Anika  binte Rahman", package: packageId, expiry_date: "2026-12-31" });
    const id = await create(home, "/customers/", body);
    const answer = await ask({ username: body.username, tenant: "home" });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      results: [
        {
          username: body.username,
          name: "A*** b*** R***",
          package_name: "Home 10",
          status: "ACTIVE",
          due_amount: "0.00",
          expiry_date: "2026-12-31",
        },
      ],
    });
    expect(JSON.stringify(answer.body)).not.toContain(id);
    expect((await ask({ phone: body.phone }, { host: "home.isp.example" })).status).toBeLessThan(500);
    expect((await ask({ phone: body.phone, tenant: "home" })).body.results).toHaveLength(1);
    expect((await ask({ phone: body.phone, tenant: "other" })).body.results).toEqual([]);
    expect((await ask({ phone: body.phone, tenant: "nobody" })).body.results).toEqual([]);
  });

  it("The public look-up refuses neither and both, and too many", async () => {
    expect((await ask({ tenant: "home" })).status).toBe(400);
    expect((await ask({ phone: "1", username: "2", tenant: "home" })).status).toBe(400);
    expect(await ask({ phone: "1" })).toMatchObject({ status: 400, body: { code: "TENANT_REQUIRED" } });
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask({ phone: "1", tenant: "home" })));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
  });
});
