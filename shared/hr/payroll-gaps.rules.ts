// What is missing before a month can be paid. Pure.
import { type Day, daysOfMonth, type Month } from "../kernel/day.ts";
import { isDayOff } from "../platform/index.ts";
import { halvesOnLeave, type LeaveTime } from "./leave.rules.ts";
import { type DayCount, isEmployedOn, type Term } from "./payroll.rules.ts";

/** The first prevents a pay; the others may change it. */
export const PAYROLL_GAPS = ["NO_SALARY", "NO_ATTENDANCE", "PENDING_LEAVE", "PENDING_ADVANCE"] as const;
export type PayrollGap = (typeof PAYROLL_GAPS)[number];

/** Working days before today without attendance and without leave of the whole day. */
export function daysWithoutAttendance(
  month: Month,
  today: Day,
  person: Term & { attended: ReadonlySet<Day>; leaves: readonly LeaveTime[] },
  { days_off }: Pick<DayCount, "days_off">,
): Day[] {
  return daysOfMonth(month).filter(
    (day) =>
      day < today &&
      !isDayOff(day, days_off) &&
      isEmployedOn(person, day) &&
      !person.attended.has(day) &&
      halvesOnLeave(day, person.leaves) < 2,
  );
}
