// A month's end, step by step: what each step does, what undoing it takes back, and what nobody may do any more once the
// books are closed.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { addDays, daysOfMonth, type Month, monthOf } from "../../shared/kernel/day.ts";
import { newId } from "../../shared/kernel/id.ts";
import { checkBooks } from "../billing/helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { longKnown, openDesktop } from "../helpers/desktop.ts";
import { HANGS_MS } from "../helpers/process/wait.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Body = any;

const today = new Date().toISOString().slice(0, 10);
const month = monthOf(addDays(`${monthOf(today)}-01`, -1)) as Month;
const last = daysOfMonth(month).at(-1) ?? today;

let server: TestServer;
let sql: Sql;
let isp: TestTenant;
let end: string;

const show = (): Promise<Body> => ok<Body>(isp.admin.get(`/month-ends/${end}/`));
const finish = (step: string, more: Record<string, unknown> = {}) =>
  isp.admin.post(`/month-ends/${end}/finish-step/`, { step, ...more });
const undo = (step: string) => isp.admin.post(`/month-ends/${end}/undo-step/`, { step, reason: "A test" });
const stepOf = (body: Body, step: string) => body.steps.find((one: Body) => one.step === step);
const preview = (): Promise<Body> =>
  ok<Body>(isp.admin.get(`/invoices/batch-preview/?billing_month=${month}`));
const generate = (): Promise<Body> =>
  ok<Body>(isp.admin.post("/invoices/generate-batch/?async=false", { billing_month: month }));
const taskDone = (id: string): Promise<Body> =>
  vi.waitUntil(async () => {
    const { status, result } = await ok<Body>(isp.admin.get(`/background-tasks/${id}/`));
    return status === "SUCCEEDED" ? result : null;
  }, HANGS_MS);

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 1);
  isp = await makeTenant(server);
  const joined_at = `${last}T12:00:00Z`;
  await isp.customer({ name: "Plain", joined_at });
  await isp.customer({ name: "Cheaper", discount: "200.00", joined_at });
  await isp.customer({ name: "For nothing", discount: "1200.00", joined_at });
  await isp.customer({ name: "Without", package: null, joined_at });
  await isp.customer({ name: "Later" });
  const twice = await isp.customer({ name: "Twice", joined_at });
  await ok(isp.admin.post("/invoices/", { customer: twice, billing_month: month }));
  const made = await ok<Body>(isp.admin.post("/month-ends/", { month }));
  end = made.id;
});
afterAll(async () => {
  expect(await checkBooks(sql)).toEqual([]);
  await sql.end();
  await server.stop();
});

it("A month's end begins with its steps in order, once for each month, and not for a month to come", async () => {
  const body = await show();
  expect(body).toMatchObject({ month, day: last, status: "OPEN" });
  expect(body.steps.map(({ step }: Body) => step)).toEqual([
    "FREEZE",
    "PREVIEW",
    "RUN",
    "REMIND",
    "SETTLE",
    "PAYROLL",
    "TAX",
    "LOCK",
  ]);
  expect(await isp.admin.post("/month-ends/", { month })).toMatchObject({ status: 409 });
  expect(await isp.admin.post("/month-ends/", { month: "2999-01" })).toMatchObject({ status: 400 });
});

it("The preview says how many bills the run makes, of how much, and whom to look at: just that is made", async () => {
  const before = await preview();
  expect(before).toMatchObject({ active: 6, billed: 0, count: 4, amount: "3400.00" });
  expect(before).toMatchObject({ issue_date: last, wanted_date: null });
  const kinds = Object.fromEntries(
    before.exceptions.map(({ kind, customers }: Body) => [kind, customers.map(({ name }: Body) => name)]),
  );
  expect(kinds).toMatchObject({
    NO_PACKAGE: ["Without"],
    ZERO_PRICE: ["For nothing"],
    BILLED_TWICE: ["Twice"],
    // It is the month before's end, and they came in this one: no bill of it is theirs.
    JOINED_LATER: ["Later"],
  });
  const now = await ok<Body>(isp.admin.get(`/invoices/batch-preview/?billing_month=${monthOf(today)}`));
  expect(now.exceptions.map(({ kind }: Body) => kind)).not.toContain("JOINED_LATER");
  const seen = stepOf(await ok<Body>(finish("PREVIEW")), "PREVIEW");
  expect(seen).toMatchObject({ status: "DONE", count: 4, amount: "3400.00" });
  expect(await generate()).toMatchObject({ invoices_created: 4, issue_date: last });
  const run = stepOf(await ok<Body>(finish("RUN")), "RUN");
  expect(run).toMatchObject({ status: "DONE", count: 4, amount: "3400.00" });
  expect(run.done_by).toMatch(/^owner-/);
});

