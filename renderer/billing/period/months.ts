// The months of the books and which of them are closed. Pure.
import { addDays, type Day, monthOf } from "../../../shared/kernel/day.ts";

/** PART: closed up to a day within it. */
export type PeriodState = "OPEN" | "PART" | "CLOSED";

export interface Period {
  /** YYYY-MM. */
  readonly month: string;
  readonly first: Day;
  readonly last: Day;
  readonly state: PeriodState;
}

function lastDay(first: Day): Day {
  const next = addDays(first, 31);
  return addDays(`${monthOf(next)}-01`, -1);
}

/**
 * The latest months, the present one first.
 * @param lock_date the last closed day; null: none is closed
 */
export function periodsUntil(today: Day, lock_date: Day | null, count: number): Period[] {
  const periods: Period[] = [];
  let first = `${monthOf(today)}-01`;
  for (let n = 0; n < count; n += 1) {
    const last = lastDay(first);
    const state = lock_date === null || lock_date < first ? "OPEN" : lock_date < last ? "PART" : "CLOSED";
    periods.push({ month: monthOf(first), first, last, state });
    first = `${monthOf(addDays(first, -1))}-01`;
  }
  return periods;
}
