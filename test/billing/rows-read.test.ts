// What an operation reads must not grow with the tenant: also once the planner has settled on plans for the average tenant.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openPool } from "../../server/kernel/db/db.ts";
import { newId } from "../../shared/kernel/id.ts";
import { ofPlans, PlanLog } from "../helpers/database/plans.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { addManyCustomers } from "./helpers/many-customers.ts";
import { skewTenants } from "./helpers/skewed-tenants.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

const CUSTOMERS = 10_000;
const MANY = 100_000;
/** After five runs PostgreSQL may keep one plan for every value; one connection of each kind meets it soon. */
const WARM_UP = 8;

let server: TestServer;
let isp: TestTenant;
let customer: string;
let plans: PlanLog;

beforeAll(async () => {
  server = await startTestServer({
    database: { sizes: { app: 1, platform: 1, platform_transactions: 1 } },
  });
  isp = await makeTenant(server);
  const { id: router } = await ok<{ id: string }>(
    isp.admin.post("/routers/", { name: "R", host: "127.0.0.1", username: "u", password: "p" }),
  );
  customer = await isp.customer({ router, expiry_date: "2098-01-01" });
  const sql = openPool(server.database_url, null, 1);
  await skewTenants(sql, isp.id, isp.package, CUSTOMERS);
  await sql.end();
  await server.stopClock();
  plans = await PlanLog.start(server.database_url);
  await vi.waitFor(async () => expect((await isp.admin.get("/settings/")).status).toBe(200), 20_000);
});
afterAll(async () => {
  await plans.end();
  await server.stop();
});

/** How many statements an operation sends, from its locks to its audit entry. Fewer is better; never more. */
const STATEMENTS: Readonly<Record<string, number>> = {
  "a payment": 10,
  "a recharge": 12,
  "a pushed recharge": 24,
  "a customer's suspension and its end": 8,
  "a change of a customer": 7,
};

/** What one run of `act` asked and read, once the plans are settled, with the statements that read most. */
async function rowsReadBy(
  act: () => Promise<unknown>,
): Promise<{ rows: number; by: unknown[]; statements: string[] }> {
  for (let run = 0; run < WARM_UP; run += 1) await act();
  const runs = [];
  // Of a few the one that asks least: the token is asked for again where the one before is two seconds ago.
  for (let run = 0; run < 3; run += 1) {
    await plans.read();
    await act();
    runs.push(
      (await plans.read()).filter(
        ({ statement }) =>
          !/feed_bound|pass_over_foreign|pg_current_snapshot|migrations|pg_notify/.test(statement),
      ),
    );
  }
  const [read = []] = runs.sort((a, b) => a.length - b.length);
  const by = [...read].sort((a, b) => b.rows - a.rows).slice(0, 3);
  const statements = read.map(({ statement }) => statement);
  return { rows: read.reduce((sum, { rows }) => sum + rows, 0), by, statements };
}

ofPlans(describe)(`one tenant of ${CUSTOMERS} customers among 1,000 small ones`, () => {
  const invoice = () => ok<{ id: string }>(isp.admin.post("/invoices/", { customer }));
  const recharge = () =>
    ok<{ id: string }>(
      isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 1 }),
    );
  const toggle = () => ok(isp.admin.post(`/customers/${customer}/toggle_status/`, { force: true }));
  let device: Awaited<ReturnType<typeof openDesktop>>;

  const operations: Record<string, () => Promise<unknown>> = {
    "a recharge": recharge,
    "a recharge that settles several invoices": async () => {
      for (const description of ["a", "b", "c"])
        await ok(
          isp.admin.post("/invoices/", {
            customer,
            previous_due: "0.00",
            lines: [{ description, unit_price: "9.00" }],
          }),
        );
      await plans.read();
      return recharge();
    },
    "a payment": () => ok(isp.admin.post("/transactions/", { customer, amount: "1.00" })),
    "an invoice": invoice,
    "a customer's suspension and its end": toggle,
    "a change of a customer": () => ok(isp.admin.patch(`/customers/${customer}/`, { notes: newId() })),
    // It looks at what else the customer recharged: at theirs, never at the tenant's.
    "a reversal": async () => {
      const name = { name: "Reversed", username: newId(), phone: "1" };
      const fresh = await ok<{ id: string }>(isp.admin.post("/customers/", name));
      const input = { customer_id: fresh.id, amount: "1200.00", validity_days: 1 };
      const { id } = await ok<{ id: string }>(isp.admin.post("/recharges/", input));
      await plans.read();
      return ok(isp.admin.post(`/recharges/${id}/reverse/`, {}));
    },
    "a pushed recharge": async () => {
      device ??= await openDesktop(server.url, isp.admin.token ?? "");
      const payload = { id: newId(), customer_id: customer, amount: "7.00", validity_days: 1 };
      const [outcome] = await device.push([
        device.command("recharge.create", { ...payload, receipt_number: device.receipt() }),
      ]);
      expect(outcome).toMatchObject({ status: "APPLIED" });
    },
  };

  for (const [name, act] of Object.entries(operations)) {
    it(`${name} reads at most 100 rows, and asks no more than it has to`, async () => {
      const { rows, by, statements } = await rowsReadBy(act);
      expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(STATEMENTS[name] ?? 100);
      expect(rows, JSON.stringify(by, null, 1)).toBeGreaterThan(3);
      expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(100);
    });
  }

  it("A batch reads no customer again for every chunk", async () => {
    // Who has no package is passed over, but locked and read like the others.
    const sql = openPool(server.database_url, null, 1);
    await sql`update customers set package = null where tenant_id = ${isp.id} and id::text > '2'`;
    await sql.end();
    const batch = () =>
      ok<{ invoices_created: number }>(isp.admin.post("/invoices/generate-batch/", { async: false }));
    await plans.read();
    const { invoices_created } = await batch();
    expect(invoices_created).toBeGreaterThan(CUSTOMERS / 16);
    const read = await plans.read();
    const by = [...read].sort((a, b) => b.rows - a.rows).slice(0, 5);
    const rows = read.reduce((sum, one) => sum + one.rows, 0);
    expect(rows / CUSTOMERS, JSON.stringify(by, null, 1)).toBeLessThan(20);
  });
});

