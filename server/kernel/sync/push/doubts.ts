// What goes to the review list although a command was applied as meant, or because it was not: a clock that
// can't have been right, an author who is not proven, money that was told after its author's or its device's end.
import { CLOCK_TOLERANCE_MS } from "../../../../shared/kernel/sync/occurred.ts";
import type { Row } from "../../db/db.ts";
import type { OperationContext } from "../../operation/context.ts";
import { addReviewItem, amountOf, clockWrong } from "../review.ts";
import { type Late, reviewWords } from "../review-words.ts";
import { type Attempt, isMoney } from "./attempt.ts";
import { noteGap } from "./gaps.ts";

/** What a command is about, for its items. */
function aboutOf(ctx: OperationContext, { command }: Attempt) {
  return { ...amountOf(ctx, command.payload), customer: reviewWords().customerOf(command) };
}

const kept = ({ command }: Attempt): Row => ({ ...command.payload, kind: command.kind });

/** Notes that a command named another author, without their proof: it was judged as its pusher's own. */
async function noteUnproven(ctx: OperationContext, attempt: Attempt): Promise<void> {
  const { unproven, principal } = attempt.author;
  if (unproven === null) return;
  const told = { author: unproven, who: principal.username };
  const said = reviewWords().unproven(told, { payload: kept(attempt) });
  await addReviewItem(ctx, { kind: "AUTHOR_UNPROVEN", ...said, ...aboutOf(ctx, attempt) });
}

/** Whether money was given or taken by it: what changes the books. */
function isBooked(attempt: Attempt): boolean {
  const books = attempt.push.modules.find((module) => module.books)?.books;
  const { changes = [] } = attempt.implementation?.operation ?? {};
  return isMoney(attempt) || (books !== undefined && changes.includes(books));
}

/** What of its author or its device had ended before it came in. */
function endOf({ author, push, implementation }: Attempt): Late | null {
  const permission = implementation?.operation.permission ?? null;
  if (author.has_left) return "membership";
  if (push.device.revoked_at !== null) return "device";
  return permission !== null && author.hasLost(permission) ? "right" : null;
}

async function noteLate(ctx: OperationContext, attempt: Attempt, after: Late | null): Promise<void> {
  if (after === null || !isBooked(attempt)) return;
  const told = { after, who: attempt.author.principal.username, device: attempt.push.device.device_code };
  const said = reviewWords().toldLate(told, { payload: kept(attempt) });
  await addReviewItem(ctx, { kind: "LATE_HAND_IN", ...said, ...aboutOf(ctx, attempt) });
}

/** Notes what is to be looked at of a command that was applied as meant. */
export async function noteDoubts(ctx: OperationContext, attempt: Attempt): Promise<void> {
  const { command, call, flagged } = attempt;
  await noteGap(ctx, attempt);
  await noteUnproven(ctx, attempt);
  await noteLate(ctx, attempt, endOf(attempt));
  if (!flagged) return;
  const said = clockWrong(ctx, command.occurred_at, call.occurred_at, command.payload);
  await addReviewItem(ctx, { kind: "CLOCK", ...said, ...aboutOf(ctx, attempt) });
}

/**
 * Notes what is to be known of one that was refused. Money of the minutes after a revocation is told beside where it lies: an
 * honest till's clock may be as wrong.
 */
export async function noteRefusedDoubts(ctx: OperationContext, attempt: Attempt): Promise<void> {
  const { revoked_at } = attempt.push.device;
  await noteGap(ctx, attempt);
  await noteUnproven(ctx, attempt);
  const since = revoked_at ? attempt.call.occurred_at.getTime() - revoked_at.getTime() : 0;
  if (since > 0 && since <= CLOCK_TOLERANCE_MS) await noteLate(ctx, attempt, "device");
}