it("Undoing the run voids the bills that nothing happened to; the month can be billed again, and no cent is lost", async () => {
  const [paid] = (await ok<Body>(isp.admin.get(`/invoices/?billing_month=${month}&due_amount=1000.00`)))
    .results;
  await ok(isp.admin.post("/transactions/", { customer: paid.customer, amount: "1000.00" }));
  const bills = await ok<Body>(isp.admin.get(`/invoices/void-batch/preview/?billing_month=${month}`));
  expect(bills).toMatchObject({ count: 3, amount: "2400.00", kept: 1, kept_amount: "1000.00" });
  const undone = stepOf(await ok<Body>(undo("RUN")), "RUN");
  expect(undone).toMatchObject({ status: "WAITING", count: null, undo_reason: "A test" });
  expect(await taskDone(undone.task_id)).toMatchObject({ invoices_voided: 3 });
  const { results } = await ok<Body>(isp.admin.get(`/invoices/?billing_month=${month}&status=VOID`));
  expect(results).toHaveLength(3);
  expect(await preview()).toMatchObject({ count: 3, amount: "2400.00", billed: 1 });
  expect(await checkBooks(sql)).toEqual([]);
  expect((await generate()).invoices_created).toBe(3);
  expect(await checkBooks(sql)).toEqual([]);
  await ok(finish("RUN"));
});

it("While a month is frozen, what a till sends in late of it is booked after it, and said so; undone, it is booked on its day", async () => {
  expect(await ok<Body>(finish("FREEZE"))).toMatchObject({ status: "OPEN" });
  expect(await ok<Body>(isp.admin.get("/settings/"))).toMatchObject({ freeze_date: last, lock_date: null });
  const customer = await isp.customer();
  const till = await longKnown(server, await openDesktop(server.url, isp.admin.token));
  const late = async () => {
    const payment = { id: newId(), customer, amount: "50.00", receipt_number: till.receipt() };
    const command = till.command("transaction.create", payment, { occurred_at: `${last}T12:00:00Z` });
    expect(await till.push([command])).toMatchObject([{ status: "APPLIED" }]);
    const { results } = await ok<Body>(
      isp.admin.get(`/ledger-entries/?customer=${customer}&ordering=-entry_no&page_size=1`),
    );
    return results[0].entry_date;
  };
  expect(await late()).toBe(addDays(last, 1));
  const { results } = await ok<Body>(isp.admin.get("/review-items/?kind=PERIOD"));
  expect(results).toHaveLength(1);
  await ok(undo("FREEZE"));
  expect(await ok<Body>(isp.admin.get("/settings/"))).toMatchObject({ freeze_date: null });
  expect(await late()).toBe(last);
  await ok(finish("FREEZE"));
});

it("The books are closed once every step is done or left out; then nothing of it is undone until they are opened", async () => {
  expect(await finish("LOCK")).toMatchObject({
    status: 409,
    body: { code: "STEPS_OPEN", steps: ["REMIND", "SETTLE", "PAYROLL", "TAX"] },
  });
  for (const step of ["REMIND", "SETTLE", "PAYROLL"])
    await ok(finish(step, { status: "SKIPPED", note: "None of it here" }));
  expect(stepOf(await ok<Body>(finish("TAX")), "TAX")).toMatchObject({ status: "DONE", amount: "0.00" });
  expect(await ok<Body>(finish("LOCK"))).toMatchObject({ status: "LOCKED", locked_before: null });
  expect(await ok<Body>(isp.admin.get("/settings/"))).toMatchObject({ lock_date: last, freeze_date: null });
  expect(await undo("RUN")).toMatchObject({ status: 422, body: { code: "PERIOD_LOCKED" } });
  expect(await finish("REMIND")).toMatchObject({ status: 422, body: { code: "PERIOD_LOCKED" } });
  expect(await ok<Body>(undo("LOCK"))).toMatchObject({ status: "OPEN" });
  expect(await ok<Body>(isp.admin.get("/settings/"))).toMatchObject({ lock_date: null, freeze_date: last });
});

