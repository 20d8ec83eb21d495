// Attendance is of days that somebody could have come on: not yet to come, not before they joined, not after they left.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../server/kernel/db/db.ts";
import { addDays, dayOf } from "../../shared/kernel/day.ts";
import { ok } from "../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

const ZONE = "Pacific/Kiritimati";

let server: TestServer;
let isp: TestTenant;
const today = dayOf(new Date(), ZONE);
beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { settings: { timezone: ZONE } });
});
afterAll(() => server.stop());

it("Nobody has come on a day that is yet to come, before they joined or after they left, by themselves or on a day's list", async () => {
  const { owner } = isp;
  const term = { join_date: addDays(today, -20), end_date: addDays(today, -5) };
  const hire = (more: object) => ok<{ id: string }>(owner.post("/employees/", { name: "Salma", ...more }));
  const [still, left] = [await hire({ join_date: term.join_date }), await hire(term)];
  const refusedAt = async (employee: string, date: string) => {
    const alone = await owner.post("/attendance/", { employee, date, status: "PRESENT" });
    const listed = await owner.post("/attendance/mark/", { date, marks: [{ employee, status: "PRESENT" }] });
    expect([alone.status, listed.status]).toEqual([400, 400]);
    return [alone.body.errors[0].field, listed.body.errors[0].field];
  };
  expect(await refusedAt(still.id, addDays(today, 1))).toEqual(["date", "date"]);
  expect(await refusedAt(still.id, addDays(today, -21))).toEqual(["date", "marks.0.employee"]);
  expect(await refusedAt(left.id, addDays(today, -4))).toEqual(["date", "marks.0.employee"]);
  for (const [employee, date] of [
    [still.id, today],
    [still.id, term.join_date],
    [left.id, term.end_date],
  ])
    await ok(owner.post("/attendance/", { employee, date, status: "PRESENT" }));
});

it("Who was seen at work on a day of approved leave without pay is paid for it, and a draft follows what was seen", async () => {
  const { owner } = isp;
  const month = "2026-09";
  const [alone, listed] = ["2026-09-08", "2026-09-09"];
  const hired = await ok<{ id: string }>(owner.post("/employees/", { name: "Rafiq", salary: "3000" }));
  const span = { start_date: "2026-09-07", end_date: "2026-09-10", leave_type: "UNPAID" };
  const leave = await ok<{ id: string }>(owner.post("/leaves/", { employee: hired.id, ...span }));
  await ok(owner.post(`/leaves/${leave.id}/approve/`, {}));
  const day = await ok<{ id: string }>(
    owner.post("/attendance/", { employee: hired.id, date: alone, status: "PRESENT" }),
  );
  const pay = await ok<{ id: string }>(owner.post("/payrolls/", { employee: hired.id, month }));
  expect(pay).toMatchObject({ deductions: "300.00", breakdown: { unpaid_leave_days: 3 } });
  const drawn = async () => (await ok<{ net_salary: string }>(owner.get(`/payrolls/${pay.id}/`))).net_salary;
  // Late is at work as well.
  await ok(
    owner.post("/attendance/mark/", { date: listed, marks: [{ employee: hired.id, check_in: "11:00" }] }),
  );
  expect(await drawn()).toBe("2800.00");
  await ok(owner.patch(`/attendance/${day.id}/`, { status: "ABSENT" }));
  expect(await drawn()).toBe("2700.00");
});

it("Who comes to work by themselves on a day of leave without pay is paid for it in the draft of that month", async () => {
  const { owner } = isp;
  const clerk = await isp.staff("clerk", "Counter");
  const hired = await ok<{ id: string }>(
    owner.post("/employees/", { name: "Nasrin", salary: "3000", staff: clerk.staff_id }),
  );
  const span = { start_date: today, end_date: today, leave_type: "UNPAID" };
  const leave = await ok<{ id: string }>(owner.post("/leaves/", { employee: hired.id, ...span }));
  await ok(owner.post(`/leaves/${leave.id}/approve/`, {}));
  const pay = await ok<{ id: string }>(
    owner.post("/payrolls/", { employee: hired.id, month: today.slice(0, 7) }),
  );
  expect(pay).toMatchObject({ breakdown: { unpaid_leave_days: 1 } });
  await ok(clerk.post("/attendance/check-in/"));
  expect(await ok(owner.get(`/payrolls/${pay.id}/`))).toMatchObject({
    deductions: "0.00",
    breakdown: { unpaid_leave_days: 0 },
  });
});

it("Half a day of leave without pay costs half a day; the other half is leave of its own, and the same half is taken once", async () => {
  const { owner } = isp;
  const [month, day] = ["2026-09", "2026-09-08"];
  const hired = await ok<{ id: string }>(owner.post("/employees/", { name: "Shirin", salary: "3000" }));
  const ask = (day_part: string, end_date = day) =>
    owner.post("/leaves/", {
      ...{ employee: hired.id, leave_type: "UNPAID", start_date: day, end_date, day_part },
    });
  const wrong = await ask("FIRST_HALF", addDays(day, 1));
  expect([wrong.status, wrong.body.errors?.[0].field]).toEqual([400, "day_part"]);
  const seen = { employee: hired.id, date: day, status: "PRESENT" };
  const pay = await ok<{ id: string }>(owner.post("/payrolls/", { employee: hired.id, month }));
  const drawn = () =>
    ok<{ net_salary: string; breakdown: { unpaid_leave_days: number } }>(owner.get(`/payrolls/${pay.id}/`));
  const statusOn = async () => {
    const { employees } = await ok<{ employees: { employee: string; status: string }[] }>(
      owner.get(`/attendance/summary/?date=${day}`),
    );
    return employees.find(({ employee }) => employee === hired.id)?.status;
  };
  // All of them ask before one is granted; two that are granted at once can't be the same half.
  const asked = await Promise.all(
    ["FIRST_HALF", "FIRST_HALF", "SECOND_HALF", "WHOLE"].map((part) => ok<{ id: string }>(ask(part))),
  );
  const grant = (at: number) => owner.post(`/leaves/${asked[at]?.id}/approve/`, {});
  const granted = await Promise.all([grant(0), grant(1)]);
  expect(granted.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await drawn()).toMatchObject({ net_salary: "2950.00", breakdown: { unpaid_leave_days: 0.5 } });
  expect(await statusOn()).toBe("HALF_LEAVE");
  expect((await grant(3)).body.code).toBe("LEAVE_OVERLAPS");
  const there = await ok<{ id: string }>(owner.post("/attendance/", seen));
  expect(await drawn()).toMatchObject({ net_salary: "2950.00" });
  expect(await statusOn()).toBe("PRESENT");
  await ok(owner.patch(`/attendance/${there.id}/`, { status: "ABSENT" }));
  expect(await statusOn()).toBe("ABSENT");
  await ok(grant(2));
  expect(await drawn()).toMatchObject({ net_salary: "2900.00", breakdown: { unpaid_leave_days: 1 } });
  expect(await statusOn()).toBe("ON_LEAVE");
  // The same where somebody goes past the rule: the database has it as well.
  const sql = openPool(server.database_url, null, 1);
  try {
    const past = sql`update leaves set status = 'APPROVED'
      where tenant_id = ${isp.tenant.id} and employee = ${hired.id} and status = 'PENDING'`;
    await expect(past).rejects.toThrow("leaves_overlap");
  } finally {
    await sql.end();
  }
});
