// Contract §3, HR, seen from outside: attendance, leave, advances, payroll.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { type Body, expectProblem, expectStatus } from "./helpers/money.ts";

let server: TestServer;
let home: TestTenant;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  home = await makeTenant(server, {
    subdomain: "people",
    settings: { timezone: "Asia/Dhaka", days_off: "FRI" },
  });
  owner = home.owner;
});
afterAll(() => server.stop());

let count = 0;
const hire = (more: Body = {}): Promise<Body> => {
  count += 1;
  return expectStatus(201, owner.post("/employees/", { name: `Person ${count}`, salary: "30000", ...more }));
};
const post = (path: string, body: Body = {}) => owner.post(path, body);
const leaveOf = (employee: string, start_date: string, end_date: string, leave_type = "CASUAL") =>
  post("/leaves/", { employee, start_date, end_date, leave_type });
const approved = async (path: string, made: Promise<Body>): Promise<Body> => {
  const { id } = await expectStatus(201, made);
  return expectStatus(200, post(`/${path}/${id}/approve/`));
};

it("An employee has a code of their own, given or the next one, and a salary in the currency's digits", async () => {
  const [first, second] = [await hire(), await hire({ employee_code: "X-1" })];
  expect(first).toMatchObject({
    employee_code: expect.stringMatching(/^E\d+$/),
    salary: "30000.00",
    is_active: true,
  });
  expect(second.employee_code).toBe("X-1");
  await expectProblem(409, post("/employees/", { name: "Again", employee_code: "X-1" }), "DUPLICATE");
  await expectProblem(400, post("/employees/", { name: "Half a paisa", salary: "1.005" }), "VALIDATION");
});

it("Attendance is one a day; its status follows from the time of coming in the tenant's zone unless it is given", async () => {
  const { id: employee } = await hire();
  const at = (date: string, more: Body) => post("/attendance/", { employee, date, ...more });
  const status = async (made: Promise<Body>) => (await expectStatus(201, made)).status;
  expect(await status(at("2026-11-02", { check_in: "2026-11-02T03:15:00Z" }))).toBe("PRESENT");
  expect(await status(at("2026-11-03", { check_in: "2026-11-03T03:16:00Z" }))).toBe("LATE");
  expect(await status(at("2026-11-04", { check_in: "09:20", check_out: "18:00" }))).toBe("LATE");
  expect(await status(at("2026-11-05", {}))).toBe("ABSENT");
  expect(await status(at("2026-11-07", { check_in: "10:00", status: "PRESENT" }))).toBe("PRESENT");
  await expectProblem(409, at("2026-11-02", { status: "ABSENT" }), "DUPLICATE");
  await expectProblem(400, at("2026-11-08", { check_in: "2026-11-09T03:00:00Z" }), "VALIDATION");
  await expectProblem(400, at("2026-11-08", { check_in: "09:00", check_out: "08:00" }), "VALIDATION");
});

it("The summary of a day counts everybody once, also of whom nothing is written down", async () => {
  const date = "2026-10-05";
  const people = [await hire(), await hire(), await hire(), await hire()].map(({ id }) => id as string);
  const gone = await hire({ end_date: "2026-10-04" });
  await expectStatus(201, post("/attendance/", { employee: people[0], date, check_in: "09:00" }));
  await expectStatus(201, post("/attendance/", { employee: people[1], date, check_in: "11:00" }));
  await approved("leaves", leaveOf(people[2] ?? "", "2026-10-01", "2026-10-05"));
  const summary = await expectStatus(200, owner.get(`/attendance/summary/?date=${date}`));
  const found = new Map(summary.employees.map((row: Body) => [row.employee, row.status]));
  expect(people.map((id) => found.get(id))).toEqual(["PRESENT", "LATE", "ON_LEAVE", "ABSENT"]);
  expect(found.has(gone.id)).toBe(false);
  expect(summary).toMatchObject({ date, present: 1, late: 1, on_leave: 1, absent: found.size - 3 });
});

