// Periods: what is refused in closed books, what a till's command does there, and who may date things back.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openPool, type Row, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { longKnown, openDesktop } from "../../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
let isp: TestTenant;
let customer: string;
const people: Record<string, Client> = {};

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 2);
  isp = await makeTenant(server);
  customer = await isp.customer();
  for (const role of ["Manager", "Accountant", "Counter"]) {
    const [username, password] = [`${role.toLowerCase()}-period`, `${role}-secret-1`];
    const roles = await ok<{ results: Row[] }>(isp.admin.get(`/roles/?name=${role}`));
    await ok(isp.admin.post("/staff/", { username, password, role: roles.results[0]?.id }));
    people[role] = await server.signIn(username, password, isp.subdomain);
  }
});
beforeEach(() => lock(null));
afterAll(async () => {
  await lock(null);
  expect(await checkBooks(sql)).toEqual([]);
  await sql.end();
  await server.stop();
});

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
const day = (days: number) => ago(days).toISOString().slice(0, 10);
const lock = (lock_date: string | null, who = isp.admin) => who.patch("/settings/", { lock_date });
const as = (role: string) => people[role] as Client;
const entries = async () => {
  const [row] = await sql<{ count: string }[]>`select count(*) from ledger_entries`;
  return Number(row?.count);
};

it("Owner and accountant close the books and open them again, the manager and the counter don't; both is in the audit log", async () => {
  expect((await lock(day(10), as("Manager"))).status).toBe(403);
  expect((await lock(day(10), as("Counter"))).status).toBe(403);
  expect(await lock(day(10), as("Accountant"))).toMatchObject({ status: 200, body: { lock_date: day(10) } });
  expect((await as("Accountant").patch("/settings/", { lock_date: null, company_name: "x" })).status).toBe(
    403,
  );
  expect(await lock(day(20), as("Accountant"))).toMatchObject({ status: 200, body: { lock_date: day(20) } });
  const log = await ok<{ results: Row[] }>(
    isp.admin.get("/audit-logs/?action=settings.update&actor_username=accountant-period"),
  );
  expect(log.results[0]).toMatchObject({
    details: { before: { lock_date: day(10) }, after: { lock_date: day(20) } },
  });
});

it("Nothing is booked on a closed day: money, bills and handovers are refused with the day, and nothing of them is written", async () => {
  const id = (await ok(isp.admin.post("/transactions/", { customer, amount: "5.00" }))).id;
  await lock(day(1));
  const before = await entries();
  const late = { occurred_at: ago(2).toISOString() };
  const bill = { customer, issue_date: day(1), lines: [{ description: "x", unit_price: "1.00" }] };
  const free = { customer, issue_date: day(2), lines: [{ description: "x", unit_price: "0.00" }] };
  const answers = [
    await isp.admin.post("/transactions/", { customer, amount: "1.00", ...late }),
    await isp.admin.post("/recharges/", {
      customer_id: customer,
      amount: "1200.00",
      validity_days: 30,
      ...late,
    }),
    await isp.admin.post("/invoices/", bill),
    await isp.admin.post("/invoices/", free),
    await isp.admin.post("/cash-transfers/", { from: "OFFICE", to: "BANK", amount: "1.00", ...late }),
  ];
  for (const { status, body } of answers)
    expect([status, body.code, body.lock_date, body.detail]).toEqual([
      ...[422, "PERIOD_LOCKED", day(1), expect.stringContaining(day(1))],
    ]);
  expect(await entries()).toBe(before);
  expect((await ok(isp.admin.get("/cash-transfers/"))).count).toBe(0);
  await ok(isp.admin.post(`/transactions/${id}/reverse/`, { reason: "Today's books are open" }));
});

it("What a till did in closed books is booked on the first open day, and is on the review list", async () => {
  const desktop = await longKnown(server, await openDesktop(server.url, as("Counter").token));
  const at = { occurred_at: ago(6).toISOString() };
  const payment = { id: newId(), customer, amount: "30.00", receipt_number: desktop.receipt() };
  const sent = { id: newId(), from: desktop.code, to: "OFFICE", amount: "20.00" };
  const bill = {
    id: newId(),
    customer,
    issue_date: day(6),
    lines: [{ description: "x", unit_price: "1.00" }],
  };
  const unknown = { id: newId(), customer: newId(), amount: "40.00", receipt_number: desktop.receipt() };
  const commands = [
    desktop.command("transaction.create", payment, at),
    desktop.command("cash_transfer.create", sent, at),
    desktop.command("invoice.create", bill, at),
    desktop.command("transaction.create", unknown, at),
  ];
  await lock(day(3));
  const outcomes = await desktop.push(commands);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill("APPLIED"));
  const booked = await sql<{ entry_date: string; count: number }[]>`
    select entry_date::text, count(*)::int from ledger_entries where source_id in (${payment.id}, ${sent.id}, ${bill.id})
      or (holder = ${desktop.code} and debit = 40) group by 1`;
  expect(booked).toEqual([{ entry_date: day(2), count: expect.any(Number) }]);
  const review = await ok<{ results: Row[] }>(
    isp.admin.get("/review-items/?kind=PERIOD&ordering=created_at"),
  );
  expect(review.results.map(({ command }) => command)).toEqual(commands.map(({ id }) => id));
  expect(review.results[0]).toMatchObject({
    detail: expect.stringContaining(day(6)),
    payload: { done: day(6), booked: day(2) },
  });
});

