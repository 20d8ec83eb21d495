// What people do for themselves: coming, leaving work, asking for leave; seen by nobody else, and offline never refused.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { callProcedure, longKnown, openDesktop } from "../helpers/desktop.ts";
import { feedSettledHere } from "../helpers/feed.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Body = any;

let server: TestServer;
let home: TestTenant;
let clerk: Client & { staff_id: string };
let tech: Client & { staff_id: string };
let employee: string;
beforeAll(async () => {
  server = await startTestServer();
  home = await makeTenant(server, { settings: { timezone: "Asia/Dhaka", days_off: "FRI" } });
  clerk = await home.staff("clerk", "Counter");
  tech = await home.staff("tech", "Technician");
  const hire = { name: "Salma Akter", salary: "18000", staff: clerk.staff_id };
  employee = (await home.owner.post("/employees/", hire)).body.id;
});
afterAll(() => server.stop());

const pulled = async ({ token }: Client, collection: string): Promise<Body[]> => {
  await feedSettledHere();
  const input = { collection, checkpoint: null, limit: 500 };
  return (await callProcedure(server.url, token, "sync.pull", input)).data.documents;
};
/** What a device of the clerk's tells of another day, one for each, in whatever order they come. */
const push = async (kind: string, payload: Body, occurred_at: string) => {
  const known = await longKnown(server, await openDesktop(server.url, clerk.token));
  return (await known.push(known.command(kind, payload, { occurred_at })))[0];
};
/** A moment some days ago, by the clocks of Dhaka. */
const ago = (days: number, clock: string) => {
  const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  return new Date(`${day}T${clock}:00+06:00`).toISOString();
};
const reviews = async () => (await home.owner.get("/review-items/?kind=CONFLICT&page_size=100")).body.count;

it("A clerk comes and leaves by their own account, twice over without harm, and sees their own days alone", async () => {
  const came = await clerk.post("/attendance/check-in/");
  expect([came.status, came.body.employee]).toEqual([200, employee]);
  const left = await clerk.post("/attendance/check-out/");
  expect(left.body).toMatchObject({ id: came.body.id, check_in: came.body.check_in });
  expect((await clerk.post("/attendance/check-in/")).body).toMatchObject({ check_in: came.body.check_in });
  const other = await home.owner.post("/employees/", { name: "Babul Mia", staff: tech.staff_id });
  expect((await tech.post("/attendance/check-out/")).body.code).toBe("ILLEGAL_TRANSITION");
  await tech.post("/attendance/check-in/");
  expect((await tech.get("/attendance/")).body.results.map((row: Body) => row.employee)).toEqual([
    other.body.id,
  ]);
  expect((await pulled(tech, "attendance")).map((row) => row.employee)).toEqual([other.body.id]);
  expect((await tech.get(`/attendance/${came.body.id}/`)).status).toBe(404);
  for (const path of ["/attendance/summary/", "/attendance/sheet/", "/employees/", "/payrolls/"])
    expect([path, (await tech.get(path)).status]).toEqual([path, 403]);
});

it("An owner without an employee of their own can't come to work, and their desktop holds nobody's days", async () => {
  expect((await home.owner.post("/attendance/check-in/")).body.code).toBe("NO_EMPLOYEE");
  expect((await home.owner.get("/attendance/")).body.count).toBeGreaterThan(1);
  expect(await pulled(home.owner, "attendance")).toEqual([]);
});

it("Days that were worked offline are taken in whatever order, with the earliest coming and the latest leaving", async () => {
  const id = newId();
  expect((await push("attendance.check_in", { id }, ago(3, "09:40"))).result).toMatchObject({
    id,
    status: "LATE",
  });
  expect((await push("attendance.check_out", { id }, ago(3, "17:00"))).result).toMatchObject({ id });
  const early = await push("attendance.check_in", { id: newId() }, ago(3, "09:05"));
  expect([early.status, early.result]).toEqual([
    "APPLIED",
    expect.objectContaining({ id, status: "PRESENT" }),
  ]);
  expect((await push("attendance.check_out", {}, ago(3, "16:00"))).result.check_out).toContain("11:00:00");
});

it("Leaving without having come, and coming on a day marked as absent, are taken offline and put on the review list", async () => {
  const before = await reviews();
  const left = await push("attendance.check_out", { id: newId() }, ago(5, "17:00"));
  expect([left.status, left.result]).toEqual([
    "APPLIED",
    expect.objectContaining({ status: "PRESENT", check_in: null }),
  ]);
  const date = ago(7, "12:00").slice(0, 10);
  await home.owner.post("/attendance/mark/", { date, marks: [{ employee, status: "ABSENT" }] });
  expect((await push("attendance.check_in", {}, ago(7, "09:00"))).result).toMatchObject({
    date,
    status: "PRESENT",
  });
  expect(await reviews()).toBe(before + 2);
});

