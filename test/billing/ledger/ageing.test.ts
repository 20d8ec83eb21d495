// The report of dues by age says what the rule says of the same records, and what the customers owe.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AgedInvoice, agedDues, byAge } from "../../../shared/billing/ledger/ageing.rules.ts";
import type { CarriedPart } from "../../../shared/billing/ledger/money-records.ts";
import { addDays } from "../../../shared/kernel/day.ts";
import { formatMoney, parseMoney } from "../../../shared/kernel/money.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

const money = (text: unknown) => parseMoney(String(text), 2);

async function readInvoices(): Promise<AgedInvoice[]> {
  const { results } = await ok<{ results: Record<string, unknown>[] }>(
    isp.admin.get("/invoices/?page_size=500"),
  );
  return results.map((row) => ({
    ...(row as unknown as AgedInvoice),
    total_payable: money(row.total_payable),
    credited_amount: money(row.credited_amount),
    due_amount: money(row.due_amount),
    carried_from: (row.carried_from as Record<keyof CarriedPart, string>[]).map((part) => ({
      invoice: part.invoice,
      amount: money(part.amount),
    })),
  }));
}

/** A bill of so many days ago, due the same day. */
const bill = (customer: string, ago: number, amount: string, more: Record<string, unknown> = {}) => {
  const day = addDays(today, -ago);
  const lines = [{ description: "Month", unit_price: amount }];
  return ok(isp.admin.post("/invoices/", { customer, issue_date: day, due_date: day, lines, ...more }));
};
const pay = (customer: string, amount: string) => ok(isp.admin.post("/transactions/", { customer, amount }));

describe("GET /reports/ageing/", () => {
  it("GET /reports/ageing/ agrees with the rule on chains, parts, payments, totals by hand and what was taken back", async () => {
    const chain = await isp.customer();
    for (const [ago, amount] of [
      [100, "100.00"],
      [70, "200.00"],
      [40, "300.00"],
      [10, "400.00"],
    ] as const)
      await bill(chain, ago, amount);
    await pay(chain, "150.00");
    const parts = await isp.customer();
    await bill(parts, 95, "500.00");
    await bill(parts, 65, "50.00", { previous_due: "120.00" });
    await pay(parts, "30.00");
    await bill(parts, 35, "60.00", { previous_due: "300.00" });
    await bill(parts, 0, "70.00");
    const undone = await isp.customer();
    await bill(undone, 80, "90.00");
    const payment = await pay(undone, "90.00");
    await bill(undone, 20, "10.00");
    await ok(isp.admin.post(`/transactions/${payment.id}/reverse/`, { reason: "Bounced" }));
    const given = await isp.customer();
    await bill(given, 50, "800.00");
    await bill(given, 5, "20.00", { total_payable: "300.00" });
    const credited = await isp.customer();
    await bill(credited, 70, "30.00");
    const { id: invoice } = await bill(credited, 10, "20.00");
    await ok(isp.admin.post("/credit-notes/", { invoice, amount: "15.00", reason: "Off" }));
    const paid = await isp.customer();
    await bill(paid, 99, "40.00");
    await pay(paid, "40.00");

    const rows = byAge(agedDues(await readInvoices()), today);
    const buckets = rows.map(({ bucket, amount, customers }) => ({
      bucket,
      amount: formatMoney(amount, 2),
      customers,
    }));
    const answer = await ok(isp.admin.get("/reports/ageing/"));
    expect(answer).toEqual({ as_of: today, buckets, total: expect.any(String) });
    expect(buckets.every(({ customers }) => customers > 0)).toBe(true);
    const { results } = await ok<{ results: { due_amount: string }[] }>(isp.admin.get("/customers/"));
    const owed = results.reduce((sum, { due_amount }) => sum + money(due_amount), 0n);
    expect(money(answer.total)).toBe(owed);
    const csv = await isp.admin.get("/reports/ageing/?format=csv");
    expect(csv.headers.get("content-type")).toContain("text/csv");
    expect(csv.body).toContain(`90+,${buckets.at(-1)!.amount},`);
    expect((await isp.admin.get("/reports/ageing/?colour=red")).status).toBe(400);
  });

  it("GET /reports/ageing/ of a tenant that is owed nothing has every bucket, empty", async () => {
    const other = await makeTenant(server);
    const answer = await ok<{ buckets: unknown[]; total: string }>(other.admin.get("/reports/ageing/"));
    expect(answer.total).toBe("0.00");
    expect(answer.buckets).toEqual(
      ["CURRENT", "1-30", "31-60", "61-90", "90+"].map((bucket) => ({
        bucket,
        amount: "0.00",
        customers: 0,
      })),
    );
  });
});