it("Money that a provider reports of a closed day is booked on the first open one, known or not, and given to its customer on the day of saying so", async () => {
  await lock(day(3));
  const report = (account_ref: string) => ({
    ...{
      provider: "bkash",
      event_id: newId(),
      amount: "15.00",
      account_ref,
      occurred_at: ago(6).toISOString(),
    },
  });
  const known = await ok(isp.admin.post("/payments/events/", report("c1")));
  const unknown = await ok(isp.admin.post("/payments/events/", report("nobody-of-ours")));
  expect([known.status, unknown.status]).toEqual(["APPLIED", "UNMATCHED"]);
  const [item] = (
    await ok<{ results: Row[] }>(isp.admin.get("/review-items/?kind=SUSPENSE&ordering=-created_at"))
  ).results;
  expect((await isp.admin.post(`/review-items/${item?.id}/resolve/`, { customer })).status).toBe(200);
  const booked = await sql<{ code: string; entry_date: string }[]>`
    select distinct a.code, e.entry_date::text from ledger_entries e join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
    where e.debit = 15 and a.code is not null order by 1, 2`;
  expect(booked.map(({ code, entry_date }) => [code, entry_date])).toEqual([
    ["CASH:ONLINE", day(2)],
    ["SUSPENSE", day(0)],
  ]);
  const review = await ok<{ results: Row[] }>(
    isp.admin.get("/review-items/?kind=PERIOD&command__isnull=true"),
  );
  expect(review.results).toHaveLength(2);
});

it("More than three days back takes a right of its own, for bills, payments and handovers alike; three days don't", async () => {
  const counter = as("Counter");
  const body = (days: number) => ({ occurred_at: ago(days).toISOString() });
  const bill = (days: number) => ({
    ...{ customer, issue_date: day(days), lines: [{ description: "x", unit_price: "1.00" }] },
  });
  const before = await entries();
  for (const answer of [
    await counter.post("/transactions/", { customer, amount: "1.00", ...body(4) }),
    await counter.post("/transactions/", { customer, amount: "1.00", ...body(60) }),
    await counter.post("/recharges/", {
      customer_id: customer,
      amount: "1200.00",
      validity_days: 30,
      ...body(4),
    }),
    await counter.post("/invoices/", bill(4)),
    await counter.post("/cash-transfers/", {
      ...{ from: "counter-period", to: "OFFICE", amount: "1.00" },
      ...body(4),
    }),
  ])
    expect([answer.status, answer.body.permission]).toEqual([403, "finance.backdate"]);
  expect(await entries()).toBe(before);
  expect((await counter.post("/transactions/", { customer, amount: "1.00", ...body(3) })).status).toBe(201);
  for (const role of ["Manager", "Accountant"]) {
    expect((await as(role).post("/transactions/", { customer, amount: "1.00", ...body(4) })).status).toBe(
      201,
    );
    expect((await as(role).post("/invoices/", bill(40))).status).toBe(201);
  }
});

it("Money that is booked while the books are closed stands on an open day or is refused, whichever comes first", async () => {
  const late = { occurred_at: ago(2).toISOString() };
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () =>
      isp.admin.post("/transactions/", { customer, amount: "1.00", ...late }),
    ),
    lock(day(1)),
    ...Array.from({ length: 4 }, () =>
      isp.admin.post("/transactions/", { customer, amount: "1.00", ...late }),
    ),
  ]);
  expect(answers.every(({ status }) => [200, 201, 422].includes(status))).toBe(true);
  for (const { status, body } of answers)
    if (status === 422)
      expect([body.code, body.detail]).toEqual(["PERIOD_LOCKED", expect.stringContaining(day(1))]);
});

it("A closed month's bill may get another due date and notes: that books nothing", async () => {
  const { id } = await ok(
    isp.admin.post("/invoices/", { customer, lines: [{ description: "x", unit_price: "9.00" }] }),
  );
  await lock(day(0));
  const before = await entries();
  expect((await isp.admin.patch(`/invoices/${id}/`, { due_date: "2099-01-01" })).status).toBe(200);
  expect((await isp.admin.post("/transactions/", { customer, amount: "1.00" })).body.code).toBe(
    "PERIOD_LOCKED",
  );
  expect(await entries()).toBe(before);
});
