// Where money counts that others took before it is told here (contract §4.13): it is in the books, closed month or not.
import { lastSettledDay } from "../../../shared/billing/period/period.rules.ts";
import { addDays, type Day, dayOf } from "../../../shared/kernel/day.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { postedBy } from "../ledger/journal.ts";

/**
 * The first open day for what happened in closed books, and a word on the review list; null: its own day is open, or it is a
 * till's command, of which the ledger's writer says the same.
 */
export function openDay(ctx: OperationContext, at: Date): Day | null {
  const { settings } = ctx.tenant;
  const done = dayOf(at, settings.timezone);
  const until = lastSettledDay(settings);
  if (ctx.call.command !== null || until === null || done > until) return null;
  const booked = addDays(until, 1);
  postedBy(ctx).onLate?.(done, booked);
  return booked;
}
