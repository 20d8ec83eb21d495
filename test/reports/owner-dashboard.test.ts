// The owner's figures: each is what the list that it opens counts or adds up to, and none of them is read from the whole ledger.
import { afterAll, beforeAll, expect, test } from "vitest";
import { cashSums } from "../../server/billing/cash/cash-sums.ts";
import { sumUpKept } from "../../server/billing/figures/kept-sums.ts";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { addDays, dayOf, momentOf, monthOf } from "../../shared/kernel/day.ts";
import type { Dashboard, MrrReport } from "../../shared/reports/index.ts";
import { type Body, expectStatus } from "../acceptance/helpers/money.ts";
import { ofPlans, PlanLog } from "../helpers/database/plans.ts";
import { type Client, client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

const TIMEZONE = "Asia/Dhaka";
let server: TestServer;
let isp: TestTenant;
let owner: Client;
const today = dayOf(new Date(), TIMEZONE);
const month = monthOf(today);

const made = (path: string, body: object, by = owner): Promise<Body> =>
  expectStatus(201, by.post(path, body));
const dashboard = async (): Promise<Dashboard> => expectStatus(200, owner.get("/reports/dashboard/"));
const counted = async (path: string): Promise<number> => (await expectStatus(200, owner.get(path))).count;
const cents = (amount: unknown) => Math.round(Number(amount) * 100);
const summed = async (path: string, field: string): Promise<number> => {
  const { results } = await expectStatus(200, owner.get(path));
  return results.reduce((sum: number, row: Body) => sum + cents(row[field]), 0);
};
const movements = async (movement: string): Promise<MrrReport["results"]> =>
  (await expectStatus(200, owner.get(`/reports/mrr/?movement=${movement}`))).results;

let made_people = 0;
const person = (more: object): Promise<Body> => {
  made_people += 1;
  const name = `Customer ${made_people}`;
  return made("/customers/", {
    name,
    username: `c${made_people}`,
    phone: `017110000${10 + made_people}`,
    ...more,
  });
};

/** Past the program. */
async function inDatabase(work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = openPool(server.database_url, null, 1);
  await work(sql);
  await sql.end();
}

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { settings: { timezone: TIMEZONE, auto_suspend: false } });
  owner = isp.owner;
  const plan = (name: string, price: string, validity_days: number) =>
    made("/packages/", { name, price, validity_days, bandwidth_mbps: 10, router_profile: name });
  const [small, large] = [await plan("small", "500.00", 30), await plan("large", "1000.00", 30)];
  // What counted before this month: as if their first change were of an earlier one.
  const before = [];
  for (let at = 0; at < 5; at += 1) before.push(await person({ package: small.id }));
  await inDatabase(async (sql) => {
    await sql`update mrr_months set month = '2020-01' where tenant_id = ${isp.tenant.id}`;
    await sql`update customers set joined_at = now() - interval '100 days' where tenant_id = ${isp.tenant.id}`;
  });
  const [stays, grows, goes, comes, leaves] = before.map(({ id }) => String(id));
  await expectStatus(200, owner.patch(`/customers/${grows}/`, { package: large.id }));
  await expectStatus(200, owner.post(`/customers/${goes}/toggle_status/`, {}));
  await expectStatus(200, owner.post(`/customers/${comes}/toggle_status/`, {}));
  await expectStatus(200, owner.post(`/customers/${comes}/toggle_status/`, { force: true }));
  await expectStatus(200, owner.patch(`/customers/${leaves}/`, { status: "TERMINATED" }));
  await person({ package: large.id });
  await person({ package: small.id, status: "EXPIRED", expiry_date: addDays(today, -31) });
  await person({ package: small.id, status: "EXPIRED", expiry_date: addDays(today, -30) });
  const pay = (amount: string, day: string, method = "CASH") =>
    made("/transactions/", {
      ...{ customer: stays, amount, method },
      occurred_at: momentOf(day, TIMEZONE, "00:00").toISOString(),
    });
  await pay("50.00", today);
  await pay("70.00", addDays(`${month}-01`, -1), "MOBILE");
  await made("/cash-transfers/", {
    from: `${isp.tenant.subdomain}-owner`,
    to: "OFFICE",
    amount: "20.00",
    method: "CASH",
  });
  const clerk = await isp.staff("till", "Counter");
  const employee = await made("/employees/", {
    ...{
      name: "Till",
      employee_code: "E1",
      staff: clerk.staff_id,
      designation: "Clerk",
      salary: "9000.00",
    },
    join_date: addDays(today, -200),
  });
  await made("/leaves/", { employee: employee.id, leave_type: "CASUAL", start_date: today, end_date: today });
  await made("/advance-salaries/", {
    employee: employee.id,
    amount: "300.00",
    request_date: today,
    deduction_month: month,
  });
});
afterAll(() => server.stop());

