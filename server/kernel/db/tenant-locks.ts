// A tenant's lock for one purpose (a month's billing): held over several transactions, across server processes.
import { ClientPool, ConnectionLost, type PoolOptions } from "./client-pool.ts";
import type { Sql } from "./sql-types.ts";

/**
 * The locks of one server process: session locks of PostgreSQL, all on one connection that serves nothing else. So a
 * lock takes no connection from anybody and keeps no transaction open, and it vanishes with the process that holds it.
 */
export class TenantLocks {
  readonly #pool: ClientPool;
  readonly #held = new Map<string, AbortController>();

  constructor(make: (onClose: () => void) => Sql, options: Omit<PoolOptions, "name" | "max">) {
    const open = (onClose: () => void) =>
      make(() => {
        onClose();
        // With the connection the locks are gone.
        for (const held of this.#held.values()) held.abort(new ConnectionLost());
      });
    this.#pool = new ClientPool(open, {
      ...options,
      name: "locks",
      max: 1,
      life_ms: Number.POSITIVE_INFINITY,
    });
  }

  /**
   * Runs `work` while holding the lock. `held` is aborted when the lock is lost with its connection: work that writes
   * looks at it before each of its transactions.
   * @returns null when another holds it.
   * @throws ConnectionLost when the lock was lost, and whatever the work throws.
   */
  async run<T>(
    tenantId: string,
    purpose: string,
    work: (held: AbortSignal) => Promise<T>,
  ): Promise<{ result: T } | null> {
    const key = `${purpose}:${tenantId}`;
    // The database lets one session take its own lock again.
    if (this.#held.has(key)) return null;
    const held = new AbortController();
    this.#held.set(key, held);
    try {
      if (!(await this.#ask(key, "pg_try_advisory_lock"))) return null;
      try {
        return { result: await Promise.race([work(held.signal), aborted(held.signal)]) };
      } finally {
        if (!held.signal.aborted) await this.#ask(key, "pg_advisory_unlock");
      }
    } finally {
      this.#held.delete(key);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #ask(key: string, what: "pg_try_advisory_lock" | "pg_advisory_unlock"): Promise<boolean> {
    return this.#pool.use(async (sql) => {
      const [row] = await sql<{ done: boolean }[]>`select ${sql(what)}(hashtextextended(${key}, 0)) as done`;
      return row?.done ?? false;
    });
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
