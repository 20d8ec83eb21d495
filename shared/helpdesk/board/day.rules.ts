// A person's day in the field: its windows, the order of travel, and what can't be done in time. Pure.
import type { VisitWindow } from "../../platform/index.ts";
import type { Task } from "../task.ts";

/** A job as far as the day's plan goes. */
export type Job = Pick<
  Task,
  | "id"
  | "status"
  | "task_type"
  | "priority"
  | "customer"
  | "assigned_to"
  | "due_date"
  | "window_from"
  | "window_to"
  | "sequence"
>;

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export const isOpenJob = ({ status }: Pick<Task, "status">): boolean =>
  status !== "COMPLETED" && status !== "CANCELLED";

const text = ({ from, to }: VisitWindow) => `${from}–${to}`;

/** Names a job's window; "" for none. */
export const windowOf = ({ window_from, window_to }: Pick<Job, "window_from" | "window_to">): string =>
  window_from === null || window_to === null ? "" : text({ from: window_from, to: window_to });

/** The windows of a day in their order: the company's usual ones, and those that were agreed on otherwise. */
export function windowsOf(
  jobs: readonly Pick<Job, "window_from" | "window_to">[],
  usual: readonly VisitWindow[],
): readonly VisitWindow[] {
  const all = new Map(usual.map((window) => [text(window), window]));
  for (const { window_from: from, window_to: to } of jobs)
    if (from !== null && to !== null) all.set(text({ from, to }), { from, to });
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, window]) => window);
}

const URGENCY: readonly Task["priority"][] = ["URGENT", "HIGH", "MEDIUM", "LOW"];
const LAST = "99:99";

/** The order of a person's day: by the turns that were given by hand, else by window and urgency. What has a turn comes first in its hours. */
export function inTurn<T extends Job>(jobs: readonly T[]): T[] {
  const key = (job: Job) =>
    [
      job.sequence === null ? 1 : 0,
      job.sequence ?? 0,
      job.window_from ?? LAST,
      URGENCY.indexOf(job.priority),
    ] as const;
  return [...jobs].sort((a, b) => {
    const [first, second] = [key(a), key(b)];
    for (const at of [0, 1, 2, 3] as const)
      if (first[at] !== second[at]) return first[at] < second[at] ? -1 : 1;
    return a.id < b.id ? -1 : 1;
  });
}

const STEP = 100;

/** The turns that make jobs stand in this order, of those that have another one now: as few as possible are changed. */
export function turnsFor(order: readonly Pick<Job, "id" | "sequence">[], moved: string) {
  const at = order.findIndex(({ id }) => id === moved);
  const before = at > 0 ? order[at - 1]?.sequence : 0;
  const after = at < order.length - 1 ? order[at + 1]?.sequence : undefined;
  const others = order.filter(({ id }) => id !== moved);
  const isOrdered = others.every(
    ({ sequence }, n) => sequence !== null && sequence > (n === 0 ? 0 : (others[n - 1]?.sequence ?? 0)),
  );
  if (isOrdered && typeof before === "number") {
    const turn = typeof after === "number" ? Math.floor((before + after) / 2) : before + STEP;
    if (turn > before && (typeof after !== "number" || turn < after)) return [{ id: moved, sequence: turn }];
  }
  return order.flatMap(({ id, sequence }, n) =>
    sequence === (n + 1) * STEP ? [] : [{ id, sequence: (n + 1) * STEP }],
  );
}

