// Tills that sell one after the other through whatever happens to the server, and remember what it acknowledged.
import type { Sql } from "../../../server/kernel/db/db.ts";
import { rechargePersistently } from "../../helpers/process/persistent-till.ts";
import type { Client } from "../../helpers/server.ts";
import { customerId } from "../office/office.ts";

/** What has not come about by then does not. */
const COMES_MS = 60_000;

export class Tills {
  /** Ids of recharges. */
  readonly acknowledged = new Set<string>();
  readonly #hearers = new Set<() => void>();
  /** When each till began with the recharge that was acknowledged last. */
  readonly #begun: number[];
  readonly #working: Promise<unknown>;
  readonly #over = new AbortController();
  #isOver = false;

  /** Each with a customer of its own. */
  constructor(owner: Client, tills: number) {
    this.#begun = Array.from({ length: tills }, () => 0);
    this.#working = Promise.all(this.#begun.map((_none, till) => this.#sell(owner, till)));
    // Its failure is met by whoever waits.
    this.#working.catch(() => undefined);
  }

  async #sell(owner: Client, till: number): Promise<void> {
    const customer = customerId(till + 1);
    while (!this.#isOver) {
      const begun = performance.now();
      this.acknowledged.add(await rechargePersistently(owner, customer, this.#over.signal));
      this.#begun[till] = begun;
      for (const hear of this.#hearers) hear();
    }
  }

  /** Resolves with the acknowledgement by which it is so. @throws Error when that takes too long, or a till is refused. */
  async until(isSo: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = () => {
      if (isSo()) resolve();
    };
    const timer = setTimeout(() => reject(new Error(`not so after ${COMES_MS} ms: ${isSo}`)), COMES_MS);
    this.#hearers.add(look);
    this.#working.catch(reject);
    look();
    await promise.finally(() => {
      clearTimeout(timer);
      this.#hearers.delete(look);
    });
  }

  /** So many more are acknowledged. */
  more(recharges: number): Promise<void> {
    const wanted = this.acknowledged.size + recharges;
    return this.until(() => this.acknowledged.size >= wanted);
  }

  /** Each till has had one acknowledged that it began with from now on. */
  allWork(): Promise<void> {
    const now = performance.now();
    return this.until(() => this.#begun.every((begun) => begun >= now));
  }

  /** Once each till has what it began with. */
  async stop(): Promise<void> {
    this.#isOver = true;
    const timer = setTimeout(() => this.giveUp(), COMES_MS);
    await this.#working.finally(() => clearTimeout(timer));
  }

  /** Whether or not anybody serves them. */
  giveUp(): void {
    this.#over.abort(new Error("the tills were given up"));
  }

  /**
   * To be asked once they have stopped.
   * @param before how many there were when they began.
   * @throws Error when one is missing that was acknowledged, or one was made twice.
   */
  async requireOnce(sql: Sql, tenant_id: string, before: number): Promise<void> {
    const made = await sql<
      { id: string }[]
    >`select id from recharges where tenant_id = ${tenant_id} and id = any(${[...this.acknowledged]})`;
    const all = await countRecharges(sql, tenant_id);
    const { size } = this.acknowledged;
    if (made.length !== size || all - before !== size)
      throw new Error(
        `of ${size} acknowledged recharges there are ${made.length}, of ${all - before} new ones`,
      );
  }
}

export async function countRecharges(sql: Sql, tenant_id: string): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::int as count from recharges where tenant_id = ${tenant_id}`;
  return row?.count ?? 0;
}
