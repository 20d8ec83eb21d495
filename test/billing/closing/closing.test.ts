// Prepaid is earned as it is used: a month's closing moves what was consumed from advance to revenue, and back.
import { afterAll, beforeAll, expect, it } from "vitest";
import { usedBy } from "../../../shared/billing/period/usage.rules.ts";
import { addDays, dayOf, daysOfMonth, monthOf } from "../../../shared/kernel/day.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
const today = dayOf(new Date(), "UTC");
const first_of_this = `${monthOf(today)}-01`;
const month = monthOf(addDays(first_of_this, -1));
const days = daysOfMonth(month);
const month_end = days.at(-1) ?? today;
beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { earn_prepaid: true });
});
afterAll(() => server.stop());

interface Customer {
  due_amount: string;
  advance_amount: string;
}
interface Closing {
  id: string;
  status: string;
  invoices: number;
  amount: string;
  task_id: string | null;
}

/** Recharged some days before the month's end: at most 13, as what is 45 days old on the last of a month is booked as of now. */
const recharged = async (days_before: number, more: Record<string, unknown> = {}) => {
  const customer = await isp.customer();
  const occurred_at = `${addDays(month_end, -days_before)}T10:00:00Z`;
  const body = { customer_id: customer, amount: "1000.00", validity_days: 30, occurred_at, ...more };
  const recharge = await ok<{ id: string; payment_transaction: string; new_expiry_date: string }>(
    isp.admin.post("/recharges/", body),
  );
  return { customer, recharge };
};
const moneyOf = async (id: string) => {
  const { due_amount, advance_amount } = await ok<Customer>(isp.admin.get(`/customers/${id}/`));
  return { due_amount, advance_amount };
};
const close = (body: Record<string, unknown> = { month }) =>
  ok<Closing>(isp.admin.post("/closings/?async=false", body));
const reverse = (id: string) =>
  ok<Closing>(isp.admin.post(`/closings/${id}/reverse/`, { reason: "A wrong month", async: false }));
async function books(query = ""): Promise<{ [account: string]: string }> {
  const { accounts } = await ok<{ accounts: { account: string; balance: string }[] }>(
    isp.admin.get(`/reports/trial-balance/${query}`),
  );
  return Object.fromEntries(accounts.map(({ account, balance }) => [account, balance]));
}
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);

it("A month's closing earns the days that have passed, says so on the statement, and taken back leaves every amount as it was", async () => {
  const ten = await recharged(10);
  const spent = await recharged(13, { validity_days: 7, amount: "70.00" });
  const paid = await isp.customer();
  await ok(isp.admin.post("/transactions/", { customer: paid, amount: "500.00" }));
  const before = await books();
  const closing = await close();
  // 10 of 30 days of 1000.00, and all of 70.00.
  expect(closing).toMatchObject({ status: "DONE", invoices: 2, amount: "403.33" });
  expect(await moneyOf(ten.customer)).toEqual({ due_amount: "0.00", advance_amount: "666.67" });
  expect(await moneyOf(spent.customer)).toEqual({ due_amount: "0.00", advance_amount: "0.00" });
  // What somebody only paid in is no service used.
  expect(await moneyOf(paid)).toEqual({ due_amount: "0.00", advance_amount: "500.00" });
  expect(await books(`?as_of=${month_end}`)).toMatchObject({ REVENUE: "-403.33" });
  const [bill] = (
    await ok<{ results: Record<string, unknown>[] }>(isp.admin.get(`/invoices/?customer=${ten.customer}`))
  ).results;
  expect(bill).toMatchObject({
    closing: closing.id,
    status: "PAID",
    billing_month: month,
    total_payable: "333.33",
  });
  const entries = await ok<{ results: { journal: string; entry_type: string }[] }>(
    isp.admin.get(`/ledger-entries/?customer=${ten.customer}&entry_date=${month_end}`),
  );
  expect(entries.results.map(({ entry_type }) => entry_type).sort()).toEqual([
    "ADVANCE",
    "INVOICE",
    "PAYMENT",
  ]);
  expect(new Set(entries.results.map(({ journal }) => journal)).size).toBe(1);
  await booksAreRight();
  // Again: nothing is missing, nothing is made.
  expect(await close()).toMatchObject({ id: closing.id, invoices: 2, amount: "403.33" });
  expect(await reverse(closing.id)).toMatchObject({ status: "REVERSED" });
  expect(await moneyOf(ten.customer)).toEqual({ due_amount: "0.00", advance_amount: "1000.00" });
  const nonzero = (balances: { [account: string]: string }) =>
    Object.fromEntries(Object.entries(balances).filter(([, balance]) => Number(balance) !== 0));
  expect(nonzero(await books())).toEqual(nonzero(before));
  expect((await books(`?as_of=${month_end}`)).REVENUE).toBe("0.00");
  expect(await reverse(closing.id)).toMatchObject({ status: "REVERSED" });
  await booksAreRight();
  // And made anew, by eight at once: one does it, all find it done or under way.
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => isp.admin.post("/closings/?async=false", { month })),
  );
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect(await close()).toMatchObject({ invoices: 2, amount: "403.33" });
  await booksAreRight();
});