test("What the revenue was when the month began and what changed it add up to what it is, and each change opens its customers", async () => {
  const { mrr, mrr_movements: of } = await dashboard();
  expect(of.month).toBe(month);
  const shown = Object.fromEntries(of.movements.map((row) => [row.movement, [row.customers, row.amount]]));
  expect(shown).toEqual({
    NEW: [1, "1000.00"],
    EXPANSION: [1, "500.00"],
    REACTIVATED: [0, "0.00"],
    CONTRACTION: [0, "0.00"],
    CHURNED: [2, "-1000.00"],
  });
  expect(of.start).toBe("2500.00");
  expect(cents(mrr)).toBe(cents(of.start) + of.movements.reduce((sum, { amount }) => sum + cents(amount), 0));
  for (const { movement, customers, amount } of of.movements) {
    const rows = await movements(movement);
    expect(rows, movement).toHaveLength(customers);
    expect(
      rows.reduce((sum, { change }) => sum + cents(change), 0),
      movement,
    ).toBe(cents(amount));
  }
});

test("Another price of a package is more or less revenue of everybody who has it, once however often it changes", async () => {
  const { results } = await expectStatus(200, owner.get("/packages/?name=small"));
  await expectStatus(200, owner.patch(`/packages/${results[0].id}/`, { price: "400.00" }));
  const cheaper = await dashboard();
  const less = cheaper.mrr_movements.movements.find(({ movement }) => movement === "CONTRACTION");
  expect(less).toMatchObject({ customers: 2, amount: "-200.00" });
  expect(cheaper.mrr_movements.start).toBe("2500.00");
  await expectStatus(200, owner.patch(`/packages/${results[0].id}/`, { price: "500.00" }));
  const { mrr_movements: again } = await dashboard();
  expect(again.movements.find(({ movement }) => movement === "CONTRACTION")).toMatchObject({ customers: 0 });
});

test("Each figure of the page is what the list that it opens counts", async () => {
  const shown = await dashboard();
  const { customers, churn, terminated, waiting, compared, collections, cash, tickets } = shown;
  for (const state of ["active", "suspended", "expired"] as const)
    expect(customers[state], state).toBe(await counted(`/customers/?status=${state.toUpperCase()}`));
  expect(terminated).toBe(1);
  expect(terminated).toBe(await counted("/customers/?status=TERMINATED"));
  expect(customers.new_this_month).toBe(
    await counted(
      `/customers/?joined_at__gte=${encodeURIComponent(momentOf(`${month}-01`, TIMEZONE, "00:00").toISOString())}`,
    ),
  );
  expect(churn.customers).toBe(1);
  expect(churn.customers).toBe(
    await counted(`/customers/?status=EXPIRED&expiry_date__lt=${churn.expired_before}`),
  );
  expect(waiting).toMatchObject({
    cash_transfers: 1,
    leaves: 1,
    advances: 1,
    cash_in_transit: "20.00",
    advances_amount: "300.00",
  });
  expect(waiting.reviews).toBe(await counted("/review-items/?status=OPEN"));
  expect(waiting.cash_transfers).toBe(await counted("/cash-transfers/?status=IN_TRANSIT"));
  expect(cents(waiting.cash_in_transit)).toBe(await summed("/cash-transfers/?status=IN_TRANSIT", "amount"));
  expect(waiting.leaves).toBe(await counted("/leaves/?status=PENDING"));
  expect(cents(waiting.advances_amount)).toBe(await summed("/advance-salaries/?status=PENDING", "amount"));
  expect(shown.own_reversals).toEqual({ count: 0, amount: "0.00" });
  const taken = { customer: (await person({})).id, amount: "70.00", method: "CASH" };
  const { id } = await made("/transactions/", taken);
  await expectStatus(200, owner.post(`/transactions/${id}/reverse/`, { reason: "Wrong customer" }));
  expect((await dashboard()).own_reversals).toEqual({ count: 1, amount: "70.00" });
  expect(tickets.open).toBe(await counted("/tickets/?status__in=OPEN,IN_PROGRESS,WAITING"));
  const report = await expectStatus(200, owner.get("/reports/cash/"));
  expect(cash.total).toBe(report.total_held);
  expect(cents(cash.total)).toBe(10_000);
  const { total } = await expectStatus(
    200,
    owner.get(`/reports/collections/?from=${compared.from}&to=${compared.to}`),
  );
  expect(compared.amount).toBe(total);
  expect(collections.today).toBe("50.00");
});

