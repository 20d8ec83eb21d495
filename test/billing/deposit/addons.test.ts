// Add-ons: sold once or month by month, charged by their days, paid at once where days are paid for, ended.
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, dayOf, daysBetween, lastDayOf, monthOf, nextMonth } from "../../../shared/kernel/day.ts";
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

const today = () => dayOf(new Date(), "UTC");
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const addon = async (more: object) =>
  String(
    (
      await ok(
        isp.admin.post("/addons/", { name: "Fixed address", kind: "RECURRING", price: "90.00", ...more }),
      )
    ).id,
  );
const sell = (body: object) => isp.admin.post("/customer-addons/", body);
const end = (id: string, body: object = {}) => isp.admin.post(`/customer-addons/${id}/end/`, body);
const bills = (billing_month: string) =>
  ok(isp.admin.post("/invoices/generate-batch/", { billing_month, async: false }));
interface Bill {
  id: string;
  billing_month: string;
  is_recurring: boolean;
  due_amount: string;
  lines: { source: string; quantity: number; unit_price: string; total: string }[];
}
const billsOf = async (customer: string): Promise<Bill[]> => {
  const { results } = await ok<{ results: { id: string }[] }>(
    isp.admin.get(`/invoices/?customer=${customer}`),
  );
  return Promise.all(results.map(({ id }) => ok<Bill>(isp.admin.get(`/invoices/${id}/`))));
};
const recurringOf = async (customer: string, month: string) =>
  (await billsOf(customer)).find((one) => one.is_recurring && one.billing_month === month);
const summaryOf = (customer: string) => ok(isp.admin.get(`/customers/${customer}/financial-summary/`));
const show = (customer: string) => ok(isp.admin.get(`/customers/${customer}/`));

it("A recurring add-on is a line of each month's bill: its first month by days, then whole", async () => {
  const customer = await isp.customer();
  const month = nextMonth(monthOf(today()));
  const later = nextMonth(month);
  const from_date = `${month}-11`;
  const sold = await ok(sell({ customer, addon: await addon({}), quantity: 2, from_date }));
  expect(sold).toMatchObject({
    ...{ price: "90.00", quantity: 2, state: "ACTIVE", kind: "RECURRING", invoice: null, charged_to: null },
    ...{ from_date, to_date: null, source: "ADDON", addon_name: "Fixed address" },
  });
  expect(await billsOf(customer)).toEqual([]);
  await bills(month);
  await bills(later);
  const days = Number(lastDayOf(month).slice(-2));
  const before = Math.floor((2 * 18_000 * 10 + days) / (2 * days));
  const part = ((18_000 - before) / 100).toFixed(2);
  expect((await recurringOf(customer, month))?.lines).toMatchObject([
    { source: "PACKAGE", total: "1200.00" },
    { source: "ADDON", quantity: 1, total: part },
  ]);
  expect((await recurringOf(customer, later))?.lines).toMatchObject([
    { source: "PACKAGE" },
    { source: "ADDON", quantity: 2, unit_price: "90.00", total: "180.00" },
  ]);
  await booksAreRight();
});

it("Who has paid days pays an add-on's rest days at once, with money or with free advance, and is billed none of them again", async () => {
  const customer = await isp.customer();
  await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 30 }));
  const { expiry_date } = await show(customer);
  const days = daysBetween(today(), String(expiry_date)) + 1;
  const cost = 9_000 * Math.floor(days / 30) + Math.floor((2 * 9_000 * (days % 30) + 30) / 60);
  const to_pay = (cost / 100).toFixed(2);
  const body = { customer, addon: await addon({}) };
  // What bought days is not spent on it.
  expect(await sell(body)).toMatchObject({ status: 422, body: { code: "UNDERPAID", to_pay } });
  expect(await sell({ ...body, payment: { amount: "1.00" } })).toMatchObject({ status: 422 });
  expect(await summaryOf(customer)).toMatchObject({ due_amount: "0.00", advance_amount: "1200.00" });
  const paid = await ok<{ invoice: string }>(sell({ ...body, payment: { amount: "200.00" } }));
  expect(paid).toMatchObject({ charged_to: expiry_date });
  expect(await ok(isp.admin.get(`/invoices/${paid.invoice}/`))).toMatchObject({
    ...{ status: "PAID", total_payable: to_pay, is_recurring: false },
  });
  expect(await summaryOf(customer)).toMatchObject({
    due_amount: "0.00",
    free_advance_amount: ((20_000 - cost) / 100).toFixed(2),
  });
  const again = await ok(sell(body).then((answer) => answer));
  expect(again).toMatchObject({ charged_to: expiry_date });
  await bills(monthOf(today()));
  expect((await recurringOf(customer, monthOf(today())))?.lines).toMatchObject([{ source: "PACKAGE" }]);
  await booksAreRight();
});

