// The one rule by which a period's price is parted over its days (docs/money-rules.md). Pure.
import { type Minor, shareOf, subtract, ZERO } from "../../kernel/money.ts";

/**
 * What the first `passed` of a period's days cost: ⌊(2·price·passed + days) ÷ (2·days)⌋, half-up to the minor unit. None cost
 * nothing, all of them the price.
 * @param days of the whole period, also where a service began inside it.
 * @param passed less than none counts as none, more than all as all.
 */
export function share(price: Minor, days: number, passed: number): Minor {
  if (passed <= 0) return ZERO;
  if (passed >= days) return price;
  return shareOf(price, BigInt(passed) as Minor, BigInt(days) as Minor);
}

/** What the days `first` to `last` of a period cost, counted from 1: parts add up to the whole, however it is cut. */
export const shareOfDays = (price: Minor, days: number, first: number, last: number): Minor =>
  last < first ? ZERO : subtract(share(price, days, last), share(price, days, first - 1));

/** So many days in a row that were bought at one price: whole periods of it, and a part of the next. */
export function costOfDays(price: Minor, period: number, days: number): Minor {
  if (days <= 0) return ZERO;
  const whole = price * BigInt(Math.floor(days / period));
  return (whole + share(price, period, days % period)) as Minor;
}

/** The most days that cost no more than `worth`; where days cost nothing, as many as `free`. */
export function daysWorth(worth: Minor, price: Minor, period: number, free: number): number {
  if (price === ZERO) return free;
  const periods = Number(worth / price);
  const rest = (worth % price) as Minor;
  let [fewest, most] = [0, period - 1];
  while (fewest < most) {
    const days = Math.ceil((fewest + most) / 2);
    if (share(price, period, days) <= rest) fewest = days;
    else most = days - 1;
  }
  return periods * period + fewest;
}
