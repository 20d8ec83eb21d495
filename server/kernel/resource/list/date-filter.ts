// What a list's filter of a moment means: a bare day is that whole day in the tenant's time zone (contract §1).
import { endOf, isDay, momentOf } from "../../../../shared/kernel/day.ts";
import type { Fragment, Tx } from "../../db/db.ts";

export const OPERATORS = { gte: ">=", lte: "<=", gt: ">", lt: "<" } as const;
export type Comparison = keyof typeof OPERATORS;

/** A day, or a moment with or without its offset (then UTC). */
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

export const isMoment = (text: string): boolean =>
  MOMENT.test(text) && isDay(text.slice(0, 10)) && Number.isFinite(Date.parse(text));

/** The first and the last millisecond that a value stands for. */
const rangeOf = (value: string, timezone: string): readonly [first: string, last: string] =>
  isDay(value)
    ? [momentOf(value, timezone).toISOString(), endOf(value, timezone).toISOString()]
    : [value, value];

/**
 * Rows keep microseconds and the wire milliseconds: the last millisecond is meant as a whole.
 * @param value as `isMoment` takes it.
 * @param comparison undefined: within the day, or the millisecond.
 */
export function momentCondition(
  tx: Tx,
  column: Fragment,
  comparison: Comparison | undefined,
  value: string,
  timezone: string,
): Fragment {
  const [first, last] = rangeOf(value, timezone);
  const next = tx`${last}::timestamptz + interval '1 millisecond'`;
  switch (comparison) {
    case undefined:
      return tx`${column} >= ${first} and ${column} < ${next}`;
    case "gt":
      return tx`${column} >= ${next}`;
    case "gte":
      return tx`${column} >= ${first}`;
    case "lt":
      return tx`${column} < ${first}`;
    case "lte":
      return tx`${column} < ${next}`;
  }
}
