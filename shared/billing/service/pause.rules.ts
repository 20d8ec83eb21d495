// Pauses of a service: how long they may be, and what becomes of the days that are paid (contract C4). Pure.
import { addDays, type Day, daysBetween } from "../../kernel/day.ts";
import { Failure, invalid } from "../../kernel/failure.ts";
import type { Covering, CutDays } from "./change.rules.ts";
import type { Days } from "./period.rules.ts";

export interface PausePolicy {
  pause_min_days: number;
  pause_max_days: number;
  pause_max_days_a_year: number;
}

export const lengthOf = ({ from, to }: Days): number => Math.max(daysBetween(from, to) + 1, 0);

const laterOf = (a: Day, b: Day): Day => (a > b ? a : b);
const earlierOf = (a: Day, b: Day): Day => (a < b ? a : b);

/** How many of its days are of a year. */
const within = (days: Days, year: string): number =>
  lengthOf({ from: laterOf(days.from, `${year}-01-01`), to: earlierOf(days.to, `${year}-12-31`) });

/** How many days of some pauses are of a year. */
export const pausedIn = (pauses: readonly Days[], year: string): number =>
  pauses.reduce((sum, days) => sum + within(days, year), 0);

/** How far ahead a pause may begin. */
const AHEAD_DAYS = 366;

/** @throws Failure VALIDATION. */
export function pauseDays({ from, to }: { from: Day | null; to: Day }, today: Day): Days {
  const first = from ?? addDays(today, 1);
  if (first < today) throw invalid("from", `Not before today, ${today}`, "PAST");
  if (first > addDays(today, AHEAD_DAYS))
    throw invalid("from", `At most ${AHEAD_DAYS} days ahead`, "TOO_LARGE");
  if (to < first) throw invalid("to", `Not before it begins, ${first}`, "CONFLICTING");
  return { from: first, to };
}

/**
 * @param before the customer's other pauses.
 * @throws Failure PAUSE_LIMIT.
 */
export function checkPause(days: Days, before: readonly Days[], policy: PausePolicy): void {
  const { pause_min_days: least, pause_max_days: most, pause_max_days_a_year: a_year } = policy;
  const length = lengthOf(days);
  const limit = (detail: string, extra: Record<string, unknown>) =>
    new Failure("PAUSE_LIMIT", detail, { extra });
  if (length < least) throw limit(`At least ${least} days`, { pause_min_days: least });
  if (length > most) throw limit(`At most ${most} days`, { pause_max_days: most });
  for (const year of new Set([days.from.slice(0, 4), days.to.slice(0, 4)])) {
    const left = a_year - pausedIn(before, year);
    if (within(days, year) > left)
      throw limit(`At most ${a_year} days a year: ${Math.max(left, 0)} are left of ${year}`, {
        pause_max_days_a_year: a_year,
        days_left: Math.max(left, 0),
      });
  }
}

/** Until when the paid days last once those that were paused are given back; none of them is lost. */
export function expiryAfterPause(expiry_date: Day | null, { from, to }: Days): Day | null {
  if (expiry_date === null || expiry_date < from || to < from) return expiry_date;
  const paid = lengthOf({ from, to: earlierOf(to, expiry_date) });
  return addDays(laterOf(expiry_date, to), paid);
}

/** What pays for days that were paused or lie behind moves with the last paid day. */
export function coversAfterPause(covers: readonly Covering[], from: Day, by: number): CutDays[] {
  if (by === 0) return [];
  return covers
    .filter(({ covers_to }) => covers_to >= from)
    .map(({ kind, id, covers_from, covers_to }) => ({
      ...{ kind, id, covers_from: addDays(covers_from, by), covers_to: addDays(covers_to, by) },
    }));
}
