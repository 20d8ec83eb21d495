// An advance that was granted may be taken off another month's pay, until one has taken it off.
import { afterAll, beforeAll, expect, it } from "vitest";
import { addMonths, dayOf, monthOf } from "../../shared/kernel/day.ts";
import { checkBooks } from "../billing/helpers/check-books.ts";
import { ok } from "../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
const month = monthOf(dayOf(new Date(), "UTC"));
const next = addMonths(month, 1);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it("A granted advance is moved to another month, and the drafts of both follow; what was taken off stays", async () => {
  const { owner } = await makeTenant(server);
  const made = (path: string, body: object) => ok<{ id: string }>(owner.post(path, body));
  const { id: employee } = await made("/employees/", { name: "Babul Mia", salary: "1000" });
  const pays = [
    await made("/payrolls/", { employee, month }),
    await made("/payrolls/", { employee, month: next }),
  ];
  const nets = async () =>
    Promise.all(
      pays.map(
        async ({ id }) => (await ok<{ net_salary: string }>(owner.get(`/payrolls/${id}/`))).net_salary,
      ),
    );
  const advance = await made("/advance-salaries/", { employee, amount: "400", deduction_month: month });
  const path = `/advance-salaries/${advance.id}/`;
  await ok(owner.post(`${path}approve/`, {}));
  expect(await nets()).toEqual(["600.00", "1000.00"]);
  await ok(owner.patch(path, { deduction_month: next }));
  expect(await nets()).toEqual(["1000.00", "600.00"]);
  // It was paid out: nothing else of it changes.
  expect((await owner.patch(path, { amount: "300", deduction_month: month })).status).toBe(409);
  await ok(owner.post(`/payrolls/${pays[0]?.id}/pay/`, {}));
  expect(await owner.patch(path, { deduction_month: month })).toMatchObject({
    body: { code: "PAYROLL_PAID" },
  });
  await ok(owner.post(`/payrolls/${pays[1]?.id}/pay/`, {}));
  expect((await owner.patch(path, { deduction_month: addMonths(next, 1) })).status).toBe(409);
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});
