// How a request for leave moves from state to state. Pure.
import { type Day, daysBetween } from "../kernel/day.ts";
import { Failure, invalid } from "../kernel/failure.ts";

export const LEAVE_TYPES = ["CASUAL", "SICK", "ANNUAL", "UNPAID"] as const;
export const LEAVE_STATUSES = ["PENDING", "APPROVED", "REJECTED", "CANCELLED"] as const;

/** Longer is no leave but an end. */
const LONGEST_DAYS = 366;

/** A time of leave, both days included. */
export interface Span {
  start_date: Day;
  end_date: Day;
}

/** Of a leave of one day: the whole of it, the half before noon or the one after. */
export const DAY_PARTS = ["WHOLE", "FIRST_HALF", "SECOND_HALF"] as const;
type DayPart = (typeof DAY_PARTS)[number];

export interface LeaveTime extends Span {
  day_part: DayPart;
}

/** How many halves of a day leaves take; the same half is taken once. */
export function halvesOnLeave(day: Day, leaves: readonly LeaveTime[]): 0 | 1 | 2 {
  const taken = new Set(
    leaves
      .filter(({ start_date, end_date }) => start_date <= day && day <= end_date)
      .map(({ day_part }) => day_part),
  );
  if (taken.has("WHOLE") || taken.size > 1) return 2;
  return taken.size === 1 ? 1 : 0;
}

/** @throws Failure VALIDATION for one that ends before it begins, lasts for years, or is half of several days. */
export function checkSpan({ start_date, end_date, day_part }: LeaveTime): void {
  if (end_date < start_date) throw invalid("end_date", "Before it begins", "TOO_SMALL");
  if (daysBetween(start_date, end_date) >= LONGEST_DAYS) {
    throw invalid("end_date", `A leave lasts ${LONGEST_DAYS} days at most`, "TOO_LARGE");
  }
  if (day_part !== "WHOLE" && start_date !== end_date)
    throw invalid("day_part", "Half a day ends on the day on which it begins", "CONFLICTING");
}

/**
 * For what is possible only while a request waits for its answer.
 * @throws Failure ILLEGAL_TRANSITION.
 */
export function requirePending({ status }: { status: string }, what: string): void {
  if (status !== "PENDING") throw new Failure("ILLEGAL_TRANSITION", `A ${what} that is ${status} is decided`);
}

/**
 * A leave is taken back while it waits for its answer, and an approved one until the day before it begins.
 * @throws Failure ILLEGAL_TRANSITION.
 */
export function requireCancellable(
  { status, start_date }: { status: string; start_date: Day },
  today: Day,
): void {
  if (status === "PENDING" || (status === "APPROVED" && today < start_date)) return;
  const why = status === "APPROVED" ? "has begun" : `is ${status}`;
  throw new Failure("ILLEGAL_TRANSITION", `A leave that ${why} can't be cancelled`);
}
