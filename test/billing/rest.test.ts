// The contract's money over REST, on a real server and database.

import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeOfProvider } from "../../server/platform/index.ts";
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

const owner = async () => (await ok(isp.admin.get("/auth/me/"))) as { profile: { id: string } };

describe("an invoice", () => {
  it("keeps what was given and answers its lines", async () => {
    const customer = await isp.customer({ discount: "50.00" });
    const answer = await isp.admin.post("/invoices/", {
      customer,
      invoice_no: "LEGACY-7",
      billing_month: "2026-10",
      package_name: "Old plan",
      lines: [
        { description: "Line", quantity: "1.5", unit_price: "33.33", discount: "0.50", tax_amount: "2.00" },
        { description: "Router", unit_price: 1000 },
      ],
      discount: "0.00",
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      invoice_number: "LEGACY-7",
      invoice_no: "LEGACY-7",
      package_name: "Old plan",
      amount: "1051.50",
      discount: "0.00",
      total_payable: "1051.50",
      lines: [{ total: "51.50", quantity: 1.5 }, { total: "1000.00" }],
    });
    const twice = await isp.admin.post("/invoices/", { customer, invoice_number: "LEGACY-7" });
    expect(twice).toMatchObject({ status: 409, body: { code: "DUPLICATE" } });
    const lines = await ok(isp.admin.get(`/invoice-lines/?invoice=${answer.body.id}`));
    expect(lines.count).toBe(2);
  });

  it("inherits the customer's discount and carries earlier dues forward", async () => {
    const customer = await isp.customer({ discount: "50.00" });
    const first = await ok(isp.admin.post("/invoices/", { customer }));
    expect(first).toMatchObject({ discount: "50.00", total_payable: "1150.00", previous_due: "0.00" });
    const second = await ok(isp.admin.post("/invoices/", { customer }));
    expect(second).toMatchObject({
      previous_due: "1150.00",
      total_payable: "2300.00",
      due_amount: "2300.00",
    });
    expect(await ok(isp.admin.get(`/invoices/${first.id}/`))).toMatchObject({
      status: "PAID",
      paid_amount: "0.00",
      carried_amount: "1150.00",
      carried_to: second.id,
    });
    expect(await ok(isp.admin.get(`/customers/${customer}/`))).toMatchObject({ due_amount: "2300.00" });
  });

  it("takes the advance at once, or later when told not to", async () => {
    const customer = await isp.customer();
    await ok(isp.admin.post("/transactions/", { customer, amount: "500", method: "BANK" }));
    const waiting = await ok(isp.admin.post("/invoices/", { customer, apply_advance: false }));
    expect(waiting).toMatchObject({ due_amount: "1200.00" });
    const paid = await ok(isp.admin.post(`/invoices/${waiting.id}/apply-advance/`, {}));
    expect(paid).toMatchObject({ due_amount: "700.00", paid_amount: "500.00", status: "PARTIAL" });
    const again = await ok(isp.admin.post(`/invoices/${waiting.id}/apply-advance/`, {}));
    expect(again).toEqual(paid);
    const late = await ok(
      isp.admin.patch(`/invoices/${waiting.id}/`, { due_date: waiting.issue_date, notes: "Soon" }),
    );
    expect(late).toMatchObject({ notes: "Soon", status: "PARTIAL" });
  });

  it.each([
    [{ customer: "0190a0a0-0000-7000-8000-000000000000" }, 400, "VALIDATION"],
    [{ lines: [{ description: "x", quantity: -1, unit_price: 1 }] }, 400, "VALIDATION"],
    [{ lines: [{ description: "x", unit_price: "1.001" }] }, 400, "VALIDATION"],
    [{ discount: "5000.00" }, 422, "NEGATIVE_TOTAL"],
    [{ due_date: "2001-01-01" }, 400, "VALIDATION"],
    [{ surprise: true }, 400, "VALIDATION"],
    [{ invoice_no: "A", invoice_number: "B" }, 400, "VALIDATION"],
  ])("refuses %j with %i", async (more, status, code) => {
    const customer = await isp.customer();
    const answer = await isp.admin.post("/invoices/", { customer, ...more });
    expect(answer).toMatchObject({ status, body: { code } });
  });
});

