// What employees are paid stands in the ledger: advances, what a month cost, what is owed until it is paid.
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, dayOf, daysOfMonth, monthOf } from "../../shared/kernel/day.ts";
import { checkBooks } from "../billing/helpers/check-books.ts";
import { ok } from "../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
const today = dayOf(new Date(), "UTC");
const last_month = monthOf(addDays(`${monthOf(today)}-01`, -1));
const month_end = daysOfMonth(last_month).at(-1) ?? today;
beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { settings: { currency: "KWD" } });
});
afterAll(() => server.stop());

type Record = { id: string; status: string };
const salaried = async (name: string) =>
  (await ok<Record>(isp.owner.post("/employees/", { name, salary: "300.125" }))).id;

async function balances(query = ""): Promise<Readonly<{ [account: string]: string }>> {
  const { accounts } = await ok<{ accounts: { account: string; holder?: string; balance: string }[] }>(
    isp.owner.get(`/reports/trial-balance/${query}`),
  );
  return Object.fromEntries(
    accounts.map(({ account, holder, balance }) => [holder ? `${account} ${holder}` : account, balance]),
  );
}

it("An advance leaves the holder that is named when it is granted, the pay takes it back, and the month that was worked bears the cost", async () => {
  const employee = await salaried("Salma Akter");
  const advance = await ok<Record>(
    isp.owner.post("/advance-salaries/", { employee, amount: "50.000", deduction_month: last_month }),
  );
  expect(await balances()).toEqual({});
  // Eight at once: it is paid out once.
  const grants = await Promise.all(
    Array.from({ length: 8 }, () =>
      isp.owner.post(`/advance-salaries/${advance.id}/approve/`, { holder: "OFFICE" }),
    ),
  );
  expect(grants.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  expect(await balances("?group_by=holder")).toEqual({
    SALARY_ADVANCES: "50.000",
    "CASH:CASH OFFICE": "-50.000",
  });
  const pay = { employee, month: last_month, bonus: "10.000", deductions: "0.125" };
  const { id } = await ok<Record>(isp.owner.post("/payrolls/", pay));
  const paid = await Promise.all(
    Array.from({ length: 8 }, () => isp.owner.post(`/payrolls/${id}/pay/`, { method: "BANK" })),
  );
  expect(paid.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  expect(await balances("?group_by=holder")).toEqual({
    SALARIES: "310.000",
    SALARIES_PAYABLE: "0.000",
    SALARY_ADVANCES: "0.000",
    "CASH:BANK BANK": "-260.000",
    "CASH:CASH OFFICE": "-50.000",
  });
  // As of the month's end the salary was a cost, and still to be paid.
  expect(await balances(`?as_of=${month_end}`)).toEqual({
    SALARIES: "310.000",
    SALARIES_PAYABLE: "-260.000",
    SALARY_ADVANCES: "-50.000",
  });
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});

it("In a closed month nothing changes: its salary, paid afterwards, is a cost of the day of the pay", async () => {
  const employee = await salaried("Babul Mia");
  const { id } = await ok<Record>(isp.owner.post("/payrolls/", { employee, month: last_month }));
  await ok(isp.owner.patch("/settings/", { lock_date: month_end }));
  const closed = await balances(`?as_of=${month_end}`);
  await ok(isp.owner.post(`/payrolls/${id}/pay/`));
  expect(await balances(`?as_of=${month_end}`)).toEqual(closed);
  expect(await balances()).toMatchObject({ SALARIES: "610.125", SALARIES_PAYABLE: "0.000" });
  const later = await ok<Record>(isp.owner.post("/advance-salaries/", { employee, amount: "5.000" }));
  await ok(isp.owner.patch("/settings/", { lock_date: today }));
  const refused = await isp.owner.post(`/advance-salaries/${later.id}/approve/`);
  expect([refused.status, refused.body.code]).toEqual([422, "PERIOD_LOCKED"]);
  expect((await isp.owner.get(`/advance-salaries/${later.id}/`)).body.status).toBe("PENDING");
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});

it("A paid salary and a paid advance are taken back once however often it is asked, to the cent, and can be paid again", async () => {
  const lone = await makeTenant(server, { settings: { currency: "JPY" } });
  const { owner } = lone;
  const me = String((await ok<{ user: { username: string } }>(owner.get("/auth/me/"))).user.username);
  const stand = async () => {
    const { accounts } = await ok<{ accounts: { account: string; holder?: string; balance: string }[] }>(
      owner.get("/reports/trial-balance/?group_by=holder"),
    );
    return accounts
      .filter(({ balance }) => balance !== "0")
      .map(({ account, holder, balance }) => [account, holder, balance].join(" "));
  };
  const employee = (await ok<Record>(owner.post("/employees/", { name: "Kenji", salary: "300000" }))).id;
  const asked = { employee, amount: "50000", deduction_month: last_month };
  const advance = (await ok<Record>(owner.post("/advance-salaries/", asked))).id;
  const reverse = (path: string, body: object = { reason: "By mistake" }) =>
    Promise.all(Array.from({ length: 8 }, () => owner.post(`/${path}/reverse/`, body)));
  const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))];
  // Nothing was paid yet: there is nothing to take back.
  expect(statuses(await reverse(`advance-salaries/${advance}`))).toEqual([409]);
  const approved = await ok(owner.post(`/advance-salaries/${advance}/approve/`));
  expect(approved).toMatchObject({ status: "APPROVED", method: "CASH", holder: me });
  const { id } = await ok<Record>(owner.post("/payrolls/", { employee, month: last_month }));
  const before = await stand();
  expect(before).toEqual([`CASH:CASH ${me} -50000`, "SALARY_ADVANCES  50000"]);
  expect(await owner.post(`/payrolls/${id}/pay/`, { holder: "nobody" })).toMatchObject({ status: 400 });
  expect(await owner.post(`/payrolls/${id}/pay/`, { method: "BANK", holder: me })).toMatchObject({
    status: 400,
  });
  const paid = await ok(owner.post(`/payrolls/${id}/pay/`, { holder: "OFFICE" }));
  expect(paid).toMatchObject({ status: "PAID", method: "CASH", holder: "OFFICE" });
  // What a salary took off is not taken back alone.
  expect(statuses(await reverse(`advance-salaries/${advance}`))).toEqual([409]);
  expect(statuses(await reverse(`payrolls/${id}`, {}))).toEqual([400]);
  expect(statuses(await reverse(`payrolls/${id}`))).toEqual([200]);
  expect(await stand()).toEqual(before);
  const draft = await ok(owner.get(`/payrolls/${id}/`));
  expect(draft).toMatchObject({
    status: "DRAFT",
    paid_at: null,
    holder: null,
    reversed_by: me,
    reversal_reason: "By mistake",
  });
  expect(await ok(owner.get(`/advance-salaries/${advance}/`))).toMatchObject({
    status: "APPROVED",
    payroll: null,
  });
  expect((await owner.delete(`/payrolls/${id}/`)).status).toBe(409);
  // Paid again, the month bears its cost once.
  expect(await ok(owner.post(`/payrolls/${id}/pay/`))).toMatchObject({ status: "PAID", reversed_at: null });
  const { accounts } = await ok<{ accounts: { account: string; balance: string }[] }>(
    owner.get(`/reports/trial-balance/?as_of=${month_end}`),
  );
  expect(accounts.find(({ account }) => account === "SALARIES")?.balance).toBe("300000");
  expect(statuses(await reverse(`payrolls/${id}`))).toEqual([200]);
  expect(statuses(await reverse(`advance-salaries/${advance}`))).toEqual([200]);
  expect(await stand()).toEqual([]);
  expect(await ok(owner.get(`/payrolls/${id}/`))).toMatchObject({ net_salary: "300000" });
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});

it("What somebody is paid in cash is less in the drawer that it came out of", async () => {
  const { owner } = await makeTenant(server);
  const employee = (await ok<Record>(owner.post("/employees/", { name: "Rafiq", salary: "500.00" }))).id;
  const shift = (await ok<Record>(owner.post("/shifts/", { opening_float: "1000.00" }))).id;
  const advance = (await ok<Record>(owner.post("/advance-salaries/", { employee, amount: "200.00" }))).id;
  await ok(owner.post(`/advance-salaries/${advance}/approve/`));
  const { expected_cash } = await ok<{ expected_cash: string }>(owner.get(`/shifts/${shift}/totals/`));
  expect(expected_cash).toBe("800.00");
  await ok(owner.post(`/advance-salaries/${advance}/reverse/`, { reason: "Came back" }));
  const closed = await ok(owner.post(`/shifts/${shift}/close/`, { counted_cash: "1000.00" }));
  expect(closed).toMatchObject({ expected_cash: "1000.00", difference: "0.00" });
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});
