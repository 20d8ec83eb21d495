// Exact money: decimal strings outside, whole minor units (a branded bigint) inside, never a float.

declare const minorBrand: unique symbol;

/** An amount in minor units (cents, paisa, fils) of the tenant's currency. */
export type Minor = bigint & { readonly [minorBrand]: true };

export const ZERO = 0n as Minor;

/** Digits of SQL's numeric(18,3): the most that a supported currency has. */
export const MAX_DIGITS = 3;

/** A formatter costs more than all else that a request asks of a currency. */
const digitsOf = new Map<string, number>();

/**
 * Number of minor digits of an ISO 4217 currency: JPY 0, USD 2, KWD 3.
 * @throws RangeError when the text is no currency code, or the currency has more digits than we store.
 */
export function currencyDigits(currency: string): number {
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  if (digits > MAX_DIGITS) throw new RangeError(`Currency ${currency} has more than ${MAX_DIGITS} digits`);
  digitsOf.set(currency, digits);
  return digits;
}

// One amount that is taken in has at most 12 digits before the point (see the money field); what they add up to may have
// as many as SQL's numeric(18,3), or a few large ones would make a customer's records unreadable.
const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d+))?$/;

/**
 * Reads a decimal ("1200", "1200.50") as minor units; trailing zeros beyond `digits` are fine, other digits are not.
 * @throws RangeError when it is no decimal, or has more digits than the currency.
 */
export function parseMoney(text: string, digits: number): Minor {
  const match = DECIMAL.exec(text);
  if (!match) throw new RangeError(`Not an amount of money: ${text}`);
  const fraction = (match[3] ?? "").replace(/0+$/, "");
  if (fraction.length > digits) throw new RangeError(`More than ${digits} decimal digits: ${text}`);
  const value = BigInt(match[2] + fraction.padEnd(digits, "0"));
  return (match[1] ? -value : value) as Minor;
}

/** Writes minor units as a decimal string with exactly the currency's digits: 120050n → "1200.50". */
export function formatMoney(amount: Minor, digits: number): string {
  const sign = amount < 0n ? "-" : "";
  const text = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, "0");
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Money arithmetic keeps the brand, so that an amount can't be mixed up with a count. */
export const add = (...amounts: readonly Minor[]): Minor => amounts.reduce((a, b) => (a + b) as Minor, ZERO);
export const subtract = (a: Minor, b: Minor): Minor => (a - b) as Minor;
export const negate = (a: Minor): Minor => -a as Minor;
export const min = (a: Minor, b: Minor): Minor => (a < b ? a : b);
export const max = (a: Minor, b: Minor): Minor => (a > b ? a : b);

/** amount × part ÷ whole, rounded half-up (away from zero) to the minor unit; exactly the amount where part = whole. */
export function shareOf(amount: Minor, part: Minor, whole: Minor): Minor {
  if (part === whole) return amount;
  const product = amount * part;
  const negative = product < 0n !== whole < 0n;
  const size = (product < 0n ? -product : product) * 2n;
  const by = whole < 0n ? -whole : whole;
  const rounded = (size + by) / (2n * by);
  return (negative ? -rounded : rounded) as Minor;
}

/**
 * quantity × unit price, rounded half-up (away from zero) to the minor unit, once. `quantity` is a decimal
 * text with at most six digits behind the point, e.g. "1.5".
 * @throws RangeError when quantity is no such decimal.
 */
export function multiply(unitPrice: Minor, quantity: string): Minor {
  const scale = 1_000_000n;
  const factor = parseMoney(quantity, 6);
  const product = unitPrice * factor;
  const half = product < 0n ? -scale / 2n : scale / 2n;
  return ((product + half) / scale) as Minor;
}

/** `percent` (decimal text, e.g. "12.5") of an amount, rounded half-up to the minor unit. */
export function percentOf(amount: Minor, percent: string): Minor {
  const product = amount * parseMoney(percent, 6);
  const scale = 100_000_000n;
  const half = product < 0n ? -scale / 2n : scale / 2n;
  return ((product + half) / scale) as Minor;
}
