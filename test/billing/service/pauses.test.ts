// Pauses of services, and their end for good, from outside: what closes, what moves, what is given back, and that nothing is counted twice.
import { afterAll, beforeAll, expect, it } from "vitest";
import { turnPausesDue } from "../../../server/billing/service/due-pauses.ts";
import { shareOfDays } from "../../../shared/billing/service/proration.rules.ts";
import { addDays, addMonths, lastDayOf, monthOf } from "../../../shared/kernel/day.ts";
import { formatMoney, type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let counter: Client;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const roles = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
  const role = roles.results.find(({ name }) => name === "Counter")?.id;
  const account = { username: "pauses", password: "a-long-password", full_name: "Pauses", role };
  await ok(isp.admin.post("/staff/", account));
  counter = await server.signIn(account.username, account.password);
});
afterAll(() => server.stop());

const day = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);
const next = () => addMonths(monthOf(day(0)), 1);
const money = (text: string) => parseMoney(text, 2);
const shown = (amount: bigint) => formatMoney(amount as Minor, 2);
const joined_at = "2026-01-15T06:00:00Z";
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const show = (id: string) => ok(isp.admin.get(`/customers/${id}/`));
const summary = (id: string) => ok(isp.admin.get(`/customers/${id}/financial-summary/`));
const pause = (who: Client, id: string, body: object) => who.post(`/customers/${id}/pause/`, body);
const resume = (who: Client, id: string) => who.post(`/customers/${id}/resume/`, {});
const bill = (billing_month: string) =>
  ok(isp.admin.post("/invoices/generate-batch/", { billing_month, async: false }));
const jobsOf = async (router: string) =>
  (
    await ok<{ results: { kind: string }[] }>(isp.admin.get(`/network-sync-jobs/?router=${router}`))
  ).results.map(({ kind }) => kind);
async function paid(more = {}): Promise<string> {
  const customer = await isp.customer({ joined_at, ...more });
  await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 30 }));
  return customer;
}
const at = (date: string) => new Date(`${date}T12:00:00Z`);

it("A pause is as long as the company allows, but for who may go beyond, and one at a time", async () => {
  const id = await paid();
  const limit = { status: 422, body: { code: "PAUSE_LIMIT" } };
  expect(await pause(counter, id, { to: day(6) })).toMatchObject(limit);
  expect(await pause(counter, id, { to: day(91) })).toMatchObject(limit);
  const field = (name: string, code: string) => ({ status: 400, body: { errors: [{ field: name, code }] } });
  expect(await pause(counter, id, {})).toMatchObject(field("to", "REQUIRED"));
  expect(await pause(counter, id, { from: day(-1), to: day(9) })).toMatchObject(field("from", "PAST"));
  expect(await pause(counter, id, { from: day(9), to: day(8) })).toMatchObject(field("to", "CONFLICTING"));
  expect(await pause(counter, id, { to: "2026-02-30" })).toMatchObject({ status: 400 });
  expect(await pause(counter, id, { to: day(9), colour: 1 })).toMatchObject({ status: 400 });
  const waits = await ok(pause(counter, id, { to: day(7), reason: "Travels" }));
  expect(waits).toMatchObject({
    ...{
      state: "SCHEDULED",
      from_date: day(1),
      to_date: day(7),
      days: 7,
      fee_invoice: null,
      resumed_on: null,
    },
  });
  expect(await show(id)).toMatchObject({ status: "ACTIVE" });
  expect(await pause(counter, id, { to: day(9) })).toMatchObject({ status: 409, body: { code: "PAUSED" } });
  const had = await show(id);
  expect(await ok(resume(counter, id))).toMatchObject({ id: waits.id, state: "CANCELLED", days: 0 });
  expect(await show(id)).toMatchObject({ expiry_date: had.expiry_date });
  expect(await resume(counter, id)).toMatchObject({ status: 409, body: { code: "ILLEGAL_TRANSITION" } });
  await ok(pause(isp.admin, id, { to: day(2) }));
  await ok(resume(counter, id));
  // Called off, they count for no year.
  await ok(isp.admin.patch("/settings/", { pause_max_days_a_year: 10 }));
  expect(await pause(counter, id, { from: day(60), to: day(70) })).toMatchObject(limit);
  await ok(pause(counter, id, { from: day(60), to: day(69) }));
  await ok(resume(counter, id));
  await ok(isp.admin.patch("/settings/", { pause_max_days_a_year: 120 }));
  const left = await isp.customer();
  await ok(isp.admin.patch(`/customers/${left}/`, { status: "TERMINATED" }));
  expect(await pause(counter, left, { to: day(9) })).toMatchObject({ body: { code: "ILLEGAL_TRANSITION" } });
  const off = await isp.customer();
  await ok(isp.admin.post(`/customers/${off}/toggle_status/`, { reason: "Misuse" }));
  expect(await pause(counter, off, { to: day(9) })).toMatchObject({ body: { code: "ILLEGAL_TRANSITION" } });
});

