// A day's attendance at a glance, and a month's sheet: people by days.
import { z } from "zod";
import type { Day } from "../kernel/day.ts";
import { choice, date, instant, month, nullable, reference } from "../kernel/field.ts";
import { isDayOff } from "../platform/index.ts";
import { ATTENDANCE_STATUSES, type AttendanceStatus } from "./attendance.rules.ts";
import { halvesOnLeave, type LeaveTime } from "./leave.rules.ts";
import { type DayCount, isEmployedOn, type Term } from "./payroll.rules.ts";

const person = { employee: reference("employee"), employee_name: z.string(), employee_code: z.string() };

/** HALF_LEAVE: half of the day is leave, and of the other half nothing is written down. */
const LEAVE_MARKS = ["ON_LEAVE", "HALF_LEAVE"] as const;
export type LeaveMark = (typeof LEAVE_MARKS)[number];

export const attendanceSummaryQuery = z.strictObject({ date: date().optional() });
export const attendanceSummaryAnswer = z.object({
  date: date(),
  present: z.int(),
  late: z.int(),
  absent: z.int(),
  /** For the whole day or half of it. */
  on_leave: z.int(),
  employees: z.array(
    z.object({
      ...person,
      status: choice([...ATTENDANCE_STATUSES, ...LEAVE_MARKS]),
      check_in: nullable(instant()),
      check_out: nullable(instant()),
    }),
  ),
});

/** NONE: unknown. OFF: a weekly day off. OUTSIDE: before joining, after leaving, or yet to come. */
export const DAY_MARKS = [...ATTENDANCE_STATUSES, ...LEAVE_MARKS, "OFF", "OUTSIDE", "NONE"] as const;
export type DayMark = (typeof DAY_MARKS)[number];

export const attendanceSheetQuery = z.strictObject({ month: month().optional() });
export const attendanceSheetAnswer = z.object({
  month: month(),
  days: z.array(date()),
  employees: z.array(z.object({ ...person, marks: z.array(choice(DAY_MARKS)) })),
});
export type AttendanceSheet = z.output<typeof attendanceSheetAnswer>;

/** What a month's sheet shows of an employee's day. Who was seen on leave or a day off counts as seen. */
export function markOf(
  day: Day,
  today: Day,
  person: Term & { seen: Readonly<Record<Day, AttendanceStatus>>; leaves: readonly LeaveTime[] },
  { days_off }: Pick<DayCount, "days_off">,
): DayMark {
  const seen = person.seen[day];
  if (seen && seen !== "ABSENT") return seen;
  const halves = halvesOnLeave(day, person.leaves);
  if (halves === 2) return "ON_LEAVE";
  // Absent is said of the other half.
  if (seen) return seen;
  if (halves === 1) return "HALF_LEAVE";
  if (!isEmployedOn(person, day)) return "OUTSIDE";
  if (isDayOff(day, days_off)) return "OFF";
  return day > today ? "OUTSIDE" : "NONE";
}