it("Whatever became of a closing's bill, taking the closing back leaves nothing of it, and bounced money stays owed for what was used", async () => {
  const bounced = await recharged(12);
  const carried = await recharged(12);
  const credited = await recharged(12);
  const waived = await recharged(12);
  const closing = await close();
  const take_back = (recharge: { id: string }) => ok(isp.admin.post(`/recharges/${recharge.id}/reverse/`));
  for (const { recharge } of [bounced, carried, waived]) await take_back(recharge);
  // 12 of 30 days were used, and are owed now.
  expect(await moneyOf(bounced.customer)).toEqual({ due_amount: "400.00", advance_amount: "0.00" });
  const lines = [{ description: "Cable", unit_price: "50.00" }];
  await ok(isp.admin.post("/invoices/", { customer: carried.customer, lines }));
  expect(await moneyOf(carried.customer)).toEqual({ due_amount: "450.00", advance_amount: "0.00" });
  const { results } = await ok<{ results: { id: string }[] }>(
    isp.admin.get(`/invoices/?customer=${credited.customer}`),
  );
  await ok(
    isp.admin.post("/credit-notes/", {
      invoice: results[0]?.id,
      amount: "100.00",
      reason: "Three days down",
    }),
  );
  expect(await moneyOf(credited.customer)).toEqual({ due_amount: "0.00", advance_amount: "700.00" });
  await ok(
    isp.admin.post(
      "/adjustments/",
      { customer: waived.customer, amount: "150.00", adjustment_type: "WAIVER", reason: "Goodwill" },
      { "Idempotency-Key": "a-waiver" },
    ),
  );
  await booksAreRight();
  await reverse(closing.id);
  expect(await moneyOf(bounced.customer)).toEqual({ due_amount: "0.00", advance_amount: "0.00" });
  expect(await moneyOf(carried.customer)).toEqual({ due_amount: "50.00", advance_amount: "0.00" });
  expect(await moneyOf(credited.customer)).toEqual({ due_amount: "0.00", advance_amount: "1000.00" });
  await booksAreRight();
});

it("Who is billed month by month earns by the bill, a closed month stays closed, and without the setting nothing is earned", async () => {
  const { customer } = await recharged(5);
  const offline = await recharged(3);
  for (const one of [customer, offline.customer])
    await ok(isp.admin.patch(`/customers/${one}/`, { joined_at: `${month}-01T00:00:00Z` }));
  await ok(isp.admin.post("/invoices/generate-batch/?async=false", { billing_month: month }));
  expect(await close()).toMatchObject({ status: "DONE" });
  const bills = await ok<{ results: { closing: string | null }[] }>(
    isp.admin.get(`/invoices/?customer=${customer}`),
  );
  expect(bills.results.map(({ closing }) => closing)).toEqual([null]);
  expect(offline.customer).not.toBe(customer);
  const refusal = async (path: string, body: object) => {
    const { status, body: answer } = await isp.admin.post(path, body);
    return [status, answer.code];
  };
  expect(await refusal("/closings/", { month: "2999-01" })).toEqual([400, "VALIDATION"]);
  const { results } = await ok<{ results: Closing[] }>(isp.admin.get("/closings/?status=DONE"));
  await ok(isp.admin.patch("/settings/", { lock_date: month_end }));
  expect(await refusal("/closings/", { month })).toEqual([422, "PERIOD_LOCKED"]);
  expect(await refusal(`/closings/${results[0]?.id}/reverse/`, { reason: "Late" })).toEqual([
    422,
    "PERIOD_LOCKED",
  ]);
  await ok(isp.admin.patch("/settings/", { lock_date: null, earn_prepaid: false }));
  expect(await refusal("/closings/", { month })).toEqual([422, "PREPAID_NOT_EARNED"]);
  await booksAreRight();
});

it("In the background a closing says how far it is, and the days of a recharge come to exactly its amount", async () => {
  await ok(isp.admin.patch("/settings/", { earn_prepaid: true }));
  const answer = await isp.admin.post("/closings/", { month });
  expect([answer.status, answer.body.status]).toEqual([202, "RUNNING"]);
  await expect
    .poll(async () => (await isp.admin.get(`/background-tasks/${answer.body.task_id}/`)).body.status)
    .toBe("SUCCEEDED");
  expect((await isp.admin.get(`/closings/${answer.body.id}/`)).body.status).toBe("DONE");
  for (const digits of [0, 2, 3]) {
    const amount = parseMoney("1000", digits);
    const recharge = { amount, validity_days: 7, covers_from: "2026-03-02" };
    expect(usedBy(recharge, "2026-03-01")).toBe(0n);
    expect(usedBy(recharge, "2026-03-08")).toBe(amount);
    expect(usedBy(recharge, "2027-01-01")).toBe(amount);
  }
  await booksAreRight();
});
