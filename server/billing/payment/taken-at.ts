// When money was taken: the command's time, or the body's where it is believable (contract §4.13, §5.6).
import { effectiveOccurredAt, saidToHaveOccurredAt } from "../../../shared/kernel/sync/occurred.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { addReviewItem, clockWrong } from "../../kernel/sync/review.ts";

export interface TakenAt {
  at: Date;
  /** The clock was not believed: a person must look at it. */
  flagged: boolean;
}

/**
 * The time that counts. A command's own was judged when it came in, and wins over its body's. A person may enter what was
 * taken on any day that is past: how far back they may is a right of its own, and the lock (backdate.ts).
 */
export function takenAt(ctx: OperationContext, given: string | null | undefined): TakenAt {
  const { command, occurred_at, received_at } = ctx.call;
  if (command !== null || !given) return { at: occurred_at, flagged: false };
  const { occurred_at: at, flagged } = saidToHaveOccurredAt(new Date(given), received_at);
  return { at, flagged };
}

/** The time that a machine reports, who has no right to date back: believed as far as a till's is. */
export function reportedAt({ call }: OperationContext, given: string | null | undefined): TakenAt {
  if (!given) return { at: call.occurred_at, flagged: false };
  const { occurred_at: at, flagged } = effectiveOccurredAt(new Date(given), {
    received_at: call.received_at,
  });
  return { at, flagged };
}

/** Puts a payment with an unbelievable time on the review list. */
export async function reviewClock(
  ctx: OperationContext,
  occurred: TakenAt,
  given: string | null | undefined,
  money: { amount?: string; customer?: string; payment_transaction?: string },
): Promise<void> {
  if (!occurred.flagged) return;
  const said = clockWrong(ctx, given ?? "", occurred.at);
  await addReviewItem(ctx, { kind: "CLOCK", ...said, ...money });
}