it("Paid days are not used up while they are paused: nothing opens the line before, and its end does, once", async () => {
  const { id: router } = await ok<{ id: string }>(
    isp.admin.post("/routers/", { name: "North", host: "127.0.0.1", username: "u", password: "p" }),
  );
  const id = await paid({ router });
  const { expiry_date } = await show(id);
  const running = await ok(pause(counter, id, { from: day(0), to: day(9) }));
  expect(running).toMatchObject({ state: "RUNNING", days: 10 });
  expect(await show(id)).toMatchObject({ status: "SUSPENDED", suspended_for: "PAUSE" });
  expect(await jobsOf(router)).toContain("DISABLE_USER");
  const paused = { status: 409, body: { code: "PAUSED" } };
  expect(await isp.admin.post(`/customers/${id}/toggle_status/`, { force: true })).toMatchObject(paused);
  expect(await isp.admin.post(`/customers/${id}/grant-grace-period/`, { days: 3 })).toMatchObject(paused);
  await ok(isp.admin.post("/transactions/", { customer: id, amount: "10.00" }));
  await ok(isp.admin.post("/recharges/", { customer_id: id, amount: "1200.00", validity_days: 30 }));
  expect(await show(id)).toMatchObject({ status: "SUSPENDED", suspended_for: "PAUSE" });
  await turnPausesDue(server.services, at(day(9)));
  expect(await show(id)).toMatchObject({ status: "SUSPENDED" });
  const after = at(day(10));
  await Promise.all([turnPausesDue(server.services, after), turnPausesDue(server.services, after)]);
  const until = addDays(addDays(String(expiry_date), 30), 10);
  expect(await show(id)).toMatchObject({ status: "ACTIVE", suspended_for: null, expiry_date: until });
  expect(await ok(isp.admin.get(`/service-pauses/${running.id}/`))).toMatchObject({
    state: "ENDED",
    days: 10,
  });
  expect((await jobsOf(router)).filter((kind) => kind === "ENABLE_USER")).toHaveLength(1);
  const { results } = await ok<{ results: { covers_from: string; covers_to: string }[] }>(
    isp.admin.get(`/recharges/?customer=${id}&ordering=occurred_at`),
  );
  expect(results.map(({ covers_to }) => covers_to)).toEqual([addDays(String(expiry_date), 10), until]);
  await booksAreRight();
});

it("A pause that waits begins with its day, in the tenant's own time", async () => {
  const id = await paid();
  await ok(pause(counter, id, { to: day(8) }));
  await turnPausesDue(server.services, at(day(0)));
  expect(await show(id)).toMatchObject({ status: "ACTIVE" });
  await turnPausesDue(server.services, at(day(1)));
  expect(await show(id)).toMatchObject({ status: "SUSPENDED", suspended_for: "PAUSE" });
  await turnPausesDue(server.services, at(day(9)));
  expect(await show(id)).toMatchObject({ status: "ACTIVE" });
});

it("A month that is billed gives its paused days back, and charges them again where there is no pause after all", async () => {
  const id = await isp.customer({ joined_at });
  await bill(next());
  const was = await summary(id);
  const days = Number(lastDayOf(next()).slice(-2));
  await ok(pause(isp.admin, id, { from: `${next()}-05`, to: `${next()}-14` }));
  const credit = shareOfDays(money("1200.00"), days, 5, 14);
  expect(await summary(id)).toMatchObject({ due_amount: shown(money("1200.00") - credit) });
  await booksAreRight();
  await ok(resume(isp.admin, id));
  expect(await summary(id)).toMatchObject({ due_amount: was.due_amount, balance: was.balance });
  await booksAreRight();
});