describe("an adjustment", () => {
  it("needs a key, settles as credit, charges as debit and never waives too much", async () => {
    const customer = await isp.customer();
    const body = { customer, amount: "300", adjustment_type: "CREDIT", reason: "Outage" };
    expect(await isp.admin.post("/adjustments/", body)).toMatchObject({
      status: 400,
      body: { code: "IDEMPOTENCY_KEY_REQUIRED" },
    });
    const key = { "Idempotency-Key": `adjust-${customer}` };
    const credit = await isp.admin.post("/adjustments/", body, key);
    expect(credit).toMatchObject({
      status: 201,
      body: { amount: "300.00", approved_by: (await owner()).profile.id },
    });
    const again = await isp.admin.post("/adjustments/", body, key);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual(credit.body);
    const debit = {
      customer,
      amount: "1000",
      adjustment_type: "DEBIT",
      reason: "Router",
      idempotency_key: `d-${customer}`,
    };
    expect((await ok(isp.admin.post("/adjustments/", debit))).invoice).toBeTruthy();
    const waiver = { customer, amount: "1000.01", adjustment_type: "WAIVER", reason: "Hardship" };
    const refused = await isp.admin.post("/adjustments/", waiver, { "Idempotency-Key": `w-${customer}` });
    expect(refused).toMatchObject({ status: 422, body: { code: "OVER_ALLOCATION" } });
    await ok(
      isp.admin.post("/adjustments/", { ...waiver, amount: 1000 }, { "Idempotency-Key": `x-${customer}` }),
    );
    expect(await ok(isp.admin.get(`/customers/${customer}/`))).toMatchObject({
      due_amount: "0.00",
      advance_amount: "300.00",
    });
  });
});

describe("reading the books", () => {
  it("sums to zero, agrees with the summary, and finds no drift", async () => {
    const customer = await isp.customer();
    await ok(isp.admin.post("/invoices/", { customer }));
    await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "700.25", validity_days: 30 }));
    const summary = await ok(isp.admin.get(`/customers/${customer}/financial-summary/`));
    expect(summary).toMatchObject({
      customer,
      balance: "-499.75",
      due_amount: "499.75",
      advance_amount: "0.00",
      open_invoices: [{ due_amount: "499.75", status: "PARTIAL" }],
      last_payment: { amount: "700.25" },
      account: { customer, balance: "-499.75" },
    });
    const zero = { due_amount: "0.00", advance_amount: "0.00", balance: "0.00" };
    const recalculated = await ok(isp.admin.post(`/customers/${customer}/recalculate-balance/`, {}));
    expect(recalculated).toMatchObject({
      drift: zero,
      before: { balance: "-499.75" },
      after: { balance: "-499.75" },
    });
    const trial = await ok(isp.admin.get("/reports/trial-balance/"));
    expect(trial).toMatchObject({ balanced: true, total_debit: trial.total_credit });
    const csv = await isp.admin.get("/reports/trial-balance/?format=csv");
    expect(csv.headers.get("content-type")).toContain("text/csv");
    expect(csv.body).toMatch(/^account,debit,credit,balance\r\n/);
    const own = await ok<{ count: number; results: { account: string }[] }>(
      isp.admin.get("/ledger-entries/"),
    );
    const all = await ok<{ count: number }>(isp.admin.get("/ledger-entries/?scope=all"));
    expect(all.count).toBeGreaterThan(own.count);
    expect((await isp.admin.get("/ledger-entries/?scope=mine")).status).toBe(400);
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });

  it("gives receipts and invoices as PDF, also for names that the fonts lack", async () => {
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
    expect((await isp.admin.get(`/recharges/${recharge.id}/receipt/?width=70`)).status).toBe(400);
    expect((await isp.admin.get("/recharges/nonsense/receipt/")).status).toBe(404);
  });
});

