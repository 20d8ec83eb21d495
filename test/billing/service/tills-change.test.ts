// Changes of package, pauses and add-ons that a till sends: done once by the server's own figures, money kept, differences looked at.
import { afterAll, beforeAll, expect, it } from "vitest";
import { ratesOf } from "../../../renderer/billing/invoice/invoice-draft.ts";
import { type TillRecords, tillPreview } from "../../../renderer/billing/service/till-change.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { CommandOutcome } from "../../../shared/kernel/sync/wire.ts";
import { longKnown, openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let till: WireDesktop;
/** Of a clerk of the counter: may not sell on account. */
let token: string;
/** Of 600.00, 300.00 and 900.00 for 30 days. */
let home: string;
let small: string;
let large: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const sell = async (name: string, price: string) => {
    const plan = { name, price, bandwidth_mbps: 10, validity_days: 30 };
    return String((await ok(isp.admin.post("/packages/", plan))).id);
  };
  home = await sell("Home", "600.00");
  small = await sell("Small", "300.00");
  large = await sell("Large", "900.00");
  const roles = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
  const role = roles.results.find(({ name }) => name === "Counter")?.id;
  const account = { username: "till", password: "a-long-password", full_name: "Till", role };
  await ok(isp.admin.post("/staff/", account));
  token = (await server.signIn(account.username, account.password)).token ?? "";
  till = await longKnown(server, await openDesktop(server.url, token));
});
afterAll(() => server.stop());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const show = (id: string) => ok(isp.admin.get(`/customers/${id}/`));
const summary = (id: string) => ok(isp.admin.get(`/customers/${id}/financial-summary/`));
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const reviewed = async (customer: string) =>
  (
    await ok<{ results: { kind: string; amount: string | null; detail: string }[] }>(
      isp.admin.get(`/review-items/?customer=${customer}`),
    )
  ).results;

/** With 30 paid days of 600.00, today and 29 more. */
async function paid(): Promise<string> {
  const customer = await isp.customer({ package: home, joined_at: "2026-01-15T06:00:00Z" });
  await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "600.00", validity_days: 30 }));
  return customer;
}

async function push(kind: string, payload: Record<string, unknown>, ago = 0): Promise<CommandOutcome> {
  const occurred_at = new Date(Date.now() - ago * 86_400_000).toISOString();
  // A device's commands come in order: what lies back is another's.
  const from = ago === 0 ? till : await longKnown(server, await openDesktop(server.url, token));
  return (await from.push(from.command(kind, payload, ago === 0 ? {} : { occurred_at })))[0];
}

const money = (amount: string) => ({ id: newId(), amount, receipt_number: till.receipt() });

it("A till's change is done once, with its receipt and its money, however often it is sent", async () => {
  const customer = await paid();
  const { expiry_date } = await show(customer);
  const payment = money("300.00");
  const command = till.command("customer.change_package", {
    ...{ id: customer, package: large, payment },
    expect: { to_pay: "300.00", new_expiry_date: expiry_date },
  });
  const [done] = await till.push(command);
  expect(done).toMatchObject({
    status: "APPLIED",
    result: {
      ...{ id: command.id, state: "DONE", to_pay: "300.00", differs: null },
      payment_transaction: payment.id,
    },
  });
  expect((await till.push(command))[0]).toMatchObject({ status: "DUPLICATE", result: done.result });
  expect(await ok(isp.admin.get(`/transactions/${payment.id}/`))).toMatchObject({
    ...{ receipt_number: payment.receipt_number, amount: "300.00" },
  });
  expect(await show(customer)).toMatchObject({ package: large, expiry_date });
  expect(await reviewed(customer)).toEqual([]);
  await booksAreRight();
});

