// Calls about different records in one transaction, each behind the one before it: the database reads for those behind while
// this process works out those before them, and what they leave to the end is written together.
import { Failure } from "../../../shared/kernel/failure.ts";
import type { Tx } from "../db/db.ts";
import { toFailure } from "../db/db-failure.ts";
import { type DeferredWrite, merged } from "../db/deferred-writes.ts";
import { atCommit, takeEnding } from "../db/one-transaction.ts";
import type { OperationContext } from "./context.ts";
import type { Begun, Implementation, Reply } from "./run-operation.ts";

/** So many are worked out before their writes are sent; as many more have been read by then. */
const LOT = 8;

/**
 * How long one of several waits for a lock while those before it hold theirs, in milliseconds: two transactions that each
 * wait for the other are separated by it long before the database's deadlock check, and others do not wait longer behind them.
 */
const LOCK_WAIT_MS = 100;

/** A call whose operation has begun to read. */
export interface Ahead {
  context: OperationContext;
  begun: Promise<Begun | Reply>;
}

interface Calling {
  implementation: Implementation | null;
}

/** Whether one may read before what stands before it is written: calls of one operation that reads first (`implementInSteps`). */
const isInSteps = (one: Calling, before: Calling | undefined): boolean =>
  one.implementation?.reader != null && one.implementation === before?.implementation;

/**
 * Which call's refusal ended a transaction of several, by the call that was being worked on; null: none in particular, also where the
 * commit failed, or no call was at fault.
 */
export function whoRefused(error: unknown, turn: number | null): number | null {
  const failure = toFailure(error);
  return failure instanceof Failure && failure.code !== "UNAVAILABLE" ? turn : null;
}

export class BatchTransaction<T extends Calling> {
  readonly #tx: Tx;
  readonly #run: readonly T[];
  readonly #begin: (one: T) => Ahead;
  /** What has begun to read, by place in the run. */
  readonly #begun = new Map<number, Ahead>();
  /** What each left to its end, and was not sent yet. */
  readonly #endings: DeferredWrite[][] = [];
  #last: T | undefined;
  #readsAhead = true;

  /**
   * @param run calls about different records, in their order.
   * @param begin sends what a call locks and reads first. What fails then is said when it is waited for.
   */
  constructor(tx: Tx, run: readonly T[], begin: (one: T) => Ahead) {
    this.#tx = tx;
    this.#run = run;
    this.#begin = begin;
    this.#last = run[0];
    tx.unsafe(`set local lock_timeout = '${LOCK_WAIT_MS}ms'`).execute();
  }

  /** Does the call at this place, behind those before it. @param work is given what it has begun to read, if anything. */
  async call<D extends { context: OperationContext }>(
    place: number,
    work: (ahead: Ahead | null) => Promise<D>,
  ): Promise<D> {
    const one = this.#run[place]!;
    // The last writes go out with what this one reads, unless it reads nothing of them.
    if (!isInSteps(one, this.#last) || this.#endings.length === LOT) this.#write();
    this.#last = one;
    const done = await work(this.#ahead(place));
    if (done.context.sharesWhatItRead) {
      // What was read ahead is not what those behind will find.
      this.#begun.clear();
      this.#readsAhead = false;
    }
    this.#endings.push(takeEnding(this.#tx));
    return done;
  }

  /** Leaves what is not sent yet to the commit. */
  end(): void {
    atCommit(this.#tx, ...merged(this.#endings.splice(0)));
  }

  #write(): void {
    for (const statement of merged(this.#endings.splice(0))) statement.execute();
  }

  /** What the call at this place has begun to read, and those behind it with it; null: it reads in its turn. */
  #ahead(place: number): Ahead | null {
    if (!this.#readsAhead) return null;
    const end = Math.min(this.#run.length, (Math.floor(place / LOT) + 2) * LOT);
    for (let next = place; next < end; next += 1) {
      const one = this.#run[next]!;
      if (one.implementation?.reader == null) break;
      if (next > place && !isInSteps(one, this.#run[next - 1])) break;
      if (this.#begun.has(next)) continue;
      const ahead = this.#begin(one);
      ahead.begun.catch(() => undefined);
      this.#begun.set(next, ahead);
    }
    return this.#begun.get(place) ?? null;
  }
}
