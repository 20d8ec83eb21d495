// What a change does to months that are billed already: what their bills charged for the days from it on is given back, and the same
// days are charged at the new price (contract C3, POSTPAID). Pure.
import type { Day } from "../../kernel/day.ts";
import { add, type Minor, max, min, subtract, ZERO } from "../../kernel/money.ts";
import type { ServicePrice } from "../invoice/price.rules.ts";
import { rateInForce, taxOn } from "../tax/tax.rules.ts";
import {
  type BillPeriod,
  type ChargedPart,
  costOfPart,
  type Days,
  periodEnd,
  priceOfMonths,
  worthOfDays,
} from "./period.rules.ts";

/** What charged days of the service: a line of a bill, or a charge that waits for one. */
export interface ServiceCharge {
  kind: "invoice_line" | "pending_charge";
  id: string;
  /** The bill of a line; null: it waits. */
  invoice: string | null;
  part: ChargedPart;
  /** What it charges; of a line with its tax, of what waits before an exclusive one. */
  amount: Minor;
  /** What of that was not given back yet. */
  left: Minor;
  /** What an exclusive tax code adds to what waits; null: it is part of the amount, or there is none. */
  taxed: Pick<ServicePrice, "tax_code" | "rates"> | null;
}

/** What of a charge is given back. */
export interface Credited {
  charge: ServiceCharge;
  /** With tax. */
  amount: Minor;
  /** What is left of the charge, as its `amount` is counted. */
  kept: Minor;
  days: Days;
}

/** Days that are charged at a new price. */
export interface ChargedDaysOf {
  part: ChargedPart;
  /** Before an exclusive tax. */
  net: Minor;
  /** With tax. */
  amount: Minor;
}

const exclusiveTax = (net: Minor, of: Pick<ServicePrice, "tax_code" | "rates">, day: Day): Minor => {
  const rate = rateInForce(of.rates, of.tax_code, day);
  return rate && !rate.is_inclusive ? taxOn(net, rate) : ZERO;
};

const withTax = (net: Minor, of: Pick<ServicePrice, "tax_code" | "rates">, day: Day): Minor =>
  add(net, exclusiveTax(net, of, day));

/** What of these charges is for some days, and is given back: each day once. */
export function creditedDays(charges: readonly ServiceCharge[], days: Days, today: Day): Credited[] {
  return charges
    .filter(({ part }) => part.to >= days.from && part.from <= days.to)
    .map((charge) => {
      const { part, left, taxed } = charge;
      const back = max(min(worthOfDays(charge.amount, part, days), left), ZERO);
      const kept = subtract(left, back);
      const amount = taxed ? subtract(withTax(left, taxed, today), withTax(kept, taxed, today)) : back;
      return { charge, kept, amount, days };
    })
    .filter(({ amount }) => amount > 0n);
}

/** A package at what it costs a customer a period, before an exclusive tax. */
export interface PricedPackage extends ServicePrice {
  billing_months: number;
}

/** What days of months that are billed cost at a price: less the customer's discount and what an offer takes off, with tax. */
export function chargedDays(
  periods: readonly BillPeriod[],
  days: Days,
  pack: PricedPackage,
  off: { discount: Minor; offer(price: Minor, period: BillPeriod): Minor; today: Day },
): ChargedDaysOf[] {
  return periods
    .filter((period) => periodEnd(period) >= days.from && period.start <= days.to)
    .map((period) => {
      const whole = priceOfMonths(pack.price, pack.billing_months, period.months);
      const discount = priceOfMonths(off.discount, pack.billing_months, period.months);
      const promo = priceOfMonths(pack.promo ?? ZERO, pack.billing_months, period.months);
      const less = max(off.offer(whole, period), promo);
      const price = max(subtract(subtract(whole, less), discount), ZERO);
      const from = period.start > days.from ? period.start : days.from;
      const to = periodEnd(period) < days.to ? periodEnd(period) : days.to;
      const part = { from, to, start: period.start, days: period.days, price, back: [] };
      const net = costOfPart(price, period, from, part.to);
      return { part, net, amount: withTax(net, pack, off.today) };
    })
    .filter(({ amount }) => amount > 0n);
}
