// Recurring bills of months in which the package changes, of several months, and of a first month by its days, from outside.
import { afterAll, beforeAll, expect, it } from "vitest";
import { share } from "../../../shared/billing/service/proration.rules.ts";
import { addMonths, daysBetween, lastDayOf, monthOf } from "../../../shared/kernel/day.ts";
import { formatMoney, type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
/** Of 600.00 and 900.00 a month. */
let home: string;
let large: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const sell = async (name: string, price: string, more = {}) =>
    (await ok<{ id: string }>(isp.admin.post("/packages/", { name, price, bandwidth_mbps: 10, ...more }))).id;
  home = await sell("Home", "600.00");
  large = await sell("Large", "900.00");
});
afterAll(() => server.stop());

const today = () => new Date().toISOString().slice(0, 10);
const next = () => addMonths(monthOf(today()), 1);
const money = (text: string) => parseMoney(text, 2);
const shown = (amount: bigint) => formatMoney(amount as Minor, 2);
const upTo = (price: string, days: number, passed: number) => share(money(price), days, passed);
const daysOf = (first: string, months: number) =>
  daysBetween(`${first}-01`, `${addMonths(first, months)}-01`);
const bill = (billing_month: string, of = isp) =>
  ok<{ invoices_created: number }>(
    of.admin.post("/invoices/generate-batch/", { billing_month, async: false }),
  );
const change = (id: string, body: object) => isp.admin.post(`/customers/${id}/change-package/`, body);
interface Bill {
  id: string;
  billing_month: string;
  total_payable: string;
  discount: string;
  lines: { description: string; total: string; source: string }[];
}
async function billOf(customer: string, month: string, of = isp): Promise<Bill> {
  const { results } = await ok<{ results: Bill[] }>(
    of.admin.get(`/invoices/?customer=${customer}&billing_month=${month}`),
  );
  return ok<Bill>(of.admin.get(`/invoices/${results[0]?.id}/`));
}
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const joined_at = "2026-01-15T06:00:00Z";

it("A month in which the package changes has a line for the days of each, with its part of the discount", async () => {
  const customer = await isp.customer({ package: home, joined_at, discount: "60.00" });
  const plain = await isp.customer({ package: home, joined_at, discount: "60.00" });
  await ok(change(customer, { package: large, when: "DATE", effective_date: `${next()}-11` }));
  const preview = await ok<{ count: number; amount: string }>(
    isp.admin.get(`/invoices/batch-preview/?billing_month=${next()}`),
  );
  const days = daysOf(next(), 1);
  const [first, second] = [upTo("600.00", days, 10), money("900.00") - upTo("900.00", days, 10)];
  const total = shown(first + second - money("60.00"));
  expect(preview).toMatchObject({ count: 2, amount: shown(money(total) + money("540.00")) });
  expect(await bill(next())).toMatchObject({ invoices_created: 2 });
  expect(await billOf(customer, next())).toMatchObject({
    ...{ total_payable: total, discount: "0.00" },
    lines: [
      {
        description: `Home · ${next()}-01 – ${next()}-10`,
        total: shown(first - upTo("60.00", days, 10)),
        source: "PACKAGE",
      },
      {
        description: `Large · ${next()}-11 – ${lastDayOf(next())}`,
        total: shown(second - money("60.00") + upTo("60.00", days, 10)),
        source: "PACKAGE",
      },
    ],
  });
  expect(await billOf(plain, next())).toMatchObject({
    total_payable: "540.00",
    lines: [{ total: "600.00" }],
  });
  // The month after has the new package alone.
  await bill(addMonths(next(), 1));
  expect(await billOf(customer, addMonths(next(), 1))).toMatchObject({
    total_payable: expect.any(String),
    lines: [{ description: "Large", total: "900.00" }],
  });
  await booksAreRight();
});

it("A package of three months is billed every third one, its add-ons with it, and a change within gives back its days of all three", async () => {
  const other = await makeTenant(server);
  const plan = { name: "Quarter", price: "2700.00", bandwidth_mbps: 10, billing_months: 3 };
  const { id: three } = await ok<{ id: string }>(other.admin.post("/packages/", plan));
  const { id: one } = await ok<{ id: string }>(
    other.admin.post("/packages/", { name: "Month", price: "1200.00", bandwidth_mbps: 10 }),
  );
  const customer = await other.customer({ package: three, joined_at });
  const months = [0, 1, 2, 3].map((at) => addMonths(next(), at));
  const made: number[] = [];
  for (const month of months) made.push((await bill(month, other)).invoices_created);
  expect(made).toEqual([1, 0, 0, 1]);
  const last = lastDayOf(months[2] ?? "");
  expect(await billOf(customer, next(), other)).toMatchObject({
    ...{ total_payable: "2700.00" },
    lines: [{ description: `Quarter · ${next()}-01 – ${last}`, total: "2700.00" }],
  });
  const days = daysOf(next(), 3);
  const on = `${months[1]}-11`;
  const passed = daysBetween(`${next()}-01`, on);
  const preview = await ok(
    other.admin.post(`/customers/${customer}/change-package/preview/`, {
      ...{ package: one, when: "DATE", effective_date: on },
    }),
  );
  expect(preview).toMatchObject({
    mode: "POSTPAID",
    // And all of the bill after it, which is made already: at three months of the new one.
    credit_amount: shown(money("5400.00") - upTo("2700.00", days, passed)),
    charge_amount: shown(money("7200.00") - upTo("3600.00", days, passed)),
  });
  const done = await ok<{ id: string }>(
    other.admin.post(`/customers/${customer}/change-package/`, {
      ...{ package: one, when: "DATE", effective_date: on },
    }),
  );
  await booksAreRight();
  await ok(other.admin.post(`/service-changes/${done.id}/cancel/`, {}));
  await booksAreRight();
});

it("The first month is billed whole, or by its days where the company says so", async () => {
  const other = await makeTenant(server, { prorate_first_month: true });
  const whole = await isp.customer({ package: home });
  const customer = await other.customer({ discount: "120.00" });
  const month = monthOf(today());
  await bill(month);
  await bill(month, other);
  expect(await billOf(whole, month)).toMatchObject({ total_payable: "600.00" });
  const days = daysOf(month, 1);
  const passed = Number(today().slice(-2)) - 1;
  const line = money("1200.00") - upTo("1200.00", days, passed);
  const discount = money("120.00") - upTo("120.00", days, passed);
  expect(await billOf(customer, month, other)).toMatchObject({
    ...{ discount: shown(discount), total_payable: shown(line - discount) },
    lines: [{ total: shown(line) }],
  });
  await booksAreRight();
});

it("An add-on's price is of each recurring bill, however many months that has", async () => {
  const other = await makeTenant(server);
  const plan = { name: "Quarter", price: "2700.00", bandwidth_mbps: 10, billing_months: 3 };
  const { id: three } = await ok<{ id: string }>(other.admin.post("/packages/", plan));
  const customer = await other.customer({ package: three, joined_at });
  const { id: addon } = await ok<{ id: string }>(
    other.admin.post("/addons/", { name: "Address", kind: "RECURRING", price: "300.00" }),
  );
  await ok(
    other.admin.post("/customer-addons/", { customer, addon, from_date: `${addMonths(next(), 1)}-01` }),
  );
  await bill(next(), other);
  const days = daysOf(next(), 3);
  const passed = daysOf(next(), 1);
  expect((await billOf(customer, next(), other)).lines.map(({ total, source }) => [total, source])).toEqual([
    ["2700.00", "PACKAGE"],
    [shown(money("300.00") - upTo("300.00", days, passed)), "ADDON"],
  ]);
});
