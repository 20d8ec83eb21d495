// The count of a drawer. Pure.
import { Failure, invalid } from "../../kernel/failure.ts";
import { add, type Minor, parseMoney, subtract, ZERO } from "../../kernel/money.ts";

/**
 * What closing leaves of a drawer.
 * @throws Failure ILLEGAL_TRANSITION for one that is closed.
 */
export function planClose({ status }: { status: "OPEN" | "CLOSED" }, at: string) {
  if (status === "CLOSED") throw new Failure("ILLEGAL_TRANSITION", "This drawer is closed already");
  return { status: "CLOSED" as const, closed_at: at };
}

/** What banknotes and coins sum up to. @throws RangeError for one that the currency does not have. */
export function sumOf(counts: Readonly<Record<string, number>>, digits: number): Minor {
  return add(
    ZERO,
    ...Object.entries(counts).map(([piece, count]) => (parseMoney(piece, digits) * BigInt(count)) as Minor),
  );
}

/** @throws Failure VALIDATION where the pieces do not make up the sum. */
export function checkCounts(
  counts: Readonly<Record<string, number>> | null | undefined,
  counted: Minor,
  digits: number,
): void {
  if (counts && sumOf(counts, digits) !== counted)
    throw invalid("counts", "The banknotes and coins do not sum up to counted_cash");
}

/** The float and what came in in cash. */
export const expectedCash = (opening_float: Minor, totals: Readonly<Record<string, Minor>>): Minor =>
  add(opening_float, totals.CASH ?? ZERO);

/** Of two totals by method, what the later has more. */
export function more(
  now: Readonly<Record<string, Minor>>,
  then: Readonly<Record<string, Minor>>,
): Record<string, Minor> {
  const methods = new Set([...Object.keys(now), ...Object.keys(then)]);
  return Object.fromEntries(
    [...methods].flatMap((method) => {
      const difference = subtract(now[method] ?? ZERO, then[method] ?? ZERO);
      return difference === 0n ? [] : [[method, difference]];
    }),
  );
}
