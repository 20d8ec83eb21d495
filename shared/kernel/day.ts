// Calendar days in a tenant's time zone, as YYYY-MM-DD texts that compare like dates.

/** A calendar day, YYYY-MM-DD. Days compare with < and > as texts. */
export type Day = string;
/** A calendar month, YYYY-MM. */
export type Month = string;

/** The last day that has four digits in its year: no text of ours can say a later one. */
export const LAST_DAY: Day = "9999-12-31";

const MS_PER_DAY = 86_400_000;

/** Whether the text is a day that exists ("2026-02-30" is not). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === text;
}

export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

/** The day `count` days later (earlier when negative). */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_PER_DAY);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Days begin, and clocks are changed, at whole five minutes in every zone since 1973. */
const STEP_MS = 300_000;
const STEPS_SINCE = Date.UTC(1973, 0, 1);
/** The five minutes that were asked for last, with their day, by time zone: most questions are of now. */
const asked = new Map<string, { step: number; day: Day }>();

/**
 * The calendar day of an instant in an IANA time zone.
 * @throws RangeError when the zone is unknown.
 */
export function dayOf(instant: Date, timezone: string): Day {
  const at = instant.getTime();
  if (at < STEPS_SINCE) return formatDay(instant, timezone);
  const step = Math.floor(at / STEP_MS);
  const last = asked.get(timezone);
  if (last?.step === step) return last.day;
  const day = formatDay(instant, timezone);
  asked.set(timezone, { step, day });
  return day;
}

function formatDay(instant: Date, timezone: string): Day {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone: timezone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    formats.set(timezone, format);
  }
  return format.format(instant);
}

/**
 * The moment at which clocks of an IANA time zone show a time of a day; its beginning unless told.
 * @param time "14:05".
 * @throws RangeError when the zone is unknown.
 */
export function momentOf(day: Day, timezone: string, time = "00:00"): Date {
  const wanted = Date.parse(`${day}T${time}Z`);
  const clock = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const shown = (at: number) => {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
    return Date.parse(
      `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`,
    );
  };
  // Twice, since the zone's offset may change between the guess and the answer.
  let at = wanted;
  for (let turn = 0; turn < 2; turn++) at += wanted - shown(at);
  // A time that clocks are put forward over comes an hour later.
  return new Date(shown(at) < wanted ? at + 3_600_000 : at);
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

/** The month after. */
export function nextMonth(month: Month): Month {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/** The days of a month, in order. */
export function daysOfMonth(month: Month): Day[] {
  const days: Day[] = [];
  for (let day = `${month}-01`; monthOf(day) === month; day = addDays(day, 1)) days.push(day);
  return days;
}

/** A day's weekday, 0 for Sunday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The later of two days; null stands for "none". */
export function laterDay(a: Day | null, b: Day | null): Day | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

export function isTimezone(text: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** "2026-11" → "November 2026": generate-batch's own way of naming a month (interface specification). */
export function monthName(month: Month): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" }).format(date);
}
