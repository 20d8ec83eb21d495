// Commands that come one by one from several devices at once, as from the counters of a full office: those that come while others
// of their kind are under way share a transaction, as requests do (operation/run-request.ts).
import type { Command, CommandOutcome } from "../../../../shared/kernel/sync/wire.ts";
import type { Tx } from "../../db/db.ts";
import { whoRefused } from "../../operation/batch-transaction.ts";
import { recordsNamed } from "../../operation/records-named.ts";
import { type Batched, type CollectedBatch, gathered } from "../../operation/request-batcher.ts";
import { publishChanges, tenantOf } from "../../operation/run-operation.ts";
import { attemptOf, isAuthorised } from "./apply.ts";
import { applyAlone, type Order } from "./apply-alone.ts";
import { type Attempt, inTransaction, type Push } from "./attempt.ts";
import { type Applied, BatchOutcomes } from "./batch-outcomes.ts";
import { readStandings } from "./outcomes.ts";

/** A command with its place in its device's order. */
interface Given {
  attempt: Attempt;
  order: Order;
}

/** Which of them is not to be applied just now: it is known, something waits before it, or something is missing. */
async function notInTurn(tx: Tx, several: readonly Given[]): Promise<number> {
  const { firsts, last_seqs, waits, bindsAnew } = await readStandings(
    tx,
    several.map(({ attempt }) => attempt),
  );
  return several.findIndex(({ attempt, order }) => {
    const { command, push } = attempt;
    const known = Math.max(last_seqs.get(push.device.id) ?? 0, order.seen);
    return waits(attempt) || firsts.has(command.id) || command.device_seq > known + 1 || bindsAnew(attempt);
  });
}

async function together(several: readonly Given[]): Promise<Batched<CommandOutcome>> {
  const attempts = several.map(({ attempt }) => attempt);
  const { push, call } = attempts[0]!;
  /** The command that is being worked on; null: none in particular. */
  let turn: number | null = null;
  const work = async (tx: Tx): Promise<Applied | { apart: number }> => {
    const applying = new BatchOutcomes(tx, attempts);
    const apart = await notInTurn(tx, several);
    if (apart >= 0) return { apart };
    for (const at of attempts.keys()) {
      turn = at;
      await applying.apply(at);
    }
    turn = null;
    return applying.end();
  };
  let applied: Applied | { apart: number };
  try {
    applied = await inTransaction(push, work, call);
  } catch (error) {
    return { apart: whoRefused(error, turn) };
  }
  if ("apart" in applied) return applied;
  for (const context of applied.contexts) publishChanges(push.services, context);
  return { done: applied.outcomes };
}

const COMMANDS: CollectedBatch<Given, CommandOutcome> = {
  records: ({ attempt: { push, command, implementation } }) => [
    ...recordsNamed(implementation!.operation, command.payload),
    command.id,
    push.device.id,
  ],
  alone: ({ attempt: { push, command }, order }) => applyAlone(push, command, order),
  together,
};

/** Whether it may share a transaction: it reads first, its author sees the whole company, and it is not refused before it runs. */
const isBatched = (attempt: Attempt): boolean =>
  attempt.implementation?.reader != null &&
  !tenantOf(attempt.call.principal).rowScope &&
  isAuthorised(attempt);

/** Applies one command, alone or with those of other devices. The outcome is the same as alone. */
export function applyInBatch(push: Push, command: Command, order: Order): Promise<CommandOutcome> {
  const attempt = attemptOf(push, command);
  if (!isBatched(attempt)) return applyAlone(push, command, order);
  return gathered(push.services, `${command.kind} pushed in ${push.tenant.id}`, COMMANDS, { attempt, order });
}
