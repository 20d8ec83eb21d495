// Numbers given out in order, per tenant: invoice numbers, customer codes, device codes.
import { beforehand } from "../db/client-pool.ts";
import { type Database, type Tx, transaction } from "../db/db.ts";

/** The first of `count` consecutive numbers. Held until the commit: nobody else of the tenant gets one meanwhile. */
export async function nextNumber(tx: Tx, tenantId: string, name: string, count = 1): Promise<number> {
  const [row] = await tx<{ last_value: number }[]>`
    insert into counters (tenant_id, name, last_value) values (${tenantId}, ${name}, ${count})
    on conflict (tenant_id, name) do update set last_value = counters.last_value + ${count} returning last_value`;
  return (row?.last_value ?? count) - count + 1;
}

const BLOCK = 50;

interface Block {
  next: number;
  end: number;
}

/**
 * Numbers taken from the database in blocks and handed out from memory, for the path of a recharge, where a row that
 * every till of the tenant updates would halve the rate. A stop leaves a gap; a number is never given twice.
 */
export class BlockCounter {
  readonly #db: Database;
  readonly #name: string;
  readonly #blocks = new Map<string, Block>();
  readonly #refills = new Map<string, Promise<void>>();

  constructor(db: Database, name: string) {
    this.#db = db;
    this.#name = name;
  }

  /** The next number. Where the block is used up, it is taken before the caller's transaction begins anew. */
  async next(tenantId: string): Promise<number> {
    return this.#free(tenantId) ?? beforehand(`number of ${this.#name}`, () => this.#take(tenantId));
  }

  #free(tenantId: string): number | null {
    const block = this.#blocks.get(tenantId);
    return block && block.next < block.end ? block.next++ : null;
  }

  async #take(tenantId: string): Promise<number> {
    for (;;) {
      const free = this.#free(tenantId);
      if (free !== null) return free;
      // Who comes meanwhile waits for the same block.
      const refill = this.#refills.get(tenantId) ?? this.#refill(tenantId);
      this.#refills.set(tenantId, refill);
      await refill;
    }
  }

  async #refill(tenantId: string): Promise<void> {
    try {
      const next = await transaction(this.#db.platform_transactions, (tx) =>
        nextNumber(tx, tenantId, this.#name, BLOCK),
      );
      this.#blocks.set(tenantId, { next, end: next + BLOCK });
    } finally {
      this.#refills.delete(tenantId);
    }
  }
}
