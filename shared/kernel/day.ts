// Calendar days in a tenant's time zone, as YYYY-MM-DD texts that compare like dates.

/** A calendar day, YYYY-MM-DD. Days compare with < and > as texts. */
export type Day = string;
/** A calendar month, YYYY-MM. */
export type Month = string;

/** The first day that the product accepts: nothing it records happened earlier, and calendars agree from here on. */
export const FIRST_DAY: Day = "1900-01-01";
/** The last day, written for "no limit": later years have five digits, which no day text has. */
export const LAST_DAY: Day = "9999-12-31";

const MS_PER_DAY = 86_400_000;
const FIRST_MS = Date.parse(`${FIRST_DAY}T00:00:00Z`);
const LAST_MS = Date.parse(`${LAST_DAY}T00:00:00Z`);
const LAST_MOMENT = LAST_MS + MS_PER_DAY - 1;

const between = (least: number, value: number, most: number) => Math.min(Math.max(least, value), most);

/** Whether the text is a day that exists ("2026-02-30" is not) and that the product knows. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === text;
}

export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= monthOf(FIRST_DAY);
}

/**
 * The day `count` days later (earlier when negative), or the first or the last day that the product knows: a loop must not
 * wait for the day behind the last one.
 */
export function addDays(day: Day, count: number): Day {
  const at = Date.parse(`${day}T00:00:00Z`) + count * MS_PER_DAY;
  return new Date(between(FIRST_MS, at, LAST_MS)).toISOString().slice(0, 10);
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_PER_DAY);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Days begin, and clocks are changed, at whole five minutes in every zone since 1973. */
const STEP_MS = 300_000;
const STEPS_SINCE = Date.UTC(1973, 0, 1);
/** The last five minutes asked for, with their day, by time zone: most calls ask for now. */
const asked = new Map<string, { step: number; day: Day }>();

/**
 * The calendar day of an instant in an IANA time zone; of one that no known day holds, the nearest.
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
  const year = instant.getUTCFullYear();
  // Intl writes years with fewer or more than four digits as they are, and "50-01-01" is not a day.
  if (year < 1900) return FIRST_DAY;
  if (year > 9999) return LAST_DAY;
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
  const day = format.format(instant);
  if (day.length > LAST_DAY.length) return LAST_DAY;
  return day < FIRST_DAY ? FIRST_DAY : day;
}

/**
 * The moment at which clocks of an IANA time zone show a time of a day; its beginning unless told. None is later than the
 * last one of the year 9999, in UTC.
 * @param time "14:05".
 * @throws RangeError when the zone is unknown.
 */
export function momentOf(day: Day, timezone: string, time = "00:00"): Date {
  const wanted = Date.parse(`${day < FIRST_DAY ? FIRST_DAY : day}T${time}Z`);
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
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour, minute, second } = parts;
    // Not as text: on the way to the last day's evening the clock may show the year 10000.
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  // Twice, since the zone's offset may change between the guess and the answer.
  let at = wanted;
  for (let turn = 0; turn < 2; turn++) at += wanted - shown(at);
  // A time that clocks are put forward over comes an hour later.
  if (shown(at) < wanted) at += 3_600_000;
  return new Date(at > LAST_MOMENT ? LAST_MOMENT : at);
}

/** The last millisecond of a day in an IANA time zone. The last day does not end before moments do. */
export function endOf(day: Day, timezone: string): Date {
  return new Date(day < LAST_DAY ? momentOf(addDays(day, 1), timezone).getTime() - 1 : LAST_MOMENT);
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

const placeOf = (month: Month): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

function monthAt(place: number): Month {
  const pad = (value: number, width: number) => String(value).padStart(width, "0");
  return `${pad(Math.floor(place / 12), 4)}-${pad((place % 12) + 1, 2)}`;
}

/** The month `count` months later (earlier when negative), or the first or the last one that the product knows. */
export const addMonths = (month: Month, count: number): Month =>
  monthAt(between(placeOf(monthOf(FIRST_DAY)), placeOf(month) + count, placeOf(monthOf(LAST_DAY))));

/** The number of months from one to another; negative when `to` is earlier. */
export const monthsBetween = (from: Month, to: Month): number => placeOf(to) - placeOf(from);

/** The month after; behind the last one there is none, so go through months with `monthsFrom`. */
export const nextMonth = (month: Month): Month => addMonths(month, 1);

/** The months from one to another, in order; to the last one that the product knows unless told. */
export function* monthsFrom(first: Month, last: Month = monthOf(LAST_DAY)): Generator<Month> {
  for (let place = placeOf(first); place <= placeOf(last); place++) yield monthAt(place);
}

/** How many days a month has. */
function lengthOf(month: Month): number {
  // The calendar repeats every 400 years, and years below 100 mean others to Date.UTC.
  const year = 2000 + (Number(month.slice(0, 4)) % 400);
  return new Date(Date.UTC(year, Number(month.slice(5, 7)), 0)).getUTCDate();
}

/** The days of a month, in order. */
export const daysOfMonth = (month: Month): Day[] =>
  Array.from({ length: lengthOf(month) }, (_, at) => `${month}-${String(at + 1).padStart(2, "0")}`);

export const lastDayOf = (month: Month): Day => `${month}-${lengthOf(month)}`;

/** A day's weekday, 0 for Sunday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The later of two days; null stands for "none". */
export function laterDay(a: Day | null, b: Day | null): Day | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

const AREAS = "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc";
const COUNTRIES = "Brazil|Canada|Chile|Mexico|US";
/** Names that Intl knows, and the IANA and the database no longer do. */
const FORMER = "Canada/East-Saskatchewan|US/Pacific-New";
const ZONE = new RegExp(`^(?!(?:${FORMER})$)(?:UTC|(?:${AREAS}|${COUNTRIES})/.+)$`, "i");

/**
 * Whether it is UTC or a place of the IANA's. What else Intl takes is unknown to the database ("+0600", "AET") or another zone
 * there ("+14:00", "IST", "CET").
 */
export function isTimezone(text: string): boolean {
  if (!ZONE.test(text)) return false;
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
