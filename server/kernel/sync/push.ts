// sync.push: a device's commands, in its order, each exactly once, through the same operations as REST.
import type { z } from "zod";
import { Failure, type FailureCode } from "../../../shared/kernel/failure.ts";
import {
  type Command,
  type CommandOutcome,
  command as commandSchema,
  type pushInput,
  type pushOutput,
} from "../../../shared/kernel/sync/wire.ts";
import type { Row, Tx } from "../db/db.ts";
import { toFailure } from "../db/db-failure.ts";
import { jsonbSafe } from "../db/jsonb-safe.ts";
import type { OperationContext } from "../operation/context.ts";
import { publishChanges, validate } from "../operation/run-operation.ts";
import { apply, attemptOf } from "./apply.ts";
import { type Attempt, contextOf, inTransaction, isMoney, operationOf, type Push } from "./attempt.ts";
import { knowAuthors, type PushContext } from "./authors.ts";
import { waitForEarlier } from "./gaps.ts";
import { fingerprint, keepOutcome, readStanding, rejected, type Standing, type Waiting } from "./outcomes.ts";
import { refuse, reviewMoney } from "./refuse.ts";
import { pushingDevice } from "./register.ts";
import { isOverdue, noteFailure, retryOutcome } from "./retries.ts";

const TRIES_WHEN_BUSY = 5;

/** A command of a batch, or why it can't be read. */
type Item = { device_seq: number | null; id: string } & (
  | { command: Command; unreadable: null }
  | { command: null; unreadable: { failure: Failure; kind: string; payload: Row } }
);

/** What one transaction came to: an outcome with what it changed, or what has to be done first. */
type Step =
  | { outcome: CommandOutcome; context: OperationContext | null }
  | { missing: true }
  | { overdue: Waiting };

function readItem(given: z.infer<typeof pushInput>["commands"][number]): Item {
  const { id, device_seq, kind, payload } = given;
  try {
    const command = validate(commandSchema, given);
    return { id, device_seq: command.device_seq, command, unreadable: null };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const seq = Number.isSafeInteger(device_seq) && Number(device_seq) >= 0 ? Number(device_seq) : null;
    const what = {
      failure,
      kind: typeof kind === "string" ? kind.slice(0, 100) : "",
      payload: typeof payload === "object" && payload !== null ? (payload as Row) : {},
    };
    return { id, device_seq: seq, command: null, unreadable: what };
  }
}

/** Writes down that a command can't be read; money that it may have brought is for people to look at. */
async function rejectUnreadable(
  push: Push,
  { id, device_seq }: Item,
  what: NonNullable<Item["unreadable"]>,
): Promise<CommandOutcome> {
  const { failure, kind, payload } = what;
  const call = {
    ...push.call,
    device: push.device,
    command: id,
    principal: push.authors.at(null, new Date()).principal,
  };
  const { outcome, context } = await inTransaction(
    push,
    async (tx) => {
      const { first } = await readStanding(tx, push, { id, device_seq: device_seq ?? 0 });
      if (first) return { outcome: repeated(first), context: null };
      const context = contextOf(tx, { push, call });
      if (isMoney({ implementation: operationOf(push.modules, kind) }))
        await reviewMoney(context, payload, failure);
      const outcome = rejected(id, failure, call.request_id);
      await keepOutcome(tx, { push, call }, { id, kind, device_seq }, outcome);
      return { outcome, context };
    },
    call,
  );
  if (context) publishChanges(push.services, context);
  return outcome;
}

function repeated({ fingerprint: _, ...outcome }: NonNullable<Standing["first"]>): CommandOutcome {
  return outcome;
}

/** The answer to an id that is known: its first outcome, unless this is another command. */
async function answerKnown(tx: Tx, attempt: Attempt, first: NonNullable<Standing["first"]>): Promise<Step> {
  const { push, command } = attempt;
  if (first.fingerprint === null || first.fingerprint === fingerprint(command))
    return { outcome: repeated(first), context: null };
  const failure = new Failure("COMMAND_ID_REUSED");
  const context = contextOf(tx, attempt);
  if (isMoney(attempt)) {
    const [listed] = await tx`select 1 from review_items where tenant_id = ${push.tenant.id}
      and command = ${command.id} and problem->>'fingerprint' = ${fingerprint(command)}`;
    const seen = new Failure("COMMAND_ID_REUSED", undefined, {
      extra: { fingerprint: fingerprint(command) },
    });
    if (!listed) await reviewMoney(context, { ...command.payload, kind: command.kind }, seen);
  }
  return { outcome: rejected(command.id, failure), context };
}

/** What stands before a command: its own first outcome, one that waits before it, one that is missing. Null: its turn. */
async function standBefore(tx: Tx, attempt: Attempt, order: Order): Promise<Step | null> {
  const { push, command } = attempt;
  const { first, last_seq, waiting } = await readStanding(tx, push, command);
  const known = Math.max(last_seq, order.seen);
  if (first) return answerKnown(tx, attempt, first);
  if (waiting && isOverdue(waiting)) return { overdue: waiting };
  if (waiting) {
    const failure = new Failure(
      "UNAVAILABLE",
      "A command that was given before this one has to be done first",
    );
    return { outcome: retryOutcome(command.id, failure, waiting.tries), context: null };
  }
  const is_gap = command.device_seq > known + 1;
  attempt.gap = is_gap ? { from: known + 1, to: command.device_seq - 1 } : null;
  return is_gap && !order.waited ? { missing: true } : null;
}