it("A leave is decided once; one that overlaps an approved leave is refused with 409", async () => {
  const { id: employee } = await hire();
  const [first, second] = [
    await expectStatus(201, leaveOf(employee, "2026-11-09", "2026-11-11")),
    await expectStatus(201, leaveOf(employee, "2026-11-11", "2026-11-12")),
  ];
  expect(first.status).toBe("PENDING");
  expect(await expectStatus(200, post(`/leaves/${first.id}/approve/`))).toMatchObject({
    status: "APPROVED",
    decided_by: "The Owner",
  });
  await expectProblem(409, post(`/leaves/${second.id}/approve/`), "LEAVE_OVERLAPS");
  await expectProblem(409, leaveOf(employee, "2026-11-10", "2026-11-10"), "LEAVE_OVERLAPS");
  await expectStatus(200, post(`/leaves/${second.id}/reject/`, { reason: "Busy days" }));
  for (const operation of ["approve", "reject", "cancel"])
    await expectProblem(409, post(`/leaves/${second.id}/${operation}/`), "ILLEGAL_TRANSITION");
  await expectProblem(409, owner.patch(`/leaves/${first.id}/`, { reason: "?" }), "ILLEGAL_TRANSITION");
  await expectProblem(400, owner.patch(`/leaves/${first.id}/`, { status: "CANCELLED" }), "VALIDATION");
  await expectProblem(400, leaveOf(employee, "2026-12-10", "2026-12-09"), "VALIDATION");
});

