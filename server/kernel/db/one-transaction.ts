// One transaction on a connection that no other caller uses: BEGIN goes out with its first statements, COMMIT with its last ones.
import { type DeferredWrite, statementsOf } from "./deferred-writes.ts";
import type { Fragment, Sql, Tx } from "./sql-types.ts";

/** What is to be sent with COMMIT, by transaction. */
const endings = new WeakMap<Tx, DeferredWrite[]>();

/**
 * Leaves statements to the end of the transaction. They are sent in this order when its work is done, COMMIT behind them
 * without waiting for their answers: for writes that nothing is read from any more.
 */
export function atCommit(tx: Tx, ...planned: DeferredWrite[]): void {
  endings.set(tx, [...(endings.get(tx) ?? []), ...planned]);
}

/** What was left to the end so far; it is the caller's now. For pieces of work that follow each other in one transaction. */
export function takeEnding(tx: Tx): DeferredWrite[] {
  return endings.get(tx)?.splice(0) ?? [];
}

/** A statement of the driver's that was made and not sent yet: `handler` sends it, once. */
interface Unsent {
  handler(statement: Fragment & { reject(error: Error): void }): void;
}

function isUnsent(value: unknown): value is Unsent {
  return value !== null && typeof value === "object" && "strings" in value && "handler" in value;
}

class Transaction {
  readonly tx: Tx;
  readonly #sql: Sql;
  /** Why nothing of it can be kept: of several failures the first, which the others follow from. */
  #failed: { error: unknown } | null = null;
  #over = false;

  constructor(sql: Sql) {
    this.#sql = sql;
    const made = (statement: unknown) => this.#watched(statement);
    this.tx = new Proxy(sql, {
      apply: (target, self, args: unknown[]) =>
        made(Reflect.apply(target as (...args: unknown[]) => unknown, self, args)),
      get: (target, name, self) =>
        name === "unsafe"
          ? (...args: Parameters<Sql["unsafe"]>) => made(target.unsafe(...args))
          : Reflect.get(target, name, self),
    }) as unknown as Tx;
  }

  /**
   * Notes whether it fails, once it is sent; after the end it fails without being sent, as soon as it is waited for. Were
   * it to throw as it is made, a branch begun just before it in the same list would be left with nobody who hears of its
   * failure, and a failure that nobody hears of ends the server.
   */
  #watched(statement: unknown): unknown {
    if (!isUnsent(statement)) return statement;
    const { handler } = statement;
    statement.handler = (sent) => {
      sent.catch((error: unknown) => {
        this.#failed ??= { error };
      });
      if (this.#over) sent.reject(new Error("The transaction is over"));
      else handler(sent);
    };
    return statement;
  }

  async run<T>(opening: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      const begun = this.tx.unsafe(opening).execute();
      const done = await work(this.tx);
      await begun;
      if (this.#failed) throw this.#failed.error;
      await this.#commit();
      return done;
    } catch (error) {
      if (!this.#over) await this.#rollBack();
      const isAftermath = error instanceof Error && "code" in error && error.code === "25P02";
      throw isAftermath && this.#failed ? this.#failed.error : error;
    }
  }

  async #commit(): Promise<void> {
    for (const statement of statementsOf(takeEnding(this.tx))) statement.execute();
    // The driver sends a statement in the turn after its execution.
    await null;
    this.#over = true;
    const { command } = await this.#sql.unsafe("commit");
    if (this.#failed) throw this.#failed.error;
    // So the database answers COMMIT where something failed before.
    if (command !== "COMMIT") throw new Error(`The transaction ended with ${command}`);
  }

  /** A lost connection has nothing to roll back: the pool reports it (client-pool.ts). */
  async #rollBack(): Promise<void> {
    this.#over = true;
    await this.#sql.unsafe("rollback").catch(() => undefined);
  }
}

/**
 * Runs one transaction.
 * @param opening BEGIN with its mode, and what else is to be set before the first statement.
 * @throws whatever the work or one of its statements fails with, also one that the work did not wait for; nothing is kept then.
 */
export function runTransaction<T>(sql: Sql, opening: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return new Transaction(sql).run(opening, work);
}
