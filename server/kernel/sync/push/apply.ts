// Applies a command through the operation that REST runs, in an open transaction.
import { Failure } from "../../../../shared/kernel/failure.ts";
import { CLOCK_TOLERANCE_MS, effectiveOccurredAt } from "../../../../shared/kernel/sync/occurred.ts";
import type { Command, CommandOutcome } from "../../../../shared/kernel/sync/wire.ts";
import type { Fragment, Row, Tx } from "../../db/db.ts";
import type { Call, OperationContext } from "../../operation/context.ts";
import { isPermitted } from "../../operation/principal.ts";
import { begin, type Implementation, runInTransaction } from "../../operation/run-operation.ts";
import type { Ahead } from "../../operation/several.ts";
import { mergeFieldEdit } from "../field-edits.ts";
import { addReviewItem, amountOf, clockWrong } from "../review.ts";
import { reviewWords } from "../review-words.ts";
import { type Attempt, contextOf, operationOf, type Push } from "./attempt.ts";
import { noteGap } from "./gaps.ts";

/** A command as its author called it, who may have left before. */
export type Ready = Attempt & { had_left: boolean };

/** The command as its author called it. */
export function attemptOf(push: Push, command: Command): Ready {
  const received_at = new Date();
  const at = new Date(command.occurred_at);
  const { occurred_at, flagged } = effectiveOccurredAt(at, received_at, push.sent_at);
  const { principal, had_left, mightEver } = push.authors.at(command.author, occurred_at);
  const { id, device_code } = push.device;
  const handed_in_by =
    principal.username === push.principal.username ? {} : { handed_in_by: push.principal.username };
  const call: Call = {
    ...push.call,
    ...{
      principal,
      occurred_at,
      received_at,
      device: { id, device_code },
      command: command.id,
      if_match: null,
    },
    ...handed_in_by,
  };
  const implementation = operationOf(push.modules, command.kind);
  const permission = implementation?.operation.permission ?? null;
  const might_ever = permission === null || mightEver(permission);
  return { push, command, call, implementation, flagged, might_ever, had_left, gap: null };
}

/**
 * @throws Failure VALIDATION for no command of ours; MEMBERSHIP_ENDED, DEVICE_REVOKED or PERMISSION_DENIED for what its
 * author might not do when he did it.
 */
function authorised(attempt: Ready): Implementation {
  const { push, command, call, implementation } = attempt;
  if (!implementation) {
    throw new Failure("VALIDATION", `There is no command ${command.kind}`, {
      errors: [{ field: "kind", code: "UNKNOWN_KIND", message: "Unknown" }],
    });
  }
  const { username } = call.principal;
  if (attempt.had_left)
    throw new Failure("MEMBERSHIP_ENDED", `This was done after the membership of ${username} had ended`);
  // Whose device it is, is a member still: his clock and ours may differ.
  const { revoked_at, device_code } = push.device;
  if (revoked_at && call.occurred_at.getTime() > revoked_at.getTime() + CLOCK_TOLERANCE_MS)
    throw new Failure("DEVICE_REVOKED", `This was done after ${device_code} had been revoked`);
  const { permission } = implementation.operation;
  if (permission !== null && !isPermitted(call.principal, permission))
    throw new Failure("PERMISSION_DENIED", `This needs the permission ${permission}`, {
      extra: { permission },
    });
  return implementation;
}

/** Whether `authorised` lets it through. */
export function isAuthorised(attempt: Ready): boolean {
  try {
    authorised(attempt);
    return true;
  } catch (refusal) {
    if (refusal instanceof Failure) return false;
    throw refusal;
  }
}

/** The input that the operation gets: of an edit, what nobody changed later. */
async function inputOf(
  ctx: OperationContext,
  { command }: Attempt,
  implementation: Implementation,
  target: string | null,
): Promise<Row> {
  if (target === null) return command.payload;
  const { id: _id, ...rest } = command.payload;
  const { verb, on } = implementation.operation;
  return verb === "update" ? mergeFieldEdit(ctx, { resource: on, id: target, edit: rest }) : rest;
}

function targetOf({ operation }: Implementation, { payload }: Command): string | null {
  if (!operation.on_record) return null;
  if (typeof payload.id === "string") return payload.id;
  throw new Failure("VALIDATION", "The payload names no id", {
    errors: [{ field: "id", code: "REQUIRED", message: "Required" }],
  });
}

/** Sends what a command's operation locks and reads first, while another one is worked out; what fails is said by `apply`. */
export function beginReading(tx: Tx, attempt: Ready): Ahead {
  const context = contextOf(tx, attempt);
  return {
    context,
    begun: begin(authorised(attempt), { input: attempt.command.payload, id: null }, context),
  };
}

/**
 * Runs the command's operation; the outcome is committed with the effect.
 * @param keep the statements that write the outcome down.
 * @param ahead where it has begun to read before.
 */
export async function apply(
  tx: Tx,
  attempt: Ready,
  keep: (outcome: CommandOutcome) => Fragment[],
  ahead: Ahead | null = null,
): Promise<{ outcome: CommandOutcome; context: OperationContext }> {
  const { command, call } = attempt;
  const implementation = authorised(attempt);
  const context = ahead?.context ?? contextOf(tx, attempt);
  const id = targetOf(implementation, command);
  const input = await inputOf(context, attempt, implementation, id);
  const outcomeOf = (result: unknown): CommandOutcome => ({
    id: command.id,
    status: "APPLIED",
    result: result ?? null,
  });
  const done = await runInTransaction(implementation, { input, id }, context, {
    keep: ({ body }) => keep(outcomeOf(body)),
    begun: ahead?.begun ?? null,
  });
  await noteGap(context, attempt);
  if (attempt.flagged) {
    const { payload } = command;
    const said = clockWrong(context, command.occurred_at, call.occurred_at, payload);
    const about = { ...amountOf(context, payload), customer: reviewWords().customerOf(command) };
    await addReviewItem(context, { kind: "CLOCK", ...said, ...about });
  }
  return { outcome: outcomeOf(done.reply.body), context };
}
