// Where money counts that others took before it is told here (contract §4.13): it is in the books, closed month or not.
import { addDays, type Day, dayOf } from "../../../shared/kernel/day.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { postedBy } from "../ledger/journal.ts";

/**
 * The first open day for what happened in closed books, and a word on the review list; null: its own day is open, or it is a
 * till's command, of which the ledger's writer says the same.
 */
export function openDay(ctx: OperationContext, at: Date): Day | null {
  const { lock_date, timezone } = ctx.tenant.settings;
  const done = dayOf(at, timezone);
  if (ctx.call.command !== null || lock_date === null || done > lock_date) return null;
  const booked = addDays(lock_date, 1);
  postedBy(ctx).onLate?.(done, booked);
  return booked;
}
