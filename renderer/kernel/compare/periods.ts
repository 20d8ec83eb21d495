// What a report is compared with: the same days of an earlier time, and rows that stand beside each other. Pure.
import { addMonths, type Day, lastDayOf, monthOf, monthsBetween } from "../../../shared/kernel/day.ts";

export const COMPARISONS = ["before", "year", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];

export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** A day so many months later (earlier when negative); where that month is shorter, its last. */
export function shiftDay(day: Day, months: number): Day {
  const month = addMonths(monthOf(day), months);
  const last = lastDayOf(month);
  const same = `${month}${day.slice(7)}`;
  return same < last ? same : last;
}

const isLast = (day: Day): boolean => day === lastDayOf(monthOf(day));

/** How many months earlier: as many as the days are of, so that nothing is compared with itself; or a year. */
const monthsBack = ({ from, to }: Days, compared: Exclude<Comparison, "none">): number =>
  compared === "year" ? 12 : monthsBetween(monthOf(from), monthOf(to)) + 1;

/**
 * The earlier days; null where nothing is compared. Whole months are compared with whole months.
 * @example earlier({ from: "2026-02-01", to: "2026-02-28" }, "before") // 2026-01-01 to 2026-01-31
 */
export function earlier(days: Days, compared: Comparison): Days | null {
  if (compared === "none") return null;
  const months = -monthsBack(days, compared);
  const to = shiftDay(days.to, months);
  return {
    from: shiftDay(days.from, months),
    to: isLast(days.to) && days.from.endsWith("-01") ? lastDayOf(monthOf(to)) : to,
  };
}

/** The day that an earlier one is compared with; null where the later month has no such day, or it is not asked for. */
export function counterpart(day: Day, days: Days, compared: Exclude<Comparison, "none">): Day | null {
  const months = monthsBack(days, compared);
  const later = shiftDay(day, months);
  const is_asked = days.from <= later && later <= days.to;
  return is_asked && later.slice(8) === day.slice(8) ? later : null;
}

export interface Beside<T> {
  /** Null: there was none, or there is none now. */
  readonly now: T | null;
  readonly was: T | null;
}

/** Rows of now, each with what was; behind them what was and is no more. A row that was and has no key is left out. */
export function beside<T>(
  now: readonly T[],
  was: readonly T[],
  keyOf: (row: T) => string,
  keyThen: (row: T) => string | null = keyOf,
): Beside<T>[] {
  const earlier = new Map(
    was.flatMap((row) => {
      const key = keyThen(row);
      return key === null ? [] : [[key, row] as const];
    }),
  );
  const known = new Set(now.map(keyOf));
  const only = [...earlier].filter(([key]) => !known.has(key));
  return [
    ...now.map((row) => ({ now: row, was: earlier.get(keyOf(row)) ?? null })),
    ...only.map(([, row]) => ({ now: null, was: row })),
  ];
}
