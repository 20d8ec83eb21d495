// Numbers given out in order, per tenant: invoice numbers, customer codes, device codes.
import { beforehand } from "../db/client-pool.ts";
import { type Database, type Tx, transaction } from "../db/db.ts";

/** The first of `count` consecutive numbers. Locked until the commit: the tenant's other transactions wait for theirs. */
export async function nextNumber(tx: Tx, tenantId: string, name: string, count = 1): Promise<number> {
  const [row] = await tx<{ last_value: number }[]>`
    insert into counters (tenant_id, name, last_value) values (${tenantId}, ${name}, ${count})
    on conflict (tenant_id, name) do update set last_value = counters.last_value + ${count} returning last_value`;
  return (row?.last_value ?? count) - count + 1;
}

/** Numbers given by hand that are passed over at once. */
const PASSED = 1_000;

/** How numbers of a counter are written, and which of them are used already. */
interface Numbering {
  written: (number: number) => string;
  used: (numbers: readonly string[]) => Promise<ReadonlySet<unknown>>;
}

/**
 * The next free numbers, in order: those that were given by hand are passed over, a thousand at a time where none of those drawn is
 * free. A company that brought its 30,000 own along waits for sixty statements with its first new one.
 */
export async function freeNumbers(
  tx: Tx,
  tenantId: string,
  name: string,
  count: number,
  { written, used }: Numbering,
): Promise<string[]> {
  const from = (first: number, many: number) =>
    Array.from({ length: many }, (_, index) => written(first + index));
  const free: string[] = [];
  while (free.length < count) {
    const missing = count - free.length;
    const first = await nextNumber(tx, tenantId, name, missing);
    const drawn = from(first, missing);
    const taken = await used(drawn);
    free.push(...drawn.filter((number) => !taken.has(number)));
    if (taken.size < missing) continue;
    const ahead = from(first + missing, PASSED);
    const given = await used(ahead);
    const passed = ahead.findIndex((number) => !given.has(number));
    if (passed !== 0) await nextNumber(tx, tenantId, name, passed < 0 ? PASSED : passed);
  }
  return free;
}

const BLOCK = 50;
/** A larger block for who used one up within so many milliseconds: a new one costs a transaction, and those that wait restart. */
const BUSY = { block: 400, within_ms: 10_000 };

interface Block {
  next: number;
  end: number;
  taken_at: number;
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

  /** The next number. Where the block is used up, another is taken before the caller's transaction restarts. */
  async next(tenantId: string): Promise<number> {
    for (;;) {
      const block = this.#blocks.get(tenantId);
      if (block && block.next < block.end) return block.next++;
      await beforehand(`numbers of ${this.#name}`, () => this.#refill(tenantId));
    }
  }

  /** Callers that come before it is there wait for the same block. */
  #refill(tenantId: string): Promise<void> {
    const open = this.#refills.get(tenantId);
    if (open) return open;
    const refill = this.#take(tenantId).finally(() => this.#refills.delete(tenantId));
    this.#refills.set(tenantId, refill);
    return refill;
  }

  async #take(tenantId: string): Promise<void> {
    const last = this.#blocks.get(tenantId);
    const isBusy = last !== undefined && performance.now() - last.taken_at < BUSY.within_ms;
    const count = isBusy ? BUSY.block : BLOCK;
    const next = await transaction(this.#db.platform_transactions, (tx) =>
      nextNumber(tx, tenantId, this.#name, count),
    );
    this.#blocks.set(tenantId, { next, end: next + count, taken_at: performance.now() });
  }
}
