// Free and bound money: what bought days is neither paid out nor spent on charges, until the days are given back.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
/** May pay advances out, and not what bought days. */
let cashier: Client;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const permissions = [
    "subscribers.customer.view",
    "billing.recharge.create",
    "finance.billing_account.view",
    "finance.refund.create",
    "finance.refund.view",
  ];
  const role = await ok<{ id: string }>(isp.admin.post("/roles/", { name: "Pays out", permissions }));
  const account = { username: "pays-out", password: "a-long-password", full_name: "Pays out", role: role.id };
  await ok(isp.admin.post("/staff/", account));
  cashier = await server.signIn(account.username, account.password);
});
afterAll(() => server.stop());

const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const summary = (id: string) => ok(isp.admin.get(`/customers/${id}/financial-summary/`));
const recharge = (customer_id: string, amount: string, validity_days: number) =>
  ok<{ id: string; covers_from: string; covers_to: string; new_expiry_date: string }>(
    isp.admin.post("/recharges/", { customer_id, amount, validity_days }),
  );
const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

it("A recharge's money is not paid out while its days stand, but by who has the right to", async () => {
  const customer = await isp.customer();
  await recharge(customer, "3000.00", 30);
  expect(await summary(customer)).toMatchObject({ advance_amount: "3000.00", free_advance_amount: "0.00" });
  const path = `/customers/${customer}/refund/`;
  const asked = { amount: "3000.00", reason: "Wants it back" };
  for (const way of [path, `${path}preview/`])
    expect(await cashier.post(way, asked)).toMatchObject({ status: 422, body: { code: "BOUND_ADVANCE" } });
  await ok(isp.admin.post("/transactions/", { customer_id: customer, amount: "50.00" }));
  expect(await summary(customer)).toMatchObject({ advance_amount: "3050.00", free_advance_amount: "50.00" });
  expect(await cashier.post(path, { ...asked, amount: "50.01" })).toMatchObject({ status: 422 });
  // The oldest money is bound: the free is taken from behind it.
  await ok(cashier.post(path, { ...asked, amount: "50.00" }));
  expect(await cashier.post(path, { ...asked, amount: "3000.01" })).toMatchObject({
    body: { code: "INSUFFICIENT_ADVANCE" },
  });
  await ok(isp.admin.post(path, asked));
  expect(await summary(customer)).toMatchObject({ advance_amount: "0.00", free_advance_amount: "0.00" });
  await booksAreRight();
});

it("A charge by hand takes free money only, the month's bill all of it", async () => {
  const customer = await isp.customer();
  await recharge(customer, "1200.00", 30);
  await ok(isp.admin.post("/transactions/", { customer_id: customer, amount: "100.00" }));
  const me = await ok<{ results: { id: string; username: string }[] }>(isp.admin.get("/staff/"));
  const charge = { customer, amount: "300.00", adjustment_type: "DEBIT", reason: "Cable" };
  await ok(isp.admin.post("/adjustments/", { ...charge, approved_by: me.results[0]?.id }));
  expect(await summary(customer)).toMatchObject({
    due_amount: "200.00",
    advance_amount: "1200.00",
    free_advance_amount: "0.00",
  });
  await ok(
    isp.admin.post("/invoices/generate-batch/", { billing_month: new Date().toISOString().slice(0, 7) }),
  );
  expect(await summary(customer)).toMatchObject({ due_amount: "200.00", advance_amount: "0.00" });
  await booksAreRight();
});

it("A recharge says which days it pays for, and they move when one before it is taken back", async () => {
  const customer = await isp.customer();
  const first = await recharge(customer, "1200.00", 30);
  const second = await recharge(customer, "400.00", 10);
  const none = await recharge(customer, "5.00", 0);
  expect(first.covers_to).toBe(first.new_expiry_date);
  expect(second).toMatchObject({
    covers_from: later(first.covers_to, 1),
    covers_to: later(first.covers_to, 10),
  });
  expect(none).toMatchObject({ covers_from: null, covers_to: null });
  expect(await summary(customer)).toMatchObject({ free_advance_amount: "5.00" });
  await ok(isp.admin.post(`/recharges/${first.id}/reverse/`, { reason: "Wrong one" }));
  expect(await ok(isp.admin.get(`/recharges/${second.id}/`))).toMatchObject({
    covers_from: later(second.covers_from, -30),
    covers_to: later(second.covers_to, -30),
  });
  await booksAreRight();
});