it("The books of a month that is not over are neither frozen nor closed", async () => {
  const running = await ok<Body>(isp.admin.post("/month-ends/", { month: monthOf(today) }));
  const asked = { status: 422, body: { code: "MONTH_NOT_OVER" } };
  const address = `/month-ends/${running.id}/finish-step/`;
  expect(await isp.admin.post(address, { step: "FREEZE" })).toMatchObject(asked);
  expect(await isp.admin.post(address, { step: "LOCK" })).toMatchObject(asked);
});

it("Who may not close the books does the other steps of a month's end, and not the last", async () => {
  const { results } = await ok<Body>(isp.admin.get("/roles/?name=Manager"));
  const [username, password] = ["manager-month", "a-long-secret-1"];
  await ok(isp.admin.post("/staff/", { username, password, role: results[0].id }));
  const manager = await server.signIn(username, password, isp.subdomain);
  expect(await manager.post(`/month-ends/${end}/finish-step/`, { step: "TAX" })).toMatchObject({
    status: 200,
  });
  expect(await manager.post(`/month-ends/${end}/finish-step/`, { step: "LOCK" })).toMatchObject({
    status: 403,
  });
});

it("The steps of a month's end are prepaid service's as well where the company earns it, and undoing takes it back", async () => {
  const earning = await makeTenant(server, { earn_prepaid: true });
  const made = await ok<Body>(earning.admin.post("/month-ends/", { month }));
  const act = (verb: string, more: Record<string, unknown> = {}) =>
    earning.admin.post(`/month-ends/${made.id}/${verb}/`, { step: "EARN", ...more });
  expect(await act("finish-step")).toMatchObject({ status: 409, body: { code: "ILLEGAL_TRANSITION" } });
  await ok(earning.admin.post("/closings/?async=false", { month }));
  expect(stepOf(await ok<Body>(act("finish-step")), "EARN")).toMatchObject({ status: "DONE", count: 0 });
  const { task_id } = stepOf(await ok<Body>(act("undo-step", { reason: "Too early" })), "EARN");
  await vi.waitUntil(
    async () => (await ok<Body>(earning.admin.get("/closings/?status=REVERSED"))).count === 1,
    HANGS_MS,
  );
  expect(task_id).toEqual(expect.any(String));
});

