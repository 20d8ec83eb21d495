// What a customer's service costs, and whether money is enough for the time that it is to buy (contract §2, §3).
import type { Day } from "../../kernel/day.ts";
import { add, type Minor, max, subtract, ZERO } from "../../kernel/money.ts";
import type { TaxRate } from "../../subscribers/index.ts";
import { MAX_VALIDITY_DAYS } from "../payment/settlement.rules.ts";
import { rateInForce, taxOn } from "../tax/tax.rules.ts";

export interface ServicePrice {
  price: Minor;
  /** The days that the price buys. */
  validity_days: number;
  tax_code: string | null;
  /** What a promotion takes off the price, of which service, and for how many periods still. */
  promo?: Minor;
  promo_of?: { service: string; promo_left: number } | null;
  /** The rows of its tax code, at least; none where it has none. */
  rates: readonly TaxRate[];
}

/** What of a customer their price depends on. */
export interface PayingCustomer {
  discount: Minor;
  /** What their recurring add-ons cost, with tax. */
  addons?: Minor;
}

/** What so many days cost a customer. */
export interface Price {
  readonly amount: Minor;
  readonly days: number;
}

/**
 * What money of a day is compared with: the package's price less what a promotion and the customer's discount take off, never below
 * zero, what an exclusive tax code adds to that, as on their bill (contract §2, §4.14), and their recurring add-ons.
 */
export function customerPrice(pack: ServicePrice, customer: PayingCustomer, day: Day): Price {
  const { promo = ZERO } = pack;
  const { discount, addons = ZERO } = customer;
  const net = max(subtract(subtract(pack.price, promo), discount), ZERO);
  const rate = rateInForce(pack.rates, pack.tax_code, day);
  const amount = rate && !rate.is_inclusive ? add(net, taxOn(net, rate)) : net;
  return { amount: add(amount, addons), days: pack.validity_days };
}

/** What of a promotion so many days use, and what is left of it then; null: nothing. */
export function promoUsed({ promo_of, validity_days }: ServicePrice, days: number) {
  if (!promo_of || promo_of.promo_left === 0 || days === 0) return null;
  const periods = Math.min(promo_of.promo_left, Math.ceil(days / Math.max(validity_days, 1)));
  return { service: promo_of.service, periods, promo_left: promo_of.promo_left - periods };
}

/** What so many days cost where a promotion ends among them: less than that is below the price. */
export function isBelowPromo(
  amount: Minor,
  days: number,
  pack: ServicePrice,
  customer: PayingCustomer,
  day: Day,
): boolean {
  const { promo_of, ...plain } = pack;
  const cheap = Math.min(days, (promo_of?.promo_left ?? 0) * pack.validity_days);
  const [first, rest] = [
    customerPrice(pack, customer, day),
    customerPrice({ ...plain, promo: ZERO }, customer, day),
  ];
  const least = first.amount * BigInt(cheap) + rest.amount * BigInt(days - cheap);
  return amount * BigInt(pack.validity_days) < least;
}

/** Whether money buys less a day than the customer's price does; never where nothing has a price, or no day is bought. */
export function isBelowPrice(amount: Minor, validity_days: number, price: Price | null): boolean {
  if (price === null || validity_days === 0) return false;
  return amount * BigInt(price.days) < price.amount * BigInt(validity_days);
}

/**
 * The days that money reported from elsewhere buys: n times the customer's price buys n times the validity; 0: it does not
 * cover the price, or there is no package, so it is a payment.
 */
export function daysBought(
  amount: Minor,
  pack: ServicePrice | null,
  customer: PayingCustomer,
  day: Day,
): number {
  if (pack === null) return 0;
  const price = customerPrice(pack, customer, day).amount;
  if (amount < price) return 0;
  const times = price === 0n ? 1 : Number(amount / price);
  return Math.min(times, Math.floor(MAX_VALIDITY_DAYS / pack.validity_days)) * pack.validity_days;
}
