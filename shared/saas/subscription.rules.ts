// Until when a subscription runs by what was paid for it. Pure.
import type { Day } from "../kernel/day.ts";
import type { TenantSubscription } from "./subscription.ts";

/** Whether and until when a subscription runs. */
export type Standing = Pick<TenantSubscription, "status" | "end_date">;

export const isRunning = ({ status }: Pick<Standing, "status">): boolean =>
  status === "TRIAL" || status === "ACTIVE";

/** Whether a payment until a day moves it: not one that runs without an end, or longer than that. */
export const isMovedBy = (standing: Standing, paid_until: string): boolean =>
  standing.end_date === null ? !isRunning(standing) : paid_until > standing.end_date;

/**
 * How a subscription stands when one of its payments is taken back: by what it was without any, and by those that stand, in
 * whatever order they came and go.
 * @param record as it is now
 * @param before as it was before the first of the payments that count
 * @param paid the days until which those that stand were paid
 */
export function standingWithout(
  record: Standing,
  before: Standing,
  { paid, today }: { paid: readonly string[]; today: Day },
): Standing {
  const until = paid
    .filter((day) => isMovedBy(before, day))
    .sort()
    .at(-1);
  const end_date = until ?? before.end_date;
  const lasts = end_date === null || end_date >= today;
  // One that was cancelled, or has ended, since stays so.
  if (!isRunning(record)) return { status: record.status, end_date };
  const status = until === undefined ? before.status : record.status;
  return { status: isRunning({ status }) && !lasts ? "EXPIRED" : status, end_date };
}
