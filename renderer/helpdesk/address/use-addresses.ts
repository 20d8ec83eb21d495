// Where jobs are, and what was done at the same houses before, out of the replica: also without a line.
import { useMemo } from "react";
import { BACK_DAYS, formerJobs, type Spot, spotOf, type Task, task } from "../../../shared/helpdesk/index.ts";
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useRows } from "../../kernel/replica-hooks.ts";

/** What was done anywhere in the time before, that is looked through for the same houses, newest first. */
const FORMER_MAX = 3_000;
const NONE: readonly never[] = [];

type Placed = Pick<Task, "customer" | "location">;

export interface Addresses {
  customer(job: Placed): Customer | undefined;
  spot(job: Placed): Spot;
  /** What was done at the same house before, the newest first. */
  before(job: Task): readonly Task[];
}

/** Where each of these jobs is: with their customers. */
export function useSpots(jobs: readonly Placed[]): Pick<Addresses, "customer" | "spot"> {
  const query = useMemo(() => {
    const ids = [...new Set(jobs.flatMap(({ customer }) => customer ?? []))];
    return ids.length === 0 ? null : { selector: { id: { $in: ids.sort() } } };
  }, [jobs]);
  const rows = useRows("customers", query);
  return useMemo(() => {
    const customers = new Map((rows ?? NONE).map((row) => [row.id, row]));
    const customer = (job: Placed) => customers.get(job.customer ?? "");
    return { customer, spot: (job) => spotOf(job, customer(job)) };
  }, [rows]);
}

/** @param here the jobs that are asked about; the same array while they are the same. */
export function useAddresses(today: Day, here: readonly Task[]): Addresses {
  const since = addDays(today, -BACK_DAYS);
  const ids = [...new Set(here.flatMap(({ customer }) => customer ?? []))];
  const own = useExpectedRows(task, ids.length > 0 ? { selector: { customer: { $in: ids } } } : null);
  const around = useExpectedRows(
    task,
    here.length > 0
      ? {
          selector: { status: "COMPLETED", updated_at: { $gte: since } },
          sort: [{ status: "desc" }, { updated_at: "desc" }],
          limit: FORMER_MAX,
        }
      : null,
  );
  const past = useMemo(() => [...(own ?? NONE), ...(around ?? NONE)], [own, around]);
  const spots = useSpots(useMemo(() => [...here, ...past], [here, past]));
  return useMemo(() => ({ ...spots, before: formerJobs(past, spots.spot) }), [past, spots]);
}
