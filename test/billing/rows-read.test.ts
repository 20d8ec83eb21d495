// What an operation reads must not grow with the tenant: also once the planner has settled on plans for the average tenant.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openPool } from "../../server/kernel/db/db.ts";
import { newId } from "../../shared/kernel/id.ts";
import { ofPlans, PlanLog, type ReadBy } from "../helpers/database/plans.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { lot } from "../helpers/lot.ts";
import { HANGS_MS } from "../helpers/process/wait.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { addManyCustomers } from "./helpers/many-customers.ts";
import { skewTenants } from "./helpers/skewed-tenants.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

const CUSTOMERS = 10_000;
const MANY = lot(25_000, 100_000);
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
  await vi.waitFor(async () => expect((await isp.admin.get("/settings/")).status).toBe(200), HANGS_MS);
});
afterAll(async () => {
  await plans.end();
  await server.stop();
});

/** What an operation costs, from its locks to its audit entry. */
interface Cost {
  /** Exactly as many as it sends: whoever adds one, or saves one, says so here. */
  statements: number;
  /** Half as many again as were seen: a small table is read as a whole or by its index, as it comes. */
  rows: number;
}

const COSTS = {
  "a recharge": { statements: 10, rows: 12 },
  "a recharge that settles several invoices": { statements: 10, rows: 12 },
  "a payment": { statements: 8, rows: 11 },
  // Its customer has been recharged and billed again and again by then: what is left of each recharge is read, as it should be.
  "an invoice": { statements: 18, rows: 110 },
  "a customer's suspension and its end": { statements: 6, rows: 21 },
  "a change of a customer": { statements: 4, rows: 12 },
  // One of them answers whoever asked for it.
  "a reversal": { statements: 19, rows: 24 },
  "a pushed recharge": { statements: 21, rows: 48 },
} satisfies Record<string, Cost>;

/** What goes on beside an operation, and what finds out who asks, which is asked again where the last answer is two seconds old. */
const BESIDE = /feed_bound|pass_over_foreign|pg_current_snapshot|migrations|pg_notify|member_is_active/;

const sumOf = (read: readonly ReadBy[]) => read.reduce((sum, { rows }) => sum + rows, 0);

/** What one run of `act` asked and read, once the plans are settled, with the statements that read most. */
async function rowsReadBy(
  act: () => Promise<unknown>,
): Promise<{ rows: number; counted: number; by: unknown[]; statements: string[] }> {
  for (let run = 0; run < WARM_UP; run += 1) await act();
  const runs = [];
  // Of a few the one that asks least: now and then a block of receipt numbers is used up.
  for (let run = 0; run < 3; run += 1) {
    await plans.read();
    await act();
    runs.push((await plans.read()).filter(({ statement }) => !BESIDE.test(statement)));
  }
  const [read = []] = runs.sort((a, b) => a.length - b.length);
  const by = [...read].sort((a, b) => b.rows - a.rows).slice(0, 3);
  const statements = read.map(({ statement }) => statement);
  // How many a list has is known for its next page once nobody writes that began before: until then it is counted again.
  const counts = read.filter(({ statement }) => statement.endsWith(") counted"));
  const counted = sumOf(counts);
  return { rows: sumOf(read) - counted, counted, by, statements };
}

