// Dashboard and collections say what a plain recount of the tenant's records says, by the tenant's own days.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, dayOf, momentOf, monthOf } from "../../shared/kernel/day.ts";
import type { Collections, Dashboard } from "../../shared/reports/index.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

/** Fourteen hours ahead of UTC: most moments are another day there. */
const TIMEZONE = "Pacific/Kiritimati";

let server: TestServer;
let isp: TestTenant;
let clerk: Client;
const today = dayOf(new Date(), TIMEZONE);
const month = monthOf(today);
const lastMonth = monthOf(addDays(`${month}-01`, -1));

async function made(path: string, body: Record<string, unknown>, by = isp.owner) {
  const answer = await by.post(path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const cents = (amount: unknown) => Math.round(Number(amount) * 100);
const sum = (amounts: readonly unknown[]) => amounts.reduce<number>((total, one) => total + cents(one), 0);

async function every(path: string): Promise<Record<string, string>[]> {
  const { status, body } = await isp.owner.get(`${path}?page_size=500`);
  expect(status, path).toBe(200);
  return body.results;
}

const dashboard = async () => {
  const { status, body } = await isp.owner.get("/reports/dashboard/");
  expect(status).toBe(200);
  return body as Dashboard;
};
const collections = async (query: string) => {
  const { status, body } = await isp.owner.get(`/reports/collections/?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Collections;
};

/** Bills of different ages, money of different days and methods, some of it given back. */
async function liveAWhile(): Promise<void> {
  const plan = (name: string, price: string, validity_days: number) =>
    made("/packages/", { name, price, validity_days, bandwidth_mbps: 10, router_profile: name });
  const month30 = await plan("month", "700.00", 30);
  const week = await plan("week", "199.99", 7);
  const customers: string[] = [];
  const states = ["ACTIVE", "ACTIVE", "ACTIVE", "SUSPENDED", "EXPIRED", "TERMINATED"];
  for (const [at, status] of states.entries()) {
    const pack = at === 2 ? week.id : month30.id;
    const person = {
      name: `Customer ${at}`,
      username: `c${at}`,
      phone: `0171100000${at}`,
      status,
      package: pack,
    };
    customers.push((await made("/customers/", person)).id);
  }
  const bill = (customer: string, ago: number, amount: string, previous_due?: string) => {
    const day = addDays(today, -ago);
    const lines = [{ description: "Month", unit_price: amount }];
    return made("/invoices/", {
      customer,
      issue_date: day,
      due_date: day,
      lines,
      ...(previous_due ? { previous_due } : {}),
    });
  };
  const [first = "", second = "", third = ""] = customers;
  await bill(first, 40, "300.00");
  await bill(first, 0, "100.00");
  await bill(second, 100, "50.00");
  await bill(third, 1, "80.00");
  const pay = (customer: string, amount: string, day: string, more = {}, by = isp.owner) =>
    made(
      "/transactions/",
      { customer, amount, occurred_at: momentOf(day, TIMEZONE, "00:00").toISOString(), ...more },
      by,
    );
  await pay(second, "50.00", today);
  await pay(third, "10.50", `${month}-01`, { method: "MOBILE" });
  await pay(third, "20.25", addDays(`${month}-01`, -1));
  await pay(third, "5.00", addDays(today, -1), {}, clerk);
  await made("/recharges/", { customer_id: second, amount: "700.00", validity_days: 30 }, clerk);
  const mistake = await pay(third, "99.00", today);
  await made(`/transactions/${mistake.id}/reverse/`, { reason: "Twice" });
  await made("/adjustments/", {
    customer: third,
    amount: "7.00",
    adjustment_type: "CREDIT",
    reason: "Kindness",
    idempotency_key: "one",
  });
  const ticket = (subject: string, priority: string) =>
    made("/tickets/", { subject, description: subject, priority });
  await ticket("Slow", "LOW");
  await ticket("Dead", "URGENT");
  const done = await ticket("Bill", "URGENT");
  await made(`/tickets/${done.id}/reply/`, { message: "Done", status: "RESOLVED" });
  await made("/tasks/", { title: "Splice", description: "Splice", task_type: "REPAIR" });
  await made("/routers/", { name: "Core", host: "192.0.2.1", username: "api", password: "secret" });
}

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { settings: { timezone: TIMEZONE } });
  clerk = await isp.staff("till", "Counter");
  await liveAWhile();
});
afterAll(() => server.stop());

test("The dashboard's customers, bills, tickets and work orders are a recount of the records", async () => {
  const shown = await dashboard();
  const customers = await every("/customers/");
  const inState = (status: string) => customers.filter((one) => one.status === status).length;
  expect(shown.customers).toEqual({
    total: customers.length,
    active: inState("ACTIVE"),
    suspended: inState("SUSPENDED"),
    expired: inState("EXPIRED"),
    new_this_month: customers.filter(
      ({ joined_at }) => monthOf(dayOf(new Date(String(joined_at)), TIMEZONE)) === month,
    ).length,
  });
  expect(shown.customers.new_this_month).toBe(6);
  const invoices = await every("/invoices/");
  const billed = (status: string) => invoices.filter((one) => one.status === status).length;
  expect(shown.invoices).toEqual({
    unpaid: billed("UNPAID"),
    partial: billed("PARTIAL"),
    overdue: billed("OVERDUE"),
    paid: billed("PAID"),
  });
  expect(shown.tickets).toEqual({ open: 2, by_priority: { LOW: 1, MEDIUM: 0, HIGH: 0, URGENT: 1 } });
  expect(shown.tasks.by_status).toEqual({
    PENDING: 1,
    ASSIGNED: 0,
    IN_PROGRESS: 0,
    COMPLETED: 0,
    CANCELLED: 0,
  });
  expect(shown.network).toEqual({
    routers_online: 0,
    routers_offline: 0,
    active_sessions: 0,
    onus_online: 0,
    onus_los: 0,
    onus_weak_signal: 0,
  });
});

test("The dashboard's collections are the money that came in on the tenant's days, without what was given back or only booked", async () => {
  const { collections: shown } = await dashboard();
  const money = (await every("/transactions/")).filter(
    ({ status, method }) => status === "COMPLETED" && method !== "ADJUSTMENT",
  );
  const on = (day: string) =>
    sum(
      money
        .filter(({ received_at }) => dayOf(new Date(String(received_at)), TIMEZONE) === day)
        .map(({ amount }) => amount),
    );
  const inMonth = (of: string) =>
    sum(
      money
        .filter(({ received_at }) => monthOf(dayOf(new Date(String(received_at)), TIMEZONE)) === of)
        .map(({ amount }) => amount),
    );
  expect(cents(shown.today)).toBe(on(today));
  expect(cents(shown.this_month)).toBe(inMonth(month));
  expect(cents(shown.last_month)).toBe(inMonth(lastMonth));
  expect(inMonth(lastMonth)).toBeGreaterThan(0);
  expect(shown.series.map(({ date }) => date)).toEqual(
    Array.from({ length: 30 }, (_, at) => addDays(today, at - 29)),
  );
  for (const { date, amount } of shown.series) expect(cents(amount), date).toBe(on(date));
});

test("The dashboard's dues are the customers', by the age of the charge, and overdue is what is past its day", async () => {
  const { dues } = await dashboard();
  expect(cents(dues.total)).toBe(sum((await every("/customers/")).map(({ due_amount }) => due_amount)));
  const { body: ageing } = await isp.owner.get("/reports/ageing/");
  expect(dues.ageing).toEqual(ageing.buckets);
  const [current, ...late] = dues.ageing;
  expect(cents(dues.overdue)).toBe(sum(late.map(({ amount }) => amount)));
  expect(cents(current?.amount)).toBeGreaterThan(0);
});

test("Recurring revenue is what active customers' packages cost as of 30 days", async () => {
  const { packages, mrr, arpu } = await dashboard();
  // Two for 700 a month, and one for 199.99 a week.
  expect(packages.map(({ package_name, customers, revenue }) => [package_name, customers, revenue])).toEqual([
    ["month", 2, "1400.00"],
    ["week", 1, "857.10"],
  ]);
  expect([mrr, arpu]).toEqual(["2257.10", "752.37"]);
});

test("Collections come by day, method, cashier and package, and each way adds up to the same", async () => {
  const range = `from=${lastMonth}-01&to=${today}`;
  const [byDay, byMethod, byCashier, byPackage] = await Promise.all(
    ["day", "method", "cashier", "package"].map((group) => collections(`${range}&group_by=${group}`)),
  );
  for (const answer of [byDay, byMethod, byCashier, byPackage]) {
    expect([answer?.payments, answer?.total]).toEqual([5, "785.75"]);
    expect(sum(answer?.groups.map(({ amount }) => amount) ?? [])).toBe(78_575);
  }
  expect(byMethod?.groups).toEqual([
    { group: "CASH", name: null, payments: 4, amount: "775.25" },
    { group: "MOBILE", name: null, payments: 1, amount: "10.50" },
  ]);
  expect(byCashier?.groups.map(({ group, payments }) => [group, payments])).toEqual([
    ["till", 2],
    [`${isp.tenant.subdomain}-owner`, 3],
  ]);
  expect(byPackage?.groups.map(({ name, amount }) => [name, amount])).toEqual([
    ["month", "700.00"],
    [null, "85.75"],
  ]);
  const days = byDay?.groups.map(({ group }) => group) ?? [];
  expect(days).toEqual([...days].sort());
  expect(days).toContain(addDays(`${month}-01`, -1));
});

test("Collections asked without days are those of this month by day, and impossible ranges are refused", async () => {
  expect(await collections("")).toMatchObject({ from: `${month}-01`, to: today, group_by: "day" });
  for (const query of [
    "from=2026-02-02&to=2026-02-01",
    "from=2020-01-01&to=2026-01-01",
    "group_by=colour",
    "colour=red",
  ])
    expect((await isp.owner.get(`/reports/collections/?${query}`)).status, query).toBe(400);
});

test("Every report is a CSV file as well, with the same figures", async () => {
  const { mrr } = await dashboard();
  const lines: Record<string, string> = {
    "/reports/dashboard/?format=csv": `mrr,${mrr}`,
    "/reports/collections/?format=csv&group_by=method": "MOBILE,,1,10.50",
    "/reports/ageing/?format=csv": "TOTAL,",
    "/reports/trial-balance/?format=csv": "TOTAL,",
  };
  for (const [path, line] of Object.entries(lines)) {
    const { status, headers, body } = await isp.owner.get(path);
    expect([status, headers.get("content-type")], path).toEqual([200, "text/csv; charset=utf-8"]);
    expect(headers.get("content-disposition"), path).toMatch(/^attachment; filename="[a-z-]+\.csv"$/);
    expect(body, path).toContain(line);
  }
});

test("Who has no right to reports is refused them", async () => {
  for (const path of ["/reports/dashboard/", "/reports/collections/"])
    expect((await clerk.get(path)).status).toBe(403);
});

test("Who sees their own customers alone gets no report, since their part is none", async () => {
  const permissions = ["reporting.report.view", "finance.ledger_entry.view", "subscribers.customer.view_own"];
  const role = await made("/roles/", { name: "Own part", permissions });
  await made("/staff/", { username: "own-part", password: "own-part-secret", role: role.id });
  const seller = await server.signIn("own-part", "own-part-secret", isp.tenant.subdomain);
  for (const name of ["dashboard", "collections", "ageing"])
    expect(await seller.get(`/reports/${name}/`)).toMatchObject({
      status: 403,
      body: { code: "PERMISSION_DENIED" },
    });
});
