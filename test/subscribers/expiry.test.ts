// The expiry job over tenants in different time zones (contract §4.9).
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../server/kernel/db/db.ts";
import { expireCustomers } from "../../server/subscribers/access/expire-customers.ts";
import { isExpired } from "../../shared/subscribers/access.rules.ts";
import { openMissingAccounts } from "../helpers/database/accounts.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let made = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function subscriber(tenant: TestTenant, more: object): Promise<string> {
  made += 1;
  const body = { name: "Somebody", username: `s${made}`, phone: "1", ...more };
  const { status, body: record } = await tenant.owner.post("/customers/", body);
  expect(status).toBe(201);
  return record.id;
}

const statusOf = async (tenant: TestTenant, id: string) =>
  (await tenant.owner.get(`/customers/${id}/`)).body.status;

// In the future, so that the server's own schedule has no part in it.
const LAST_DAY = "2190-06-15";

it("Expiry ends access with the last day where the tenant is", async () => {
  const kiribati = await makeTenant(server, { settings: { timezone: "Pacific/Kiritimati" } });
  const honolulu = await makeTenant(server, { settings: { timezone: "Pacific/Honolulu" } });
  const east = await subscriber(kiribati, { expiry_date: LAST_DAY });
  const west = await subscriber(honolulu, { expiry_date: LAST_DAY });
  // 14 hours before UTC's midnight the day is over in Kiribati.
  await expireCustomers(server.services, new Date("2190-06-15T09:59:59Z"));
  expect(await statusOf(kiribati, east)).toBe("ACTIVE");
  await expireCustomers(server.services, new Date("2190-06-15T10:00:00Z"));
  expect(await statusOf(kiribati, east)).toBe("EXPIRED");
  await expireCustomers(server.services, new Date("2190-06-16T09:59:59Z"));
  expect(await statusOf(honolulu, west)).toBe("ACTIVE");
  await expireCustomers(server.services, new Date("2190-06-16T10:00:00Z"));
  expect(await statusOf(honolulu, west)).toBe("EXPIRED");
});

it("Expiry expires the ACTIVE without grace, with a job for the router and an audit entry", async () => {
  const tenant = await makeTenant(server);
  const router = await tenant.owner.post("/routers/", {
    name: "R",
    host: "192.0.2.1",
    username: "u",
    password: "p",
  });
  const expiry_date = LAST_DAY;
  const gone = await subscriber(tenant, { expiry_date, router: router.body.id });
  const graced = await subscriber(tenant, { expiry_date, grace_period_until: "2190-06-20" });
  const unlimited = await subscriber(tenant, { grace_period_until: "2190-01-01" });
  const suspended = await subscriber(tenant, { expiry_date, status: "SUSPENDED" });
  const now = new Date("2190-06-16T12:00:00Z");
  expect(await expireCustomers(server.services, now)).toBe(1);
  expect(await expireCustomers(server.services, now)).toBe(0);
  expect(await statusOf(tenant, gone)).toBe("EXPIRED");
  expect(await statusOf(tenant, graced)).toBe("ACTIVE");
  expect(await statusOf(tenant, unlimited)).toBe("ACTIVE");
  expect(await statusOf(tenant, suspended)).toBe("SUSPENDED");
  const jobs = await tenant.owner.get(`/network-sync-jobs/?customer=${gone}&ordering=-created_at`);
  expect(jobs.body.results).toMatchObject([
    { kind: "DISABLE_USER", status: "QUEUED", requested_by: "system" },
    { kind: "UPSERT_USER" },
  ]);
  const logs = await server.services.db
    .platform`select /* every tenant */ action from audit_logs where object_id = ${gone}`;
  expect(logs.map(({ action }) => action)).toContain("customer.expire");
});

it("Expiry expires in SQL exactly whom the rule names", async () => {
  const tenant = await makeTenant(server);
  const [yesterday, today, tomorrow] = ["2192-03-01", "2192-03-02", "2192-03-03"];
  const days = [null, yesterday, today, tomorrow];
  const all = (["ACTIVE", "SUSPENDED", "TERMINATED"] as const).flatMap((status) =>
    days.flatMap((expiry_date) =>
      days.map((grace_period_until) => ({ status, expiry_date, grace_period_until })),
    ),
  );
  const made = await Promise.all(
    all.map(async (person) => ({ person, id: await subscriber(tenant, person) })),
  );
  await expireCustomers(server.services, new Date(`${today}T12:00:00Z`));
  for (const { person, id } of made) {
    const expected = isExpired(person, today) ? "EXPIRED" : person.status;
    expect(await statusOf(tenant, id), JSON.stringify(person)).toBe(expected);
  }
});

it("Expiry leaves tenants alone that do not suspend by themselves", async () => {
  const tenant = await makeTenant(server, { settings: { auto_suspend: false } });
  const id = await subscriber(tenant, { expiry_date: "2020-01-01" });
  await expireCustomers(server.services, new Date());
  expect(await statusOf(tenant, id)).toBe("ACTIVE");
});

it("Expiry expires more than one chunk, each in a transaction of its own", async () => {
  const tenant = await makeTenant(server);
  const sql = openPool(server.database_url, null, 1);
  await sql`
    insert into customers (id, tenant_id, customer_code, name, username, phone, expiry_date)
    select gen_random_uuid(), ${tenant.tenant.id}, 'X' || n, 'N' || n, 'many' || n, '0', '2191-01-01' from generate_series(1, 230) n`;
  await openMissingAccounts(server.services.db.platform);
  await expireCustomers(server.services, new Date("2191-01-03T00:00:00Z"), { is_sure: true });
  const { body } = await tenant.owner.get("/customers/?status=EXPIRED&page_size=1");
  expect(body.count).toBe(230);
  const chunks = await sql<{ count: number }[]>`
    select count(*)::int as count from customers where tenant_id = ${tenant.tenant.id} group by changed_xid order by 1`;
  expect(chunks.map(({ count }) => count)).toEqual([30, 100, 100]);
  await sql.end();
});
