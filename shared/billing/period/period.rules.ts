// How far back something may be dated, and what late work finds closed (contract §4.13). Pure.
import { addDays, type Day } from "../../kernel/day.ts";

/** So many days back anybody may date what was forgotten. */
const BACKDATED_DAYS = 3;

/** Whether dating something on `day` needs the right `finance.backdate`. */
export const isBackdated = (day: Day, today: Day): boolean => day < addDays(today, -BACKDATED_DAYS);

/** The last day that late work of tills is not booked on any more: its books are closed, or its month end is being made. */
export function lastSettledDay({
  lock_date,
  freeze_date,
}: {
  lock_date: Day | null;
  freeze_date: Day | null;
}): Day | null {
  if (lock_date === null || freeze_date === null) return lock_date ?? freeze_date;
  return lock_date > freeze_date ? lock_date : freeze_date;
}
