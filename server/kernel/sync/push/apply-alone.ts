// One command in a separate transaction, with any outcome: applied, refused, or to be tried again.
import { Failure, type FailureCode } from "../../../../shared/kernel/failure.ts";
import type { Command, CommandOutcome } from "../../../../shared/kernel/sync/wire.ts";
import type { Tx } from "../../db/db.ts";
import { toFailure } from "../../db/db-failure.ts";
import type { OperationContext } from "../../operation/context.ts";
import { publishChanges } from "../../operation/run-operation.ts";
import { apply, attemptOf } from "./apply.ts";
import { type Attempt, contextOf, inTransaction, isMoney, type Push } from "./attempt.ts";
import { authorsAsJudged } from "./authors.ts";
import { DeviceTimes } from "./device-times.ts";
import { waitForEarlier } from "./gaps.ts";
import {
  fingerprint,
  isSame,
  outcomeKept,
  readStanding,
  rejected,
  repeated,
  type Standing,
  type Waiting,
} from "./outcomes.ts";
import { refuse, reviewMoney } from "./refuse.ts";
import { isOverdue, noteFailure, retryOutcome } from "./retries.ts";

const TRIES_WHEN_BUSY = 5;

/** What one transaction came to: an outcome with what it changed, or what has to be done first. */
type Step =
  | { outcome: CommandOutcome; context: OperationContext | null }
  | { missing: true }
  | { bound: true }
  | { overdue: Waiting };

/** The answer to an id that is known: its first outcome, unless this is another command. */
async function answerKnown(tx: Tx, attempt: Attempt, first: NonNullable<Standing["first"]>): Promise<Step> {
  const { push, command } = attempt;
  if (isSame(command, first)) return { outcome: repeated(first), context: null };
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

/**
 * What stands before a command: its own first outcome, one that waits before it, one that is missing; or it turns out not to have
 * happened when it says. Null: its turn.
 */
async function standBefore(tx: Tx, attempt: Attempt, order: Order): Promise<Step | null> {
  const { push, command } = attempt;
  const { first, last_seq, waiting, not_before } = await readStanding(tx, push, command);
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
  if (push.times.bind(command, not_before)) return { bound: true };
  const is_gap = command.device_seq > known + 1;
  attempt.gap = is_gap ? { from: known + 1, to: command.device_seq - 1 } : null;
  return is_gap && !order.waited ? { missing: true } : null;
}

/** Where a push stands in its device's order. */
export interface Order {
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

/** Gives one up that its device never sends again, as it was judged when it failed first. */
async function giveUpWaiting(push: Push, { content, judged_author, is_unproven }: Waiting): Promise<void> {
  const { author, ...rest } = content;
  const command: Command = { ...rest, author: judged_author };
  const { sent_at: _, ...options } = push.times.options;
  const judged = {
    ...push,
    times: new DeviceTimes([command], { ...options, sent_at: null }),
    authors: await authorsAsJudged(push, command),
  };
  const failure = new Failure("INTERNAL", "This failed by a fault of ours, and was not sent again");
  const attempt = attemptOf(judged, command);
  const unproven = is_unproven ? (author ?? null) : null;
  await giveUp({ ...attempt, author: { ...attempt.author, unproven } }, failure);
}

async function refuseOrRetry(attempt: Attempt, failure: Failure): Promise<CommandOutcome> {
  try {
    return await refuseIn(attempt, failure);
  } catch (error) {
    return retryOrGiveUp(attempt, failureOf(attempt, error));
  }
}

/**
 * Applies one command in a transaction that also holds its outcome, or says what becomes of it where that fails. It waits
 * for what its device sent before it.
 */
export async function applyAlone(push: Push, command: Command, order: Order): Promise<CommandOutcome> {
  let attempt = attemptOf(push, command);
  for (let tries = 1; ; ) {
    try {
      const tried = attempt;
      const step = await inOwnTransaction(
        tried,
        async (tx) =>
          (await standBefore(tx, tried, order)) ??
          apply(tx, tried, (outcome) => outcomeKept(tx, tried, command, outcome)),
      );
      if ("outcome" in step) return step.outcome;
      if ("bound" in step) attempt = attemptOf(push, command);
      else if ("overdue" in step) await giveUpWaiting(push, step.overdue);
      else {
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
