// Numbers given out in order, per tenant: invoice numbers, customer codes, device codes.
import { type Database, type Tx, transaction } from "./db.ts";

/** The first of `count` consecutive numbers. Held until the commit: nobody else of the tenant gets one meanwhile. */
export async function nextNumber(tx: Tx, tenantId: string, name: string, count = 1): Promise<number> {
  const [row] = await tx<{ last_value: number }[]>`
    insert into counters (tenant_id, name, last_value) values (${tenantId}, ${name}, ${count})
    on conflict (tenant_id, name) do update set last_value = counters.last_value + ${count} returning last_value`;
  return (row?.last_value ?? count) - count + 1;
}

const BLOCK = 50;

/**
 * Numbers taken from the database in blocks and handed out from memory, for the path of a recharge, where a row that
 * every till of the tenant updates would halve the rate. A stop leaves a gap; a number is never given twice.
 */
export class BlockCounter {
  readonly #db: Database;
  readonly #name: string;
  readonly #free = new Map<string, Promise<{ next: number; end: number }>>();

  constructor(db: Database, name: string) {
    this.#db = db;
    this.#name = name;
  }

  async next(tenantId: string): Promise<number> {
    const block = await (this.#free.get(tenantId) ?? this.#take(tenantId));
    if (block.next < block.end) return block.next++;
    this.#free.delete(tenantId);
    return this.next(tenantId);
  }

  #take(tenantId: string): Promise<{ next: number; end: number }> {
    // On the other pool: callers hold connections of the tenant pool while they wait here.
    const taken = transaction(this.#db.platform_transactions, async (tx) => {
      const first = await nextNumber(tx, tenantId, this.#name, BLOCK);
      return { next: first, end: first + BLOCK };
    });
    this.#free.set(tenantId, taken);
    taken.catch(() => this.#free.delete(tenantId));
    return taken;
  }
}
