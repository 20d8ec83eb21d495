// Applies a command through the operation that REST runs, in an open transaction.
import { Failure } from "../../../../shared/kernel/failure.ts";
import type { Command, CommandOutcome } from "../../../../shared/kernel/sync/wire.ts";
import type { Fragment, Row, Tx } from "../../db/db.ts";
import type { Ahead } from "../../operation/batch-transaction.ts";
import type { Call, OperationContext } from "../../operation/context.ts";
import { isPermitted } from "../../operation/principal.ts";
import { begin, type Implementation, runInTransaction } from "../../operation/run-operation.ts";
import { mergeFieldEdit } from "../field-edits.ts";
import { type Attempt, contextOf, operationOf, type Push } from "./attempt.ts";
import { noteDoubts } from "./doubts.ts";

/** The command as its author called it. */
export function attemptOf(push: Push, command: Command): Attempt {
  const { occurred_at, judged_at, flagged } = push.times.of(command);
  const author = push.authors.at(command, judged_at);
  const { principal } = author;
  const { id, device_code } = push.device;
  const handed_in_by =
    principal.username === push.principal.username ? {} : { handed_in_by: push.principal.username };
  const call: Call = {
    ...push.call,
    ...{
      principal,
      occurred_at,
      received_at: new Date(),
      device: { id, device_code },
      command: command.id,
      if_match: null,
    },
    ...handed_in_by,
  };
  const implementation = operationOf(push.modules, command.kind);
  const permission = implementation?.operation.permission ?? null;
  const might_ever = permission === null || author.mightEver(permission);
  return { push, command, call, implementation, flagged, author, might_ever, gap: null };
}

/** Whether it counts as done after its device was revoked, by the device's own clock as far as it is known. */
const isAfterRevocation = ({ push, command }: Attempt): boolean => {
  const { revoked_at } = push.device;
  return revoked_at !== null && push.times.of(command).judged_at.getTime() > revoked_at.getTime();
};

/**
 * @throws Failure VALIDATION for no command of ours; MEMBERSHIP_ENDED, DEVICE_REVOKED or PERMISSION_DENIED for what its
 * author was not allowed to do when they did it.
 */
function authorised(attempt: Attempt): Implementation {
  const { push, command, call, implementation } = attempt;
  if (!implementation) {
    throw new Failure("VALIDATION", `There is no command ${command.kind}`, {
      errors: [{ field: "kind", code: "UNKNOWN_KIND", message: "Unknown" }],
    });
  }
  const { username } = call.principal;
  if (attempt.author.had_left)
    throw new Failure("MEMBERSHIP_ENDED", `This was done after the membership of ${username} had ended`);
  if (isAfterRevocation(attempt))
    throw new Failure("DEVICE_REVOKED", `This was done after ${push.device.device_code} had been revoked`);
  const { permission } = implementation.operation;
  if (permission !== null && !isPermitted(call.principal, permission))
    throw new Failure("PERMISSION_DENIED", `This needs the permission ${permission}`, {
      extra: { permission },
    });
  return implementation;
}

/** Whether `authorised` lets it through. */
export function isAuthorised(attempt: Attempt): boolean {
  try {
    authorised(attempt);
    return true;
  } catch (refusal) {
    if (refusal instanceof Failure) return false;
    throw refusal;
  }
}

/** The input that the operation gets: of an edit, the fields that were not changed later. */
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
export function beginReading(tx: Tx, attempt: Attempt): Ahead {
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
  attempt: Attempt,
  keep: (outcome: CommandOutcome) => Fragment[],
  ahead: Ahead | null = null,
): Promise<{ outcome: CommandOutcome; context: OperationContext }> {
  const { command } = attempt;
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
  await noteDoubts(context, attempt);
  return { outcome: outcomeOf(done.reply.body), context };
}
