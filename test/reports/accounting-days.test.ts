// Reports count by the accounting day: what was booked later counts then, what is taken back counts when it is taken back, and
// what was shown of a past day or month stays; read from the payments and from the sums that are kept of them alike.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sumUpKept } from "../../server/billing/figures/kept-sums.ts";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { collectedSums } from "../../server/reports/receipts-rollup.ts";
import { addDays, dayOf, lastDayOf, type Month, monthOf } from "../../shared/kernel/day.ts";
import { newId } from "../../shared/kernel/id.ts";
import type { Body } from "../acceptance/helpers/money.ts";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { longKnown, openDesktop, type WireDesktop } from "../helpers/desktop.ts";
import { feedSettled } from "../helpers/feed.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

const today = dayOf(new Date(), "UTC");
const month = monthOf(addDays(`${monthOf(today)}-01`, -1)) as Month;
const last = lastDayOf(month);
const reason = "A test";

let server: TestServer;
let isp: TestTenant;
let till: WireDesktop;
let customer: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  till = await longKnown(server, await openDesktop(server.url, isp.admin.token));
  customer = await isp.customer();
});
afterAll(() => server.stop());

/** The days as they are kept. */
const keptDays = (sql: Sql) =>
  sql`select /* a test's own */ id, booked_on::text, returned_on::text from payment_transactions order by id`;

const get = (path: string): Promise<Body> => ok<Body>(isp.admin.get(path));
const taken = (occurred_at: string, amount: string): Promise<Body> =>
  ok<Body>(isp.admin.post("/transactions/", { customer, amount, occurred_at }));

/** What is shown of the month that is over, and of its last day. */
async function shown(): Promise<Body> {
  const [collections, byDay, trial, tax, settlements] = await Promise.all([
    get(`/reports/collections/?from=${month}-01&to=${last}&group_by=cashier`),
    get(`/reports/collections/?from=${last}&to=${last}&group_by=day`),
    get(`/reports/trial-balance/?as_of=${last}`),
    get(`/reports/tax/?from=${month}-01&to=${last}`),
    get(`/reports/reseller-settlements/?from=${month}-01&to=${last}`),
  ]);
  const { last_month } = (await get("/reports/dashboard/")).collections;
  return { collections, byDay, trial, tax, settlements, last_month };
}

async function sumUp(): Promise<void> {
  await feedSettled(server.services.db.platform);
  await sumUpKept(server.services, collectedSums, isp.id);
}

const collectedToday = async (): Promise<string[]> => {
  const { total, groups } = await get(`/reports/collections/?from=${today}&to=${today}`);
  const { collections } = await get("/reports/dashboard/");
  return [total, collections.today, groups.map(({ payments }: Body) => String(payments)).join()];
};

it("What is taken back counts on the day on which it is, and the month that it was of stays as it was shown", async () => {
  const paid = await taken(`${last}T12:00:00Z`, "300.00");
  await taken(`${last}T13:00:00Z`, "50.00");
  const { id: recharge } = await ok<Body>(
    isp.admin.post("/recharges/", {
      ...{ customer_id: customer, amount: "1200.00", validity_days: 30, occurred_at: `${last}T14:00:00Z` },
    }),
  );
  const before = await shown();
  expect(before).toMatchObject({ last_month: "1550.00", collections: { total: "1550.00", payments: 3 } });
  expect(await collectedToday()).toEqual(["0.00", "0.00", ""]);
  await ok(isp.admin.post(`/transactions/${paid.id}/reverse/`, { reason }));
  await ok(isp.admin.post(`/recharges/${recharge}/reverse/`, {}));
  expect(await shown()).toEqual(before);
  expect(await collectedToday()).toEqual(["-1500.00", "-1500.00", "-2"]);
  // What comes in and is taken back on one day is nothing.
  const now = await ok<Body>(isp.admin.post("/transactions/", { customer, amount: "70.00" }));
  await ok(isp.admin.post(`/transactions/${now.id}/reverse/`, { reason }));
  expect(await collectedToday()).toEqual(["-1500.00", "-1500.00", "-2"]);
  await sumUp();
  expect(await shown()).toEqual(before);
  expect(await collectedToday()).toEqual(["-1500.00", "-1500.00", "-2"]);
});

it("Money that came in as nobody's is of no package, whatever it buys once it is said whose it is", async () => {
  const event = await ok<Body>(
    isp.admin.post("/payments/events/", {
      ...{ provider: "paygate", event_id: "nobodys", amount: "1200.00", account_ref: "nobody" },
    }),
  );
  const path = `/reports/collections/?from=${today}&to=${today}&group_by=package`;
  const before = await get(path);
  const { payment_transaction } = await ok<Body>(
    isp.admin.post(`/payments/events/${event.id}/match/`, { customer: await isp.customer() }),
  );
  expect((await get(`/transactions/${payment_transaction}/`)).recharge).not.toBeNull();
  expect(await get(path)).toEqual(before);
  await sumUp();
  expect(await get(path)).toEqual(before);
});

it("What a till tells of a month that was closed meanwhile counts on the day on which it is booked, also in collections and settlements", async () => {
  const account = { username: "seller-days", password: "seller-days-secret" };
  const reseller = (
    await ok<Body>(
      isp.admin.post("/resellers/", { company_name: "Turag Net", credit_limit: "5000.00", ...account }),
    )
  ).id;
  const sold = await isp.customer({ reseller });
  const seller = await server.signIn(account.username, account.password, isp.subdomain);
  const theirs = await longKnown(server, await openDesktop(server.url, seller.token));
  await ok(isp.admin.patch("/settings/", { lock_date: last }));
  const before = await shown();
  const open = addDays(last, 1);
  const opened = () => get(`/reports/collections/?from=${open}&to=${open}`);
  const { total } = await opened();
  const at = { occurred_at: `${last}T15:00:00Z` };
  const payment = { id: newId(), customer, amount: "40.00" };
  expect(await till.push([till.command("transaction.create", payment, at)])).toMatchObject([
    { status: "APPLIED" },
  ]);
  const sale = { id: newId(), customer_id: sold, amount: "1300.00", validity_days: 30 };
  expect(await theirs.push([theirs.command("recharge.create", sale, at)])).toMatchObject([
    { status: "APPLIED" },
  ]);
  const record = await get(`/transactions/${payment.id}/`);
  expect(record).toMatchObject({ booked_on: open, returned_on: null });
  const moved = async () => {
    expect(await shown()).toEqual(before);
    expect(Number((await opened()).total) - Number(total)).toBe(40);
    const { resellers } = await get(`/reports/reseller-settlements/?from=${open}&to=${open}`);
    expect(resellers).toMatchObject([{ charged: "1200.00", sales: 1, retail: "1300.00" }]);
  };
  await moved();
  await sumUp();
  await moved();
});

it("A database of before is given its days by what the ledger says", async () => {
  const sql = openPool(server.database_url, null, 1);
  const days = await keptDays(sql);
  expect(days.some(({ booked_on }) => booked_on) && days.some(({ returned_on }) => returned_on)).toBe(true);
  await sql`update /* a test's own */ payment_transactions set booked_on = null, returned_on = null`;
  const file = new URL("../../server/migrations/0048-accounting-days-of-money.sql", import.meta.url);
  for (const statement of readFileSync(file, "utf8").split(";"))
    if (statement.trim().startsWith("update")) await sql.unsafe(statement);
  expect(await keptDays(sql)).toEqual(days);
  await sql.end();
});
