// Changes of package within months that are billed, from outside: what is given back and charged, and that do-then-undo is nothing.
import { afterAll, beforeAll, expect, it } from "vitest";
import { share } from "../../../shared/billing/service/proration.rules.ts";
import { addDays, addMonths, lastDayOf, monthOf } from "../../../shared/kernel/day.ts";
import { formatMoney, type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
/** Of 600.00, 300.00 and 900.00. */
let home: string;
let small: string;
let large: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const sell = async (name: string, price: string) =>
    (await ok<{ id: string }>(isp.admin.post("/packages/", { name, price, bandwidth_mbps: 10 }))).id;
  [home, small, large] = [
    await sell("Home", "600.00"),
    await sell("Small", "300.00"),
    await sell("Large", "900.00"),
  ];
});
afterAll(() => server.stop());

const today = () => new Date().toISOString().slice(0, 10);
const month = () => monthOf(today());
const next = () => addMonths(month(), 1);
const daysOf = (of: string) => Number(lastDayOf(of).slice(-2));
const money = (text: string) => parseMoney(text, 2);
/** What the days from the `first` of a month on cost. */
const from = (price: string, of: string, first: number) =>
  formatMoney((money(price) - share(money(price), daysOf(of), first - 1)) as Minor, 2);
const plus = (a: string, b: string) => formatMoney((money(a) + money(b)) as Minor, 2);
const less = (a: string, b: string) => formatMoney((money(a) - money(b)) as Minor, 2);
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const summary = (id: string) => ok(isp.admin.get(`/customers/${id}/financial-summary/`));
const bill = (billing_month: string) =>
  ok(isp.admin.post("/invoices/generate-batch/", { billing_month, async: false }));
const customer = (more = {}) => isp.customer({ package: home, joined_at: "2026-01-15T06:00:00Z", ...more });
const change = (id: string, body: object) => isp.admin.post(`/customers/${id}/change-package/`, body);
const pendingOf = async (id: string) =>
  (
    await ok<{ results: { amount: string; state: string; period_from: string; period_to: string }[] }>(
      isp.admin.get(`/pending-charges/?customer=${id}&ordering=created_at`),
    )
  ).results.map(({ amount, state, period_from, period_to }) => [amount, state, period_from, period_to]);
const undo = (id: string) => isp.admin.post(`/service-changes/${id}/undo/`, { reason: "Wrong" });
interface Changed {
  id: string;
  credit_note: string;
  invoice: string | null;
}

it("In a month that is billed the old price's rest is a credit note and the new one's waits for the next bill; taken back, nothing is left", async () => {
  const id = await customer();
  await bill(month());
  await ok(isp.admin.post("/transactions/", { customer: id, amount: "200.00" }));
  const was = await summary(id);
  const day = Number(today().slice(-2));
  const [credit_amount, charge_amount] = [from("600.00", month(), day), from("900.00", month(), day)];
  const asked = { package: large, when: "DATE", effective_date: today() };
  const shown = await ok(isp.admin.post(`/customers/${id}/change-package/preview/`, asked));
  expect(shown).toMatchObject({
    ...{ mode: "POSTPAID", direction: "UPGRADE", priced_from: today(), to_pay: "0.00", freed: "0.00" },
    ...{ rest_days: 0, rest_value: "0.00", cost: "0.00", credit_amount, charge_amount },
    lines: [{ amount: `-${credit_amount}` }, { amount: charge_amount }],
    options: { KEEP_DAYS: { to_pay: "0.00" }, CONVERT: { to_pay: "0.00" } },
    next_bill: { date: `${next()}-01`, amount: "900.00" },
  });
  expect(await summary(id)).toEqual(was);
  const done = await ok<Changed>(change(id, asked));
  expect(done).toMatchObject({
    state: "DONE",
    mode: "POSTPAID",
    credit_amount,
    charge_amount,
    invoice: null,
  });
  expect(await ok(isp.admin.get(`/credit-notes/${done.credit_note}/`))).toMatchObject({
    ...{ amount: credit_amount, is_reversed: false },
  });
  expect(await pendingOf(id)).toEqual([[charge_amount, "PENDING", today(), lastDayOf(month())]]);
  expect(await summary(id)).toMatchObject({ balance: plus(String(was.balance), credit_amount) });
  await booksAreRight();
  await ok(undo(done.id));
  await ok(undo(done.id));
  expect(await summary(id)).toMatchObject({
    ...{ balance: was.balance, due_amount: was.due_amount, advance_amount: was.advance_amount },
  });
  expect(await pendingOf(id)).toEqual([[charge_amount, "CANCELLED", today(), lastDayOf(month())]]);
  expect(await ok(isp.admin.get(`/credit-notes/${done.credit_note}/`))).toMatchObject({ is_reversed: true });
  await booksAreRight();
  // And done once more, it is the same.
  expect(await ok(change(id, asked))).toMatchObject({ credit_amount, charge_amount });
  await booksAreRight();
});

