// The months of the books and which of them are closed. Pure.
import { addDays, type Day, lastDayOf, monthOf } from "../../../shared/kernel/day.ts";

/** PART: closed up to a day within it. */
export type PeriodState = "OPEN" | "PART" | "CLOSED";

export interface Period {
  /** YYYY-MM. */
  readonly month: string;
  readonly first: Day;
  readonly last: Day;
  readonly state: PeriodState;
}

/** The colour of a month's badge. */
export const PERIOD_COLOURS = { OPEN: "blue", PART: "orange", CLOSED: "gray" } as const;

/** A month, as the lock date leaves it. */
export function periodOf(month: string, lock_date: Day | null): Period {
  const first = `${month}-01`;
  const last = lastDayOf(month);
  const state = lock_date === null || lock_date < first ? "OPEN" : lock_date < last ? "PART" : "CLOSED";
  return { month, first, last, state };
}

/**
 * The latest months, the present one first.
 * @param lock_date the last closed day; null: none is closed
 */
export function periodsUntil(today: Day, lock_date: Day | null, count: number): Period[] {
  const periods: Period[] = [];
  let first = `${monthOf(today)}-01`;
  for (let n = 0; n < count; n += 1) {
    periods.push(periodOf(monthOf(first), lock_date));
    first = `${monthOf(addDays(first, -1))}-01`;
  }
  return periods;
}
