// Offers for the first periods of a service, from outside: what they lower, how often, and that what is taken back gives the period back.
import { afterAll, beforeAll, expect, it } from "vitest";
import { beginServicesDue } from "../../../server/billing/service/due-services.ts";
import { addMonths, monthOf } from "../../../shared/kernel/day.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let counter: Client;
/** Of 1200.00, and half of it for the first two periods. */
let offer: string;

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const next = () => addMonths(monthOf(day(0)), 1);
const joined_at = "2026-01-15T06:00:00Z";

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const half = { title: "Half", discount_type: "PERCENT", discount_value: 50, first_periods: 2 };
  offer = (
    await ok<{ id: string }>(isp.admin.post("/offers/", { ...half, start_date: day(-1), end_date: day(1) }))
  ).id;
  const roles = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
  const role = roles.results.find(({ name }) => name === "Counter")?.id;
  await ok(
    isp.admin.post("/staff/", { username: "promos", password: "a-long-password", full_name: "P", role }),
  );
  counter = await server.signIn("promos", "a-long-password");
});
afterAll(() => server.stop());

const priceOf = async (id: string) => (await ok<{ price: string }>(isp.admin.get(`/customers/${id}/`))).price;
const leftOf = async (customer: string) => {
  const { results } = await ok<{ results: { promo_left: number | null }[] }>(
    isp.admin.get(`/services/?customer=${customer}&state=ACTIVE`),
  );
  return results[0]?.promo_left;
};
const bill = (billing_month: string) =>
  ok(isp.admin.post("/invoices/generate-batch/", { billing_month, async: false }));
const billOf = async (customer: string, month: string) => {
  const { results } = await ok<{ results: { id: string; total_payable: string }[] }>(
    isp.admin.get(`/invoices/?customer=${customer}&billing_month=${month}`),
  );
  return results[0];
};
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);

it("Recharges of the first periods cost the offer's price, what is bought beyond them the whole one, and one taken back gives its period back", async () => {
  const made = await ok<{ id: string; price: string; version: number }>(
    isp.admin.post("/customers/", { name: "A", username: "p1", phone: "1", package: isp.package, offer }),
  );
  expect(made).toMatchObject({ price: "600.00" });
  expect(await ok(isp.admin.get(`/customers/${made.id}/`))).toMatchObject({ version: made.version });
  const { results } = await ok<{ results: object[] }>(isp.admin.get(`/services/?customer=${made.id}`));
  expect(results).toMatchObject([
    { price: "1200.00", offer, promo_price: "600.00", promo_periods: 2, promo_left: 2 },
  ]);
  const recharge = (amount: string, validity_days: number) =>
    counter.post("/recharges/", { customer_id: made.id, amount, validity_days });
  expect(await recharge("599.99", 30)).toMatchObject({ status: 403 });
  const first = await ok<{ id: string }>(recharge("600.00", 30));
  expect([await leftOf(made.id), await priceOf(made.id)]).toEqual([1, "600.00"]);
  await ok(isp.admin.post(`/recharges/${first.id}/reverse/`, {}));
  expect(await leftOf(made.id)).toBe(2);
  expect(await recharge("2399.99", 90)).toMatchObject({ status: 403 });
  const three = await ok<{ id: string }>(recharge("2400.00", 90));
  expect([await leftOf(made.id), await priceOf(made.id)]).toEqual([0, "1200.00"]);
  expect(await recharge("600.00", 30)).toMatchObject({ status: 403 });
  await ok(isp.admin.post(`/recharges/${three.id}/reverse/`, {}));
  expect([await leftOf(made.id), await priceOf(made.id)]).toEqual([2, "600.00"]);
  await booksAreRight();
});