it("What is charged once is on a bill now or on the next one, as its seller says, and called off with its add-on", async () => {
  const customer = await isp.customer();
  const move = await addon({ name: "Move", kind: "ONE_OFF", price: "300.00", source: "INSTALLATION" });
  const now = await ok<{ invoice: string }>(sell({ customer, addon: move, charge: "NOW" }));
  expect(await ok(isp.admin.get(`/invoices/${now.invoice}/`))).toMatchObject({
    ...{ due_amount: "300.00", lines: [{ source: "INSTALLATION", total: "300.00" }] },
  });
  const next = await ok<{ id: string }>(sell({ customer, addon: move, quantity: 2 }));
  const waiting = () => ok<{ results: object[] }>(isp.admin.get(`/pending-charges/?customer=${customer}`));
  expect((await waiting()).results).toMatchObject([
    { state: "PENDING", amount: "600.00", customer_addon: next.id },
  ]);
  await ok(end(next.id, { reason: "Stays where they are" }));
  expect((await waiting()).results).toMatchObject([{ state: "CANCELLED" }]);
  await booksAreRight();
});

it("A fixed address is the customer's while they have the add-on, the router hears of both, and no other line gets it", async () => {
  const router = await ok(
    isp.admin.post("/routers/", { name: "R1", host: "127.0.0.1", username: "u", password: "p" }),
  );
  const [customer, other] = [
    await isp.customer({ router: router.id }),
    await isp.customer({ router: router.id }),
  ];
  const fixed = await addon({ effect: "STATIC_IP" });
  const body = { customer, addon: fixed };
  for (const value of [undefined, "10.9.8", "127.0.0.1", "fe80::1"])
    expect(await sell({ ...body, value })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "value" }] },
    });
  const jobs = async () =>
    (await ok<{ count: number }>(isp.admin.get(`/network-sync-jobs/?customer=${customer}&kind=UPSERT_USER`)))
      .count;
  const sold = await ok<{ id: string }>(sell({ ...body, value: "10.20.30.40" }));
  expect(await show(customer)).toMatchObject({ ip_address: "10.20.30.40" });
  expect(await jobs()).toBeGreaterThan(0);
  expect(await sell({ customer: other, addon: fixed, value: "10.20.30.40" })).toMatchObject({
    status: 400,
    body: { errors: [{ field: "value", code: "NOT_UNIQUE" }] },
  });
  expect(await end(sold.id, { on: addDays(today(), 3) })).toMatchObject({ status: 400 });
  const ended = await ok(end(sold.id));
  expect(ended).toMatchObject({ state: "ENDED", to_date: today() });
  expect(await show(customer)).toMatchObject({ ip_address: null });
  expect(await ok(end(sold.id))).toEqual(ended);
});

it("An add-on sold after its month was billed waits for the next bill by its days, of which its end leaves those until then", async () => {
  const customer = await isp.customer();
  const month = monthOf(today());
  await bills(month);
  const sold = await ok<{ id: string }>(sell({ customer, addon: await addon({ price: "310.00" }) }));
  const waiting = () => ok<{ results: object[] }>(isp.admin.get(`/pending-charges/?customer=${customer}`));
  const n = Number(lastDayOf(month).slice(-2));
  const share = (k: number) => Math.floor((2 * 31_000 * k + n) / (2 * n));
  const first = Number(today().slice(-2));
  const cost = (last: number) => ((share(last) - share(first - 1)) / 100).toFixed(2);
  expect((await waiting()).results).toMatchObject([
    { amount: cost(n), period_from: today(), period_to: lastDayOf(month), state: "PENDING" },
  ]);
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => end(sold.id)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect((await waiting()).results).toMatchObject([{ amount: cost(first), period_to: today() }]);
  await booksAreRight();
});

it("Bad sales are refused by name", async () => {
  const customer = await isp.customer();
  const good = { customer, addon: await addon({}) };
  const inactive = await addon({ is_active: false });
  const gone = await isp.customer();
  await ok(isp.admin.patch(`/customers/${gone}/`, { status: "TERMINATED" }));
  for (const [bad, status] of [
    [{ customer: newId() }, 400],
    [{ addon: newId() }, 400],
    [{ addon: inactive }, 400],
    [{ quantity: 0 }, 400],
    [{ quantity: 1.5 }, 400],
    [{ price: "0.005" }, 400],
    [{ from_date: addDays(today(), -1) }, 400],
    [{ from_date: addDays(today(), 400) }, 400],
    [{ from_date: "2026-02-30" }, 400],
    [{ charge: "LATER" }, 400],
    [{ unknown: 1 }, 400],
    [{ payment: { amount: "0" } }, 400],
    [{ customer: gone }, 409],
  ] as const)
    expect([bad, (await sell({ ...good, ...bad })).status]).toEqual([bad, status]);
  expect(await billsOf(customer)).toEqual([]);
});
