// Several commands of a device in one transaction, as long as none of them refuses: one lock of the device, one look at what is
// known of them, one commit. Each is run by the operation that it would be run by alone, behind the one before it.

import type { Command, CommandOutcome } from "../../../../shared/kernel/sync/wire.ts";
import type { Tx } from "../../db/db.ts";
import { whoRefused } from "../../operation/batch-transaction.ts";
import type { Principal } from "../../operation/principal.ts";
import { recordsNamed } from "../../operation/records-named.ts";
import { rowScopeText } from "../../operation/row-scope.ts";
import { publishChanges, tenantOf } from "../../operation/run-operation.ts";
import { attemptOf, isAuthorised } from "./apply.ts";
import { type Attempt, inTransaction, type Push } from "./attempt.ts";
import { type Applied, BatchOutcomes } from "./batch-outcomes.ts";
import { isSame, readStandings, repeated } from "./outcomes.ts";

/** Commands of one transaction at most. What they lock is locked until its end, so it is over soon (`push_hold_ms`), too. */
export const MOST = 32;

/** Refusals come in rows: after one that came at once, so many go one by one before several are tried again. */
const REFUSED_AT_ONCE = 8;

/** What several commands came to, and how to go on behind them. */
export interface Together {
  outcomes: CommandOutcome[];
  /** So many of those that follow are to be applied one by one. */
  alone: number;
  /** So many are to be tried at once behind these, at most. */
  most: number;
}

const seenBy = (principal: Principal): string => rowScopeText(tenantOf(principal));

/** The first of these commands that may share a transaction: by one author, about different records, none refused unasked. */
export function runOf(push: Push, commands: Iterable<Command>, most: number): Attempt[] {
  const run: Attempt[] = [];
  const records = new Set<string>();
  for (const command of commands) {
    if (run.length === most) break;
    const attempt = attemptOf(push, command);
    if (!isAuthorised(attempt)) break;
    const named = [command.id, ...recordsNamed(attempt.implementation!.operation, command.payload)];
    const [first] = run;
    if (named.some((id) => records.has(id))) break;
    if (first && seenBy(first.call.principal) !== seenBy(attempt.call.principal)) break;
    for (const id of named) records.add(id);
    run.push(attempt);
  }
  return run;
}

/**
 * Applies as many as can be in the time, in order; stops before one that has to be handled alone.
 * @param begins told of each before it is begun.
 */
async function applyIn(
  tx: Tx,
  run: readonly Attempt[],
  seen: number,
  begins: (at: number) => void,
): Promise<Applied> {
  const { push } = run[0]!;
  const begun = performance.now();
  const standings = await readStandings(tx, run);
  const { firsts, last_seqs, waits } = standings;
  const applying = new BatchOutcomes(tx, run);
  if (run.some(waits)) return applying.end();
  let known = Math.max(last_seqs.get(push.device.id) ?? 0, seen);
  for (const [at, { command }] of run.entries()) {
    const first = firsts.get(command.id);
    if (first ? !isSame(command, first) : command.device_seq > known + 1) break;
    if (!first && standings.bindsAnew(run[at]!)) break;
    if (at > 0 && performance.now() - begun > push.services.push_hold_ms) break;
    known = Math.max(known, command.device_seq);
    if (first) {
      applying.answer(repeated(first));
      continue;
    }
    begins(at);
    await applying.apply(at);
  }
  return applying.end();
}

/**
 * Applies commands that may share a transaction. Where one refuses, nothing of them is kept: those before it are to be tried
 * again without it, or all of them one by one, and what becomes of it is said there.
 * @param seen the highest number that the push brought before these.
 */
export async function applyBatch(run: readonly Attempt[], seen: number): Promise<Together> {
  const { push, call } = run[0]!;
  let at: number | null = 0;
  try {
    const work = async (tx: Tx) => {
      const done = await applyIn(tx, run, seen, (now) => {
        at = now;
      });
      at = null;
      return done;
    };
    const { outcomes, contexts } = await inTransaction(push, work, call);
    for (const context of contexts) publishChanges(push.services, context);
    return { outcomes, alone: outcomes.length === 0 ? 1 : 0, most: MOST };
  } catch (error) {
    const refused = whoRefused(error, at);
    if (refused === null) return { outcomes: [], alone: run.length, most: MOST };
    if (refused > 1) return { outcomes: [], alone: 0, most: refused };
    return { outcomes: [], alone: Math.max(refused + 1, REFUSED_AT_ONCE), most: MOST };
  }
}
