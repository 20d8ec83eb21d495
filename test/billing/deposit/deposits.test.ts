// Deposits: kept beside a customer's account, applied to bills, paid back, taken back: each once, each to the cent.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

const eight = [1, 2, 3, 4, 5, 6, 7, 8];
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const summaryOf = (customer: string) => ok(isp.admin.get(`/customers/${customer}/financial-summary/`));
const bill = (customer: string, unit_price: string) =>
  ok<{ id: string }>(
    isp.admin.post("/invoices/", {
      customer,
      lines: [{ description: "Line", unit_price }],
      previous_due: "0.00",
    }),
  );
const take = (customer: string, amount: string, more: object = {}) =>
  ok<{ id: string; deposit_number: string }>(
    isp.admin.post("/deposits/", { customer, amount, method: "CASH", reason: "Router on loan", ...more }),
  );
const show = (id: string) => ok(isp.admin.get(`/deposits/${id}/`));
const balances = async (): Promise<Readonly<Record<string, number>>> => {
  const { accounts } = await ok<{ accounts: { account: string; balance: string }[] }>(
    isp.admin.get("/reports/trial-balance/"),
  );
  return Object.fromEntries(
    accounts.map(({ account, balance }) => [account, Number(balance)]).filter(([, balance]) => balance !== 0),
  );
};
const cashHeld = async () =>
  Number((await ok<{ total_held: string }>(isp.admin.get("/reports/cash/"))).total_held);

it("A deposit is cash and owed to the customer, and stands in none of balance, due, advance and tax", async () => {
  const customer = await isp.customer();
  const before = await balances();
  const held = await cashHeld();
  const first = await take(customer, "500.00");
  const second = await take(customer, "250.00");
  expect(first).toMatchObject({
    ...{ amount: "500.00", balance: "500.00", applied_amount: "0.00", refunded_amount: "0.00" },
    ...{ status: "HELD", method: "CASH", deposit_number: expect.stringMatching(/^DP-\d+$/) },
  });
  expect(second.deposit_number > first.deposit_number).toBe(true);
  expect(await summaryOf(customer)).toMatchObject({
    ...{ balance: "0.00", due_amount: "0.00", advance_amount: "0.00", deposit_amount: "750.00" },
  });
  const after = await balances();
  expect(after.DEPOSITS).toBe((before.DEPOSITS ?? 0) - 750);
  expect(after["CASH:CASH"]).toBe((before["CASH:CASH"] ?? 0) + 750);
  expect(await cashHeld()).toBe(held + 750);
  // A bill does not take it by itself.
  await bill(customer, "100.00");
  expect(await summaryOf(customer)).toMatchObject({ due_amount: "100.00", deposit_amount: "750.00" });
  await booksAreRight();
});

it("An applied deposit pays the oldest bill, or the one that is named, and what is taken back of it is kept again", async () => {
  const customer = await isp.customer();
  const oldest = await bill(customer, "100.00");
  const named = await bill(customer, "80.00");
  const { id } = await take(customer, "150.00");
  const apply = (body: object) => isp.admin.post(`/deposits/${id}/apply/`, body);
  expect(await apply({ amount: "150.01" })).toMatchObject({
    status: 422,
    body: { code: "INSUFFICIENT_DEPOSIT" },
  });
  expect(await apply({ amount: "80.01", invoice: named.id })).toMatchObject({
    status: 422,
    body: { code: "OVER_ALLOCATION" },
  });
  expect(await apply({ amount: "1.00", invoice: newId() })).toMatchObject({
    status: 400,
    body: { errors: [{ field: "invoice", code: "DOES_NOT_EXIST" }] },
  });
  const one = await ok<{ payment_transaction: string }>(apply({ amount: "80.00", invoice: named.id }));
  expect(one).toMatchObject({ balance: "70.00", applied_amount: "80.00", status: "HELD" });
  expect(await ok(isp.admin.get(`/transactions/${one.payment_transaction}/`))).toMatchObject({
    ...{ method: "DEPOSIT", amount: "80.00", deposit: id, holder: null, receipt_number: null },
  });
  expect(await ok(isp.admin.get(`/invoices/${named.id}/`))).toMatchObject({ status: "PAID" });
  expect(await ok(apply({ amount: "70.00" }))).toMatchObject({ balance: "0.00", status: "SETTLED" });
  expect(await ok(isp.admin.get(`/invoices/${oldest.id}/`))).toMatchObject({ due_amount: "30.00" });
  await booksAreRight();
  // The money came in once: neither the last payment nor what was collected tells of it again.
  expect(await summaryOf(customer)).toMatchObject({ last_payment: null, deposit_amount: "0.00" });
  const undo = () => isp.admin.post(`/transactions/${one.payment_transaction}/reverse/`, { reason: "Slip" });
  await Promise.all(eight.map(() => ok(undo())));
  expect(await show(id)).toMatchObject({ balance: "80.00", applied_amount: "70.00", status: "HELD" });
  expect(await summaryOf(customer)).toMatchObject({ due_amount: "110.00", deposit_amount: "80.00" });
  await booksAreRight();
});