describe("The bills of a month's end", () => {
  /** A company with a customer who was there in the month and one who came since. */
  async function company(settings: Record<string, unknown> = {}): Promise<TestTenant> {
    const one = await makeTenant(server, settings);
    await one.customer({ name: "There", joined_at: `${month}-15T12:00:00Z` });
    await one.customer({ name: "Later" });
    return one;
  }
  const run = (one: TestTenant, body: object) =>
    one.admin.post("/invoices/generate-batch/", { billing_month: month, async: false, ...body });
  const bills = async (one: TestTenant) => {
    const { results } = await ok<Body>(one.admin.get("/invoices/"));
    return results.map(({ customer_name, issue_date, due_date }: Body) => [
      customer_name,
      issue_date,
      due_date,
    ]);
  };

  it("The bills of a month's end are of its last day, so that the month has its own revenue; who came since has none", async () => {
    const one = await company();
    await ok(one.admin.post("/month-ends/", { month }));
    expect(await ok(run(one, {}))).toMatchObject({ invoices_created: 1, issue_date: last });
    expect(await bills(one)).toEqual([["There", last, addDays(last, 7)]]);
    const { sections } = await ok<Body>(
      one.admin.get(`/reports/profit-and-loss/?from=${month}-01&to=${last}`),
    );
    expect(sections[0].accounts).toMatchObject([{ account: "REVENUE", amount: "1200.00" }]);
  });

  it("Bills that are undone and made again while the month's end is being made are of the month once, and nothing is left of them in the next", async () => {
    const one = await company();
    const { id } = await ok<Body>(one.admin.post("/month-ends/", { month }));
    await ok(run(one, {}));
    await ok(one.admin.post(`/month-ends/${id}/finish-step/`, { step: "RUN" }));
    const undone = await ok<Body>(
      one.admin.post(`/month-ends/${id}/undo-step/`, { step: "RUN", reason: "A test" }),
    );
    await vi.waitUntil(async () => {
      const { task_id } = stepOf(undone, "RUN");
      const { status } = await ok<Body>(one.admin.get(`/background-tasks/${task_id}/`));
      return status === "SUCCEEDED";
    }, HANGS_MS);
    const result = async (from: string, to: string) =>
      (await ok<Body>(one.admin.get(`/reports/profit-and-loss/?from=${from}&to=${to}`))).result;
    expect(await result(`${month}-01`, last)).toBe("0.00");
    expect(await ok(run(one, {}))).toMatchObject({ invoices_created: 1, issue_date: last });
    expect([await result(`${month}-01`, last), await result(addDays(last, 1), today)]).toEqual([
      "1200.00",
      "0.00",
    ]);
  });

  it("A month's end dates its bills on the first open day where its last is closed, and the answer, the preview and the task say so", async () => {
    const lock_date = addDays(last, 2);
    const one = await company({ lock_date });
    await ok(one.admin.post("/month-ends/", { month }));
    const day = { issue_date: addDays(last, 3), wanted_date: last };
    expect(await ok(one.admin.get(`/invoices/batch-preview/?billing_month=${month}`))).toMatchObject({
      ...{ count: 1, ...day },
    });
    const { task_id } = await ok<Body>(run(one, { async: true }));
    const result = await vi.waitUntil(async () => {
      const task = await ok<Body>(one.admin.get(`/background-tasks/${task_id}/`));
      return task.status === "SUCCEEDED" ? task.result : null;
    }, HANGS_MS);
    expect(result).toMatchObject({ invoices_created: 1, ...day });
    expect(await bills(one)).toEqual([["There", day.issue_date, addDays(day.issue_date, 7)]]);
  });

  it("Without a month's end bills are of today, or of the day that is named, as far as that may be", async () => {
    const one = await company();
    expect(await ok(run(one, {}))).toEqual({
      ...{ success: true, invoices_created: 1, month: expect.any(String), async: false },
    });
    expect(await bills(one)).toEqual([["There", today, addDays(today, 7)]]);
    const named = await company();
    expect(await ok(run(named, { issue_date: last }))).toMatchObject({ issue_date: last });
    expect(await bills(named)).toEqual([["There", last, addDays(last, 7)]]);
    const future = await run(named, { issue_date: addDays(today, 1) });
    expect(future).toMatchObject({ status: 400, body: { errors: [{ code: "IN_THE_FUTURE" }] } });
    await ok(named.admin.patch("/settings/", { lock_date: last }));
    const again = await ok<Body>(one.admin.get("/roles/?page_size=100"));
    const clerk = again.results.find(({ name }: Body) => name === "Counter");
    const billing = { permissions: [...clerk.permissions, "billing.invoice.generate_batch"] };
    await ok(one.admin.patch(`/roles/${clerk.id}/`, billing));
    const account = { username: "biller", password: "biller-secret", phone: "", designation: "x" };
    await ok(one.admin.post("/staff/", { ...account, role: clerk.id }));
    const biller = await server.signIn(account.username, account.password, one.subdomain);
    expect(await biller.post("/invoices/generate-batch/", { issue_date: last, async: false })).toMatchObject({
      status: 403,
    });
    const fresh = await server.signIn(`owner-${named.subdomain}`, "owner-password");
    expect(await fresh.post("/invoices/generate-batch/", { issue_date: last, async: false })).toMatchObject({
      ...{ status: 422, body: { code: "PERIOD_LOCKED" } },
    });
  });
});
