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

/** @throws Failure VALIDATION for one that ends before it begins, or lasts for years. */
export function checkSpan({ start_date, end_date }: Span): void {
  if (end_date < start_date) throw invalid("end_date", "Before it begins", "TOO_SMALL");
  if (daysBetween(start_date, end_date) >= LONGEST_DAYS) {
    throw invalid("end_date", `A leave lasts ${LONGEST_DAYS} days at most`, "TOO_LARGE");
  }
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