const pays = (customer: string, by?: Client) =>
  made("/transactions/", { customer, amount: "5.00", method: "CASH" }, by);

/** Sums the cash up until nothing of the ledger waits: what is under way in other databases of the same PostgreSQL holds the bound back. */
const sumUpCash = () =>
  expect
    .poll(async () => {
      await sumUpKept(server.services, cashSums, isp.tenant.id);
      const [left] = await server.services.db.platform`
        select count(*)::int as waiting from ledger_entries e join sums_kept k on k.tenant_id = e.tenant_id
        where e.tenant_id = ${isp.tenant.id} and k.tenant_id = ${isp.tenant.id} and k.sums = 'cash'
          and e.changed_xid >= k.until`;
      return left?.waiting;
    })
    .toBe(0);

test("Who holds cash is the same once the job has summed the ledger up", async () => {
  const { results } = await expectStatus(200, owner.get("/customers/?status=ACTIVE&page_size=1"));
  const [{ id }] = results;
  // Of a holder who is neither a till nor a person nothing but the books says whether they have cash.
  const program = await made("/api-tokens/", { name: "kiosk", role: isp.roles.Owner });
  const kiosk = client(server.url, program.token);
  for (let round = 0; round < 12; round += 1)
    await Promise.all(Array.from({ length: 10 }, () => pays(id, kiosk)));
  const before = (await dashboard()).cash;
  await sumUpCash();
  expect((await dashboard()).cash).toEqual(before);
  await pays(id);
  const { cash } = await dashboard();
  expect(cents(cash.total)).toBe(cents(before.total) + 500);
  await sumUpKept(server.services, cashSums, isp.tenant.id);
  expect((await dashboard()).cash).toEqual(cash);
});

ofPlans(test)("Of who holds cash what the job has summed up is not read again", async () => {
  const { results } = await expectStatus(200, owner.get("/customers/?status=ACTIVE&page_size=1"));
  await sumUpCash();
  // As autovacuum does of a ledger that grows.
  await inDatabase((sql) => sql`analyze ledger_entries`);
  await pays(results[0].id);
  const log = await PlanLog.start(server.database_url);
  const { cash } = await dashboard();
  const read = await log.read();
  await log.end();
  const entries = read.flatMap(({ statement, rows }) => (statement.includes("cash_held") ? rows : []));
  const ofTheLedger = read
    .flatMap(({ scans }) => scans)
    .flatMap((scan) => /ledger_entries\S*: (\d+)$/.exec(scan)?.[1] ?? []);
  // The payment's two lines, their accounts, the sums that were kept, up to where they go, and two pairs that don't belong together.
  expect(entries).toHaveLength(1);
  expect(entries[0]).toBeLessThanOrEqual(14);
  // Each holder by their first entry, and the payment's two lines.
  expect(ofTheLedger.reduce((sum, rows) => sum + Number(rows), 0)).toBeLessThanOrEqual(
    cash.holders.length + 2 + 4,
  );
});