describe("the monthly batch", () => {
  it("bills each active customer once, less a running offer and the discount", async () => {
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

  it("runs in the background, one run at a time", async () => {
    const other = await makeTenant(server);
    await other.customer();
    const answers = await Promise.all([
      other.admin.post("/invoices/generate-batch/", {}),
      other.admin.post("/invoices/generate-batch/", {}),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 202, body: { success: true, status: "QUEUED", async: true } });
    }
    const [{ body }] = answers;
    await expect
      .poll(async () => (await ok(other.admin.get(`/background-tasks/${body.task_id}/`))).status, {
        timeout: 20_000,
      })
      .toBe("SUCCEEDED");
    const task = await ok(other.admin.get(`/background-tasks/${body.task_id}/`));
    expect(task).toMatchObject({ progress: { done: 1, total: 1 }, result: { invoices_created: 1 } });
    expect((await ok(other.admin.get("/invoices/"))).count).toBe(1);
  });

  it("answers 409 while a run is under way", async () => {
    const other = await makeTenant(server);
    const answer = await server.services.db.locks.run(other.id, "generate-batch", () =>
      other.admin.post("/invoices/generate-batch/", { async: false }),
    );
    expect(answer?.result).toMatchObject({ status: 409, body: { code: "BATCH_IN_PROGRESS" } });
  });
});

describe("a provider's payment", () => {
  const event = (more: Record<string, unknown>) => ({
    provider: "paygate",
    event_id: `e-${Math.random()}`,
    amount: "1200.00",
    currency: "USD",
    account_ref: "nobody",
    ...more,
  });

  it("renews by code, username or the only customer with that phone, once per event", async () => {
    const customer = await isp.customer({ username: "paul", phone: "555-1" });
    const body = event({ account_ref: "paul" });
    const first = await isp.admin.post("/payments/events/", body);
    expect(first).toMatchObject({ status: 201, body: { status: "APPLIED", customer } });
    const again = await isp.admin.post("/payments/events/", body);
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id } });
    const recharges = await ok(isp.admin.get(`/recharges/?customer=${customer}`));
    expect(recharges).toMatchObject({
      count: 1,
      results: [{ amount: "1200.00", validity_days: 30, method: "ONLINE" }],
    });
    await ok(isp.admin.post("/payments/events/", event({ account_ref: "555-1", amount: "100.00" })));
    expect((await ok(isp.admin.get(`/recharges/?customer=${customer}`))).count).toBe(1);
    await isp.customer({ phone: "555-1" });
    const unclear = await isp.admin.post("/payments/events/", event({ account_ref: "555-1" }));
    expect(unclear.body.status).toBe("UNMATCHED");
    const matched = await isp.admin.post(`/payments/events/${unclear.body.id}/match/`, { customer });
    expect(matched).toMatchObject({ status: 200, body: { status: "APPLIED", customer } });
    expect((await isp.admin.post(`/payments/events/${unclear.body.id}/match/`, { customer })).status).toBe(
      409,
    );
    const foreign = await isp.admin.post(
      "/payments/events/",
      event({ account_ref: "paul", currency: "EUR" }),
    );
    expect(foreign.body.status).toBe("UNMATCHED");
  });

  it("must be signed where the secret is kept", async () => {
    const secret_encrypted = server.services.secrets.seal("shared-secret", placeOfProvider(isp.id, "signed"));
    await server.services.db.platform`insert into payment_providers ${server.services.db.platform({
      tenant_id: isp.id,
      provider: "signed",
      secret_encrypted,
    })}`;
    const body = event({ provider: "signed" });
    const unsigned = await isp.admin.post("/payments/events/", body);
    expect(unsigned).toMatchObject({ status: 401, body: { code: "INVALID_SIGNATURE" } });
    const hex = createHmac("sha256", "shared-secret").update(JSON.stringify(body)).digest("hex");
    const signed = await isp.admin.post("/payments/events/", body, { "X-Signature": `sha256=${hex}` });
    expect(signed.status).toBe(201);
  });
});
