// What tax a line bears: the rate of the day, what a discount leaves of the line, one rounding a line (contract §4.14).
import type { Day } from "../../kernel/day.ts";
import {
  add,
  type Minor,
  max,
  min,
  parseMoney,
  percentOf,
  shareOf,
  subtract,
  ZERO,
} from "../../kernel/money.ts";
import type { TaxRate } from "../../subscribers/index.ts";

/** What a line charges for: REVENUE is split by it. */
export const LINE_SOURCES = ["PACKAGE", "INSTALLATION", "HARDWARE", "ADDON", "OTHER"] as const;
export type LineSource = (typeof LINE_SOURCES)[number];

/**
 * The row of a code that is in force on a day: the latest that has begun, whichever row of the code is named. Null: no
 * code is named, or its first rate has not begun; then there is no tax.
 */
export function rateInForce(
  rates: readonly TaxRate[],
  tax_code: string | null | undefined,
  day: Day,
): TaxRate | null {
  const named = rates.find(({ id }) => id === tax_code);
  const begun = rates.filter(({ code, valid_from }) => code === named?.code && (valid_from ?? "") <= day);
  return begun.reduce<TaxRate | null>(
    (latest, one) => (latest === null || (one.valid_from ?? "") > (latest.valid_from ?? "") ? one : latest),
    null,
  );
}

/** What a new package, and a line that says nothing, gets; null: no code is the default. */
export const defaultCode = (rates: readonly Pick<TaxRate, "id" | "is_default">[]): string | null =>
  rates.find(({ is_default }) => is_default)?.id ?? null;

/** The part of an amount that falls to `weight` of `whole`, rounded half-up; 0 of nothing. */
export const partOf = (amount: Minor, weight: Minor, whole: Minor): Minor =>
  whole === 0n ? ZERO : shareOf(amount, weight, whole);

/** The tax on an amount: on top of it, or with an inclusive code the part of it that is tax. */
export function taxOn(amount: Minor, { rate, is_inclusive }: Pick<TaxRate, "rate" | "is_inclusive">): Minor {
  if (!is_inclusive) return percentOf(amount, rate);
  const millionths = parseMoney(rate, 6);
  return shareOf(amount, millionths, add(millionths, parseMoney("100", 6)));
}

/**
 * A discount shared out by weight: each share is within one minor unit of the exact one and no more than its weight,
 * their sum is the discount, or all the weights where that is less.
 * @param weights below zero bears nothing.
 */
export function sharesOf(discount: Minor, weights: readonly Minor[]): Minor[] {
  const whole = add(...weights.map((weight) => max(weight, ZERO)));
  const shared = min(discount, whole);
  let sum: Minor = ZERO;
  let given: Minor = ZERO;
  return weights.map((weight) => {
    sum = add(sum, max(weight, ZERO));
    const share = subtract(partOf(shared, sum, whole), given);
    given = add(given, share);
    return share;
  });
}

/** A line before its tax. */
export interface UntaxedLine {
  /** Quantity × unit price − discount. */
  charge: Minor;
  rate: TaxRate | null;
  /** Tax that was given by hand; null: computed. */
  given_tax: Minor | null;
}

export interface LineTax {
  tax_code: string | null;
  tax_amount: Minor;
  /** What its code makes, whatever was given by hand. */
  code_tax: Minor;
  /** charge + tax, or with an inclusive code the charge. */
  total: Minor;
  /** Its share of the invoice's discount. */
  share: Minor;
  /** What it would charge without its tax and without that share. */
  list: Minor;
  /** What it charges without its tax, the share taken off. */
  net: Minor;
}

/** What an invoice charges before tax is computed: what a standing discount can be taken off. */
export function untaxedSum(lines: readonly UntaxedLine[]): Minor {
  const onTop = ({ rate, given_tax }: UntaxedLine) => (rate?.is_inclusive ? ZERO : (given_tax ?? ZERO));
  return add(...lines.map((line) => add(line.charge, onTop(line))));
}

/** Each line's tax on what its share of the invoice's discount leaves of it. */
export function taxLines(lines: readonly UntaxedLine[], discount: Minor): LineTax[] {
  const shares = sharesOf(
    discount,
    lines.map(({ charge }) => charge),
  );
  return lines.map(({ charge, rate, given_tax }, index) => {
    const share = shares[index] ?? ZERO;
    const made = (amount: Minor) => (rate ? taxOn(amount, rate) : ZERO);
    const taxed = (amount: Minor) => given_tax ?? made(amount);
    const left = subtract(charge, share);
    const tax_amount = taxed(left);
    const line = { tax_code: rate?.id ?? null, tax_amount, code_tax: made(left), share };
    if (!rate?.is_inclusive) return { ...line, total: add(charge, tax_amount), list: charge, net: left };
    return { ...line, total: charge, list: subtract(charge, taxed(charge)), net: subtract(left, tax_amount) };
  });
}
