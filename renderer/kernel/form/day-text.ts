// Days as a tenant's country writes them in digits, and what people type for one. Pure.
import {
  addDays,
  type Day,
  daysBetween,
  daysOfMonth,
  isDay,
  lastDayOf,
  type Month,
  monthOf,
  addMonths as monthsLater,
} from "../../../shared/kernel/day.ts";
import { plainDigits } from "../money-format.ts";

type Part = "day" | "month" | "year";
type Parts = Readonly<Record<Part, number>>;

interface NumericDays {
  readonly format: Intl.DateTimeFormat;
  readonly order: readonly Part[];
}

/** By locale: what Intl offers is dear to make, and a file has thousands of days. */
const known = new Map<string, NumericDays>();

function numericDays(locale: string): NumericDays {
  const before = known.get(locale);
  if (before) return before;
  const format = new Intl.DateTimeFormat(locale, {
    calendar: "gregory",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    timeZone: "UTC",
  });
  const order = format
    .formatToParts(0)
    .flatMap(({ type }) => (type === "day" || type === "month" || type === "year" ? [type] : []));
  const made = { format, order };
  known.set(locale, made);
  return made;
}

/** "02/01/2027", in the order and the digits of the locale; the same text can be typed. */
export function writtenDay(day: Day, locale: string): string {
  return numericDays(locale).format.format(new Date(`${day}T00:00:00Z`));
}

/** In which order the locale writes a date. */
export const dateOrder = (locale: string): readonly Part[] => numericDays(locale).order;

function dayOfParts({ year, month, day }: Parts): Day | null {
  const pad = (value: number, width: number) => String(value).padStart(width, "0");
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return isDay(text) ? text : null;
}

const fullYear = (digits: string): number => Number(digits) + (digits.length <= 2 ? 2000 : 0);

/** The nearest day of a text without year: 2 January, typed in December, is next year's. */
function nearest(day: number, month: number, today: Day): Day | null {
  const year = Number(today.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap((one) => dayOfParts({ year: one, month, day }) ?? []);
  const distance = (other: Day) => Math.abs(daysBetween(today, other));
  return days.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Digits without separators, cut as the order says: 02012027, 020127, 0201. */
function cut(digits: string, order: readonly Part[]): string[] | null {
  const years = { 8: 4, 6: 2, 4: 0 }[digits.length];
  if (years === undefined) return null;
  let at = 0;
  return order.flatMap((part) => {
    const width = part === "year" ? years : 2;
    at += width;
    return width === 0 ? [] : [digits.slice(at - width, at)];
  });
}

/**
 * The day that a text means: "2/1", "2.1.27", "020127", "2027-01-02", "2" (of this month), "+7" (in seven days).
 * Null when it is none.
 */
export function typedDay(text: string, locale: string, today: Day): Day | null {
  const plain = plainDigits(text).trim();
  if (/^[+-]\d{1,4}$/.test(plain)) return addDays(today, Number(plain));
  const bare = plain.replace(/\D+$/, "");
  if (!/^\d[\d\s./,-]*$/.test(bare)) return null;
  const written = dateOrder(locale);
  const groups = bare.split(/\D+/);
  const given = groups.length === 1 ? (cut(bare, written) ?? groups) : groups;
  if (given.length === 1) {
    if (bare.length > 2) return null;
    return dayOfParts({
      year: Number(today.slice(0, 4)),
      month: Number(today.slice(5, 7)),
      day: Number(bare),
    });
  }
  const yearFirst = given[0]?.length === 4 && groups.length > 1;
  const order: readonly Part[] = yearFirst ? ["year", "month", "day"] : written;
  const named = (parts: readonly Part[]) => (part: Part) => given[parts.indexOf(part)] ?? "";
  if (given.length === 2) {
    const of = named(order.filter((part) => part !== "year"));
    return nearest(Number(of("day")), Number(of("month")), today);
  }
  if (given.length !== 3) return null;
  const of = named(order);
  return dayOfParts({ year: fullYear(of("year")), month: Number(of("month")), day: Number(of("day")) });
}

/** The weekday on which the locale's week begins: 1 is Monday, 7 is Sunday. */
export function weekStart(locale: string): number {
  const known = new Intl.Locale(locale) as { getWeekInfo?(): { firstDay: number } };
  return known.getWeekInfo?.().firstDay ?? 1;
}

/** The days that a month's calendar shows: whole weeks, the ends of its neighbours included. */
export function calendarDays(month: string, first: number): Day[] {
  const begin: Day = `${month}-01`;
  const weekday = new Date(`${begin}T00:00:00Z`).getUTCDay() || 7;
  const lead = (weekday - first + 7) % 7;
  const weeks = Math.ceil((lead + daysOfMonth(month).length) / 7);
  return Array.from({ length: weeks * 7 }, (_, n) => addDays(begin, n - lead));
}

/** The same day `count` months later, or the last of a shorter month. */
export function addMonths(day: Day, count: number): Day {
  const month = monthsLater(monthOf(day), count);
  const last = lastDayOf(month);
  const same = `${month}-${day.slice(8)}`;
  return same < last ? same : last;
}

/** "11/2026", in the order and the digits of the locale; the same text can be typed. */
export function writtenMonth(month: Month, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    calendar: "gregory",
    month: "2-digit",
    year: "numeric",
    timeZone: "UTC",
  });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** The month that a text means: "11/2026", "2026-11", "11/26", "112026", "11" (of this year). Null when it is none. */
export function typedMonth(text: string, locale: string, today: Day): Month | null {
  const bare = plainDigits(text).trim().replace(/\D+$/, "");
  if (!/^\d[\d\s./,-]*$/.test(bare)) return null;
  const groups = bare.split(/\D+/);
  const order = dateOrder(locale).filter((part) => part !== "day");
  const yearFirst = groups[0]?.length === 4 || (order[0] === "year" && groups[1]?.length !== 4);
  const whole = /^(\d{2})(\d{4})$/.exec(bare);
  const given = whole ? [whole[1] ?? "", whole[2] ?? ""] : groups;
  if (given.length > 2 || (given.length === 1 && bare.length > 2)) return null;
  const [month = "", year = today.slice(0, 4)] = yearFirst && given.length === 2 ? given.toReversed() : given;
  const day = dayOfParts({ year: fullYear(year), month: Number(month), day: 1 });
  return day === null ? null : monthOf(day);
}
