// When an employee is present, late or absent, and what checking in and out leaves of a day. Pure.
import { type Day, momentOf } from "../kernel/day.ts";
import { Failure } from "../kernel/failure.ts";

export const ATTENDANCE_STATUSES = ["PRESENT", "LATE", "ABSENT"] as const;
export type AttendanceStatus = (typeof ATTENDANCE_STATUSES)[number];

/** When work starts, by the company's settings. */
export interface WorkingHours {
  timezone: string;
  /** "09:00", by the clocks of the time zone. */
  work_start: string;
  late_after_minutes: number;
}

/** What is known of an employee's day; moments are RFC 3339. */
interface Times {
  check_in: string | null;
  check_out: string | null;
}

/**
 * Late is who comes more than `late_after_minutes` after work started on that day; absent, who was not seen. Of whom only
 * the leaving is known is present.
 */
export function statusOf(day: Day, { check_in, check_out }: Times, hours: WorkingHours): AttendanceStatus {
  if (check_in === null) return check_out === null ? "ABSENT" : "PRESENT";
  const start = momentOf(day, hours.timezone, hours.work_start).getTime();
  return Date.parse(check_in) > start + hours.late_after_minutes * 60_000 ? "LATE" : "PRESENT";
}

/** What coming at a moment changes of a day: the earliest coming counts. Null: nothing. */
export function planCheckIn(day: Day, known: Times | null, at: string, hours: WorkingHours) {
  const isLater = known?.check_in && Date.parse(known.check_in) <= Date.parse(at);
  const isAfterwards = known?.check_out && Date.parse(known.check_out) < Date.parse(at);
  if (isLater || isAfterwards) return null;
  return { check_in: at, status: statusOf(day, { check_in: at, check_out: null }, hours) };
}

/** What leaving at a moment changes of a day: the latest leaving counts. Null: nothing. */
export function planCheckOut({ check_in, check_out }: Times, at: string) {
  const isEarlier = check_out && Date.parse(check_out) >= Date.parse(at);
  const isBefore = check_in && Date.parse(check_in) > Date.parse(at);
  return isEarlier || isBefore ? null : { check_out: at };
}

/** Who works through midnight leaves on the next day: a day that began no longer ago than this is still open. */
const LONGEST_SHIFT_MS = 18 * 3_600_000;

/**
 * The day that a check-out belongs to: today, or the night's that began yesterday.
 * @returns undefined where the check-in is unknown, and the check-out was made offline.
 * @throws Failure ILLEGAL_TRANSITION where they did not come.
 */
export function dayToLeave<T extends Times & { date: Day }>(
  days: readonly T[],
  today: Day,
  at: string,
  offline: boolean,
): T | undefined {
  const now = days.find(({ date }) => date === today);
  if (now?.check_in) return now;
  const night = days.find(
    ({ date, check_in, check_out }) =>
      date < today &&
      check_in !== null &&
      check_out === null &&
      Date.parse(at) - Date.parse(check_in) <= LONGEST_SHIFT_MS,
  );
  if (night) return night;
  if (!offline) throw new Failure("ILLEGAL_TRANSITION", "Who has not come can't leave");
  return now;
}
