// Attendance: written down by HR, handed in for a day, or one's own.
import {
  type Attendance,
  attendance,
  attendanceVerbs,
  checkIn,
  checkOut,
  dayToLeave,
  isEmployedOn,
  markAttendance,
  planCheckIn,
  planCheckOut,
  statusOf,
  type Term,
} from "../../shared/hr/index.ts";
import { addDays, type Day, dayOf, momentOf } from "../../shared/kernel/day.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import type { InputOf } from "../../shared/kernel/operation.ts";
import { because } from "../../shared/platform/index.ts";
import { insertRows } from "../kernel/db/bulk.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Draft } from "../kernel/resource/draft.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import { changeRecord, createRecord } from "../kernel/resource/write-record.ts";
import { addReviewItem } from "../kernel/sync/review.ts";
import { asOwnEmployee } from "./own-employee.ts";
import { refreshForDay } from "./payroll.ts";

interface Worker extends Row, Term {
  id: string;
}

/**
 * These people as they are employed.
 * @throws Failure VALIDATION for a day that is not over and has not begun.
 */
function readWorkers(ctx: OperationContext, people: readonly string[], day: Day) {
  const { tx, tenant, today } = ctx;
  if (day > today) throw invalid("date", "Nobody has come on a day that is yet to come", "TOO_LARGE");
  return tx<Worker[]>`
    select id, join_date, end_date from employees where tenant_id = ${tenant.id} and id in ${tx(people)}`;
}

/** @throws Failure VALIDATION for a day before the employee joined or after they left. */
function requireEmployed(worker: Term, day: Day, field: string): void {
  if (isEmployedOn(worker, day)) return;
  const isEarly = worker.join_date !== null && day < worker.join_date;
  throw invalid(
    field,
    isEarly ? "Before they joined" : "After they left",
    isEarly ? "TOO_SMALL" : "TOO_LARGE",
  );
}

type Given = Pick<Draft<typeof attendance>, "check_in" | "check_out" | "status">;

const CLOCK = /^\d\d:\d\d(:\d\d)?$/;

/** A moment as it is, a time of day ("09:05") as the moment at which clocks of the tenant show it on that day. */
const momentIn = (day: Day, given: string | null, timezone: string) =>
  given !== null && CLOCK.test(given) ? momentOf(day, timezone, given).toISOString() : given;

/**
 * What is written of a day: the given over what is known, with the status that follows unless it is given.
 * @throws Failure VALIDATION for times that can't be of that day; `at` leads their fields' names.
 */
function plan({ tenant }: OperationContext, day: Day, given: Given, known: Attendance | null, at = "") {
  const { timezone } = tenant.settings;
  const check_in = momentIn(
    day,
    given.check_in ?? (given.check_in === null ? null : known?.check_in) ?? null,
    timezone,
  );
  const check_out = momentIn(
    day,
    given.check_out ?? (given.check_out === null ? null : known?.check_out) ?? null,
    timezone,
  );
  if (given.check_in && check_in && dayOf(new Date(check_in), timezone) !== day)
    throw invalid(`${at}check_in`, `Not on ${day} in ${timezone}`);
  if (check_in && check_out && Date.parse(check_out) < Date.parse(check_in))
    throw invalid(`${at}check_out`, "Before check_in", "TOO_SMALL");
  const isTold = given.check_in !== undefined || given.check_out !== undefined || known === null;
  const followed = isTold ? statusOf(day, { check_in, check_out }, tenant.settings) : known.status;
  return { check_in, check_out, status: given.status ?? followed };
}

/** A draft of a pay follows what was seen. */
const follow = (ctx: OperationContext, { employee, date }: Pick<Attendance, "employee" | "date">) =>
  refreshForDay(ctx, [employee], date);

const hooks: Hooks<typeof attendance> = {
  create: {
    async before(ctx, draft) {
      const day = String(draft.date);
      const [worker] = await readWorkers(ctx, [String(draft.employee)], day);
      if (worker) requireEmployed(worker, day, "date");
      return { ...draft, ...plan(ctx, day, draft, null) };
    },
    after: follow,
  },
  update: {
    before: (ctx, draft, record) =>
      Object.keys(draft).length === 0 ? draft : { ...draft, ...plan(ctx, record.date, draft, record) },
    after: follow,
  },
};

const TYPES = {
  tenant_id: "uuid",
  id: "uuid",
  employee: "uuid",
  date: "date",
  check_in: "timestamptz",
  check_out: "timestamptz",
  status: "text",
} as const;