it("A bill leaves paused days out, and they are charged on the next where there is no pause after all", async () => {
  const id = await isp.customer({ joined_at, discount: "200.00" });
  const month = addMonths(next(), 2);
  await ok(pause(isp.admin, id, { from: `${month}-11`, to: `${month}-20` }));
  await bill(month);
  const days = Number(lastDayOf(month).slice(-2));
  const { results } = await ok<{ results: { id: string }[] }>(
    isp.admin.get(`/invoices/?customer=${id}&billing_month=${month}`),
  );
  const { lines, total_payable } = await ok<{ lines: { total: string }[]; total_payable: string }>(
    isp.admin.get(`/invoices/${results[0]?.id}/`),
  );
  const part = (price: string, first: number, last: number) => shareOfDays(money(price), days, first, last);
  const served = (first: number, last: number) => part("1200.00", first, last) - part("200.00", first, last);
  expect(lines.map(({ total }) => total)).toEqual([shown(served(1, 10)), shown(served(21, days))]);
  expect(total_payable).toBe(shown(served(1, 10) + served(21, days)));
  await ok(resume(isp.admin, id));
  const { pending_charges } = await summary(id);
  expect(pending_charges).toMatchObject([
    { amount: shown(part("1000.00", 11, 20)), period_from: `${month}-11`, period_to: `${month}-20` },
  ]);
  await booksAreRight();
});

it("What a pause costs is a bill of its own", async () => {
  const other = await makeTenant(server, { pause_fee: "50.00" });
  const id = await other.customer();
  const made = await ok<{ fee_invoice: string }>(
    other.admin.post(`/customers/${id}/pause/`, { to: day(10) }),
  );
  expect(await ok(other.admin.get(`/invoices/${made.fee_invoice}/`))).toMatchObject({
    ...{ total_payable: "50.00", previous_due: "0.00", lines: [{ source: "OTHER" }] },
  });
  await booksAreRight();
});

it("One of eight who pause a customer at once does it", async () => {
  const id = await paid();
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => pause(isp.admin, id, { to: day(9) })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
});

it("Who leaves has the rest freed, paid out or kept, and what is held of theirs is named", async () => {
  const leave = (who: Client, id: string, body: object) => who.post(`/customers/${id}/end-service/`, body);
  const [freed, refunded, kept] = [await paid(), await paid(), await paid()];
  await ok(
    isp.admin.post("/deposits/", { customer: freed, amount: "300.00", method: "CASH", reason: "Router" }),
  );
  const why = { reason: "Moves away" };
  expect(await leave(counter, freed, { settle: "ADVANCE", ...why })).toMatchObject({ status: 403 });
  const field = (name: string, code: string) => ({ status: 400, body: { errors: [{ field: name, code }] } });
  expect(await leave(isp.admin, freed, { settle: "ADVANCE" })).toMatchObject(field("reason", "REQUIRED"));
  expect(await leave(isp.admin, freed, { settle: "ADVANCE", on: day(1), ...why })).toMatchObject(
    field("on", "TOO_LARGE"),
  );
  expect(await leave(isp.admin, freed, { settle: "ADVANCE", method: "CASH", ...why })).toMatchObject(
    field("method", "CONFLICTING"),
  );
  await ok(pause(isp.admin, freed, { to: day(10) }));
  const ended = await ok(leave(isp.admin, freed, { settle: "ADVANCE", ...why }));
  expect(ended).toMatchObject({
    ...{ id: freed, status: "TERMINATED", expiry_date: day(0) },
    ...{ rest_days: 30, rest_value: "1200.00", freed: "1200.00", refund: null },
    deposits: [{ amount: "300.00", balance: "300.00" }],
  });
  expect(await summary(freed)).toMatchObject({ advance_amount: "1200.00", free_advance_amount: "1200.00" });
  expect(await leave(isp.admin, freed, { settle: "ADVANCE", ...why })).toMatchObject({ status: 409 });
  const out = await ok<{ refund: string }>(
    leave(isp.admin, refunded, { settle: "REFUND", method: "BANK", ...why }),
  );
  expect(await ok(isp.admin.get(`/refunds/${out.refund}/`))).toMatchObject({
    amount: "1200.00",
    method: "BANK",
  });
  expect(await summary(refunded)).toMatchObject({ advance_amount: "0.00" });
  expect(await ok(leave(isp.admin, kept, { settle: "FORFEIT", ...why }))).toMatchObject({
    ...{ status: "TERMINATED", rest_value: "1200.00", freed: "0.00" },
  });
  expect(await summary(kept)).toMatchObject({ free_advance_amount: "0.00" });
  const billed = await isp.customer({ joined_at });
  await bill(monthOf(day(0)));
  const { due_amount } = await summary(billed);
  const gone = await ok<{ credit_amount: string }>(leave(isp.admin, billed, { settle: "ADVANCE", ...why }));
  expect(await summary(billed)).toMatchObject({
    due_amount: shown(money(String(due_amount)) - money(gone.credit_amount)),
  });
  await booksAreRight();
});
