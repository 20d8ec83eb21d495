// Times in a router's log, set right by the difference between its clock and ours.
import type { RouterSession } from "../driver.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

export interface RouterClock {
  /** What the router's clock shows, read as if it were UTC. */
  shows_ms: number;
  /** Our time at that moment. */
  at_ms: number;
}

/** That day as milliseconds; null: that month has no such day, and it is not the next one's first. */
function existing(year: number, month: number, day: number): number | null {
  const at = new Date(Date.UTC(year, month, day));
  return at.getUTCMonth() === month && at.getUTCDate() === day ? at.getTime() : null;
}

/** A day as RouterOS writes it (`2026-11-21`, before 7.10 `nov/21/2026`) as milliseconds; null when it is none. */
function dayOf(text: string): number | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (iso) return existing(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const old = /^([a-z]{3})\/(\d\d)\/(\d{4})$/i.exec(text);
  const month = MONTHS.indexOf((old?.[1] ?? "").toLowerCase());
  return old && month >= 0 ? existing(Number(old[3]), month, Number(old[2])) : null;
}

function timeOf(text: string): number | null {
  const parts = /^(\d\d):(\d\d):(\d\d)$/.exec(text);
  return parts ? ((Number(parts[1]) * 60 + Number(parts[2])) * 60 + Number(parts[3])) * 1000 : null;
}

/** Null: the router does not say what time it is. Throws DriverError. */
export async function readClock(session: RouterSession): Promise<RouterClock | null> {
  const { rows } = await session.run("/system/clock/print", { proplist: ["date", "time"] });
  const day = dayOf(rows[0]?.["date"] ?? "");
  const time = timeOf(rows[0]?.["time"] ?? "");
  return day === null || time === null ? null : { shows_ms: day + time, at_ms: Date.now() };
}

/**
 * A log entry's time as an instant. RouterOS writes today's as `14:02:11`, this year's as `nov/20 14:02:11` or
 * `11-20 14:02:11`, others with the year; what is not one of these is null.
 */
export function routerTime(text: string, clock: RouterClock | null): string | null {
  if (clock === null) return null;
  const today = Math.floor(clock.shows_ms / 86_400_000) * 86_400_000;
  const year = new Date(clock.shows_ms).getUTCFullYear();
  const [first = "", second] = text.trim().split(/\s+/);
  const time = timeOf(second ?? first);
  if (time === null) return null;
  const short = /^([a-z]{3})\/(\d\d)$/i.exec(first);
  const numbers = /^(\d\d)-(\d\d)$/.exec(first);
  const dayIn = (of: number) => dayOf(short ? `${first}/${of}` : numbers ? `${of}-${first}` : first);
  const isYetToCome = (day: number | null) => day === null || day + time > clock.shows_ms + 60_000;
  let day = second === undefined ? today : dayIn(year);
  // Without a year, and of a day that is yet to come: last year's. Without a day: yesterday's, just before midnight.
  if (isYetToCome(day) && (short || numbers)) day = dayIn(year - 1);
  else if (isYetToCome(day) && second === undefined) day = today - 86_400_000;
  if (day === null) return null;
  const shown = day + time;
  return new Date(clock.at_ms - (clock.shows_ms - shown)).toISOString();
}
