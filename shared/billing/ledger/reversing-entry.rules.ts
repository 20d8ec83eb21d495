// What a journal put on the system accounts, and a part of it: what taking back a part of a document mirrors (contract §4.11).
import { add, type Minor, negate, shareOf, subtract, ZERO } from "../../kernel/money.ts";
import type { EntryType, PostedPart, PostingDraft, PostingSource } from "./posting.rules.ts";

export const sumOf = (parts: readonly PostedPart[]): Minor => add(...parts.map(({ credit }) => credit));

/** Parts an amount by weights, without a remainder; null where all weights are zero. */
export function distribute(amount: Minor, weights: readonly Minor[]): Minor[] | null {
  const whole = add(...weights);
  if (whole <= 0n) return null;
  let sum: Minor = ZERO;
  let before: Minor = ZERO;
  return weights.map((weight) => {
    sum = add(sum, weight);
    const upTo = shareOf(amount, sum, whole);
    const share = subtract(upTo, before);
    before = upTo;
    return share;
  });
}

/**
 * What of a journal lies between two heights of its amount: each line in proportion, rounded from the bottom, so that all
 * slices of a journal add up to the journal, whatever their number and order. REVENUE, else the first line, takes what is
 * lost in rounding.
 * @param parts lines that add up to `whole` (or to its negative: a journal that debits).
 */
export function sliceOf(
  parts: readonly PostedPart[],
  { whole, from, to }: { whole: Minor; from: Minor; to: Minor },
): PostedPart[] {
  // Lines that cancel each other out have no height: they are taken whole.
  if (whole === 0n) return [...parts];
  const sign = sumOf(parts) < 0n === whole < 0n ? 1n : -1n;
  const rest = parts.find(({ account }) => account === "REVENUE") ?? parts[0];
  const others = parts
    .filter((part) => part !== rest)
    .map((part) => ({
      ...part,
      credit: subtract(shareOf(part.credit, to, whole), shareOf(part.credit, from, whole)),
    }));
  if (!rest) return [];
  const all = (sign * (to - from)) as Minor;
  return [{ ...rest, credit: subtract(all, sumOf(others)) }, ...others].filter(({ credit }) => credit !== 0n);
}

/** The entries that undo these lines. */
export function reversingEntry(
  parts: readonly PostedPart[],
  source: PostingSource,
  entry_type: EntryType = "REVERSAL",
): PostingDraft[] {
  return parts.map((part) => ({ ...part, credit: negate(part.credit), entry_type, source }));
}