ofPlans(describe)(`one tenant of ${CUSTOMERS} customers among 1,000 small ones`, () => {
  const invoice = () => ok<{ id: string }>(isp.admin.post("/invoices/", { customer }));
  const recharge = () =>
    ok<{ id: string }>(
      isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 1 }),
    );
  const toggle = () => ok(isp.admin.post(`/customers/${customer}/toggle_status/`, { force: true }));
  let device: Awaited<ReturnType<typeof openDesktop>>;

  const operations: Record<keyof typeof COSTS, () => Promise<unknown>> = {
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
    const cost = COSTS[name as keyof typeof COSTS];
    it(`${name} sends ${cost.statements} statements and reads at most ${cost.rows} rows`, async () => {
      const { rows, by, statements } = await rowsReadBy(act);
      expect(statements.length, statements.join("\n")).toBe(cost.statements);
      expect(rows, JSON.stringify(by, null, 1)).toBeGreaterThan(3);
      expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(cost.rows);
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
    // Of each customer, with what they were sold, twice: each read again for every chunk would be hundreds.
    expect(sumOf(read) / CUSTOMERS, JSON.stringify(by, null, 1)).toBeLessThan(15);
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
    await vi.waitFor(async () => expect((await isp.admin.get("/settings/")).status).toBe(200), HANGS_MS);
  });

  const page = (path: string) => ok<{ count: number; next: string | null }>(isp.admin.get(path));
  /** As many as one value of a filter finds, which is what may be counted of it. */
  const FEW = 2_500;
  /** What asking whether a count still holds reads: the latest change, and the latest deletion. */
  const ASKED = 4;

  /** Each path with what its page reads, the names on it among them: half as much again as was seen. */
  const FILTERS: Record<string, [path: () => string, rows: number]> = {
    "a part of a name": [() => "/customers/?search=c4ca4238a0b9", 8],
    "a part of a name in Bengali": [() => `/customers/?search=${encodeURIComponent("রহিমা")}`, 8],
    "a search within a status": [() => "/customers/?search=c4ca4238&status=ACTIVE", 8],
    "a status": [() => "/customers/?status=SUSPENDED", 310],
    "an area": [() => "/customers/?area=Area%207", 310],
    "a router": [() => `/customers/?router=${router}`, 310],
    "what is owed": [() => "/customers/?has_due=true", 310],
    "a day of expiry": [() => "/customers/?expiry_date__gte=2031-01-01&expiry_date__lte=2031-01-05", 450],
    "a month's invoices of a status": [() => "/invoices/?billing_month=2025-09&status=OVERDUE", 150],
    "an invoice's number": [() => "/invoices/?search=ZM4711", 50],
    // Theirs are as many as the operations above have made.
    "a customer's invoices": [() => `/invoices/?customer=${customer}`, 130],
    "a customer's ledger": [() => `/ledger-entries/?customer=${customer}`, 230],
    "a customer's payments": [() => `/transactions/?customer=${customer}`, 130],
  };
  for (const [name, [path, most]] of Object.entries(FILTERS)) {
    it(`A list filtered by ${name} reads at most ${most} rows for its page, none of another tenant`, async () => {
      expect((await page(path())).count).toBeGreaterThan(0);
      const { rows, counted, by } = await rowsReadBy(() => page(path()));
      expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(most);
      expect(counted, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(FEW);
    });
  }

  /** What is counted of a list at most. */
  const COUNTED = 10_001;
  /** By the order: a page in the middle with its names, half as much again as was seen. Of a day of expiry there are many. */
  const ORDERS = { name: 310, "-name": 310, "-created_at": 310, expiry_date: 1_100 };

  for (const [ordering, most] of Object.entries(ORDERS)) {
    it(`A list in the order of ${ordering} reads at most ${most} rows for a page in its middle, and what is counted`, async () => {
      const first = await page(`/customers/?status=ACTIVE&ordering=${ordering}&page_size=500`);
      const next = String(first.next)
        .replace(/^.*\/api\/v1/, "")
        .replace("page_size=500", "page_size=50");
      const { rows, counted, by } = await rowsReadBy(() => page(next));
      expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(most);
      expect(counted, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(COUNTED + ASKED);
    });
  }

  it("A list as a whole is counted once, and its figure is kept", async () => {
    expect((await page("/customers/")).count).toBeGreaterThan(MANY);
    // What others in the same PostgreSQL are at still holds the figure back.
    await vi.waitFor(async () => {
      const { rows, counted, by } = await rowsReadBy(() => page("/customers/"));
      expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(ORDERS.name);
      expect(counted, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(ASKED);
    }, HANGS_MS);
  });
});