it("Eight who apply and eight who pay back a deposit at once get no more of it than it holds", async () => {
  const customer = await isp.customer();
  await bill(customer, "1000.00");
  const { id } = await take(customer, "500.00");
  const before = await balances();
  const applied = eight.map(() => isp.admin.post(`/deposits/${id}/apply/`, { amount: "100.00" }));
  const paid = { amount: "100.00", method: "BANK", reason: "Device is back" };
  const refunded = eight.map(() => isp.admin.post(`/deposits/${id}/refund/`, paid));
  const answers = await Promise.all([...applied, ...refunded]);
  const good = answers.filter(({ status }) => status === 200);
  expect(good).toHaveLength(5);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toMatchObject({ status: 422, body: { code: "INSUFFICIENT_DEPOSIT" } });
  expect(await show(id)).toMatchObject({ balance: "0.00", status: "SETTLED" });
  expect((await balances()).DEPOSITS ?? 0).toBe((before.DEPOSITS ?? 0) + 500);
  await booksAreRight();
});

it("A deposit is taken back once by however many at once, from who took it, and only while nothing of it was used", async () => {
  const customer = await isp.customer();
  const before = await balances();
  const whole = await take(customer, "300.00", { method: "MOBILE" });
  const path = `/deposits/${whole.id}/reverse/`;
  expect(await isp.admin.post(path, {})).toMatchObject({ status: 400 });
  const answers = await Promise.all(eight.map(() => isp.admin.post(path, { reason: "Never paid" })));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]).toMatchObject({
    status: 200,
    body: { status: "REVERSED", balance: "0.00", reversal_reason: "Never paid" },
  });
  expect(await balances()).toEqual(before);
  const used = await take(customer, "300.00");
  const paid = { amount: "1.00", method: "CASH", reason: "A part" };
  await ok(isp.admin.post(`/deposits/${used.id}/refund/`, paid));
  expect(await isp.admin.post(`/deposits/${used.id}/reverse/`, { reason: "Too late" })).toMatchObject({
    status: 422,
    body: { code: "INSUFFICIENT_DEPOSIT" },
  });
  expect(await isp.admin.post(`/deposits/${whole.id}/refund/`, paid)).toMatchObject({ status: 422 });
  await booksAreRight();
});

it("A drawer is expected to hold the deposits that its clerk took, less what they paid back", async () => {
  const customer = await isp.customer();
  const shift = await ok<{ id: string }>(isp.admin.post("/shifts/", { opening_float: "100.00" }));
  const { id } = await take(customer, "400.00");
  const taken = await take(customer, "50.00");
  await ok(isp.admin.post(`/deposits/${id}/refund/`, { amount: "150.00", method: "CASH", reason: "Part" }));
  await ok(isp.admin.post(`/deposits/${taken.id}/reverse/`, { reason: "Slip" }));
  const path = `/shifts/${shift.id}`;
  expect(await ok(isp.admin.get(`${path}/totals/`))).toMatchObject({ expected_cash: "350.00" });
  const closed = await ok(isp.admin.post(`${path}/close/`, { counted_cash: "350.00" }));
  expect(closed).toMatchObject({ difference: "0.00" });
  await booksAreRight();
});

it("Bad deposits are refused by name, and one key takes a deposit once", async () => {
  const customer = await isp.customer();
  const good = { customer, amount: "10.00", method: "CASH", reason: "Key" };
  for (const bad of [
    { amount: "0.00" },
    { amount: "0.005" },
    { amount: "-1.00" },
    { method: "DEPOSIT" },
    { method: undefined },
    { reason: undefined },
    { customer: newId() },
    { customer: "00000000-0000-0000-0000-000000000000" },
    { balance: "5.00" },
    { unknown: 1 },
  ])
    expect((await isp.admin.post("/deposits/", { ...good, ...bad })).status).toBe(400);
  const key = { "Idempotency-Key": newId() };
  const answers = await Promise.all(eight.map(() => isp.admin.post("/deposits/", good, key)));
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  expect(await isp.admin.post("/deposits/", { ...good, amount: "11.00" }, key)).toMatchObject({
    body: { code: "IDEMPOTENCY_KEY_REUSED" },
  });
  expect(await summaryOf(customer)).toMatchObject({ deposit_amount: "10.00" });
});
