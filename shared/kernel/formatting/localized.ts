// How money, days and times are written for people of a tenant, on screens and on paper. Pure: the tenant's locale comes in,
// text comes out.
import type { Day, Month } from "../day.ts";
import { currencyDigits, formatMoney, type Minor } from "../money.ts";

/** Countries that group digits by lakh and crore. */
const LAKH_REGIONS: readonly string[] = ["BD", "IN", "PK", "NP", "BT"];

export interface TenantFormat {
  /** ISO 4217. */
  readonly currency: string;
  readonly digits: number;
  /** BCP 47, for numbers and dates. */
  readonly locale: string;
  /** IANA. */
  readonly timezone: string;
  /** What stands before the minor digits, read and written. */
  readonly decimal: Decimal;
}

type Decimal = "." | ",";

/** What reading and writing an amount depends on. */
export type MoneyFormat = Pick<TenantFormat, "digits" | "locale" | "decimal">;

/**
 * The locale that numbers and dates are written in: the reader's language with the tenant's country. English readers in
 * lakh countries get lakh grouping, which no English locale but India's has.
 */
export function formatLocale(tenantLocale: string, language: string): string {
  let region: string | undefined;
  try {
    region = new Intl.Locale(tenantLocale).region;
  } catch {
    region = undefined;
  }
  if (region === undefined) return language;
  if (language === "en" && LAKH_REGIONS.includes(region)) return "en-IN";
  return `${language}-${region}`;
}

/** What of a company's settings says how it writes; a missing or foreign value counts as none. */
export type WritingSettings = Readonly<
  Partial<Record<"currency" | "locale" | "timezone" | "decimal_separator", unknown>>
>;

/** The tenant's way of writing, from its settings and the reader's language. */
export function tenantFormat(settings: WritingSettings, language: string): TenantFormat {
  const textOf = (value: unknown, fallback: string) =>
    typeof value === "string" && value ? value : fallback;
  const currency = textOf(settings.currency, "USD");
  const locale = formatLocale(textOf(settings.locale, language), language);
  return {
    currency,
    digits: currencyDigits(currency),
    locale,
    timezone: textOf(settings.timezone, "UTC"),
    decimal: decimalOf(settings.decimal_separator) ?? localeDecimal(locale),
  };
}

const decimalOf = (value: unknown): Decimal | null => (value === "." || value === "," ? value : null);

function localeDecimal(locale: string): Decimal {
  const part = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal");
  return decimalOf(part?.value) ?? ".";
}

const PLAIN: Intl.NumberFormatOptions = {};
const plainFormats = new WeakMap<Intl.NumberFormatOptions, Map<string, Intl.NumberFormat>>();
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale}|${digits}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    numberFormats.set(key, format);
  }
  return format;
}

/** The parts of a formatted number as one text, with the tenant's decimal separator. */
function written(parts: readonly Intl.NumberFormatPart[], decimal: Decimal): string {
  const own = parts.find(({ type }) => type === "decimal")?.value;
  const group = decimal === "," ? "." : ",";
  // Only where the setting says otherwise than the locale: then a group must not look like it.
  const swap = (own !== undefined && own !== decimal) || parts.some(isGroupLike(decimal));
  if (!swap) return parts.map(({ value }) => value).join("");
  const shown = (part: Intl.NumberFormatPart) =>
    part.type === "decimal" ? decimal : isGroupLike(decimal)(part) ? group : part.value;
  return parts.map(shown).join("");
}

const isGroupLike =
  (decimal: Decimal) =>
  ({ type, value }: Intl.NumberFormatPart) =>
    type === "group" && value === decimal;

/** The currency's digits, or the amount's own where it has more: what is written is never rounded. */
function digitsOf(text: string, { digits }: MoneyFormat): number {
  const [, fraction = ""] = text.split(".");
  return Math.max(digits, fraction.replace(/0+$/, "").length);
}

/** An amount with the tenant's digits and grouping, without the currency: "12,34,500.00". Exact at any size. */
export function moneyText(amount: Minor | string, format: MoneyFormat): string {
  const text = typeof amount === "bigint" ? formatMoney(amount, format.digits) : amount;
  const number = numberFormat(format.locale, digitsOf(text, format));
  const parts = number.formatToParts(text as Intl.StringNumericLiteral);
  return written(parts, format.decimal);
}

/**
 * A number, or with `style: "percent"` a share (0.031 is 3.1 %), as the tenant writes amounts: a page has one decimal sign.
 * @param options as Intl.NumberFormat has them; the same object at each call.
 */
export function numberText(
  value: number,
  { locale, decimal }: Pick<MoneyFormat, "locale" | "decimal">,
  options: Intl.NumberFormatOptions = PLAIN,
): string {
  const known = plainFormats.get(options) ?? new Map<string, Intl.NumberFormat>();
  plainFormats.set(options, known);
  const format = known.get(locale) ?? new Intl.NumberFormat(locale, options);
  known.set(locale, format);
  return written(format.formatToParts(value), decimal);
}

/** With the currency's code or sign in front, as receipts and headings show it. */
export function moneyWithCurrency(amount: Minor | string, format: TenantFormat): string {
  const text = typeof amount === "bigint" ? formatMoney(amount, format.digits) : amount;
  const digits = digitsOf(text, format);
  const number = new Intl.NumberFormat(format.locale, {
    style: "currency",
    currency: format.currency,
    currencyDisplay: "narrowSymbol",
    // Said, since Intl has digits of its own for a currency.
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return written(number.formatToParts(text as Intl.StringNumericLiteral), format.decimal);
}

export function dayText(day: Day | null | undefined, locale: string): string {
  if (!day) return "—";
  return new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));
}

export function monthText(month: Month, locale: string): string {
  return new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** Date and time of an instant in the tenant's zone. */
export function instantText(instant: string | null | undefined, format: TenantFormat): string {
  if (!instant) return "—";
  return new Intl.DateTimeFormat(format.locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: format.timezone,
  }).format(new Date(instant));
}
