// At which house a job is, and which other jobs are at the same one: on that day, and before. Pure.
import type { Customer } from "../../subscribers/index.ts";
import type { Task } from "../task.ts";
import { isOpenJob, kilometres, type Point } from "./day.rules.ts";

/** Former jobs of others at an address are looked for so many days back; the customer's own at any age. */
export const BACK_DAYS = 90;
/** So far apart two places are still the same house, in kilometres. */
const SAME_HOUSE_KM = 0.03;
/** So far apart they are two houses, however much alike their addresses are written. */
const OTHER_HOUSE_KM = 0.3;

/** Where a job is, as far as it is known. */
export interface Spot {
  readonly customer: string | null;
  readonly place: Point | null;
  /** As houses are compared; "" where it names none. */
  readonly address: string;
  readonly area: string;
}

type Housed = Pick<Customer, "address" | "area" | "latitude" | "longitude">;
type Placed = Pick<Task, "id" | "customer" | "location">;

const plain = (written: string | null | undefined) =>
  (written ?? "")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

function pointOf(of: { latitude: unknown; longitude: unknown } | null | undefined): Point | null {
  const [latitude, longitude] = [of?.latitude, of?.longitude].map((degrees) =>
    degrees === null || degrees === undefined || degrees === "" ? Number.NaN : Number(degrees),
  );
  return Number.isFinite(latitude) && Number.isFinite(longitude)
    ? { latitude: latitude as number, longitude: longitude as number }
    : null;
}

/**
 * Where a job is: its own place, else its customer's. An address without a number, or that is the area's name, names a
 * quarter and no house.
 */
export function spotOf(job: Pick<Placed, "customer" | "location">, customer: Housed | undefined): Spot {
  const [address, area] = [plain(customer?.address), plain(customer?.area)];
  const place = pointOf(job.location) ?? pointOf(customer);
  return {
    ...{ customer: job.customer, place, area },
    address: /\p{N}/u.test(address) && address !== area ? address : "",
  };
}

/** Whether two jobs are at one house: the same customer's, or the same by its coordinates or by how it is written. */
export function isSameSpot(a: Spot, b: Spot): boolean {
  if (a.customer !== null && a.customer === b.customer) return true;
  const apart = a.place && b.place ? kilometres(a.place, b.place) : null;
  if (apart !== null && apart <= SAME_HOUSE_KM) return true;
  if (apart !== null && apart > OTHER_HOUSE_KM) return false;
  if (a.area !== "" && b.area !== "" && a.area !== b.area) return false;
  return a.address !== "" && a.address === b.address;
}

/** Wider than the same house anywhere but near the poles, so that it is in one of nine cells; in degrees. */
const CELL = 0.001;
const cellsOf = ({ latitude, longitude }: Point, around: readonly number[]) =>
  around.flatMap((up) =>
    around.map((aside) => `at ${Math.round(latitude / CELL) + up} ${Math.round(longitude / CELL) + aside}`),
  );

function namesOf({ customer, place, address }: Spot, around: readonly number[]): readonly string[] {
  return [
    ...(customer === null ? [] : [`of ${customer}`]),
    ...(address === "" ? [] : [`in ${address}`]),
    ...(place ? cellsOf(place, around) : []),
  ];
}

/** Finds the jobs at a house without comparing each with each. @returns those at the house of a spot, in their order. */
function atHouses<T>(jobs: readonly T[], where: (job: T) => Spot): (spot: Spot) => readonly T[] {
  const known = new Map<string, number[]>();
  const spots = jobs.map(where);
  for (const [at, spot] of spots.entries())
    for (const name of namesOf(spot, [0])) known.set(name, [...(known.get(name) ?? []), at]);
  return (spot) => {
    const near = new Set(namesOf(spot, [-1, 0, 1]).flatMap((name) => known.get(name) ?? []));
    return [...near]
      .sort((a, b) => a - b)
      .flatMap((at) => {
        const [job, there] = [jobs[at], spots[at]];
        return job !== undefined && there && isSameSpot(spot, there) ? [job] : [];
      });
  };
}

type Dated = Pick<Task, "id" | "status" | "due_date">;

/** Open jobs at whose house there is another open one on the same day, by their ids with those others. */
export function duplicatesIn<T extends Dated>(
  jobs: readonly T[],
  where: (job: T) => Spot,
): ReadonlyMap<string, readonly T[]> {
  const open = jobs.filter((job) => job.due_date !== null && isOpenJob(job));
  const there = atHouses(open, where);
  return new Map(
    open.flatMap((job) => {
      const others = there(where(job)).filter(
        ({ id, due_date }) => id !== job.id && due_date === job.due_date,
      );
      return others.length > 0 ? [[job.id, others] as const] : [];
    }),
  );
}

/** What was done at jobs' houses before, the newest first. @param past jobs of every status, each once or more often. */
export function formerJobs<T extends Pick<Task, "id" | "status" | "completed_at">>(
  past: readonly T[],
  where: (job: T) => Spot,
): (job: T) => readonly T[] {
  const done = new Map(past.filter(({ status }) => status === "COMPLETED").map((job) => [job.id, job]));
  const newest = [...done.values()].sort((a, b) =>
    (a.completed_at ?? "") < (b.completed_at ?? "") ? 1 : -1,
  );
  const there = atHouses(newest, where);
  return (job) => there(where(job)).filter(({ id }) => id !== job.id);
}
