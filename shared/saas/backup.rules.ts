// When a backup or a proof is due, and which backups are kept: pure rules.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The hours of the night, UTC, in which heavy work is done where the server runs then. */
const NIGHT = { from: 1, to: 5 };

/**
 * Whether something that is done every `period` is due: in the night when half of its last day is over, at any hour when it is
 * late by half a day. So a server that runs day and night works at night, and one that is switched off at night works by day.
 * @param last when it was done last; null: never.
 * @param period in days.
 */
export function isDue(last: Date | null, now: Date, period: number): boolean {
  if (last === null) return true;
  const age = now.getTime() - last.getTime();
  const hour = now.getUTCHours();
  const isNight = hour >= NIGHT.from && hour < NIGHT.to;
  return age >= period * DAY + (isNight ? -DAY / 2 : DAY / 2);
}

interface Kept {
  id: string;
  taken_at: Date;
}

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY);
/** Weeks begin on Monday; day 0 was a Thursday. */
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7);

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
    ...newestOfEach(sorted, dayOf, daily),
    ...newestOfEach(sorted, weekOf, weekly),
  ]);
  return sorted.filter((one) => !kept.has(one)).map(({ id }) => id);
}