ofPlans(describe)(`a list of one tenant of ${MANY} customers among 1,000 small ones`, () => {
  let router: string;

  beforeAll(async () => {
    const fields = { name: "Many", host: "127.0.0.2", username: "u", password: "p" };
    router = (await ok<{ id: string }>(isp.admin.post("/routers/", fields))).id;
    const sql = openPool(server.database_url, null, 1);
    await addManyCustomers(sql, { tenant: isp.id, pack: isp.package, router, customers: MANY });
    await sql.end();
    await plans.end();
    plans = await PlanLog.start(server.database_url, { nested: true });
    await vi.waitFor(async () => expect((await isp.admin.get("/settings/")).status).toBe(200), 20_000);
  }, 180_000);

  const page = (path: string) => ok<{ count: number; next: string | null }>(isp.admin.get(path));
  /** As many as one value of a filter finds: the page with the names that it shows, and the count. */
  const FEW = 2_500;

  const FILTERS: Record<string, () => string> = {
    "a part of a name": () => "/customers/?search=c4ca4238a0b9",
    "a part of a name in Bengali": () => `/customers/?search=${encodeURIComponent("রহিমা")}`,
    "a search within a status": () => "/customers/?search=c4ca4238&status=ACTIVE",
    "a status": () => "/customers/?status=SUSPENDED",
    "an area": () => "/customers/?area=Area%207",
    "a router": () => `/customers/?router=${router}`,
    "what is owed": () => "/customers/?has_due=true",
    "a day of expiry": () => "/customers/?expiry_date__gte=2031-01-01&expiry_date__lte=2031-01-05",
    "a month's invoices of a status": () => "/invoices/?billing_month=2025-09&status=OVERDUE",
    "an invoice's number": () => "/invoices/?search=ZM4711",
    "a customer's invoices": () => `/invoices/?customer=${customer}`,
    "a customer's ledger": () => `/ledger-entries/?customer=${customer}`,
    "a customer's payments": () => `/transactions/?customer=${customer}`,
  };
  for (const [name, path] of Object.entries(FILTERS)) {
    it(`A list filtered by ${name} reads at most ${FEW} rows, none of another tenant`, async () => {
      expect((await page(path())).count).toBeGreaterThan(0);
      const { rows, by } = await rowsReadBy(() => page(path()));
      expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(FEW);
    });
  }

  /** What is counted of a list at most, and a page. */
  const COUNTED = 10_001;

  for (const ordering of ["name", "-name", "-created_at", "expiry_date"]) {
    it(`A list in the order of ${ordering} reads a page and what is counted, at its beginning as in its middle`, async () => {
      const first = await page(`/customers/?status=ACTIVE&ordering=${ordering}&page_size=500`);
      const next = String(first.next)
        .replace(/^.*\/api\/v1/, "")
        .replace("page_size=500", "page_size=50");
      const { rows, by } = await rowsReadBy(() => page(next));
      expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(COUNTED + FEW);
    });
  }

  it("A list as a whole is counted once, and its figure is kept", async () => {
    expect((await page("/customers/")).count).toBeGreaterThan(MANY);
    const { rows, by } = await rowsReadBy(() => page("/customers/"));
    expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(COUNTED + FEW);
  });
});
