// Money as people of a tenant type it, and what else screens write: times, durations, rates. Pure: the tenant's locale comes
// in, text comes out. How amounts and days are written, on paper too, is shared/kernel/formatting/localized.ts.
import { type Day, dayOf, daysBetween } from "../../shared/kernel/day.ts";
import { plainDigits } from "../../shared/kernel/formatting/digits.ts";
import type { MoneyFormat, TenantFormat } from "../../shared/kernel/formatting/localized.ts";
import { formatMoney, type Minor, parseMoney } from "../../shared/kernel/money.ts";

export { plainDigits } from "../../shared/kernel/formatting/digits.ts";
export {
  dayText,
  formatLocale,
  instantText,
  type MoneyFormat,
  moneyText,
  moneyWithCurrency,
  monthText,
  numberText,
  type TenantFormat,
  tenantFormat,
} from "../../shared/kernel/formatting/localized.ts";

/** Minor units of a record's money text; nothing or garbage is zero. */
export function minorOf(text: string | number | null | undefined, digits: number): Minor {
  if (text === null || text === undefined || text === "") return 0n as Minor;
  return parseMoney(String(text), digits);
}

/** Blanks and apostrophes that group digits somewhere: never anything else in an amount. */
const BLANK_GROUPS = /[\s\u00a0\u2009\u202f'\u2019]/g;
const THOUSANDS = /^\d{1,3}(?:G\d{3})+$/;
const LAKHS = /^\d{1,2}(?:G\d{2})*G\d{3}$/;

/** Whether the locale groups by lakh and crore: 12,34,567. */
function groupsByLakh(locale: string): boolean {
  const groups = new Intl.NumberFormat(locale).formatToParts(1_234_567n);
  return groups.find(({ type }) => type === "integer")?.value.length === 2;
}

/**
 * A typed decimal as records hold it ("1,23,450.5" → "123450.5"), or null when it is none. A comma or a point that does
 * not stand where the tenant's way of writing puts it is refused, never dropped: "12,5" must not become 125.
 */
export function typedDecimal(text: string, { locale, decimal }: Omit<MoneyFormat, "digits">): string | null {
  const group = decimal === "," ? "." : ",";
  const [whole = "", ...fractions] = plainDigits(text).trim().split(decimal);
  if (fractions.length > 1) return null;
  const marked = whole.replaceAll(group, "G").replace(BLANK_GROUPS, "G");
  const grouped = THOUSANDS.test(marked) || (groupsByLakh(locale) && LAKHS.test(marked));
  const digits = grouped ? marked.replaceAll("G", "") : marked;
  const plain = [digits, ...fractions].join(".");
  return /^\d+(\.\d+)?$/.test(plain) ? plain : null;
}

/** What a person typed as an amount; null when it is none, or finer than the currency. */
export function typedMoney(text: string, format: MoneyFormat): Minor | null {
  const plain = typedDecimal(text, format);
  // The server takes 12 digits before the point. Three digits behind it are thousands where the currency has fewer decimals.
  if (plain === null || /\d{13}/.test(plain)) return null;
  if ((plain.split(".")[1]?.length ?? 0) > Math.max(format.digits, 2)) return null;
  try {
    return parseMoney(plain, format.digits);
  } catch {
    return null;
  }
}

/** An amount as it is typed: the tenant's decimal separator, nothing grouped. */
export function typeableMoney(amount: Minor, { digits, decimal }: MoneyFormat): string {
  return formatMoney(amount, digits).replace(".", decimal);
}

/** Only the time of day, "14:05", in the tenant's zone. */
export function timeText(instant: string, format: TenantFormat): string {
  return new Intl.DateTimeFormat(format.locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: format.timezone,
  }).format(new Date(instant));
}

/** "3 hours ago", rounded to the largest unit. */
export function agoText(instant: string, now: Date, locale: string): string {
  const seconds = Math.round((Date.parse(instant) - now.getTime()) / 1000);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const steps: [number, Intl.RelativeTimeFormatUnit][] = [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ];
  for (const [size, unit] of steps) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return relative.format(seconds, "second");
}

/** "2d 4h", "3h 05m", "12m" in the language's own short units: how long something has been up. */
export function durationText(seconds: number, locale: string): string {
  const part = (value: number, unit: "day" | "hour" | "minute", minimumIntegerDigits = 1) =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit,
      unitDisplay: "narrow",
      minimumIntegerDigits,
    }).format(value);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days > 0) return `${part(days, "day")} ${part(hours, "hour")}`;
  if (hours > 0) return `${part(hours, "hour")} ${part(minutes, "minute", 2)}`;
  return part(minutes, "minute");
}

/** The same of what may be over within a minute, by its seconds then: a call, a job. */
export function lastedText(seconds: number, locale: string): string {
  if (seconds >= 60) return durationText(seconds, locale);
  const unit = { style: "unit", unit: "second", unitDisplay: "narrow" } as const;
  return new Intl.NumberFormat(locale, unit).format(seconds);
}

/** As spreadsheets take a duration: "0:45:00". */
export function durationCsv(seconds: number): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Writes instants as spreadsheets take them, by the tenant's clock, as screens and receipts have them; other texts stay. */
export function instantsCsv(timezone: string): (text: string) => string {
  // Swedish writes days and times as spreadsheets read them: "2026-11-27 01:37:11".
  const clock = new Intl.DateTimeFormat("sv-SE", {
    ...{ dateStyle: "short", timeStyle: "medium", timeZone: timezone },
  });
  return (text) => (INSTANT.test(text) ? clock.format(new Date(text)) : text);
}

/** A line rate: "4.2 Mbit/s". */
export function rateText(bps: number | null, locale: string): string {
  if (bps === null) return "—";
  const [value, unit] = bps >= 1e6 ? [bps / 1e6, "Mbit/s"] : [bps / 1e3, "kbit/s"];
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)} ${unit}`;
}

/** An amount of data: "1.2 GB". */
export function bytesText(count: number, locale: string): string {
  const [value, unit] = count >= 1e9 ? [count / 1e9, "GB"] : [count / 1e6, "MB"];
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)} ${unit}`;
}

export function today(format: Pick<TenantFormat, "timezone">, now = new Date()): Day {
  return dayOf(now, format.timezone);
}

/** Days of access left, today not counted; negative when it is over; null: no limit. */
export function daysLeft(expiry: Day | null, day: Day): number | null {
  return expiry === null ? null : daysBetween(day, expiry);
}
