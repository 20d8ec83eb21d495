// A year of a company, closed month by month: after each month the books, read by reports, are what a query of the journals
// says, sum to nothing, and never change once the month is closed.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Actor, actorOf } from "../../server/demo/act.ts";
import { loadTenant } from "../../server/identity/sign-in/authenticate.ts";
import {
  addDays,
  type Day,
  dayOf,
  daysOfMonth,
  type Month,
  monthOf,
  nextMonth,
} from "../../shared/kernel/day.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { SHEET } from "./helpers/balance-sheet.ts";
import { checkBooks } from "./helpers/check-books.ts";
import { ok } from "./helpers/tenant.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Body = any;

const POSTPAID = 7;
const PREPAID = 5;

let server: TestServer;
let isp: TestTenant;
let owner: Actor;
let manager: Actor;
let seller: Actor;
let company: {
  postpaid: string[];
  prepaid: string[];
  sold: string;
  home: string;
  reseller: string;
  employees: string[];
  tax: string;
};
let keys = 0;
const key = () => {
  keys += 1;
  return `year-${keys}`;
};
const today = dayOf(new Date(), "UTC");
const thisMonth = monthOf(today);

/** The twelve months before this one. */
const months: Month[] = (() => {
  const [year = 0, month = 1] = thisMonth.split("-").map(Number);
  return Array.from({ length: 12 }, (_, at) =>
    new Date(Date.UTC(year, month - 13 + at, 1)).toISOString().slice(0, 7),
  );
})();
const endOf = (month: Month): Day => daysOfMonth(month).at(-1) ?? `${month}-28`;
const at = (day: Day, hour = 10) => new Date(`${day}T${String(hour).padStart(2, "0")}:00:00Z`);

/** Who acts knows the settings as they are: they change as months are closed. */
async function comeToWork(): Promise<void> {
  const tenant = await loadTenant(server.services.db.platform, isp.tenant.id);
  if (!tenant) throw new Error("The tenant is gone");
  [owner, manager, seller] = await Promise.all([
    actorOf(server.services, tenant, `${isp.tenant.subdomain}-owner`),
    actorOf(server.services, tenant, "manager"),
    actorOf(server.services, tenant, "seller"),
  ]);
}

async function found(): Promise<void> {
  await isp.staff("manager", "Manager");
  const post = (path: string, body: object) => ok<Body>(isp.owner.post(path, body));
  const pack = (name: string, price: string, more = {}) =>
    post("/packages/", { name, price, bandwidth_mbps: 10, validity_days: 30, ...more });
  const vat = { name: "VAT", code: "VAT", rate: "15", is_inclusive: true, valid_from: `${months[0]}-01` };
  const tax = (await post("/tax-codes/", vat)).id;
  const [home, fast] = [await pack("Home", "1000.00"), await pack("Fast", "1750.55", { tax_code: tax })];
  const customer = async (username: string, more: object) =>
    (
      await post("/customers/", {
        ...{ name: username, username, phone: "0170", joined_at: `${months[0]}-01T00:00:00Z`, ...more },
      })
    ).id;
  const postpaid: string[] = [];
  for (let n = 0; n < POSTPAID; n += 1)
    postpaid.push(await customer(`post${n}`, { package: n % 2 ? fast.id : home.id }));
  const prepaid: string[] = [];
  for (let n = 0; n < PREPAID; n += 1) prepaid.push(await customer(`pre${n}`, {}));
  const account = { username: "seller", password: "seller-secret", full_name: "A Seller" };
  const reseller = (
    await post("/resellers/", { company_name: "Turag Net", credit_limit: "500.00", phone: "1", ...account })
  ).id;
  await post("/reseller-pricing/", { reseller, package: home.id, custom_rate: "800.00" });
  const sold = await customer("sold", { reseller });
  const employees: string[] = [];
  for (const name of ["Salma Akter", "Babul Mia"])
    employees.push((await post("/employees/", { name, salary: "300.10" })).id);
  company = { postpaid, prepaid, sold, reseller, home: home.id, employees, tax };
  await comeToWork();
}

/** Does something on a day; what the rules refuse fails the test. */
const doing = (who: () => Actor) => (name: string, day: Day, input: object, id?: string, hour?: number) =>
  who()({
    name,
    key: key(),
    input: input as Record<string, unknown>,
    at: at(day, hour),
    ...(id ? { id } : {}),
  }) as Promise<Body>;
const does = doing(() => owner);
const managerDoes = doing(() => manager);
const sells = doing(() => seller);