it("So many bills are lower, the better of two offers counts alone, and a void bill gives its period back", async () => {
  const id = await isp.customer({ joined_at, offer, discount: "100.00" });
  const months = [0, 1, 2].map((at) => addMonths(next(), at));
  for (const month of months) await bill(month);
  const totals: unknown[] = [];
  for (const month of months) totals.push((await billOf(id, month))?.total_payable);
  // Earlier dues are carried into each.
  expect(totals).toEqual(["500.00", "1000.00", "2100.00"]);
  expect([await leftOf(id), await priceOf(id)]).toEqual([0, "1100.00"]);
  const last = await billOf(id, months[2] ?? "");
  await ok(isp.admin.post(`/invoices/${last?.id}/void/`, { reason: "Twice" }));
  expect(await leftOf(id)).toBe(0);
  const second = await billOf(id, months[1] ?? "");
  await ok(isp.admin.post(`/invoices/${second?.id}/void/`, { reason: "Twice" }));
  expect([await leftOf(id), await priceOf(id)]).toEqual([1, "500.00"]);
  await booksAreRight();
});

it("A package is changed to with an offer, at its price; one that does not fit is refused by name", async () => {
  const plan = { name: "Large", price: "1800.00", bandwidth_mbps: 50 };
  const { id: large } = await ok<{ id: string }>(isp.admin.post("/packages/", plan));
  const id = await isp.customer({ joined_at });
  await ok(isp.admin.post("/recharges/", { customer_id: id, amount: "1200.00", validity_days: 30 }));
  const change = (body: object) =>
    isp.admin.post(`/customers/${id}/change-package/`, { package: large, when: "NOW", ...body });
  const refused = (code: string) => ({ status: 400, body: { errors: [{ field: "offer", code }] } });
  expect(await change({ offer: large })).toMatchObject(refused("DOES_NOT_EXIST"));
  const of = async (more: object) => {
    const half = {
      title: "X",
      discount_type: "FIXED",
      discount_value: "100",
      start_date: day(-1),
      end_date: day(1),
    };
    return (await ok<{ id: string }>(isp.admin.post("/offers/", { ...half, ...more }))).id;
  };
  expect(await change({ offer: await of({}) })).toMatchObject(refused("INVALID"));
  const over = await of({ first_periods: 1, start_date: day(-9), end_date: day(-3) });
  expect(await change({ offer: over })).toMatchObject(refused("INVALID"));
  expect(await change({ offer: await of({ first_periods: 1, package: isp.package }) })).toMatchObject(
    refused("INVALID"),
  );
  expect(
    await isp.admin.post("/offers/", {
      ...{ title: "Y", discount_type: "FIXED", discount_value: "1", start_date: day(0), end_date: day(1) },
      first_periods: 61,
    }),
  ).toMatchObject({ status: 400 });
  expect(await ok(change({ offer }))).toMatchObject({ cost: "900.00", freed: "300.00", to_pay: "0.00" });
  expect([await leftOf(id), await priceOf(id)]).toEqual([2, "900.00"]);
  await booksAreRight();
});

it("A package's new price takes no period of an offer from who was sold it, at once and after paid days", async () => {
  const plan = { name: "Dearer", price: "1000.00", bandwidth_mbps: 50, validity_days: 5 };
  const { id: dearer } = await ok<{ id: string }>(isp.admin.post("/packages/", plan));
  const sold = { package: dearer, offer, joined_at };
  const [unpaid, paid] = [await isp.customer(sold), await isp.customer(sold)];
  await ok(isp.admin.post("/recharges/", { customer_id: paid, amount: "500.00", validity_days: 5 }));
  await ok(isp.admin.patch(`/packages/${dearer}/`, { price: "1400.00" }));
  expect([await leftOf(unpaid), await priceOf(unpaid)]).toEqual([2, "500.00"]);
  // One more is used while the new price waits for the end of the paid days.
  await ok(isp.admin.post("/recharges/", { customer_id: paid, amount: "500.00", validity_days: 5 }));
  await beginServicesDue(server.services, new Date(`${day(12)}T12:00:00Z`));
  expect([await leftOf(paid), await priceOf(paid)]).toEqual([0, "1400.00"]);
  await booksAreRight();
});
