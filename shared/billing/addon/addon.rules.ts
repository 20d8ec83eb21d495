// What an add-on's days cost, by the one rule of proration: on each recurring bill, and as it is sold. Pure.
import { addDays, type Day, daysBetween, laterDay } from "../../kernel/day.ts";
import { type Minor, ZERO } from "../../kernel/money.ts";
import type { LineInput } from "../invoice/invoice-line.rules.ts";
import { type BillPeriod, costOfPart, periodEnd } from "../service/period.rules.ts";
import { costOfDays } from "../service/proration.rules.ts";
import type { LineSource } from "../tax/tax.rules.ts";

/** An add-on that a customer has, as far as it is charged. */
export interface ChargedAddon {
  addon_name: string;
  quantity: number;
  /** Of one, for the period of a recurring bill. */
  price: Minor;
  source: LineSource;
  tax_code: string | null;
  from_date: Day;
  to_date: Day | null;
  charged_to: Day | null;
}

/** Days in a row that are charged, and what they cost. */
export interface ChargedDays {
  from: Day;
  to: Day;
  amount: Minor;
}

export const wholePrice = ({ price, quantity }: Pick<ChargedAddon, "price" | "quantity">): Minor =>
  (price * BigInt(quantity)) as Minor;

const earlierDay = (a: Day, b: Day | null): Day => (b !== null && b < a ? b : a);

/** What of a period is charged of it: its first and last one by days, what was charged as it was sold not again; null: nothing. */
export function daysOfPeriodCharged(addon: ChargedAddon, period: BillPeriod): ChargedDays | null {
  const begun = laterDay(addon.from_date, addon.charged_to && addDays(addon.charged_to, 1));
  const from = laterDay(begun, period.start) ?? addon.from_date;
  const to = earlierDay(periodEnd(period), addon.to_date);
  if (to < from) return null;
  return { from, to, amount: costOfPart(wholePrice(addon), period, from, to) };
}

/** It as a line of a recurring bill, with its days where they are not the whole period; null: none. */
export function addonLine(addon: ChargedAddon, period: BillPeriod): LineInput | null {
  const charged = daysOfPeriodCharged(addon, period);
  if (charged === null || charged.amount === ZERO) return null;
  const { from, to, amount } = charged;
  const { addon_name, source, tax_code, price, quantity } = addon;
  const is_whole = from === period.start && to === periodEnd(period);
  if (is_whole)
    return { description: addon_name, quantity: String(quantity), unit_price: price, source, tax_code };
  const description = `${addon_name} · ${from} – ${to}`;
  return { description, quantity: "1", unit_price: amount, source, tax_code };
}

/** What is known of a customer's days as an add-on is sold. */
export interface SaleDays {
  from_date: Day;
  expiry_date: Day | null;
  /** The days that the package's price buys; null: there is no package. */
  validity_days: number | null;
  /** The period of the recurring bill that has `from_date`; null: it is not made. */
  billed: BillPeriod | null;
}

/** How a recurring add-on is charged as it is sold. */
export type SaleCharge = ChargedDays & {
  /** PREPAID: to be paid at once, as days of the package are. POSTPAID: what a bill that is made already has not got. */
  mode: "PREPAID" | "POSTPAID";
};

/**
 * What of a recurring add-on is charged as it is sold: the rest of a month that is billed already, else of the days that are
 * paid for. Null: nothing, the next recurring bill has it from its first day.
 */
export function chargedAtSale(addon: ChargedAddon, days: SaleDays): SaleCharge | null {
  const { from_date, expiry_date, validity_days, billed } = days;
  if (billed) {
    const rest = daysOfPeriodCharged(addon, billed);
    return rest && { ...rest, mode: "POSTPAID" };
  }
  if (expiry_date === null || validity_days === null || expiry_date < from_date) return null;
  const count = daysBetween(from_date, expiry_date) + 1;
  const amount = costOfDays(wholePrice(addon), Math.max(validity_days, 1), count);
  return { from: from_date, to: expiry_date, amount, mode: "PREPAID" };
}