async function customersPay(month: Month, index: number): Promise<void> {
  const { postpaid, prepaid } = company;
  const day = (n: number) => addDays(`${month}-01`, n);
  await does("invoice.generate_batch", day(0), { billing_month: month, async: false });
  for (const [n, customer] of postpaid.entries()) {
    // The last one pays every third month: what they owe is carried on.
    if (n === POSTPAID - 1 && index % 3 !== 2) continue;
    const amount = n % 3 === 1 ? "800.25" : n % 3 === 2 ? "2000.00" : "1000.00";
    const method = n % 2 ? "MOBILE" : "CASH";
    await does("transaction.create", day(4 + n), { customer, amount, method });
  }
  for (const [n, customer_id] of prepaid.entries()) {
    if ((index + n) % 4 === 3) continue;
    await managerDoes("recharge.create", day(2 + 3 * n), {
      customer_id,
      amount: "700.10",
      validity_days: 30,
      method: "CASH",
    });
  }
}

/** What goes wrong in a month, each kind in its turn. */
async function mistakesAreMended(month: Month, index: number): Promise<void> {
  const { postpaid, prepaid, tax } = company;
  const [first = "", second = "", third = "", fourth = ""] = postpaid;
  const day = addDays(`${month}-01`, 15);
  const reason = "As the books need it";
  const lines = [
    { description: "Cable", quantity: "2", unit_price: "60.03", tax_code: tax, source: "HARDWARE" },
  ];
  const bill = await does("invoice.create", day, {
    customer: first,
    lines,
    apply_advance: false,
    previous_due: "0.00",
  });
  if (index % 3 === 0) await does("invoice.void", addDays(day, 1), { reason }, bill.id);
  if (index % 3 === 1)
    await does("credit_note.create", addDays(day, 1), { invoice: bill.id, amount: "50.01", reason });
  const wrong = await does("transaction.create", day, { customer: second, amount: "123.45" });
  if (index % 2) await does("transaction.reverse", addDays(day, 2), { reason }, wrong.id);
  const recharge = await does("recharge.create", day, {
    customer_id: prepaid[1],
    amount: "99.99",
    validity_days: 3,
  });
  if (index % 4 === 1) await does("recharge.reverse", addDays(day, 1), {}, recharge.id);
  const category = index % 2 ? "BAD_DEBT" : "GOODWILL";
  const waiver = await does("adjustment.create", day, {
    customer: third,
    amount: "10.10",
    adjustment_type: "CREDIT",
    reason,
  });
  if (index % 3 === 2) await does("adjustment.reverse", addDays(day, 1), { reason }, waiver.id);
  await does("adjustment.create", day, {
    customer: fourth,
    amount: "25.00",
    adjustment_type: "DEBIT",
    reason,
  });
  await does("adjustment.create", addDays(day, 1), {
    customer: fourth,
    amount: "5.00",
    adjustment_type: "WAIVER",
    reason,
    category,
  });
  await does("transaction.create", day, { customer: prepaid[0], amount: "40.00", method: "BANK" });
  if (index % 2)
    await does("customer.refund", addDays(day, 2), { amount: "30.00", method: "CASH", reason }, prepaid[0]);
}

async function moneyMoves(month: Month, index: number): Promise<void> {
  const { reseller, sold, home, employees } = company;
  const day = (n: number) => addDays(`${month}-01`, n);
  await does("reseller.top_up", day(1), { amount: "900.00", method: "BANK" }, reseller);
  await sells("recharge.create", day(2), {
    customer_id: sold,
    amount: "1000.00",
    validity_days: 30,
    package: home,
  });
  const drawer = await managerDoes("shift.create", day(20), { opening_float: "100.00" }, undefined, 9);
  await managerDoes("transaction.create", day(20), { customer: company.postpaid[0], amount: "200.00" });
  const counted_cash = index % 3 === 0 ? "295.00" : "300.00";
  await managerDoes("shift.close", day(20), { counted_cash, reason: "Counted twice" }, drawer.id, 18);
  const sent = await managerDoes("cash_transfer.create", day(21), {
    from: "manager",
    to: "OFFICE",
    amount: "150.00",
    method: "CASH",
  });
  if (index % 4 === 3) await does("cash_transfer.cancel", day(22), {}, sent.id);
  else await does("cash_transfer.confirm", day(22), {}, sent.id);
  const employee = employees[index % 2];
  const asked = await does("advance_salary.create", day(10), {
    employee,
    amount: "50.05",
    deduction_month: month,
  });
  await does("advance_salary.approve", day(11), {}, asked.id);
  await does("payroll.generate", day(26), { month });
}

