// What keeps the disk from a window that stood still while another took over: it wakes amid its work, and would go on writing.
import { answer } from "./disk/disk.ts";

/** Another window took over meanwhile: what was to be written is not true any more. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** How often somebody has begun something, counted in a store under a name. */
class Count {
  readonly #store: string;
  readonly #name: string;

  constructor(store: string, name: string) {
    this.#store = store;
    this.#name = name;
  }

  async now(tx: IDBTransaction): Promise<number> {
    return ((await answer(tx.objectStore(this.#store).get(this.#name))) as number | undefined) ?? 0;
  }

  put(tx: IDBTransaction, count: number): void {
    tx.objectStore(this.#store).put(count, this.#name);
  }

  async next(tx: IDBTransaction): Promise<number> {
    const next = (await this.now(tx)) + 1;
    this.put(tx, next);
    return next;
  }
}

/** In the store of odds and ends, in clear: how often somebody has begun to lead. */
const terms = new Count("meta", "term");
/** Among the counters: how often somebody has begun to change the outbox. */
const turns = new Count("counters", "outbox turn");

/** Begins the next term, and ends that of whoever led until now. */
export const nextTerm = (tx: IDBTransaction): Promise<number> => terms.next(tx);

/** Forgets all odds and ends; the count of terms goes on. */
export async function clearMeta(tx: IDBTransaction): Promise<void> {
  const term = await terms.now(tx);
  tx.objectStore("meta").clear();
  terms.put(tx, term);
}

/** @throws Overtaken where another window leads by now: nothing of this transaction is kept. */
export async function checkTerm(tx: IDBTransaction, term: number): Promise<void> {
  if ((await terms.now(tx)) !== term) throw new Overtaken("Another window leads");
}

/** Begins to change what is stored: whoever had begun before and has not written yet does not write. */
export const nextTurn = (tx: IDBTransaction): Promise<number> => turns.next(tx);

/** @throws Overtaken where another window has begun since: nothing of this transaction is kept. */
export async function checkTurn(tx: IDBTransaction, turn: number): Promise<void> {
  if ((await turns.now(tx)) !== turn) throw new Overtaken("Another window changes the outbox");
}
