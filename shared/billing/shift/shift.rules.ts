// The count of a drawer, and what a difference posts. Pure.
import { Failure, invalid } from "../../kernel/failure.ts";
import { add, type Minor, negate, parseMoney, subtract, ZERO } from "../../kernel/money.ts";
import type { PostingDraft, PostingSource } from "../ledger/posting.rules.ts";

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

/** The float and what came in in cash, less what was handed over meanwhile. */
export const expectedCash = (
  opening_float: Minor,
  totals: Readonly<Record<string, Minor>>,
  handed_over: Minor,
): Minor => subtract(add(opening_float, totals.CASH ?? ZERO), handed_over);

/** What a count differed by, and on whom that is posted: where the drawer's cash lies. */
export interface CountedOn {
  holder: string;
  difference: Minor;
}

function onHolder(source: PostingSource, { holder, difference }: CountedOn): PostingDraft[] {
  const common = { entry_type: "OVER_SHORT", source, dims: { holder } } as const;
  return [
    { ...common, account: "CASH:CASH", credit: negate(difference) },
    { ...common, account: "CASH_OVER_SHORT", credit: difference },
  ];
}

/**
 * What counted less expected posts (contract §4.12): over is debit CASH, credit CASH_OVER_SHORT, short the other way. Of a second
 * count, what the difference has changed by, also where the cash lies elsewhere by what came in since. The float is posted nowhere.
 */
export function postDifference(
  shift: string,
  { before, now }: { before: CountedOn | null; now: CountedOn },
): PostingDraft[] {
  const source: PostingSource = { source_type: "shift", source_id: shift };
  const isMoved = before !== null && before.holder !== now.holder;
  const changed = before && !isMoved ? subtract(now.difference, before.difference) : now.difference;
  return [
    ...(isMoved && before.difference !== 0n
      ? onHolder(source, { ...before, difference: negate(before.difference) })
      : []),
    ...(changed === 0n ? [] : onHolder(source, { holder: now.holder, difference: changed })),
  ];
}

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
