// Exact money: decimal strings outside, whole minor units (a branded bigint) inside, never a float.

declare const minorBrand: unique symbol;

/** An amount in minor units (cents, paisa, fils) of the tenant's currency. */
export type Minor = bigint & { readonly [minorBrand]: true };

export const ZERO = 0n as Minor;

/** Digits of SQL's numeric(18,3): the most that a supported currency has. */
export const MAX_DIGITS = 3;

const codes = (list: string, digits: number): [string, number][] =>
  list.split(" ").map((code) => [code, digits]);

// Not asked of Intl: its digits are CLDR's, which are those of cash registers (PKR 0 where the standard has 2).
const UNUSUAL_DIGITS: ReadonlyMap<string, number> = new Map([
  ...codes("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF", 0),
  ...codes("BHD IQD JOD KWD LYD OMR TND", 3),
  ...codes("CLF UYW", 4),
]);

const minorUnit = (currency: string): number => UNUSUAL_DIGITS.get(currency) ?? 2;

/** Whether we can keep money in a currency: it has no more digits than we store. */
export const isStorable = (currency: string): boolean => minorUnit(currency) <= MAX_DIGITS;

/**
 * Number of minor digits of a currency, JPY 0, USD 2, KWD 3, by ISO 4217, list one (SIX Group, "List one: currency, fund
 * and precious metal codes", column "Minor unit"): the codes that have not 2 are in UNUSUAL_DIGITS.
 * @throws RangeError when the text is no currency code, or the currency has more digits than we store.
 */
export function currencyDigits(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`Not a currency code: ${currency}`);
  if (!isStorable(currency)) throw new RangeError(`${currency} has more than ${MAX_DIGITS} digits`);
  return minorUnit(currency);
}

/** The digits in which an amount of any currency is kept: as many as the currency has, and no more than we store. */
export const keptDigits = (currency: string): number => Math.min(minorUnit(currency), MAX_DIGITS);

// One amount that is taken in has at most 12 digits before the point (see the money field), and a column holds 15. What is
// added up over columns has more: a bound here would make reports of large sums unreadable.
const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d+))?$/;

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

/** An amount from outside that could have been taken in a currency of so many digits; null: no money to keep. */
export function readableMoney(value: unknown, digits: number): Minor | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value).trim();
  if (!/^\d{1,12}(\.\d+)?$/.test(text)) return null;
  try {
    const amount = parseMoney(text, digits);
    return amount > 0n ? amount : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
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

/** The same value with its amounts as decimal texts. */
export type WithDecimals<T> = T extends bigint
  ? string
  : T extends readonly (infer U)[]
    ? WithDecimals<U>[]
    : T extends object
      ? { [K in keyof T]: WithDecimals<T[K]> }
      : T;

/** Amounts as decimal texts, however deep. */
export function withDecimals<T>(value: T, digits: number): WithDecimals<T> {
  const told = (part: unknown): unknown => {
    if (typeof part === "bigint") return formatMoney(part as Minor, digits);
    if (Array.isArray(part)) return part.map(told);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, told(item)]));
  };
  return told(value) as WithDecimals<T>;
}
