// Money documents can be undone, once, by one mirrored journal; and a receipt's copy says what the receipt said (contract §4.11, §3).
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { openDesktop } from "../../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

interface Account {
  account: string;
  debit: string;
  credit: string;
  balance: string;
}

const show = (customer: string) => ok(isp.admin.get(`/customers/${customer}/`));
const entries = async () => Number((await ok(isp.admin.get("/ledger-entries/?scope=all"))).count);
const balances = async () => {
  const { accounts } = await ok<{ accounts: Account[] }>(isp.admin.get("/reports/trial-balance/"));
  return Object.fromEntries(
    accounts.map(({ account, balance }) => [account, Number(balance)]).filter(([, balance]) => balance !== 0),
  );
};
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const adjust = (customer: string, adjustment_type: string, amount: string) =>
  ok(
    isp.admin.post(
      "/adjustments/",
      { customer, adjustment_type, amount, reason: "Late fee" },
      { "Idempotency-Key": newId() },
    ),
  );
const charge = (customer: string, amount: string) =>
  ok(isp.admin.post("/invoices/", { customer, lines: [{ description: "Line", unit_price: amount }] }));

describe("a payment", () => {
  it("A payment is undone whole by one journal; a repeat answers the same and writes nothing", async () => {
    const customer = await isp.customer();
    const invoice = await charge(customer, "700.00");
    const before = await balances();
    const payment = await ok(
      isp.admin.post("/transactions/", { customer, amount: "1000.00", method: "BANK" }),
    );
    const path = `/transactions/${payment.id}`;
    for (const body of [{}, { reason: "" }, { reason: "  " }]) {
      expect(await isp.admin.post(`${path}/reverse/`, body)).toMatchObject({
        status: 400,
        body: { errors: [{ field: "reason", code: "REQUIRED" }] },
      });
    }
    expect(await ok(isp.admin.get(`${path}/reversal/`))).toMatchObject({
      transaction: payment.id,
      is_reversed: false,
      changes: { balance: { before: "300.00", after: "-700.00" } },
    });
    const first = await isp.admin.post(`${path}/reverse/`, { reason: "Wrong customer" });
    expect(first).toMatchObject({
      status: 200,
      body: {
        id: payment.id,
        status: "REFUNDED",
        unallocated_amount: "0.00",
        reversed_by: expect.stringMatching(/^owner-/),
        reversed_at: expect.any(String),
        reversal_reason: "Wrong customer",
      },
    });
    const written = await entries();
    const again = await isp.admin.post(`${path}/reverse/`, { reason: "Once more" });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await entries()).toBe(written);
    expect(await ok(isp.admin.get(`${path}/reversal/`))).toMatchObject({ is_reversed: true, changes: null });
    expect(await show(customer)).toMatchObject({ due_amount: "700.00", advance_amount: "0.00" });
    expect(await ok(isp.admin.get(`/invoices/${invoice.id}/`))).toMatchObject({
      status: "UNPAID",
      paid_amount: "0.00",
    });
    expect(await balances()).toEqual(before);
    await booksAreRight();
  });

  it("A payment sent off by five clerks at once is undone once", async () => {
    const customer = await isp.customer();
    const payment = await ok(isp.admin.post("/transactions/", { customer, amount: "50.00" }));
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        isp.admin.post(`/transactions/${payment.id}/reverse/`, { reason: `Reason ${at}` }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.reversal_reason)).size).toBe(1);
    expect(await show(customer)).toMatchObject({ advance_amount: "0.00" });
    await booksAreRight();
  });

  it("A payment of a recharge or an adjustment is undone there, and one in suspense on the review list", async () => {
    const customer = await isp.customer();
    const recharge = await ok(
      isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 30 }),
    );
    const reason = { reason: "x" };
    expect(
      await isp.admin.post(`/transactions/${recharge.payment_transaction}/reverse/`, reason),
    ).toMatchObject({ status: 409, body: { code: "REVERSE_THE_RECHARGE", recharge: recharge.id } });
    const credit = await adjust(customer, "CREDIT", "5.00");
    expect(
      await isp.admin.post(`/transactions/${credit.payment_transaction}/reverse/`, reason),
    ).toMatchObject({
      status: 409,
      body: { code: "REVERSE_THE_ADJUSTMENT" },
    });
    expect((await isp.admin.post(`/transactions/${newId()}/reverse/`, reason)).status).toBe(404);
    expect((await isp.admin.post(`/adjustments/${newId()}/reverse/`, reason)).status).toBe(404);
    const device = await openDesktop(server.url, isp.admin.token ?? "");
    const lost = device.command("transaction.create", { customer: newId(), amount: "70.00" });
    const [outcome] = await device.push([lost]);
    const { payment_transaction, review_item } = outcome!.result as Record<string, string>;
    expect(await isp.admin.post(`/transactions/${payment_transaction}/reverse/`, reason)).toMatchObject({
      status: 409,
      body: { code: "ILLEGAL_TRANSITION" },
    });
    await ok(isp.admin.post(`/review-items/${review_item}/resolve/`, { customer }));
    const [given] = (
      await ok<{ results: Record<string, unknown>[] }>(
        isp.admin.get(`/transactions/?id=${payment_transaction}`),
      )
    ).results;
    expect(given).toMatchObject({ customer, receipt: { amount: "70.00", till: device.code } });
    expect((await isp.admin.post(`/transactions/${payment_transaction}/reverse/`, reason)).status).toBe(200);
    await booksAreRight();
  });

  it("A payment is undone from a till without a line, too, and only by who may", async () => {
    const customer = await isp.customer();
    const payment = await ok(isp.admin.post("/transactions/", { customer, amount: "20.00" }));
    const waived = await adjust(customer, "CREDIT", "30.00");
    const device = await openDesktop(server.url, isp.admin.token ?? "");
    const outcomes = await device.push([
      device.command("transaction.reverse", { id: payment.id, reason: "Typed twice" }),
      device.command("adjustment.reverse", { id: waived.id, reason: "Typed twice" }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED"]);
    expect(await show(customer)).toMatchObject({ advance_amount: "0.00" });
    const counter = await member("Counter");
    const accountant = await member("Accountant");
    const other = await ok(isp.admin.post("/transactions/", { customer, amount: "20.00" }));
    const path = `/transactions/${other.id}/reverse/`;
    expect(await counter.post(path, { reason: "Mine" })).toMatchObject({
      status: 403,
      body: { permission: "finance.transaction.reverse" },
    });
    expect(await counter.post(`/adjustments/${waived.id}/reverse/`, { reason: "Mine" })).toMatchObject({
      status: 403,
      body: { permission: "finance.adjustment.reverse" },
    });
    expect((await accountant.post(path, { reason: "Books" })).status).toBe(200);
    await booksAreRight();
  });
});

let members = 0;

async function member(role: string): Promise<Client> {
  members += 1;
  const { results } = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
  const username = `${role.toLowerCase()}-${isp.subdomain}-${members}`;
  const password = "member-password-7";
  const id = results.find(({ name }) => name === role)?.id;
  const body = {
    username,
    password,
    full_name: `${role} ${members}`,
    phone: "1",
    designation: role,
    role: id,
  };
  await ok(isp.admin.post("/staff/", body));
  return server.signIn(username, password);
}

describe("an adjustment", () => {
  it.each(["CREDIT", "WAIVER"])(
    "An adjustment %s is taken back: what it settled is owed again",
    async (type) => {
      const customer = await isp.customer();
      await charge(customer, "700.00");
      const before = await balances();
      const made = await adjust(customer, type, "600.00");
      expect(made).toMatchObject({ is_reversed: false, reversed_at: null });
      const first = await isp.admin.post(`/adjustments/${made.id}/reverse/`, { reason: "By mistake" });
      expect(first).toMatchObject({
        status: 200,
        body: { id: made.id, is_reversed: true, reversal_reason: "By mistake" },
      });
      expect((await isp.admin.post(`/adjustments/${made.id}/reverse/`, { reason: "Again" })).body).toEqual(
        first.body,
      );
      expect(await show(customer)).toMatchObject({ due_amount: "700.00", advance_amount: "0.00" });
      expect(await balances()).toEqual(before);
      await booksAreRight();
    },
  );

  it("DEBIT is credited on its invoice, which is void then", async () => {
    const customer = await isp.customer();
    const before = await balances();
    const made = await adjust(customer, "DEBIT", "250.00");
    const preview = await ok(isp.admin.get(`/adjustments/${made.id}/reversal/`));
    expect(preview).toMatchObject({ changes: { due_amount: { before: "250.00", after: "0.00" } } });
    await ok(isp.admin.post(`/adjustments/${made.id}/reverse/`, { reason: "By mistake" }));
    expect(await ok(isp.admin.get(`/invoices/${made.invoice}/`))).toMatchObject({
      status: "VOID",
      total_payable: "250.00",
      credited_amount: "250.00",
      due_amount: "0.00",
    });
    expect(await show(customer)).toMatchObject({ due_amount: "0.00", advance_amount: "0.00" });
    expect(await balances()).toEqual(before);
    await booksAreRight();
  });

  it("DEBIT that was paid leaves the money as advance", async () => {
    const customer = await isp.customer();
    const made = await adjust(customer, "DEBIT", "250.00");
    await ok(isp.admin.post("/transactions/", { customer, amount: "100.00" }));
    await ok(isp.admin.post(`/adjustments/${made.id}/reverse/`, { reason: "By mistake" }));
    expect(await show(customer)).toMatchObject({ due_amount: "0.00", advance_amount: "100.00" });
    await booksAreRight();
  });

  it("DEBIT is paid from the advance at once where new bills are, and its reversal gives the advance back", async () => {
    const customer = await isp.customer();
    await ok(isp.admin.post("/transactions/", { customer, amount: "100.00" }));
    const debit = await adjust(customer, "DEBIT", "40.00");
    expect(await show(customer)).toMatchObject({ due_amount: "0.00", advance_amount: "60.00" });
    const bill = await ok(isp.admin.get(`/invoices/${debit.invoice}/`));
    expect(bill).toMatchObject({ status: "PAID", paid_amount: "40.00" });
    await booksAreRight();
    await ok(isp.admin.post(`/adjustments/${debit.id}/reverse/`, { reason: "Not owed" }));
    expect(await show(customer)).toMatchObject({ due_amount: "0.00", advance_amount: "100.00" });
    await booksAreRight();
    await ok(isp.admin.patch("/settings/", { auto_apply_advance: false }));
    await adjust(customer, "DEBIT", "40.00");
    expect(await show(customer)).toMatchObject({ due_amount: "40.00", advance_amount: "100.00" });
    await ok(isp.admin.patch("/settings/", { auto_apply_advance: true }));
  });

  it("DEBITs, their reversals and recharges at once leave what was paid less what is charged", async () => {
    const customer = await isp.customer();
    await ok(isp.admin.post("/transactions/", { customer, amount: "100.00" }));
    const debits = await Promise.all(
      ["30.00", "50.00", "70.00"].map((amount) => adjust(customer, "DEBIT", amount)),
    );
    const pay = () =>
      ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "20.00", validity_days: 1 }));
    const undo = ({ id }: { id?: unknown }) =>
      ok(isp.admin.post(`/adjustments/${id}/reverse/`, { reason: "Not owed" }));
    await Promise.all([
      pay(),
      ...debits.slice(1).map(undo),
      pay(),
      adjust(customer, "DEBIT", "10.00"),
      pay(),
    ]);
    expect(await show(customer)).toMatchObject({ due_amount: "0.00", advance_amount: "120.00" });
    await booksAreRight();
  });

  it("DEBIT that was carried into later invoices is taken out of the last, paid or not", async () => {
    const customer = await isp.customer();
    const made = await adjust(customer, "DEBIT", "250.00");
    const second = await charge(customer, "100.00");
    const third = await charge(customer, "10.00");
    expect(third).toMatchObject({
      total_payable: "360.00",
      carried_from: [{ invoice: second.id, amount: "350.00" }],
    });
    await ok(isp.admin.post("/transactions/", { customer, amount: "200.00" }));
    await ok(isp.admin.post(`/adjustments/${made.id}/reverse/`, { reason: "By mistake" }));
    // 110.00 was rightly charged and 200.00 paid.
    expect(await show(customer)).toMatchObject({ due_amount: "0.00", advance_amount: "90.00" });
    expect(await ok(isp.admin.get(`/invoices/${made.invoice}/`))).toMatchObject({
      status: "VOID",
      carried_amount: "0.00",
      carried_to: null,
    });
    expect(await ok(isp.admin.get(`/invoices/${third.id}/`))).toMatchObject({
      total_payable: "110.00",
      previous_due: "100.00",
      paid_amount: "110.00",
      carried_from: [{ invoice: second.id, amount: "100.00" }],
    });
    await booksAreRight();
  });
});

