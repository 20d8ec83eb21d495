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

it("An advance leaves the safe when it is granted, the pay takes it back, and the month that was worked bears the cost", async () => {
  const employee = await salaried("Salma Akter");
  const advance = await ok<Record>(
    isp.owner.post("/advance-salaries/", { employee, amount: "50.000", deduction_month: last_month }),
  );
  expect(await balances()).toEqual({});
  // Eight at once: it is paid out once.
  const grants = await Promise.all(
    Array.from({ length: 8 }, () => isp.owner.post(`/advance-salaries/${advance.id}/approve/`)),
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
