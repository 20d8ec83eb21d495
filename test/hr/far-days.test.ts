// Days at the ends of the calendar in what people's work is written down with: none hangs the server, and each refusal names its field.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

const LAST = "9999-12-31";

let server: TestServer;
let home: TestTenant;
let employee: string;
beforeAll(async () => {
  server = await startTestServer();
  home = await makeTenant(server, { settings: { timezone: "Asia/Dhaka" } });
  employee = (await home.owner.post("/employees/", { name: "Salma Akter", salary: "31000" })).body.id;
});
afterAll(() => server.stop());

it("Leave without pay on the last day of the year 9999 is approved, counted in its month's pay, and taken back", async () => {
  const days = { employee, leave_type: "UNPAID", start_date: LAST, end_date: LAST };
  const leave = await home.owner.post("/leaves/", days);
  expect(leave.status).toBe(201);
  const path = `/leaves/${leave.body.id}/`;
  expect(await home.owner.post(`${path}approve/`)).toMatchObject({
    status: 200,
    body: { status: "APPROVED" },
  });
  const sheet = await home.owner.get("/attendance/sheet/?month=9999-12");
  expect(sheet.body.days.at(-1)).toBe(LAST);
  expect(sheet.body.employees[0].marks.at(-1)).toBe("ON_LEAVE");
  expect((await home.owner.get(`/attendance/summary/?date=${LAST}`)).body).toMatchObject({ on_leave: 1 });
  const run = await home.owner.post("/payrolls/generate/", { month: "9999-12" });
  expect(run.body).toMatchObject({ created: 1 });
  const drawn = await home.owner.get("/payrolls/?month=9999-12");
  expect(drawn.body.results).toMatchObject([{ deductions: "1000.00", net_salary: "30000.00" }]);
  expect((await home.owner.post(`${path}cancel/`)).status).toBe(200);
});

it("An advance behind the last paid month is refused by the field that could name another", async () => {
  const [draft] = (await home.owner.get("/payrolls/?month=9999-12")).body.results;
  expect((await home.owner.post(`/payrolls/${draft.id}/pay/`)).status).toBe(200);
  const advance = { employee, amount: "100", request_date: LAST };
  expect(await home.owner.post("/advance-salaries/", advance)).toMatchObject({
    status: 400,
    body: { code: "VALIDATION", errors: [{ field: "deduction_month" }] },
  });
});

it("Work on the evening of the last day is yet to come in every zone", async () => {
  for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    await home.owner.patch("/settings/", { timezone });
    const { body } = await home.owner.post("/employees/", { name: timezone, salary: "1" });
    const day = { date: LAST, marks: [{ employee: body.id, check_in: "22:00", check_out: "23:30" }] };
    expect(await home.owner.post("/attendance/mark/", day), timezone).toMatchObject({
      status: 400,
      body: { errors: [{ field: "date" }] },
    });
  }
});

it.each([
  ["/attendance/", "date", { date: "0050-01-01", check_in: null }],
  ["/leaves/", "start_date", { leave_type: "UNPAID", start_date: "0000-01-01", end_date: "2026-01-01" }],
  ["/payrolls/", "month", { month: "0000-01" }],
])("A day or month below 1900 that is sent to %s is refused by its name: %s", async (path, field, body) => {
  expect(await home.owner.post(path, { employee, ...body })).toMatchObject({
    status: 400,
    body: { code: "VALIDATION", errors: [{ field }] },
  });
});

it.each([
  ["/payrolls/gaps/?month=0000-01", "month"],
  ["/attendance/sheet/?month=0050-02", "month"],
  ["/attendance/summary/?date=0000-01-01", "date"],
  ["/attendance/?date__gte=0000-01-01", "date__gte"],
  ["/attendance/?created_at__gte=0000-01-01", "created_at__gte"],
  ["/attendance/?created_at=0000-01-01T00:00:00Z", "created_at"],
])("A question about days that nobody knows is refused by its name: %s", async (path, field) => {
  expect(await home.owner.get(path)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
});