it("With charge NOW it is a bill, which what came with it pays; a paid bill's rest is advance, and pays it again once that is taken back", async () => {
  const id = await customer();
  await bill(next());
  await ok(isp.admin.post("/transactions/", { customer: id, amount: "600.00" }));
  const was = await summary(id);
  const on = `${next()}-11`;
  const [credit_amount, charge_amount] = [from("600.00", next(), 11), from("300.00", next(), 11)];
  const asked = { package: small, when: "DATE", effective_date: on, charge: "NOW" };
  const done = await ok<Changed>(change(id, { ...asked, payment: { amount: "10.00" } }));
  expect(done).toMatchObject({ state: "SCHEDULED", credit_amount, charge_amount });
  expect(await ok(isp.admin.get(`/invoices/${done.invoice}/`))).toMatchObject({
    ...{ total_payable: charge_amount, due_amount: "0.00", lines: [{ source: "PACKAGE" }] },
  });
  const balance = less(plus(plus(String(was.balance), credit_amount), "10.00"), charge_amount);
  expect(await summary(id)).toMatchObject({ balance, due_amount: "0.00" });
  expect(await pendingOf(id)).toEqual([]);
  await ok(isp.admin.post(`/service-changes/${done.id}/cancel/`, {}));
  expect(await summary(id)).toMatchObject({ due_amount: "0.00", advance_amount: "10.00" });
  await booksAreRight();
});

it("A month that is not billed is settled by its bill; who pays by the bill has it so in any month", async () => {
  const id = await customer({ billing_mode: "POSTPAID" });
  const asked = { package: large, when: "DATE", effective_date: addDays(`${next()}-01`, 40) };
  const preview = (of: string) => ok(isp.admin.post(`/customers/${of}/change-package/preview/`, asked));
  expect(await preview(id)).toMatchObject({
    ...{ mode: "POSTPAID", credit_amount: "0.00", charge_amount: "0.00", lines: [] },
  });
  expect(await preview(await customer())).toMatchObject({ mode: "NONE", lines: [] });
  const ahead = await customer({ billing_mode: "PREPAID" });
  await ok(isp.admin.post("/recharges/", { customer_id: ahead, amount: "600.00", validity_days: 30 }));
  const now = { package: large, when: "NOW" };
  expect(await ok(isp.admin.post(`/customers/${ahead}/change-package/preview/`, now))).toMatchObject({
    ...{ mode: "PREPAID", to_pay: "300.00" },
  });
});

it("A charge that a bill has is not taken back beneath it", async () => {
  const id = await customer();
  await bill(next());
  const asked = { package: large, when: "DATE", effective_date: `${next()}-11` };
  const done = await ok<Changed>(change(id, asked));
  const charge_amount = from("900.00", next(), 11);
  const after = addMonths(next(), 1);
  await bill(after);
  const invoices = await ok<{ results: { id: string; billing_month: string }[] }>(
    isp.admin.get(`/invoices/?customer=${id}`),
  );
  const billed = invoices.results.find(({ billing_month }) => billing_month === after);
  const { lines } = await ok<{ lines: { source: string; total: string }[] }>(
    isp.admin.get(`/invoices/${billed?.id}/`),
  );
  expect(lines.map(({ source, total }) => [source, total])).toContainEqual(["PACKAGE", charge_amount]);
  expect(await isp.admin.post(`/service-changes/${done.id}/cancel/`, {})).toMatchObject({
    ...{ status: 409, body: { code: "ALREADY_BILLED" } },
  });
  await booksAreRight();
});

