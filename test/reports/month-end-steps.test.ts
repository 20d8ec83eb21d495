// The later steps of a month's end: who was late, the resellers' month, salaries, and what undoing them takes back.

import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { addDays, daysOfMonth, type Month, monthOf } from "../../shared/kernel/day.ts";
import { newId } from "../../shared/kernel/id.ts";
import type { Body } from "../acceptance/helpers/money.ts";
import { checkBooks } from "../billing/helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { longKnown, openDesktop } from "../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

const today = new Date().toISOString().slice(0, 10);
const month = monthOf(addDays(`${monthOf(today)}-01`, -1)) as Month;
const last = daysOfMonth(month).at(-1) ?? today;

let server: TestServer;
let sql: Sql;
let isp: TestTenant;
let end: string;

const act = async (verb: "finish-step" | "undo-step", step: string, client = isp.admin): Promise<Body> => {
  const why = verb === "undo-step" ? { reason: "A test" } : {};
  const body = await ok<Body>(client.post(`/month-ends/${end}/${verb}/`, { step, ...why }));
  return body.steps.find((one: Body) => one.step === step);
};

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 1);
  isp = await makeTenant(server);
  end = (await ok<Body>(isp.admin.post("/month-ends/", { month }))).id;
});
afterAll(async () => {
  expect(await checkBooks(sql)).toEqual([]);
  await sql.end();
  await server.stop();
});

it("Who is reminded at a month's end is counted as of its last day, also where they have paid since", async () => {
  const [late, current] = [await isp.customer(), await isp.customer()];
  const bill = { billing_month: month, issue_date: `${month}-01` };
  await ok(isp.admin.post("/invoices/", { ...bill, customer: late, due_date: `${month}-08` }));
  await ok(isp.admin.post("/invoices/", { ...bill, customer: current, due_date: addDays(last, 3) }));
  expect(await act("finish-step", "REMIND")).toMatchObject({ count: 1, amount: "1200.00" });
  await ok(isp.admin.post("/transactions/", { customer: late, amount: "1200.00" }));
  await act("undo-step", "REMIND");
  expect(await act("finish-step", "REMIND")).toMatchObject({ count: 1, amount: "1200.00" });
  const ageing = await ok<Body>(isp.admin.get(`/reports/ageing/?as_of=${last}`));
  expect(ageing.buckets.find(({ bucket }: Body) => bucket === "1-30")).toMatchObject({ customers: 1 });
});

it("The resellers' step says how many there are and what the month charged them", async () => {
  const [username, password] = ["seller", "seller-secret-1"];
  const account = { company_name: "Sub-ISP", credit_limit: "5000.00", username, password };
  const { id } = await ok<Body>(isp.admin.post("/resellers/", account));
  await ok(
    isp.admin.post("/reseller-pricing/", { reseller: id, package: isp.package, custom_rate: "700.00" }),
  );
  const seller = await server.signIn(username, password, isp.subdomain);
  const person = { name: "Theirs", username: "theirs", phone: "1", package: isp.package };
  const customer = await ok<Body>(seller.post("/customers/", person));
  const sale = { customer_id: customer.id, amount: "1200.00", validity_days: 30 };
  await ok(seller.post("/recharges/", sale));
  // Sold this month: nothing of it belongs to the month that ends.
  expect(await act("finish-step", "SETTLE")).toMatchObject({ status: "DONE", count: 1, amount: "0.00" });
  const till = await longKnown(server, await openDesktop(server.url, seller.token));
  const late = { ...sale, id: newId(), receipt_number: till.receipt() };
  const command = till.command("recharge.create", late, { occurred_at: `${last}T12:00:00Z` });
  expect(await till.push([command])).toMatchObject([{ status: "APPLIED" }]);
  await act("undo-step", "SETTLE");
  expect(await act("finish-step", "SETTLE")).toMatchObject({ count: 1, amount: "700.00" });
});

it("The salaries' step counts what was paid; undoing it takes each paid salary back, and its advances are owed again", async () => {
  const pays: string[] = [];
  for (const name of ["Salma", "Jamal", "Unpaid"]) {
    const employee = (await ok<Body>(isp.admin.post("/employees/", { name, salary: "9000.00" }))).id;
    if (name === "Salma") {
      const asked = { employee, amount: "500.00", deduction_month: month };
      const advance = await ok<Body>(isp.admin.post("/advance-salaries/", asked));
      await ok(isp.admin.post(`/advance-salaries/${advance.id}/approve/`, {}));
    }
    pays.push((await ok<Body>(isp.admin.post("/payrolls/", { employee, month }))).id);
  }
  for (const id of pays.slice(0, 2)) await ok(isp.admin.post(`/payrolls/${id}/pay/`, { method: "BANK" }));
  expect(await act("finish-step", "PAYROLL")).toMatchObject({ count: 2, amount: "17500.00" });
  expect(await act("undo-step", "PAYROLL")).toMatchObject({ status: "WAITING", count: null });
  const { results } = await ok<Body>(isp.admin.get(`/payrolls/?month=${month}`));
  expect(results.map(({ status }: Body) => status)).toEqual(["DRAFT", "DRAFT", "DRAFT"]);
  expect(results.filter(({ reversal_reason }: Body) => reversal_reason === "A test")).toHaveLength(2);
  const advances = await ok<Body>(isp.admin.get("/advance-salaries/?status=APPROVED"));
  expect(advances.results).toHaveLength(1);
  expect(await checkBooks(sql)).toEqual([]);
  const { results: told } = await ok<Body>(isp.admin.get("/audit-logs/?action=payroll.reverse"));
  expect(told.map(({ details }: Body) => details.note)).toEqual(["A test", "A test"]);
  await act("finish-step", "PAYROLL");
  expect(await act("undo-step", "PAYROLL")).toMatchObject({ status: "WAITING" });
});

it("Who may not take salaries back undoes the salaries' step only while none is paid", async () => {
  const [{ id }] = (await ok<Body>(isp.admin.get(`/payrolls/?month=${month}`))).results;
  await act("finish-step", "PAYROLL");
  const codes = ["finance.month_end.view", "finance.month_end.finish_step", "finance.month_end.undo_step"];
  const role = await ok<Body>(isp.admin.post("/roles/", { name: "Steps alone", permissions: codes }));
  const [username, password] = ["steps-alone", "a-long-secret-1"];
  await ok(isp.admin.post("/staff/", { username, password, role: role.id }));
  const clerk = await server.signIn(username, password, isp.subdomain);
  await ok(isp.admin.post(`/payrolls/${id}/pay/`, { method: "BANK" }));
  const asked = { step: "PAYROLL", reason: "Too early" };
  expect(await clerk.post(`/month-ends/${end}/undo-step/`, asked)).toMatchObject({
    status: 403,
    body: { permission: "hr.payroll.reverse" },
  });
  expect((await ok<Body>(isp.admin.get(`/payrolls/${id}/`))).status).toBe("PAID");
  await ok(isp.admin.post(`/payrolls/${id}/reverse/`, { reason: "A test" }));
  expect(await act("undo-step", "PAYROLL", clerk)).toMatchObject({ status: "WAITING" });
});