/** @throws Failure VALIDATION for an employee who is named twice, unknown, or was not employed on that day. */
async function requirePeople(ctx: OperationContext, people: readonly string[], day: Day): Promise<void> {
  const known = new Map((await readWorkers(ctx, people, day)).map((worker) => [worker.id, worker]));
  for (const [index, id] of people.entries()) {
    const field = `marks.${index}.employee`;
    const worker = known.get(id);
    if (!worker) throw invalid(field, "There is no such employee", "DOES_NOT_EXIST");
    requireEmployed(worker, day, field);
    if (people.indexOf(id) < index) throw invalid(field, "Named twice", "REPEATED");
  }
}

async function mark(ctx: OperationContext, { date, marks }: InputOf<typeof markAttendance>) {
  const { tx, tenant } = ctx;
  const people = marks.map(({ employee }) => employee);
  await requirePeople(ctx, people, date);
  const rows = await tx<Attendance[]>`
    select id, employee, date, check_in, check_out, status from attendance
    where tenant_id = ${tenant.id} and date = ${date} and employee in ${tx(people)} for no key update`;
  const known = new Map(rows.map((row) => [row.employee, row]));
  const written = marks.map(({ employee, ...given }, index) => {
    const before = known.get(employee) ?? null;
    const id = before?.id ?? ctx.newId();
    const after = { employee, date, ...plan(ctx, date, given, before, `marks.${index}.`) };
    ctx.noteChange(markAttendance, { id, before, after });
    return { tenant_id: tenant.id, id, ...after };
  });
  await insertRows(
    tx,
    "attendance",
    TYPES,
    written,
    `on conflict (tenant_id, employee, date) do update
      set check_in = excluded.check_in, check_out = excluded.check_out, status = excluded.status`,
  );
  await refreshForDay(ctx, people, date);
  return { date, marked: written.length };
}

/** Somebody's days from `from` on, oldest first. */
const daysSince = ({ tx, tenant }: OperationContext, employee: string, from: Day) =>
  tx<Attendance[]>`
    select id, employee, date, check_in, check_out, status from attendance
    where tenant_id = ${tenant.id} and employee = ${employee} and date >= ${from} order by date limit 3`;

/** The id that a desktop gave a new record, unless it is one of these days'. */
const newIdOf = (given: { id?: string | undefined }, days: readonly Attendance[]) =>
  days.some(({ id }) => id === given.id) ? {} : given;

const isOffline = ({ call }: OperationContext) => call.command !== null;

function comeToWork(ctx: OperationContext, input: InputOf<typeof checkIn>) {
  return asOwnEmployee(ctx, checkIn.name, input, async (employee) => {
    const { today, tenant } = ctx;
    const at = ctx.call.occurred_at.toISOString();
    const days = await daysSince(ctx, employee, addDays(today, -1));
    const known = days.find(({ date }) => date === today);
    const day = planCheckIn(today, known ?? null, at, tenant.settings);
    if (!known) {
      const fresh = { ...newIdOf(input, days), employee, date: today, ...day };
      const came = await createRecord(ctx, attendance, fresh);
      await refreshForDay(ctx, [employee], today);
      return came;
    }
    if (day && known.status === "ABSENT" && isOffline(ctx)) {
      const names = { who: ctx.actor.username, day: today };
      const said = because("CAME_WHILE_ABSENT", names, { payload: { attendance: known.id } });
      await addReviewItem(ctx, { kind: "CONFLICT", ...said });
    }
    return changeRecord(
      ctx,
      checkIn,
      known.id,
      () => day && { set: day, after: (came) => follow(ctx, came) },
    );
  });
}

function leaveWork(ctx: OperationContext, input: InputOf<typeof checkOut>) {
  return asOwnEmployee(ctx, checkOut.name, input, async (employee) => {
    const { today } = ctx;
    const at = ctx.call.occurred_at.toISOString();
    const days = await daysSince(ctx, employee, addDays(today, -1));
    const known = dayToLeave(days, today, at, isOffline(ctx));
    if (known)
      return changeRecord(ctx, checkOut, known.id, (record) => {
        const day = planCheckOut(record, at);
        return day && { set: { ...day, ...(record.status === "ABSENT" ? { status: "PRESENT" } : {}) } };
      });
    const names = { who: ctx.actor.username, day: today };
    const said = because("LEFT_WITHOUT_COMING", names, { payload: { employee, check_out: at } });
    await addReviewItem(ctx, { kind: "CONFLICT", ...said });
    const day = { date: today, check_out: at, status: "PRESENT" as const };
    return createRecord(ctx, attendance, { ...newIdOf(input, days), employee, ...day });
  });
}

export const attendanceOperations = [
  ...crudOperations(attendanceVerbs, hooks),
  implement(markAttendance, mark),
  implement(checkIn, comeToWork),
  implement(checkOut, leaveWork),
];
