// What was sold on which days of a bill's period, and its lines: one for each package that ran in it (contract C3). Pure.
import type { Day, Month } from "../../kernel/day.ts";
import { addDays, monthOf } from "../../kernel/day.ts";
import { add, type Minor, max, min, subtract, ZERO } from "../../kernel/money.ts";
import {
  type LineInput,
  type OfferTerms,
  offerDiscount,
  type PackagePrice,
} from "../invoice/invoice-line.rules.ts";
import { type BillPeriod, costOfPart, type Days, periodEnd, priceOfMonths } from "./period.rules.ts";

/** What a customer was sold. */
export interface SoldService extends PackagePrice {
  billing_months: number;
  /** The service, and for how many periods its promotion, which takes `promo` off, still holds. */
  service: string;
  promo: Minor;
  promo_left: number | null;
  from_date: Day;
  to_date: Day | null;
  state: "SCHEDULED" | "ACTIVE" | "ENDED";
}

export interface SoldDays extends Days {
  package: PackagePrice & { billing_months: number; promo?: Minor };
}

/**
 * The days of a period by what was sold on them. What was sold first in it counts from the period's first day, unless the first
 * month is charged by its days; one package at several prices is one, at the price that runs.
 */
export function soldInPeriod(
  services: readonly SoldService[],
  period: BillPeriod,
  { prorates_first }: { prorates_first: boolean },
): SoldDays[] {
  const [start, end] = [period.start, periodEnd(period)];
  const within = services
    .filter(({ from_date, to_date }) => from_date <= end && (to_date === null || to_date >= start))
    .sort((a, b) => (a.from_date < b.from_date ? -1 : 1));
  const days = within.map((sold, at) => ({
    from: (at === 0 && !prorates_first) || sold.from_date < start ? start : sold.from_date,
    to: sold.to_date === null || sold.to_date > end ? end : sold.to_date,
    package: sold,
  }));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  if (days.some(({ package: { id } }) => id !== first.package.id)) return days;
  const running = within.find(({ state }) => state === "ACTIVE") ?? last.package;
  return [{ from: first.from, to: last.to, package: running }];
}

/** The days that are left of these without some others. */
export function withoutDays(sold: readonly SoldDays[], left_out: readonly Days[]): SoldDays[] {
  return left_out.reduce<readonly SoldDays[]>(
    (days, out) =>
      days.flatMap((one) => {
        if (out.to < one.from || out.from > one.to) return [one];
        const before = { ...one, to: addDays(out.from, -1) };
        const after = { ...one, from: addDays(out.to, 1) };
        return [before, after].filter(({ from, to }) => from <= to);
      }),
    sold,
  ) as SoldDays[];
}

export const isWhole = ({ from, to }: Days, period: BillPeriod): boolean =>
  from === period.start && to === periodEnd(period);

/** What the lines charge, and what is taken off their sum. */
export interface SoldLines {
  lines: LineInput[];
  discount: Minor;
}

/**
 * The lines of a bill by days: each part of its price, of what an offer takes off it and of the customer's discount by the one rule. Of
 * several lines each bears its own part of the discount, so that what is given back of one is what its days cost.
 */
export function soldLines(
  sold: readonly SoldDays[],
  period: BillPeriod,
  { offers, discount }: { offers: readonly OfferTerms[]; discount: Minor },
): SoldLines {
  const month: Month = monthOf(period.start);
  const parted = sold.length > 1;
  const lines = sold.map(({ package: pack, ...days }): LineInput => {
    const { from, to } = days;
    const whole = priceOfMonths(pack.price, pack.billing_months, period.months);
    const promo = priceOfMonths(pack.promo ?? ZERO, pack.billing_months, period.months);
    const offer = max(offerDiscount(whole, offers, pack.id, month), promo);
    const off = parted ? min(add(offer, discount), whole) : offer;
    const part = { from, to, start: period.start, days: period.days, price: subtract(whole, off), back: [] };
    return {
      description:
        isWhole(days, period) && period.months === 1 ? pack.name : `${pack.name} · ${from} – ${to}`,
      ...{ quantity: "1", unit_price: costOfPart(whole, period, from, to), period: part },
      ...{ discount: costOfPart(off, period, from, to), tax_code: pack.tax_code ?? null, source: "PACKAGE" },
    };
  });
  const parts = parted ? [] : sold.map(({ from, to }) => costOfPart(discount, period, from, to));
  return { lines, discount: add(...parts) };
}