/** On the second of the next month, as people do: pays the salaries, earns what was used, closes the books. */
async function monthIsClosed(month: Month): Promise<void> {
  const day = addDays(endOf(month), 2);
  const { results } = await ok<{ results: { id: string }[] }>(isp.owner.get(`/payrolls/?month=${month}`));
  for (const { id } of results) await does("payroll.pay", day, { method: "BANK" }, id);
  const closing = await does("closing.create", day, { month, async: false });
  expect([month, closing.status]).toEqual([month, "DONE"]);
  await ok(isp.owner.patch("/settings/", { lock_date: endOf(month) }));
  await comeToWork();
}

type Balances = Readonly<Record<string, string>>;

async function reported(day: Day): Promise<Balances> {
  const { accounts, balanced } = await ok<Body>(isp.owner.get(`/reports/trial-balance/?as_of=${day}`));
  expect([day, balanced]).toEqual([day, true]);
  return Object.fromEntries(
    accounts
      .filter((line: Body) => Number(line.balance) !== 0)
      .map((line: Body) => [line.account, line.balance]),
  );
}

/** The same from the journals, not by the report's statement: a customer's lines are kept apart by a sum of their own. */
async function recomputed(day: Day): Promise<Balances> {
  const rows = await server.services.db.platform<{ account: string; balance: string }[]>`
    select /* a test's own */ account, sum(balance)::numeric(20, 2)::text as balance from (
      select (select code from billing_accounts a where a.tenant_id = e.tenant_id and a.id = e.account) as account, e.debit - e.credit as balance
        from ledger_entries e where e.tenant_id = ${isp.tenant.id} and e.entry_date <= ${day} and e.customer is null
      union all
      select 'CUSTOMERS:ADVANCE', -e.advance_change
        from ledger_entries e where e.tenant_id = ${isp.tenant.id} and e.entry_date <= ${day} and e.customer is not null
      union all
      select 'CUSTOMERS:RECEIVABLE', e.debit - e.credit + e.advance_change
        from ledger_entries e where e.tenant_id = ${isp.tenant.id} and e.entry_date <= ${day} and e.customer is not null
    ) lines group by account having sum(balance) <> 0`;
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}

const cents = (text: string | undefined): number => Math.round(Number(text ?? "0") * 100);

/** The balance sheet to the cent: each account as recomputed, what was earned until then as equity, both sides equal. */
async function sheetIsRight(day: Day, journals: Balances): Promise<void> {
  const sheet = await ok<Body>(isp.owner.get(`/reports/balance-sheet/?as_of=${day}`));
  const shown: Record<string, number> = {};
  for (const { kind, accounts } of sheet.sections)
    for (const { account, amount } of accounts) shown[`${kind} ${account}`] = cents(amount);
  const expected: Record<string, number> = {};
  let result = 0;
  for (const [account, balance] of Object.entries(journals)) {
    const kind = SHEET[account];
    if (kind === undefined) result -= cents(balance);
    else expected[`${kind} ${account}`] = kind === "ASSET" ? cents(balance) : -cents(balance);
  }
  expected["EQUITY RESULT"] = result;
  const nonzero = (all: Record<string, number>) =>
    Object.fromEntries(Object.entries(all).filter(([, sum]) => sum !== 0));
  expect([day, nonzero(shown)]).toEqual([day, nonzero(expected)]);
  expect([day, cents(sheet.total_assets)]).toEqual([
    day,
    cents(sheet.total_liabilities) + cents(sheet.total_equity),
  ]);
}

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { settings: { earn_prepaid: true } });
  await found();
});
afterAll(() => server.stop());

it("A year of a company, closed month by month, is right to the cent at each month's end and never changes afterwards", async () => {
  const closed = new Map<Month, Balances>();
  for (const [index, month] of months.entries()) {
    await customersPay(month, index);
    await mistakesAreMended(month, index);
    await moneyMoves(month, index);
    await monthIsClosed(month);
    const journals = await recomputed(endOf(month));
    expect([month, await reported(endOf(month))]).toEqual([month, journals]);
    await sheetIsRight(endOf(month), journals);
    closed.set(month, journals);
  }
  // What was lived after a month was closed has left it as it was.
  for (const [month, journals] of closed)
    expect([month, await recomputed(endOf(month))]).toEqual([month, journals]);
  const last = closed.get(months.at(-1) ?? "") ?? {};
  // The life was full: every account that a year of business uses was used.
  for (const account of [
    "REVENUE",
    "TAX",
    "WAIVER",
    "BAD_DEBT",
    "COMMISSION",
    "RESELLER",
    "SALARIES",
    "CASH_OVER_SHORT",
    "CUSTOMERS:RECEIVABLE",
    "CUSTOMERS:ADVANCE",
  ])
    expect([account, cents(last[account]) !== 0]).toEqual([account, true]);
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
  expect(nextMonth(months.at(-1) ?? "")).toBe(thisMonth);
});
