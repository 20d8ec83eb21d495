// A clock that jumps ends nobody's access by itself (contract §4.9): PostgreSQL, the real job, a machine whose clock the test sets.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { markOverdue } from "../../server/billing/index.ts";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import type { Reading } from "../../server/kernel/jobs/clock.rules.ts";
import { expireCustomers } from "../../server/subscribers/access/expire-customers.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

const DAY = 86_400_000;
const START = Date.parse("2190-06-10T12:00:00Z");
const LAST_DAY = "2190-06-30";

let server: TestServer;
let sql: Sql;
const machine: Reading = { boot: "first", uptime_ms: 0, now_ms: START };
/** Time passes, and the clock is moved besides. */
const pass = (passed: number, moved = 0) => {
  machine.uptime_ms += passed;
  machine.now_ms += passed + moved;
};
/** The machine is started anew, with another clock. */
const startAnew = (now_ms: number) => Object.assign(machine, { boot: String(now_ms), uptime_ms: 0, now_ms });

beforeAll(async () => {
  server = await startTestServer({ read_clock: async () => ({ ...machine }) });
  await server.stopClock();
  sql = openPool(server.database_url, null, 2);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});
beforeEach(async () => {
  await sql`truncate clock_watches`;
  // Companies of the tests before have no part in it.
  await sql`update company_settings set auto_suspend = false`;
  startAnew(START);
  await server.services.clock.look();
});

const expire = () => expireCustomers(server.services, new Date(machine.now_ms));

let made = 0;
async function companyOf(customers: number, expiry_date = LAST_DAY): Promise<TestTenant> {
  const tenant = await makeTenant(server);
  const rows = Array.from(
    { length: customers },
    (_, n) => `Somebody,g${made}x${n},01711000000,${expiry_date}`,
  );
  made += 1;
  const csv = ["name,username,phone,expiry_date", ...rows].join("\n");
  const { status, body } = await tenant.owner.post("/customers/import/", { csv, dry_run: false });
  expect({ status, errors: body.errors }).toMatchObject({ status: 200 });
  return tenant;
}

const counted = async (tenant: TestTenant, status: string) =>
  (await tenant.owner.get(`/customers/?status=${status}&page_size=1`)).body.count;
const held = async (tenant: TestTenant) =>
  (await tenant.owner.get("/review-items/?kind=EXPIRY_HELD&ordering=-created_at")).body.results;
const letGo = async (tenant: TestTenant, id: string) =>
  expect(
    (await tenant.owner.post(`/review-items/${id}/dismiss/`, { note: "The date is right" })).status,
  ).toBe(200);

it("More than fifty at once, where that is not usual, wait for somebody, who lets them go", async () => {
  const tenant = await companyOf(60);
  // A machine that was off: nobody can tell by its clock.
  startAnew(START + 60 * DAY);
  expect(await expire()).toBe(0);
  expect(await expire()).toBe(0);
  expect(await counted(tenant, "ACTIVE")).toBe(60);
  const [item, ...others] = await held(tenant);
  expect(others).toEqual([]);
  expect(item).toMatchObject({ status: "OPEN", author: "system", payload: { customers: 60, usual: 0 } });
  expect(item.detail).toContain("60 customers");
  const jobs = await tenant.owner.get("/network-sync-jobs/?kind=DISABLE_USER");
  expect(jobs.body.count).toBe(0);
  await letGo(tenant, item.id);
  // Done by the program's clock, which is not the one of the test.
  await sql`update review_items set resolved_at = ${new Date(machine.now_ms)} where id = ${item.id}`;
  expect(await expire()).toBe(60);
  expect(await counted(tenant, "EXPIRED")).toBe(60);
});

it("What is held goes on by itself when the clock is right again: the item closes, and who ends then ends", async () => {
  const tenant = await companyOf(60);
  startAnew(START + 60 * DAY);
  expect(await expire()).toBe(0);
  startAnew(START + DAY);
  expect(await expire()).toBe(0);
  expect(await held(tenant)).toMatchObject([{ status: "RESOLVED", resolved_by: "system" }]);
  expect(await counted(tenant, "ACTIVE")).toBe(60);
});

