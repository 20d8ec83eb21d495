// The day of which a run's bills are (contract §4.7): today, the day that is named, or in a month's end that month's last day.
import { addDays, type Day, lastDayOf, type Month } from "../../../shared/kernel/day.ts";
import type { Tx } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { accountingDay, postedBy } from "../ledger/journal.ts";
import { planContext } from "../ledger/snapshot.ts";
import { refuseBackdating, refuseFuture } from "../period/backdate.ts";

export interface RunDay {
  issue_date: Day;
  /** The month's last day, where its books are closed and the bills are of the first open day; null: nothing else was wanted. */
  wanted_date: Day | null;
}

/** Whether the month's end is being made. */
export async function isBeingEnded(tx: Tx, { id }: Tenant, month: Month): Promise<boolean> {
  const [end] = await tx`
    select 1 from month_ends where tenant_id = ${id} and month = ${month} and status = 'OPEN'`;
  return end !== undefined;
}

/** Of a run that names no day: where the month is over and its end is being made, what it earned counts in it. */
export async function runDayOf(tx: Tx, { id, settings }: Tenant, month: Month, today: Day): Promise<RunDay> {
  const last = lastDayOf(month);
  const [end] =
    last < today ? await tx`select 1 from month_ends where tenant_id = ${id} and month = ${month}` : [];
  if (!end) return { issue_date: today, wanted_date: null };
  const { lock_date } = settings;
  if (lock_date === null || lock_date < last) return { issue_date: last, wanted_date: null };
  return { issue_date: addDays(lock_date, 1), wanted_date: last };
}

/**
 * Of a run as somebody asks for it.
 * @throws Failure VALIDATION (IN_THE_FUTURE), PERMISSION_DENIED (more than three days back), PERIOD_LOCKED.
 */
export async function askedRunDay(
  ctx: OperationContext,
  month: Month,
  given: Day | null | undefined,
): Promise<RunDay> {
  const { today } = planContext(ctx.tenant, ctx.call.received_at);
  const day = given
    ? { issue_date: given, wanted_date: null }
    : await runDayOf(ctx.tx, ctx.tenant, month, today);
  if (given) {
    refuseFuture(ctx, "issue_date", given);
    refuseBackdating(ctx, "issue_date", given);
  }
  accountingDay(ctx.tenant, postedBy(ctx), day.issue_date);
  return day;
}
