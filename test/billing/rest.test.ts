// The contract's money over REST, on a real server and database.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

describe("a recharge", () => {
  it("pays the oldest invoice, keeps the rest as advance and extends the service", async () => {
    const customer = await isp.customer({ expiry_date: "2099-01-01" });
    const invoice = await ok(isp.admin.post("/invoices/", { customer }));
    expect(invoice).toMatchObject({ total_payable: "1200.00", due_amount: "1200.00", status: "UNPAID" });
    const answer = await isp.admin.post("/recharges/", {
      customer_id: customer,
      amount: "1500.00",
      validity_days: 30,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      customer,
      amount: "1500.00",
      previous_expiry_date: "2099-01-01",
      new_expiry_date: "2099-01-31",
      is_reversed: false,
      allocations: [{ invoice: invoice.id, allocated_amount: "1200.00" }],
    });
    expect(answer.body.receipt_number).toMatch(/^S-\d+$/);
    const after = await ok(isp.admin.get(`/customers/${customer}/`));
    expect(after).toMatchObject({ due_amount: "0.00", advance_amount: "300.00", expiry_date: "2099-01-31" });
    const account = await ok(isp.admin.get(`/billing-accounts/?customer=${customer}`));
    expect(account.results).toMatchObject([{ balance: "300.00" }]);
  });

  it("is undone whole, and a repeat changes nothing", async () => {
    const customer = await isp.customer({ expiry_date: "2099-01-01" });
    const invoice = await ok(isp.admin.post("/invoices/", { customer }));
    const recharge = await ok(
      isp.admin.post("/recharges/", { customer_id: customer, amount: 1500, validity_days: 30 }),
    );
    const path = `/recharges/${recharge.id}`;
    const preview = await ok(isp.admin.get(`${path}/reversal/`));
    expect(preview).toMatchObject({
      is_reversed: false,
      changes: { balance: { before: "300.00", after: "-1200.00" } },
    });
    const first = await isp.admin.post(`${path}/reverse/`, { reason: "Wrong customer" });
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      success: true,
      recharge: { id: recharge.id, is_reversed: true, customer },
      reversed_by: expect.any(String),
    });
    const entries = await ok(isp.admin.get(`/ledger-entries/?customer=${customer}`));
    const again = await isp.admin.post(`${path}/reverse/`, {});
    expect(again.body).toEqual(first.body);
    expect((await ok(isp.admin.get(`/ledger-entries/?customer=${customer}`))).count).toBe(entries.count);
    expect(await ok(isp.admin.get(`/customers/${customer}/`))).toMatchObject({
      due_amount: "1200.00",
      advance_amount: "0.00",
      expiry_date: "2099-01-01",
    });
    expect(await ok(isp.admin.get(`/invoices/${invoice.id}/`))).toMatchObject({
      status: "UNPAID",
      paid_amount: "0.00",
    });
    expect(await ok(isp.admin.get(`/transactions/${recharge.payment_transaction}/`))).toMatchObject({
      status: "REFUNDED",
    });
  });
});