/** Where a push stands in its device's order. */
interface Order {
  /** The highest number that this push brought so far. */
  seen: number;
  /** It has waited for what was missing before it. */
  waited: boolean;
}

/** Also a period that was closed while a command was under way: no command comes too late for the books. */
const isOurs = (code: FailureCode) => ["INTERNAL", "UNAVAILABLE", "PERIOD_LOCKED"].includes(code);

function failureOf({ push, command }: Attempt, error: unknown): Failure {
  const known = toFailure(error);
  if (known instanceof Failure) return known;
  push.services.log.error({ err: known, command: command.id, kind: command.kind }, "command failed");
  return new Failure("INTERNAL", "Something went wrong on our side");
}

/** Notes a failure of ours, and gives the command up when it has failed for an hour. */
async function retryOrGiveUp(attempt: Attempt, failure: Failure): Promise<CommandOutcome> {
  const { push, command } = attempt;
  const noted = await inTransaction(
    push,
    async (tx) => {
      const { first } = await readStanding(tx, push, command);
      return first ? repeated(first) : noteFailure(tx, attempt);
    },
    attempt.call,
  );
  if ("status" in noted) return noted;
  publishChanges(push.services, noted.context);
  if (isOverdue(noted.waiting)) return giveUp(attempt, failure);
  return retryOutcome(command.id, failure, noted.waiting.tries);
}

async function inOwnTransaction({ push, call }: Attempt, work: (tx: Tx) => Promise<Step>): Promise<Step> {
  const step = await inTransaction(push, work, call);
  if ("outcome" in step && step.context) publishChanges(push.services, step.context);
  return step;
}

async function refuseIn(attempt: Attempt, failure: Failure, given_up = false): Promise<CommandOutcome> {
  const { push, command } = attempt;
  const step = await inOwnTransaction(attempt, async (tx) => {
    const { first } = await readStanding(tx, push, command);
    return first ? answerKnown(tx, attempt, first) : refuse(tx, attempt, failure, given_up);
  });
  if (!("outcome" in step)) throw new Failure("INTERNAL");
  return step.outcome;
}

/** The outbox goes on without it: money to SUSPENSE if that can be done, and a person looks at it. */
async function giveUp(attempt: Attempt, failure: Failure): Promise<CommandOutcome> {
  try {
    return await refuseIn(attempt, failure, true);
  } catch (error) {
    const again = failureOf(attempt, error);
    return refuseIn({ ...attempt, might_ever: false }, again, true);
  }
}

async function refuseOrRetry(attempt: Attempt, failure: Failure): Promise<CommandOutcome> {
  try {
    return await refuseIn(attempt, failure);
  } catch (error) {
    return retryOrGiveUp(attempt, failureOf(attempt, error));
  }
}

async function applyOnce(push: Push, command: Command, order: Order): Promise<CommandOutcome> {
  const attempt = attemptOf(push, command);
  for (let tries = 1; ; ) {
    try {
      const step = await inOwnTransaction(
        attempt,
        async (tx) => (await standBefore(tx, attempt, order)) ?? apply(tx, attempt),
      );
      if ("outcome" in step) return step.outcome;
      if ("overdue" in step) {
        const { content } = step.overdue;
        const authors = await knowAuthors(push, push.device.id, [content]);
        await giveUp(
          attemptOf({ ...push, authors }, content),
          new Failure("INTERNAL", "This failed by a fault of ours, and was not sent again"),
        );
      } else {
        await waitForEarlier(push, command.device_seq);
        order.waited = true;
      }
    } catch (error) {
      const failure = failureOf(attempt, error);
      if (failure.code === "UNAVAILABLE" && tries++ < TRIES_WHEN_BUSY) continue;
      return isOurs(failure.code) ? retryOrGiveUp(attempt, failure) : refuseOrRetry(attempt, failure);
    }
  }
}

/** The commands of a batch in the device's order; what has no number comes first. */
function inOrder(commands: z.infer<typeof pushInput>["commands"]): Item[] {
  const items = jsonbSafe(commands).map(readItem);
  return items.sort((a, b) => (a.device_seq ?? -1) - (b.device_seq ?? -1));
}

/**
 * Applies commands in order of device_seq. Each is its own transaction that also holds its outcome: killed at any point,
 * the device sends the rest again and hears DUPLICATE for what was done.
 * @throws Failure NOT_FOUND when the device is not registered in this tenant, DEVICE_MISMATCH when it is not the caller's.
 */
export async function push(
  ctx: PushContext,
  input: z.infer<typeof pushInput>,
): Promise<z.infer<typeof pushOutput>> {
  const items = inOrder(input.commands);
  const receipts = items.flatMap(({ command }) => {
    const number = command?.payload.receipt_number;
    return typeof number === "string" ? [number] : [];
  });
  const device = await pushingDevice(ctx, input.device_id, receipts);
  const authors = await knowAuthors(
    ctx,
    device.id,
    items.flatMap(({ command }) => command ?? []),
  );
  const sent_at = input.sent_at ? new Date(input.sent_at) : null;
  const batch: Push = { ...ctx, device, authors, sent_at };
  const order: Order = { seen: 0, waited: false };
  const results: CommandOutcome[] = [];
  for (const item of items) {
    results.push(
      await (item.command
        ? applyOnce(batch, item.command, order)
        : rejectUnreadable(batch, item, item.unreadable)),
    );
    order.seen = Math.max(order.seen, item.device_seq ?? 0);
  }
  return { results };
}