it("Leave is asked for and taken back offline, and one in days of an approved leave is put on the review list", async () => {
  const id = newId();
  const wish = { leave_type: "ANNUAL", start_date: "2030-01-10", end_date: "2030-01-12", reason: "Wedding" };
  expect((await push("leave.request", { id, ...wish }, ago(0, "10:00"))).result).toMatchObject({
    id,
    employee,
    status: "PENDING",
  });
  await home.owner.post(`/leaves/${id}/approve/`);
  const before = await reviews();
  const second = await push("leave.request", { id: newId(), ...wish }, ago(0, "10:01"));
  expect([second.status, await reviews()]).toEqual(["APPLIED", before + 1]);
  expect((await clerk.post("/leaves/request/", wish)).body.code).toBe("LEAVE_OVERLAPS");
  const half = { ...wish, end_date: wish.start_date, day_part: "SECOND_HALF" };
  const third = await push("leave.request", { id: newId(), ...half }, ago(0, "10:01"));
  expect([third.result, await reviews()]).toMatchObject([{ day_part: "SECOND_HALF" }, before + 2]);
  expect((await push("leave.cancel", { id }, ago(0, "10:02"))).result).toMatchObject({ status: "CANCELLED" });
  const others = (await home.owner.post("/leaves/", { ...wish, employee: await employeeOf("Babul Mia") }))
    .body.id;
  expect((await clerk.post(`/leaves/${others}/cancel/`)).status).toBe(404);
  expect((await pulled(clerk, "leaves")).every((row) => row.employee === employee)).toBe(true);
});

const employeeOf = async (name: string) =>
  (await home.owner.get(`/employees/?search=${encodeURIComponent(name)}`)).body.results[0].id;

it("A day that is taken from an account goes from its desktop, and comes to the account that has it now", async () => {
  /** The days that a desktop ends with. */
  const daysOf = async (reader: Client) => {
    const days = new Map((await pulled(reader, "attendance")).map((row) => [row.id, row._deleted]));
    return [...days].filter(([, isGone]) => !isGone).map(([id]) => id);
  };
  const held = await daysOf(clerk);
  expect(held.length).toBeGreaterThan(0);
  const babul = await employeeOf("Babul Mia");
  await home.owner.patch(`/employees/${babul}/`, { staff: null });
  await home.owner.patch(`/employees/${employee}/`, { staff: tech.staff_id });
  expect(await daysOf(clerk)).toEqual([]);
  expect((await daysOf(tech)).sort()).toEqual(held.sort());
  // Work that was done before is taken, and somebody looks at it.
  const before = await reviews();
  const came = await push("attendance.check_in", { id: newId() }, ago(1, "09:00"));
  expect([came.status, await reviews()]).toEqual(["APPLIED", before + 1]);
});

it("Nobody grants their own leave or advance but the owner, who has nobody above them", async () => {
  const hr = await home.staff("hr-head", "HR");
  const hire = async (name: string, staff: string) =>
    (await home.owner.post("/employees/", { name, salary: "30000", staff })).body.id;
  const herself = await hire("Nasrin Jahan", hr.staff_id);
  const { results: people } = (await home.owner.get("/staff/?designation=Owner")).body;
  const owner = await hire("The owner", people[0].id);
  const leaveOf = async (whose: string) => {
    const body = { employee: whose, leave_type: "CASUAL", start_date: "2031-05-05", end_date: "2031-05-06" };
    return (await home.owner.post("/leaves/", body)).body.id;
  };
  const advanceOf = async (whose: string) => {
    const body = { employee: whose, amount: "500", deduction_month: "2031-05" };
    return (await home.owner.post("/advance-salaries/", body)).body.id;
  };
  const [own, own_advance] = [await leaveOf(herself), await advanceOf(herself)];
  const refused = { status: 403, body: { code: "OWN_REQUEST" } };
  expect(await hr.post(`/leaves/${own}/approve/`)).toMatchObject(refused);
  expect(await hr.post(`/advance-salaries/${own_advance}/approve/`)).toMatchObject(refused);
  expect((await hr.get(`/leaves/${own}/`)).body.status).toBe("PENDING");
  for (const path of [`/leaves/${await leaveOf(employee)}`, `/advance-salaries/${await advanceOf(owner)}`])
    expect((await hr.post(`${path}/approve/`)).status).toBe(200);
  for (const path of [
    `/leaves/${own}`,
    `/advance-salaries/${own_advance}`,
    `/leaves/${await leaveOf(owner)}`,
  ])
    expect((await home.owner.post(`${path}/approve/`)).body.status).toBe("APPROVED");
});

it("Devices at doors say times with seconds or without", async () => {
  const body = { employee, date: "2025-05-12", check_in: "09:05:30", check_out: "18:00" };
  const made = await home.owner.post("/attendance/", body);
  expect(made.body).toMatchObject({ check_in: "2025-05-12T03:05:30.000Z", status: "PRESENT" });
});