it("Fifty, or what five busiest hours of the last weeks make, expire without a word", async () => {
  const few = await companyOf(50);
  const many = await companyOf(20);
  pass(21 * DAY);
  expect(await expire()).toBe(70);
  expect(await held(few)).toEqual([]);
  const csv = ["name,username,phone,expiry_date"];
  for (let n = 0; n < 100; n += 1) csv.push(`Somebody,u${n},01711000000,2190-07-05`);
  const { status } = await many.owner.post("/customers/import/", { csv: csv.join("\n"), dry_run: false });
  expect(status).toBe(200);
  pass(10 * DAY);
  expect(await expire()).toBe(100);
  expect(await held(many)).toEqual([]);
});

it("A clock that jumped under the program ends not even one customer's access; confirming counts until the next jump", async () => {
  const tenant = await companyOf(1);
  pass(0, 60 * DAY);
  expect(await expire()).toBe(0);
  const [item] = await held(tenant);
  expect(item).toMatchObject({ status: "OPEN", payload: { customers: 1 } });
  await letGo(tenant, item.id);
  pass(0, 60 * DAY);
  expect(await expire()).toBe(0);
  const [second] = await held(tenant);
  expect(second).toMatchObject({ status: "OPEN" });
  await letGo(tenant, second.id);
  expect(await expire()).toBe(1);
});

it("An operator sees which machine's clock jumped, and says that it is right", async () => {
  const tenant = await companyOf(1);
  const platform = await server.superuser();
  pass(0, 60 * DAY);
  expect(await expire()).toBe(0);
  const overview = await platform.get("/saas/overview/");
  expect(overview.body.clocks_off).toMatchObject([{ by_seconds: (60 * DAY) / 1000 }]);
  expect((await tenant.owner.post("/saas/clock/confirm/")).status).toBe(403);
  expect((await platform.post("/saas/clock/confirm/")).body).toEqual({ confirmed: 1 });
  expect((await platform.get("/saas/overview/")).body.clocks_off).toEqual([]);
  expect(await expire()).toBe(1);
  expect(await held(tenant)).toMatchObject([{ status: "RESOLVED" }]);
});

it("What a wrong clock ended is taken back in one act: access, lines and bills; who really ended stays so", async () => {
  const tenant = await companyOf(3, "2999-01-01");
  const package_id = (
    await tenant.owner.post("/packages/", {
      ...{ name: "P", price: "100.00", bandwidth_mbps: 10, validity_days: 30, router_profile: "p" },
    })
  ).body.id;
  const [first, second] = (await tenant.owner.get("/customers/?ordering=username")).body.results;
  await tenant.owner.patch(`/customers/${first.id}/`, { package: package_id, reason: "Sold" });
  const bill = await tenant.owner.post("/invoices/", { customer: first.id, apply_advance: false });
  expect(bill.status).toBe(201);
  const wrong = new Date("3100-01-01T12:00:00Z");
  expect(await expireCustomers(server.services, wrong, { is_sure: true })).toBe(3);
  expect(await markOverdue(server.services, wrong)).toBe(1);
  // Of the second the access has ended by the right clock, too.
  await sql`update customers set expiry_date = '2020-01-01' where id = ${second.id}`;
  expect((await tenant.owner.post("/customers/take-back-expiry/", {})).status).toBe(400);
  const answer = await tenant.owner.post("/customers/take-back-expiry/", { reason: "The clock was wrong" });
  expect(answer).toMatchObject({ status: 200, body: { customers: 2, invoices: 1 } });
  expect(await counted(tenant, "ACTIVE")).toBe(2);
  expect((await tenant.owner.get(`/customers/${second.id}/`)).body.status).toBe("EXPIRED");
  expect((await tenant.owner.get(`/invoices/${bill.body.id}/`)).body.status).toBe("UNPAID");
  const again = await tenant.owner.post("/customers/take-back-expiry/", { reason: "The clock was wrong" });
  expect(again.body).toEqual({ customers: 0, invoices: 0 });
});

it("A schedule that ends or removes something for good waits while the clock is off", async () => {
  const { AREAS } = await import("../../server/areas.ts");
  const jobs = AREAS.flatMap((area) => area.jobs ?? []);
  const scheduled = jobs.filter((job) => job.cron !== undefined);
  expect(scheduled.length).toBeGreaterThan(15);
  const waits = scheduled.filter((job) => job.on_clock_jump === "WAITS").map(({ name }) => name);
  expect(waits).toEqual(
    expect.arrayContaining([
      "mark-overdue",
      "expire-subscriptions",
      "forget-mails",
      "nightly-backups",
      "seal-audit",
    ]),
  );
});