const EARTH_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The way between two places as the crow flies, in kilometres. */
export function kilometres(a: Point, b: Point): number {
  const [lat, lon] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const half =
    Math.sin(lat / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(lon / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

type PlaceOf<T> = (job: T) => Point | null;

/** Whether `job` may stand between two others without turning the order of their windows round. */
const fits = (job: Job, before: Job | undefined, after: Job | undefined): boolean =>
  job.window_from === null ||
  ((before?.window_from ?? "") <= job.window_from && (after?.window_from ?? LAST) >= job.window_from);

/** Where a job costs the smallest detour. */
function cheapest<T extends Job>(chain: readonly T[], job: T, placeOf: PlaceOf<T>): number {
  const way = (a: T | undefined, b: T | undefined) => {
    const [from, to] = [a && placeOf(a), b && placeOf(b)];
    return from && to ? kilometres(from, to) : 0;
  };
  let best = chain.length;
  let least = Number.POSITIVE_INFINITY;
  if (!placeOf(job) && job.window_from === null) return best;
  for (let at = 0; at <= chain.length; at += 1) {
    const [before, after] = [chain[at - 1], chain[at]];
    if (!fits(job, before, after)) continue;
    const detour = way(before, job) + way(job, after) - way(before, after);
    if (detour < least - 1e-9) [best, least] = [at, detour];
  }
  return best;
}

/** From each place to the nearest one that is left, beginning with the first. */
function nearestFirst<T extends Job>(jobs: readonly T[], from: Point | null, placeOf: PlaceOf<T>): T[] {
  const left = [...jobs];
  const order: T[] = [];
  let here = from;
  while (left.length > 0) {
    const far = left.map((job) => {
      const there = placeOf(job);
      return here && there ? kilometres(here, there) : 0;
    });
    const [next] = left.splice(here ? far.indexOf(Math.min(...far)) : 0, 1);
    if (!next) break;
    order.push(next);
    here = placeOf(next) ?? here;
  }
  return order;
}

/**
 * A proposal for a person's day: window after window, in each from the nearest place to the next; jobs without a window
 * where they cost the smallest detour. Turns that were given by hand stay in their order.
 */
export function proposeOrder<T extends Job>(jobs: readonly T[], placeOf: PlaceOf<T>): T[] {
  const chain = inTurn(jobs.filter(({ sequence }) => sequence !== null));
  const free = inTurn(jobs.filter(({ sequence }) => sequence === null));
  if (chain.length === 0) {
    const timed = free.filter(({ window_from }) => window_from !== null);
    const first = timed.length > 0 ? timed : free;
    for (const from of [...new Set(first.map(({ window_from }) => window_from))]) {
      const last = chain.at(-1);
      const here = last ? placeOf(last) : null;
      chain.push(
        ...nearestFirst(
          first.filter(({ window_from }) => window_from === from),
          here,
          placeOf,
        ),
      );
    }
  }
  const known = new Set(chain.map(({ id }) => id));
  for (const job of free.filter(({ id }) => !known.has(id)))
    chain.splice(cheapest(chain, job, placeOf), 0, job);
  return chain;
}

/** How long work takes where no template says so, in minutes. */
const USUAL_MINUTES: Readonly<Record<Task["task_type"], number>> = {
  INSTALLATION: 90,
  REPAIR: 45,
  INSPECTION: 30,
};
/** In a city, as the crow flies. */
const MINUTES_PER_KM = 4;
const MORNING = "09:00";

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(Math.round(minutes) % 60).padStart(2, "0")}`;

/**
 * Jobs that can't be done within their windows when one goes from the first to the last in this order.
 * @returns by the job's id, when it would be done.
 */
export function conflictsIn<T extends Job>(
  order: readonly T[],
  placeOf: PlaceOf<T>,
  expected: (job: T) => number | null = () => null,
): ReadonlyMap<string, string> {
  const conflicts = new Map<string, string>();
  let clock = minutesOf(MORNING);
  let here: Point | null = null;
  for (const job of order.filter(isOpenJob)) {
    const there = placeOf(job);
    const way = here && there ? kilometres(here, there) * MINUTES_PER_KM : 0;
    const from = job.window_from === null ? 0 : minutesOf(job.window_from);
    const end = Math.max(clock + way, from) + (expected(job) ?? USUAL_MINUTES[job.task_type]);
    // Half a minute is a matter of rounding.
    if (job.window_to !== null && job.status !== "IN_PROGRESS" && end > minutesOf(job.window_to) + 0.5)
      conflicts.set(job.id, clockOf(end));
    clock = end;
    here = there ?? here;
  }
  return conflicts;
}