it("One of several approvals of overlapping leaves that arrive at once wins, and the others say why not", async () => {
  const { id: employee } = await hire();
  const made = await Promise.all(
    [1, 2, 3, 4, 5].map((day) => expectStatus(201, leaveOf(employee, `2026-12-0${day}`, "2026-12-08"))),
  );
  const answers = await Promise.all(made.map(({ id }) => post(`/leaves/${id}/approve/`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  const list = await expectStatus(200, owner.get(`/leaves/?employee=${employee}&status=APPROVED`));
  expect(list.count).toBe(1);
});

it("A pay is the salary with what was given, less advances and unpaid leave; paying it deducts the advances once", async () => {
  const { id: employee } = await hire();
  const advance = (amount: string, more: Body = {}) =>
    post("/advance-salaries/", { employee, amount, request_date: "2026-11-05", ...more });
  const [taken, refused] = [
    await expectStatus(201, advance("2000")),
    await expectStatus(201, advance("500")),
  ];
  expect(taken).toMatchObject({ deduction_month: "2026-11", status: "PENDING" });
  await expectStatus(200, post(`/advance-salaries/${taken.id}/approve/`));
  await expectStatus(200, post(`/advance-salaries/${refused.id}/reject/`));
  await expectProblem(409, post(`/advance-salaries/${refused.id}/approve/`), "ILLEGAL_TRANSITION");
  await approved("leaves", leaveOf(employee, "2026-11-29", "2026-12-02", "UNPAID"));
  const body = { employee, month: "2026-11", bonus: "1500.50", deductions: "200" };
  const pay = await expectStatus(201, post("/payrolls/", body));
  expect(pay).toMatchObject({
    basic_salary: "30000.00",
    bonus: "1500.50",
    deductions: "4200.00",
    net_salary: "27300.50",
    status: "DRAFT",
    breakdown: { given: "200.00", advances: "2000.00", unpaid_leave: "2000.00", unpaid_leave_days: 2 },
  });
  await expectProblem(409, post("/payrolls/", body), "DUPLICATE");
  // A draft follows what is decided after it.
  const late = await expectStatus(201, advance("300"));
  await expectStatus(200, post(`/advance-salaries/${late.id}/approve/`));
  const anew = await expectStatus(200, owner.get(`/payrolls/${pay.id}/`));
  expect(anew).toMatchObject({ deductions: "4500.00", net_salary: "27000.50" });
  // More than the month has left: it takes what it can, and never more.
  const greedy = await expectStatus(201, advance("40000"));
  await expectStatus(200, post(`/advance-salaries/${greedy.id}/approve/`));
  const full = await expectStatus(200, owner.get(`/payrolls/${pay.id}/`));
  expect(full).toMatchObject({ net_salary: "0.00", breakdown: { advances: "29300.50" } });
  await expectProblem(422, owner.patch(`/payrolls/${pay.id}/`, { deductions: "40000" }), "NEGATIVE_TOTAL");
  const answers = await Promise.all([1, 2, 3].map(() => post(`/payrolls/${pay.id}/pay/`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const advances = await expectStatus(
    200,
    owner.get(`/advance-salaries/?employee=${employee}&status=DEDUCTED`),
  );
  expect(advances.results.map(({ payroll }: Body) => payroll)).toEqual([pay.id, pay.id]);
  await expectProblem(409, owner.patch(`/payrolls/${pay.id}/`, { bonus: "1" }), "ILLEGAL_TRANSITION");
  await expectProblem(409, owner.delete(`/payrolls/${pay.id}/`), "ILLEGAL_TRANSITION");
  const owed = await expectStatus(200, owner.get(`/advance-salaries/${greedy.id}/`));
  expect(owed).toMatchObject({ status: "APPROVED", deducted: "27000.50", payroll: null });
  const late_one = await expectStatus(201, advance("10", { deduction_month: "2026-12" }));
  await expectProblem(
    409,
    owner.patch(`/advance-salaries/${late_one.id}/`, { deduction_month: "2026-11" }),
    "PAYROLL_PAID",
  );
  const unpaid = await expectStatus(201, leaveOf(employee, "2026-11-20", "2026-11-21", "UNPAID"));
  await expectProblem(409, post(`/leaves/${unpaid.id}/approve/`), "PAYROLL_PAID");
  // The next advance goes to the first month that is not paid.
  expect((await expectStatus(201, advance("100"))).deduction_month).toBe("2026-12");
});

it("A month's pay is drawn up for everybody once, however many ask at once, and says whose is missing", async () => {
  const other = await makeTenant(server, { subdomain: "others", settings: { currency: "JPY" } });
  const employ = (body: Body): Promise<Body> => expectStatus(201, other.owner.post("/employees/", body));
  const full = await employ({ name: "Whole month", salary: 300000 });
  const joined = await employ({ name: "Joined inside", salary: 300000, join_date: "2026-11-16" });
  const left = await employ({
    name: "Left inside",
    salary: 300000,
    end_date: "2026-11-15",
    is_active: false,
  });
  const free = await employ({ name: "No salary" });
  await employ({ name: "Joins later", salary: 300000, join_date: "2026-12-01" });
  await employ({ name: "Gone", salary: 300000, is_active: false });
  const asked = await expectStatus(200, other.owner.get("/payrolls/gaps/?month=2026-11"));
  expect(asked).toMatchObject({ month: "2026-11", employees: 4, existing: 0 });
  expect(asked.gaps).toContainEqual({
    employee: free.id,
    employee_name: "No salary",
    gap: "NO_SALARY",
    count: 1,
  });
  const runs = await Promise.all(
    [1, 2].map(() => expectStatus(200, other.owner.post("/payrolls/generate/", { month: "2026-11" }))),
  );
  expect(runs.map(({ created, existing }) => created + existing)).toEqual([3, 3]);
  expect(runs.map(({ created }) => created).sort()).toEqual([0, 3]);
  expect(runs[0]?.gaps).toEqual([
    { employee: free.id, employee_name: "No salary", gap: "NO_SALARY", count: 1 },
  ]);
  const { results } = await expectStatus(200, other.owner.get("/payrolls/?month=2026-11"));
  const net = new Map(results.map((pay: Body) => [pay.employee, pay.net_salary]));
  expect([full, joined, left].map(({ id }) => net.get(id))).toEqual(["300000", "150000", "150000"]);
  const slip = await other.owner.get(`/payrolls/${results[0].id}/slip/`);
  expect([slip.status, slip.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(String(slip.body).startsWith("%PDF-")).toBe(true);
});

it("A day's list of attendance replaces what was known, all of it or nothing", async () => {
  const people = [await hire(), await hire()].map(({ id }) => id as string);
  const date = "2026-11-16";
  const mark = (marks: Body[]) => post("/attendance/mark/", { date, marks });
  const [one, two] = people;
  await expectStatus(
    200,
    mark([
      { employee: one, check_in: "09:40" },
      { employee: two, status: "ABSENT" },
    ]),
  );
  await expectStatus(
    200,
    mark([
      { employee: one, status: "PRESENT" },
      { employee: two, check_in: "09:01" },
    ]),
  );
  await expectProblem(400, mark([{ employee: one, status: "ABSENT" }, { employee: one }]), "VALIDATION");
  const { results } = await expectStatus(200, owner.get(`/attendance/?date=${date}`));
  const found = new Map(results.map((row: Body) => [row.employee, row]));
  expect(people.map((id) => (found.get(id) as Body).status)).toEqual(["PRESENT", "PRESENT"]);
  expect(found.get(one)).toMatchObject({ check_in: expect.stringContaining("03:40") });
  const sheet = await expectStatus(200, owner.get("/attendance/sheet/?month=2026-11"));
  const row = sheet.employees.find(({ employee }: Body) => employee === one);
  expect([sheet.days.length, row.marks[15], row.marks[5]]).toEqual([30, "PRESENT", "OFF"]);
});

it("Salaries are shown to those alone who see employees", async () => {
  const clerk = await home.staff("clerk", "Counter");
  await expectProblem(403, clerk.get("/employees/"), "PERMISSION_DENIED");
  await expectProblem(403, clerk.get("/payrolls/"), "PERMISSION_DENIED");
  await expectProblem(403, clerk.get("/advance-salaries/"), "PERMISSION_DENIED");
  const hr = await home.staff("hr", "HR");
  await expectStatus(200, hr.get("/employees/"));
  const accountant = await home.staff("accountant", "Accountant");
  await expectStatus(200, accountant.get("/payrolls/gaps/?month=2026-11"));
});