it("Where the price is another by then the server's figures count, the money is kept, and somebody looks", async () => {
  const customer = await paid();
  const { expiry_date } = await show(customer);
  const dear = { name: "Dear", price: "900.00", bandwidth_mbps: 10, validity_days: 30 };
  const pack = String((await ok(isp.admin.post("/packages/", dear))).id);
  const expected = { to_pay: "300.00", new_expiry_date: expiry_date };
  await ok(isp.admin.patch(`/packages/${pack}/`, { price: "1200.00" }));
  const payload = { id: customer, package: pack, payment: money("300.00"), expect: expected };
  expect(await push("customer.change_package", payload)).toMatchObject({
    status: "APPLIED",
    result: { to_pay: "600.00", differs: { to_pay: "300.00" } },
  });
  expect(await show(customer)).toMatchObject({ package: pack, due_amount: "300.00" });
  expect(await reviewed(customer)).toMatchObject([{ kind: "CHANGE_DIFFERS", amount: "600.00" }]);
  await booksAreRight();
  // What brings no money for what it said is to be paid is refused; what was to cost nothing is done.
  const other = await paid();
  const unpaid = { id: other, package: large, expect: { to_pay: "300.00" } };
  expect(await push("customer.change_package", unpaid)).toMatchObject({
    status: "REJECTED",
    problem: { code: "UNDERPAID", to_pay: "300.00" },
  });
  expect(await push("customer.change_package", { ...unpaid, expect: { to_pay: "0.00" } })).toMatchObject({
    status: "APPLIED",
    result: { differs: { to_pay: "0.00" } },
  });
});

it("A change counts from the day on which it was agreed, also after its paid days, and on a day that is over by then", async () => {
  const late = await paid();
  const [{ expiry_date }] = [await show(late)];
  const shown = { to_pay: "300.00", new_expiry_date: expiry_date };
  // The money bought its days today: three days back one more was left of them for each.
  const asked = { id: late, package: large, expect: shown, payment: money("300.00") };
  const done = await push("customer.change_package", { ...asked, payment: { amount: "300.00" } }, 2);
  expect(done).toMatchObject({ status: "APPLIED", result: { priced_from: day(-1), state: "DONE" } });
  const dated = await paid();
  const by_day = { id: dated, package: small, when: "DATE", effective_date: day(-1) };
  expect(await push("customer.change_package", by_day, 3)).toMatchObject({
    status: "APPLIED",
    result: { priced_from: day(-1), state: "DONE" },
  });
  expect(await show(dated)).toMatchObject({ package: small });
  await booksAreRight();
});

it("Money of a change that can't be done is kept apart, and one without money is refused", async () => {
  const customer = await paid();
  const before = await summary(customer);
  const payment = money("20.00");
  const same = { id: customer, package: home };
  expect(await push("customer.change_package", { ...same, payment })).toMatchObject({
    status: "APPLIED",
    problem: { code: "SAME_PACKAGE" },
    result: { suspense: true, receipt_number: payment.receipt_number },
  });
  expect(await push("customer.change_package", same)).toMatchObject({
    status: "REJECTED",
    problem: { code: "SAME_PACKAGE" },
  });
  expect(await summary(customer)).toEqual(before);
  const other_till = await openDesktop(server.url, token);
  const down = { id: customer, package: small, when: "NOW" };
  const command = other_till.command("customer.change_package", down);
  expect((await other_till.push(command))[0]).toMatchObject({ status: "APPLIED" });
  const another = { id: customer, package: large };
  const other = other_till.command("customer.change_package", another, { id: command.id });
  expect((await other_till.push(other))[0]).toMatchObject({
    status: "REJECTED",
    problem: { code: "COMMAND_ID_REUSED" },
  });
  await booksAreRight();
});

it("A pause is of the days that were agreed, ends as agreed, and an add-on is sold for money that was taken", async () => {
  const customer = await paid();
  const pause = { id: customer, from: day(-1), to: day(8) };
  expect(await push("customer.pause", pause, 2)).toMatchObject({
    status: "APPLIED",
    result: { from_date: day(-1), to_date: day(8), state: "RUNNING" },
  });
  expect(await show(customer)).toMatchObject({ status: "SUSPENDED", suspended_for: "PAUSE" });
  expect(await push("customer.resume", { id: customer })).toMatchObject({
    status: "APPLIED",
    result: { state: "ENDED", days: 1 },
  });
  expect(await show(customer)).toMatchObject({ status: "ACTIVE", expiry_date: day(31) });
  expect(await push("customer.resume", { id: customer })).toMatchObject({
    status: "REJECTED",
    problem: { code: "ILLEGAL_TRANSITION" },
  });
  const addon = { name: "TV", kind: "RECURRING", price: "150.00", source: "ADDON" };
  const tv = String((await ok(isp.admin.post("/addons/", addon))).id);
  const sold = { id: newId(), customer, addon: tv, payment: money("100.00") };
  expect(await push("customer_addon.create", sold)).toMatchObject({
    status: "APPLIED",
    result: { id: sold.id, price: "150.00" },
  });
  expect(await ok(isp.admin.get(`/transactions/${sold.payment.id}/`))).toMatchObject({ amount: "100.00" });
  expect(Number((await show(customer)).due_amount)).toBeGreaterThan(0);
  await booksAreRight();
});

