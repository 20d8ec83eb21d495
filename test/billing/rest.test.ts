// What the acceptance tests of money leave out: undoing foreseen, refusals of invoices, foreign letters on paper, offers.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { checkBooks } from "./helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

describe("a recharge", () => {
  it("A recharge says before it is undone what would change", async () => {
    const customer = await isp.customer({ expiry_date: "2099-01-01" });
    await ok(isp.admin.post("/invoices/", { customer }));
    const body = { customer_id: customer, amount: 1500, validity_days: 30 };
    const recharge = await ok(isp.admin.post("/recharges/", body));
    expect(await ok(isp.admin.get(`/recharges/${recharge.id}/reversal/`))).toMatchObject({
      is_reversed: false,
      changes: { balance: { before: "300.00", after: "-1200.00" } },
    });
  });
});

describe("an invoice", () => {
  it.each([
    [{ customer: "0190a0a0-0000-7000-8000-000000000000" }, 400, "VALIDATION"],
    [{ lines: [{ description: "x", quantity: -1, unit_price: 1 }] }, 400, "VALIDATION"],
    [{ lines: [{ description: "x", unit_price: "1.001" }] }, 400, "VALIDATION"],
    [{ discount: "5000.00" }, 422, "NEGATIVE_TOTAL"],
    [{ due_date: "2001-01-01" }, 400, "VALIDATION"],
    [{ surprise: true }, 400, "VALIDATION"],
    [{ invoice_no: "A", invoice_number: "B" }, 400, "VALIDATION"],
  ])("An invoice is refused with %j: %i %s", async (more, status, code) => {
    const customer = await isp.customer();
    const answer = await isp.admin.post("/invoices/", { customer, ...more });
    expect(answer).toMatchObject({ status, body: { code } });
  });
});

describe("reading the books", () => {
  it("Reading the books gives receipts and invoices as PDF, also for names that the fonts lack", async () => {
    const customer = await isp.customer({ name: "রহিম উদ্দিন 🎉 Žofia" });
    const invoice = await ok(
      isp.admin.post("/invoices/", { customer, notes: "Danke für Ihre Zahlung\nধন্যবাদ" }),
    );
    const recharge = await ok(
      isp.admin.post("/recharges/", { customer_id: customer, amount: "1", validity_days: 1 }),
    );
    for (const path of [
      `/invoices/${invoice.id}/pdf/`,
      `/recharges/${recharge.id}/receipt/?width=58`,
      `/recharges/${recharge.id}/receipt/?width=80&copy=true`,
    ]) {
      const answer = await isp.admin.get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(answer.body.slice(0, 5)).toBe("%PDF-");
    }
    expect((await isp.admin.get("/ledger-entries/?scope=mine")).status).toBe(400);
    expect((await isp.admin.get(`/recharges/${recharge.id}/receipt/?width=70`)).status).toBe(400);
    expect((await isp.admin.get("/recharges/nonsense/receipt/")).status).toBe(404);
  });
});

describe("the monthly batch", () => {
  it("The monthly batch bills each active customer once, less a running offer and the discount", async () => {
    const other = await makeTenant(server);
    const today = new Date().toISOString().slice(0, 10);
    const dates = { start_date: today, end_date: "2099-01-01" };
    await ok(
      other.admin.post("/offers/", {
        title: "Launch",
        discount_type: "PERCENT",
        discount_value: 10,
        ...dates,
      }),
    );
    const first = await other.customer({ discount: "30.00" });
    const paid = await other.customer();
    await ok(other.admin.post("/transactions/", { customer: paid, amount: "2000" }));
    await other.customer({ status: "SUSPENDED" });
    await other.customer({ package: null });
    const done = await other.admin.post("/invoices/generate-batch/?async=false", {
      billing_month: "2026-11",
    });
    expect(done).toMatchObject({
      status: 200,
      body: { success: true, invoices_created: 2, month: "November 2026", async: false },
    });
    const again = await other.admin.post("/invoices/generate-batch/", {
      billing_month: "2026-11",
      async: false,
    });
    expect(again.body.invoices_created).toBe(0);
    const { results } = await ok<{ results: Record<string, unknown>[] }>(
      other.admin.get("/invoices/?billing_month=2026-11&ordering=invoice_number"),
    );
    expect(results).toHaveLength(2);
    expect(results.find((row) => row.customer === first)).toMatchObject({
      invoice_number: "INV-202611-0001",
      total_payable: "1050.00",
      status: "UNPAID",
      is_recurring: true,
    });
    expect(results.find((row) => row.customer === paid)).toMatchObject({
      total_payable: "1080.00",
      status: "PAID",
    });
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });

  it("The monthly batch answers 409 while a run is under way", async () => {
    const other = await makeTenant(server);
    const answer = await server.services.db.locks.run(other.id, "generate-batch", () =>
      other.admin.post("/invoices/generate-batch/", { async: false }),
    );
    expect(answer?.result).toMatchObject({ status: 409, body: { code: "BATCH_IN_PROGRESS" } });
  });
});
