// When a backup or a proof is due, and which backups are kept: pure rules.
import { dayOf, momentOf } from "../kernel/day.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The company's night, in which heavy work is done for it where the server runs then. */
const NIGHT = { from: "01:00", to: "05:00" };

function isNight(now: Date, timezone: string): boolean {
  const today = dayOf(now, timezone);
  return now >= momentOf(today, timezone, NIGHT.from) && now < momentOf(today, timezone, NIGHT.to);
}

/**
 * Whether something that is done every `period` is due: in the company's night when half of its last day is over, at any
 * hour when it is late by half a day. So a server that runs day and night works at night, and one that is
 * switched off at night works by day.
 * @param last when it was done last; null: never.
 * @param period in days.
 * @param timezone the company's.
 */
export function isDue(last: Date | null, now: Date, period: number, timezone: string): boolean {
  if (last === null) return true;
  const age = now.getTime() - last.getTime();
  // Done by a clock that was ahead: the time is unknown.
  if (age < 0) return true;
  return age >= period * DAY + (isNight(now, timezone) ? -DAY / 2 : DAY / 2);
}

interface Kept {
  id: string;
  taken_at: Date;
}

const dayNumber = (at: Date) => Math.floor(at.getTime() / DAY);
/** Weeks begin on Monday; day 0 was a Thursday. */
const weekOf = (at: Date) => Math.floor((dayNumber(at) + 3) / 7);

/** The newest of each of the last `many` periods that have one. */
function newestOfEach(sorted: readonly Kept[], periodOf: (at: Date) => number, many: number): Kept[] {
  const newest = new Map<number, Kept>();
  for (const one of sorted) {
    const period = periodOf(one.taken_at);
    if (!newest.has(period) && newest.size < many) newest.set(period, one);
  }
  return [...newest.values()];
}

/**
 * Which of a tenant's backups have served their time.
 * @param daily of how many days the last one is kept, `weekly` of how many weeks. The newest of all is kept in any case.
 */
export function outdated(
  backups: readonly Kept[],
  { daily, weekly }: { daily: number; weekly: number },
): string[] {
  const sorted = backups.toSorted((a, b) => b.taken_at.getTime() - a.taken_at.getTime());
  const kept = new Set([
    ...sorted.slice(0, 1),
    ...newestOfEach(sorted, dayNumber, daily),
    ...newestOfEach(sorted, weekOf, weekly),
  ]);
  return sorted.filter((one) => !kept.has(one)).map(({ id }) => id);
}