/** What a till has of a customer once it has pulled everything. */
async function tillRecords(customer: string): Promise<TillRecords> {
  const all = async (path: string) =>
    (await ok<{ results: never[] }>(isp.admin.get(`/${path}page_size=100`))).results;
  const of = (collection: string) => all(`${collection}/?customer=${customer}&`);
  const codes = await all("tax-codes/?");
  return {
    customer: (await show(customer)) as TillRecords["customer"],
    packages: await all("packages/?"),
    rates: ratesOf(codes),
    services: await of("services"),
    recharges: await of("recharges"),
    changes: await of("service-changes"),
    addons: await of("customer-addons"),
    invoices: await of("invoices"),
    lines: await all("invoice-lines/?"),
    pending: await of("pending-charges"),
    pauses: await of("service-pauses"),
    offers: await all("offers/?"),
  };
}

it("A till shows what the server shows, figure by figure", async () => {
  const tax = { name: "VAT", code: "VAT-7", rate: "7.5", is_inclusive: false };
  const taxed = { name: "Taxed", price: "777.77", bandwidth_mbps: 10, validity_days: 31 };
  const tax_code = (await ok(isp.admin.post("/tax-codes/", tax))).id;
  const odd = String((await ok(isp.admin.post("/packages/", { ...taxed, tax_code }))).id);
  const customer = await paid();
  const agree = async () => {
    const records = await tillRecords(customer);
    for (const pack of [home, small, large, odd])
      for (const settle of ["KEEP_DAYS", "CONVERT"] as const)
        for (const when of ["NOW", "AT_EXPIRY"] as const) {
          if (pack === records.customer.package) continue;
          const wanted = { package: pack, settle, when };
          const told = await ok(isp.admin.post(`/customers/${customer}/change-package/preview/`, wanted));
          expect(tillPreview(records, wanted, { today: day(0), digits: 2 })).toEqual(told);
        }
  };
  await agree();
  await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "199.99", validity_days: 7 }));
  await ok(isp.admin.patch(`/customers/${customer}/`, { discount: "33.33" }));
  await agree();
  const up = { package: odd, when: "NOW", payment: { amount: "900.00" } };
  await ok(isp.admin.post(`/customers/${customer}/change-package/`, up));
  await agree();
  const addon = { name: "Router", kind: "RECURRING", price: "45.10", source: "ADDON", tax_code };
  const lent = (await ok(isp.admin.post("/addons/", addon))).id;
  const sale = { customer, addon: lent, payment: { amount: "100.00" } };
  await ok(isp.admin.post("/customer-addons/", sale));
  await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "500.00", validity_days: 20 }));
  await agree();
});

it("A till shows what a billed month's change gives back and charges, and where it can't tell leaves it to the server", async () => {
  const customer = await isp.customer({
    ...{ package: home, joined_at: "2026-01-15T06:00:00Z", billing_mode: "POSTPAID", discount: "50.00" },
  });
  const offer = { title: "Ten", discount_type: "PERCENT", discount_value: 10 };
  const days = { start_date: day(-1), end_date: day(40), package: large };
  await ok(isp.admin.post("/offers/", { ...offer, ...days }));
  await ok(isp.admin.post("/invoices/generate-batch/?async=false", {}));
  const shown = async (wanted: { package: string; when: "NOW" | "DATE"; effective_date?: string }) => {
    const records = await tillRecords(customer);
    const told = await ok(isp.admin.post(`/customers/${customer}/change-package/preview/`, wanted));
    return [tillPreview(records, wanted, { today: day(0), digits: 2 }), told];
  };
  for (const pack of [small, large]) {
    const [till, told] = await shown({ package: pack, when: "DATE", effective_date: day(0) });
    expect(till).toMatchObject({ mode: "POSTPAID", warnings: [] });
    expect(till).toEqual(told);
  }
  const asked = { package: large, when: "DATE" as const, effective_date: day(0) };
  await ok(isp.admin.post(`/customers/${customer}/change-package/`, asked));
  const [after] = await shown({ ...asked, package: small });
  expect(after).toMatchObject({ mode: "POSTPAID", lines: [], warnings: ["BILLS_AT_SERVER"] });
});
