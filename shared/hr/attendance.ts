// Who came when, day by day.
import { z } from "zod";
import { choice, date, instant, nullable, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { ATTENDANCE_STATUSES } from "./attendance.rules.ts";

export const attendance = resource({
  name: "attendance",
  path: "attendance",
  area: "hr",
  module: "hr",
  summary: "Somebody's coming and going on a day",
  fields: {
    employee: reference("employee", { required: true, writable: "create" }),
    date: date({ required: true, writable: "create" }),
    check_in: nullable(instant()),
    check_out: nullable(instant()),
    /** From check_in and the settings where it is not given. */
    status: choice(ATTENDANCE_STATUSES),
    note: nullable(text()),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  large: { filters: ["employee", "date", "status"] },
  order: ["-date"],
  display: { employee_name: { via: "employee", column: "name" } },
  own: "employee",
  replica: { own: true, indexes: [] },
});

export type Attendance = RecordOf<typeof attendance>;

/** A moment, or what clocks show on that day ("09:05"), as devices at doors and lists on paper say it. */
const clock = nullable(instant()).or(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/));
const times = { check_in: clock.optional(), check_out: clock.optional() };

/** A draft of a pay follows it where it is of a day of leave without pay. */
const followed = { failures: ["NEGATIVE_TOTAL"], changes: ["payrolls"] } as const;

export const attendanceVerbs = plainOperations(attendance, {
  create: { more: times, ...followed },
  update: { more: times, ...followed },
});

const mark = z.strictObject({
  employee: reference("employee"),
  ...times,
  status: choice(ATTENDANCE_STATUSES).optional(),
});

/** A day's list may name everybody once. */
const MARKS_MAX = 1_000;

export const markAttendance = operation({
  on: attendance,
  name: "mark",
  path: "/attendance/mark/",
  summary: "Hand in a day's attendance of many people; what was known of them on that day is replaced",
  allows: "Hand in a day's attendance",
  large_body: true,
  input: z.strictObject({ date: date(), marks: z.array(mark).min(1).max(MARKS_MAX) }),
  output: z.object({ date: date(), marked: z.int() }),
  ...followed,
});

/** The id of the day's record: a new one's, or the one that goes on. */
const own = z.strictObject({ id: z.uuidv7().optional() });

export const checkIn = operation({
  on: attendance,
  name: "check_in",
  path: "/attendance/check-in/",
  summary: "Come to work: the caller's own attendance of today. The earliest coming of a day counts",
  allows: "Check in and out for oneself",
  input: own,
  failures: ["NO_EMPLOYEE"],
  changes: ["review_items", "payrolls"],
  offline: true,
});

export const checkOut = operation({
  on: attendance,
  name: "check_out",
  path: "/attendance/check-out/",
  permission: "hr.attendance.check_in",
  summary: "Leave work: the caller's own attendance of the day that is open. The latest leaving counts",
  input: own,
  failures: ["NO_EMPLOYEE", "ILLEGAL_TRANSITION"],
  changes: ["review_items"],
  offline: true,
});
