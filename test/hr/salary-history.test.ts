// A month's pay is made with the salary of that month, whatever was agreed since.
import { afterAll, beforeAll, expect, it } from "vitest";
import { salaryIn, withSalary } from "../../shared/hr/index.ts";
import { addMonths, dayOf, monthOf } from "../../shared/kernel/day.ts";
import { ok } from "../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
const month = monthOf(dayOf(new Date(), "UTC"));
const ago = (months: number) => addMonths(month, -months);
beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

const hire = (more: object) =>
  ok<{ id: string }>(isp.owner.post("/employees/", { name: "Salma Akter", ...more }));
const basicOf = async (employee: string, of: string) => {
  const { basic_salary } = await ok<{ basic_salary: string }>(
    isp.owner.post("/payrolls/", { employee, month: of }),
  );
  return basic_salary;
};

it("A raise leaves the pay of the months before it as it was agreed, drawn up one by one or for all", async () => {
  const { id } = await hire({ salary: "30000", join_date: `${ago(12)}-01` });
  const raised = await ok(isp.owner.patch(`/employees/${id}/`, { salary: "40000" }));
  expect(raised).toMatchObject({
    salary: "40000.00",
    salary_from: month,
    salary_history: [
      { from: ago(12), salary: "30000.00" },
      { from: month, salary: "40000.00" },
    ],
  });
  expect([await basicOf(id, ago(2)), await basicOf(id, month)]).toEqual(["30000.00", "40000.00"]);
  expect(await basicOf(id, addMonths(month, 1))).toBe("40000.00");
  await ok(isp.owner.post("/payrolls/generate/", { month: ago(1) }));
  const drawn = await ok<{ results: object[] }>(isp.owner.get(`/payrolls/?employee=${id}&month=${ago(1)}`));
  expect(drawn.results).toMatchObject([{ basic_salary: "30000.00" }]);
});

it("A raise may be dated back, and its month put right alone; one that is to come is none yet", async () => {
  const { id } = await hire({ salary: "100", join_date: `${ago(9)}-15` });
  const patch = (body: object) => isp.owner.patch(`/employees/${id}/`, body);
  await ok(patch({ salary: "200", salary_from: ago(4) }));
  expect([await basicOf(id, ago(5)), await basicOf(id, ago(4))]).toEqual(["100.00", "200.00"]);
  expect(await ok(patch({ salary_from: ago(2) }))).toMatchObject({
    salary_history: [
      { from: ago(9), salary: "100.00" },
      { from: ago(2), salary: "200.00" },
    ],
  });
  expect([await basicOf(id, ago(3)), await basicOf(id, ago(2))]).toEqual(["100.00", "200.00"]);
  // What was agreed from there on gives way.
  expect(await ok(patch({ salary: "300", salary_from: ago(6) }))).toMatchObject({
    salary: "300.00",
    salary_history: [{ salary: "100.00" }, { from: ago(6), salary: "300.00" }],
  });
  expect(await patch({ salary: "400", salary_from: addMonths(month, 1) })).toMatchObject({
    status: 400,
    body: { code: "VALIDATION", errors: [{ field: "salary_from" }] },
  });
  // Nothing else about somebody dates their salary anew.
  expect(await ok(patch({ name: "Salma Begum", salary: "300.00" }))).toMatchObject({ salary_from: ago(6) });
});

it("Who joins in a month to come has their first salary from then on", async () => {
  const joins = addMonths(month, 2);
  expect(await hire({ salary: "100", join_date: `${joins}-01` })).toMatchObject({ salary_from: joins });
  expect(await hire({ salary: "100" })).toMatchObject({
    salary_from: null,
    salary_history: [{ from: null, salary: "100.00" }],
  });
});

it("The salary of a month is the last one from it or before it, and the first where none was known yet", () => {
  const history = withSalary(withSalary([], { from: "2026-03", salary: "1" }), {
    from: "2026-06",
    salary: "2",
  });
  const months = ["2026-01", "2026-03", "2026-05", "2026-06", "2027-01"];
  expect(months.map((of) => salaryIn(history, of))).toEqual(["1", "1", "1", "2", "2"]);
  expect(withSalary(history, { from: null, salary: "3" })).toEqual([{ from: null, salary: "3" }]);
});

it("The database takes no salary beside its history", async () => {
  const { id } = await hire({ salary: "100" });
  await expect(
    server.services.db.platform`update employees set salary = 200
      where tenant_id = ${isp.tenant.id} and id = ${id}`,
  ).rejects.toThrow(/employees_salary_history/);
});
