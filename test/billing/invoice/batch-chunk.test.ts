// A chunk of a month's bills is worked out before its customers are locked: what changes between the two is billed as it has become.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool } from "../../../server/kernel/db/db.ts";
import { dayOf, monthOf } from "../../../shared/kernel/day.ts";
import { whileHeld } from "../../helpers/database/held-account.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

interface Invoice {
  invoice_number: string;
  total_payable: string;
  paid_amount: string;
  due_amount: string;
  package_name: string;
}

let server: TestServer;
let isp: TestTenant;
/** In the order in which a batch locks them. */
let customers: string[];

const CUSTOMERS = 7;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  customers = [];
  for (let made = 0; made < CUSTOMERS; made += 1) customers.push(await isp.customer());
  customers.sort();
});
afterAll(() => server.stop());

const batch = (billing_month: string) =>
  ok<{ invoices_created: number }>(
    isp.admin.post("/invoices/generate-batch/", { billing_month, async: false }),
  );
const billOf = async (customer: string, month: string) => {
  const path = `/invoices/?customer=${customer}&billing_month=${month}`;
  return (await ok<{ results: Invoice[] }>(isp.admin.get(path))).results[0];
};

/** Makes a month's bills of what is worked out before `work` changes it, and locked after. */
async function billedBehind(month: string, work: () => Promise<unknown>): Promise<number> {
  const sql = openPool(server.database_url, null, 1);
  // The batch locks the first one first, so that it holds nobody whom the work needs.
  const held = { sql, database_url: server.database_url, tenant: isp.id, customer: customers[0]! };
  const { first } = await whileHeld({ ...held, first: () => batch(month) }, work);
  await sql.end();
  return first.invoices_created;
}

describe("a chunk of a month's bills", () => {
  it("What a customer paid, was given or took while the chunk waited for its locks is in their bill", async () => {
    const { admin } = isp;
    const plan = { name: "Home 50", price: "2400.00", bandwidth_mbps: 50, validity_days: 30 };
    const other = String((await ok(admin.post("/packages/", plan))).id);
    const [, payer, mover, suspended, discounted, gone, charged] = customers;
    const made = await billedBehind("2031-01", async () => {
      await ok(admin.post("/transactions/", { customer: payer, amount: "400.00", method: "CASH" }));
      await ok(admin.patch(`/customers/${mover}/`, { package: other }));
      await ok(admin.post(`/customers/${suspended}/toggle_status/`, {}));
      await ok(admin.patch(`/customers/${discounted}/`, { discount: "100.00" }));
      expect((await admin.delete(`/customers/${gone}/`)).status).toBe(204);
      const lines = [{ description: "Cable", unit_price: "50.00" }];
      await ok(admin.post("/invoices/", { customer: charged, lines }));
    });
    expect(made).toBe(CUSTOMERS - 2);
    const bills = await Promise.all(customers.map((customer) => billOf(customer, "2031-01")));
    expect(bills).toMatchObject([
      { total_payable: "1200.00", due_amount: "1200.00" },
      { total_payable: "1200.00", paid_amount: "400.00", due_amount: "800.00" },
      { total_payable: "2400.00", package_name: "Home 50" },
      undefined,
      { total_payable: "1100.00" },
      undefined,
      { total_payable: "1250.00" },
    ]);
    const numbers = bills.flatMap((bill) => bill?.invoice_number ?? []).map((number) => number.slice(-4));
    expect(numbers.sort()).toEqual(["0001", "0002", "0003", "0004", "0005"]);
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });

  it("Who became a customer to bill while the chunk waited for its locks is billed by the next run, once", async () => {
    const late = await isp.customer();
    await ok(isp.admin.post(`/customers/${late}/toggle_status/`, {}));
    const before = await billedBehind("2031-02", async () => {
      await ok(isp.admin.post(`/customers/${late}/toggle_status/`, {}));
    });
    expect(await billOf(late, "2031-02")).toBeUndefined();
    expect([before, (await batch("2031-02")).invoices_created]).toEqual([CUSTOMERS - 2, 1]);
    expect(await billOf(late, "2031-02")).toMatchObject({ total_payable: "1200.00" });
  });

  it("Who takes a number, and who changes, while the second chunk waits made ready is in the bills, each with a number of its own", async () => {
    const { id: tenant, admin, customer: add } = await makeTenant(server);
    const all: string[] = [];
    for (let made = 0; made < 210; made += 10)
      all.push(...(await Promise.all(Array.from({ length: 10 }, () => add()))));
    all.sort();
    const month = monthOf(dayOf(new Date(), "UTC"));
    const number = (sequence: number) => `INV-${month.replace("-", "")}-${String(sequence).padStart(4, "0")}`;
    const generate = () =>
      ok(admin.post("/invoices/generate-batch/", { billing_month: month, async: false }));
    const bill = async (customer: string, more: object = {}) => {
      const lines = [{ description: "Cable", unit_price: "50.00" }];
      return (await ok(admin.post("/invoices/", { customer, lines, ...more }))).invoice_number;
    };
    const sql = openPool(server.database_url, null, 1);
    // The second chunk locks this one, and holds nobody of the last ten.
    const held = { sql, database_url: server.database_url, tenant, customer: all[100]! };
    const { done } = await whileHeld({ ...held, first: generate }, async () => {
      await ok(admin.patch(`/customers/${all[150]}/`, { discount: "100.00" }));
      return [await bill(all[205]!), await bill(all[206]!, { invoice_number: number(103) })];
    });
    expect(done).toEqual([number(101), number(103)]);
    const bills = await sql<{ invoice_number: string; customer: string; total_payable: number }[]>`
      select invoice_number, customer, total_payable from invoices where tenant_id = ${tenant} order by invoice_number`;
    await sql.end();
    expect(bills.map((one) => one.invoice_number)).toEqual(all.concat("", "").map((_, at) => number(at + 1)));
    const recurring = bills.filter((one) => ![number(101), number(103)].includes(one.invoice_number));
    expect(recurring.map(({ customer }) => customer)).toEqual(all);
    expect(Number(recurring[150]?.total_payable)).toBe(1100);
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });
});
