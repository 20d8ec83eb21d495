// What becomes of a command that is not applied. Money taken is never refused (contract §5.3): it goes to SUSPENSE, or, where
// it never was to be booked here, to the review list.
import { type Failure, toProblem } from "../../../../shared/kernel/failure.ts";
import type { CommandOutcome } from "../../../../shared/kernel/sync/wire.ts";
import type { Row, Tx } from "../../db/db.ts";
import { writeAudit } from "../../operation/audit.ts";
import type { OperationContext } from "../../operation/context.ts";
import { addNotedItems, addReviewItem, amountOf, type ReviewItem } from "../review.ts";
import { type Attempt, contextOf, isMoney } from "./attempt.ts";
import { noteRefusedDoubts } from "./doubts.ts";
import { outcomeKept, rejected } from "./outcomes.ts";

/** Whether the record that a command makes is there already: then the money is in the books, whatever brought it. */
async function isRecorded(tx: Tx, attempt: Attempt, failure: Failure): Promise<boolean> {
  const { command, push, implementation } = attempt;
  const { id } = command.payload;
  if (failure.code !== "DUPLICATE" || !implementation || typeof id !== "string") return false;
  const { table } = implementation.operation.on;
  const [record] = await tx`select 1 from ${tx(table)} where tenant_id = ${push.tenant.id} and id = ${id}`;
  return record !== undefined;
}

/** Puts money that was not booked on the review list, with the reason. */
export function reviewMoney(
  ctx: OperationContext,
  payload: Row,
  failure: Failure,
  kind: ReviewItem["kind"] = "REFUSED",
): Promise<string> {
  const problem = toProblem(failure);
  return addReviewItem(ctx, { kind, detail: failure.message, problem, payload, ...amountOf(ctx, payload) });
}

/**
 * Writes down that a command was not applied as meant.
 * @param given_up it failed by a fault of ours for so long that the outbox goes on without it.
 */
export async function refuse(
  tx: Tx,
  attempt: Attempt,
  failure: Failure,
  given_up = false,
): Promise<{ outcome: CommandOutcome; context: OperationContext }> {
  const { push, command, call } = attempt;
  const context = contextOf(tx, attempt);
  await noteRefusedDoubts(context, attempt);
  const takeToSuspense = push.modules.find((module) => module.suspense)?.suspense;
  const isOurs = isMoney(attempt) && attempt.might_ever && !(await isRecorded(tx, attempt, failure));
  const suspense =
    isOurs && takeToSuspense ? await takeToSuspense(context, command.kind, command.payload, failure) : null;
  const refused = rejected(command.id, failure, call.request_id);
  const outcome: CommandOutcome = suspense
    ? { ...refused, status: "APPLIED", result: { suspense: true, ...suspense } }
    : refused;
  if (!suspense && (isMoney(attempt) || given_up)) {
    const payload = { ...command.payload, kind: command.kind };
    await reviewMoney(context, payload, failure, given_up ? "FAILED" : "REFUSED");
  }
  await addNotedItems(context);
  await context.flush();
  await writeAudit(tx, push.tenant.id, call, context.audits);
  await Promise.all(outcomeKept(tx, attempt, command, outcome));
  return { outcome, context };
}