it("A second change within the month gives back what the first one charged for its days, and no day twice", async () => {
  const id = await customer();
  await bill(month());
  const day = Number(today().slice(-2));
  await ok(change(id, { package: large, when: "DATE", effective_date: today() }));
  const tomorrow = addDays(today(), 1);
  const is_within = monthOf(tomorrow) === month();
  const second = await ok<Changed>(change(id, { package: small, when: "NOW" }));
  const [credit_amount, charge_amount] = is_within
    ? [from("900.00", month(), day + 1), from("300.00", month(), day + 1)]
    : ["0.00", "0.00"];
  expect(second).toMatchObject({ credit_amount, charge_amount, credit_note: null });
  const whole = from("900.00", month(), day);
  const kept = less(whole, credit_amount);
  const until = is_within ? today() : lastDayOf(month());
  const first = [kept, "PENDING", today(), until];
  expect((await pendingOf(id))[0]).toEqual(first);
  await ok(undo(second.id));
  expect((await pendingOf(id))[0]).toEqual([whole, "PENDING", today(), lastDayOf(month())]);
  await booksAreRight();
});

it("A credit note is reversed with a reason and a right of its own, once, and not on a void bill", async () => {
  const id = await customer();
  const invoice = await ok<{ id: string }>(isp.admin.post("/invoices/", { customer: id }));
  await ok(isp.admin.post("/transactions/", { customer: id, amount: "600.00" }));
  const note = await ok<{ id: string }>(
    isp.admin.post("/credit-notes/", { invoice: invoice.id, amount: "250.00", reason: "Outage" }),
  );
  const path = `/credit-notes/${note.id}/reverse/`;
  expect(await isp.admin.post(path, {})).toMatchObject({
    ...{ status: 400, body: { errors: [{ field: "reason", code: "REQUIRED" }] } },
  });
  expect(await summary(id)).toMatchObject({ advance_amount: "250.00" });
  const reversed = await ok(isp.admin.post(path, { reason: "No outage" }));
  expect(reversed).toMatchObject({ is_reversed: true, reversal_reason: "No outage" });
  expect(await ok(isp.admin.post(path, { reason: "Again" }))).toEqual(reversed);
  expect(await summary(id)).toMatchObject({ advance_amount: "0.00", due_amount: "0.00" });
  expect(await ok(isp.admin.get(`/invoices/${invoice.id}/`))).toMatchObject({
    ...{ status: "PAID", paid_amount: "600.00", credited_amount: "0.00" },
  });
  const again = await ok<{ id: string }>(
    isp.admin.post("/credit-notes/", { invoice: invoice.id, reason: "All of it" }),
  );
  expect(again).toMatchObject({ amount: "600.00" });
  await booksAreRight();
  const open = await ok<{ id: string }>(isp.admin.post("/invoices/", { customer: id, apply_advance: false }));
  const part = await ok<{ id: string }>(
    isp.admin.post("/credit-notes/", { invoice: open.id, amount: "1.00", reason: "A little" }),
  );
  await ok(isp.admin.post(`/invoices/${open.id}/void/`, { reason: "Twice" }));
  expect(await isp.admin.post(`/credit-notes/${part.id}/reverse/`, { reason: "Back" })).toMatchObject({
    ...{ status: 409, body: { code: "ILLEGAL_TRANSITION" } },
  });
  expect(
    await isp.admin.post("/credit-notes/00000000-0000-7000-8000-000000000000/reverse/", { reason: "x" }),
  ).toMatchObject({ status: 404 });
  await booksAreRight();
});

it("A change that bills were made by is taken off them when it is called off: the days are charged as before", async () => {
  const id = await customer({ discount: "60.00" });
  const plain = await customer({ discount: "60.00" });
  const asked = { package: large, when: "DATE", effective_date: `${next()}-11` };
  const done = await ok<Changed>(change(id, asked));
  await bill(next());
  const after = addMonths(next(), 1);
  await bill(after);
  await ok(isp.admin.post(`/service-changes/${done.id}/cancel/`, {}));
  const waiting = async (of: string) =>
    (await pendingOf(of)).reduce(
      (sum, [amount, state]) => (state === "PENDING" ? sum + money(amount ?? "") : sum),
      0n,
    );
  const owes = async (of: string) => money(String((await summary(of)).due_amount)) + (await waiting(of));
  // Parts of a discount and of a price may round apart.
  const off = (await owes(id)) - (await owes(plain));
  expect(off <= 1n && off >= -1n, String(off)).toBe(true);
  await booksAreRight();
});