/** The text that a receipt's PDF is drawn from, as its bytes show it. */
async function pdfOf(path: string): Promise<Uint8Array> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${isp.admin.token}` },
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

const heightOf = async (bytes: Uint8Array) => (await PDFDocument.load(bytes)).getPage(0).getHeight();

describe("a receipt", () => {
  it("A receipt is kept as it was given, whatever happens to the customer later", async () => {
    const customer = await isp.customer({ expiry_date: "2099-01-01" });
    await charge(customer, "2000.00");
    const recharge = await ok(
      isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 30 }),
    );
    const path = `/transactions/${recharge.payment_transaction}/`;
    const { receipt } = await ok<{ receipt: Record<string, unknown> }>(isp.admin.get(path));
    expect(receipt).toEqual({
      amount: "1200.00",
      due_after: "800.00",
      advance_after: "0.00",
      expiry_before: "2099-01-01",
      expiry_after: "2099-01-31",
      clerk: expect.stringMatching(/^owner-/),
      // The till that this session signed on.
      till: expect.stringMatching(/^D\d+$/),
    });
    const first = await pdfOf(`/recharges/${recharge.id}/receipt/`);
    await charge(customer, "5000.00");
    await ok(isp.admin.post("/transactions/", { customer, amount: "9000.00" }));
    expect(await pdfOf(`/recharges/${recharge.id}/receipt/`)).toEqual(first);
    expect(await pdfOf(`${path}receipt/`)).toEqual(first);
    expect((await ok(isp.admin.get(path))).receipt).toEqual(receipt);
    const copy = await heightOf(await pdfOf(`${path}receipt/?copy=true`));
    expect(copy).toBeGreaterThan(await heightOf(first));
    await ok(isp.admin.post(`/recharges/${recharge.id}/reverse/`, {}));
    expect(await heightOf(await pdfOf(`${path}receipt/?copy=true`))).toBeGreaterThan(copy);
  });

  it("A receipt of a plain payment says nothing about the service's time; an adjustment has none", async () => {
    const customer = await isp.customer({ expiry_date: "2099-01-01" });
    const device = await openDesktop(server.url, isp.admin.token ?? "");
    const receipt_number = device.receipt();
    await device.push([device.command("transaction.create", { customer, amount: "5.00", receipt_number })]);
    const { results } = await ok<{ results: Record<string, unknown>[] }>(
      isp.admin.get(`/transactions/?customer=${customer}`),
    );
    expect(results).toMatchObject([
      { receipt: { advance_after: "5.00", expiry_before: null, expiry_after: null, till: device.code } },
    ]);
    await pdfOf(`/transactions/${results[0]?.id}/receipt/`);
    const credit = await adjust(customer, "CREDIT", "5.00");
    const given = await ok(isp.admin.get(`/transactions/${credit.payment_transaction}/`));
    expect(given.receipt).toBeNull();
    expect((await isp.admin.get(`/transactions/${given.id}/receipt/`)).status).toBe(404);
  });
});
