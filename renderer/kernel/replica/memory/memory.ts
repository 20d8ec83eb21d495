// The replica in memory: one table for each large collection, one for all small ones; live queries; writes in slices.
import type { MangoQuery } from "rxdb";
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { type Observable, observable } from "../observable.ts";
import { type Planned, type Row, Table } from "./table.ts";
import { INDEX_WIDTH, INDEX_WIDTHS, indexesOf, isLarge, SMALL, SMALL_INDEXES } from "./tables.ts";

/** A record as the server wrote it, without any mark of the replica's. */
export type ReplicaRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** Mango selector, sort and limit; sort by indexed fields, and page by `$gt` on them rather than by skipping. */
export interface Query {
  selector?: Record<string, unknown>;
  sort?: Record<string, "asc" | "desc">[];
  limit?: number;
}

/** How a query chooses and orders records. */
export interface Arrangement<T> {
  readonly matches: (record: T) => boolean;
  readonly compare: (a: T, b: T) => number;
  readonly limit?: number | undefined;
}

/** Told about every write; null documents: the collection was emptied. */
type WriteListener = (collection: string, documents: readonly ReplicaDocument[] | null) => void;

/** Longest time in ms that a write keeps the page from anything else; typing at the counter comes in between. */
const SLICE_MS = 6;
/** A live query that took t ms is asked again after this many times t at the earliest. */
const REST_FACTOR = 10;
const LONGEST_REST_MS = 2000;

// One record object per stored version, so that a row that did not change is the same object for React.
const records = new WeakMap<object, ReplicaRecord>();

function recordOf(row: Row): ReplicaRecord {
  let record = records.get(row);
  if (!record) {
    const { _deleted, replica_key, replica_collection, ...rest } = row;
    record = rest as ReplicaRecord;
    records.set(row, record);
  }
  return record;
}

const tableOf = (collection: string) => (isLarge(collection) ? collection : SMALL);
const keyOf = (collection: string, id: string) => (isLarge(collection) ? id : `${collection}|${id}`);

/** Lets input, painting and other tasks in. */
function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}

/** A live query: asked anew when a row changed that it shows or would show. */
class Watch {
  readonly value = observable<readonly ReplicaRecord[] | undefined>(undefined);
  readonly #planned: Planned;
  readonly #run: (planned: Planned) => Row[];
  #shown: readonly Row[] = [];
  #keys: Set<Row> = new Set();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #restUntil = 0;

  constructor(run: (planned: Planned) => Row[], planned: Planned) {
    this.#run = run;
    this.#planned = planned;
  }

  ask(): void {
    const begun = performance.now();
    const rows = this.#run(this.#planned);
    const same =
      this.value.getSnapshot() !== undefined &&
      rows.length === this.#shown.length &&
      rows.every((row, index) => row === this.#shown[index]);
    if (!same) {
      this.#shown = rows;
      this.#keys = new Set(rows);
      this.value.set(rows.map(recordOf));
    }
    const now = performance.now();
    this.#restUntil = now + Math.min(LONGEST_REST_MS, (now - begun) * REST_FACTOR);
  }

  /** Rows before and after a write, pairwise. */
  changed(before: readonly (Row | null)[], after: readonly (Row | null)[]): void {
    if (this.#timer) return;
    const { matches } = this.#planned;
    const touches = after.some((row, n) => (row && matches(row)) || (before[n] && this.#keys.has(before[n])));
    if (touches) this.#soon();
  }

  emptied(): void {
    if (!this.#timer) this.#soon();
  }

  /** At once while queries are cheap; later the dearer they are, so that a storm leaves the page to people. */
  #soon(): void {
    const wait = this.#restUntil - performance.now();
    if (wait <= 1) {
      this.ask();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.ask();
    }, wait);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#restUntil = 0;
  }
}

/** An empty replica; fill it with `write`. */
export class Memory {
  readonly #tables = new Map<string, Table>();
  readonly #counts = new Map<string, number>();
  readonly #listeners = new Set<WriteListener>();
  readonly #watches = new Map<string, Set<Watch>>();
  #queue: Promise<unknown> = Promise.resolve();

  #table(collection: string): Table {
    const name = tableOf(collection);
    let table = this.#tables.get(name);
    if (!table) {
      const widthOf = (field: string) => INDEX_WIDTHS[field] ?? INDEX_WIDTH;
      table =
        name === SMALL
          ? new Table("replica_key", SMALL_INDEXES, widthOf)
          : new Table("id", indexesOf(name), widthOf);
      this.#tables.set(name, table);
    }
    return table;
  }

  /** One after the other, so that slices of two writes do not mix. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #rowOf(collection: string, document: ReplicaDocument): Row | null {
    if (document._deleted) return null;
    if (isLarge(collection)) return document;
    const replica_key = keyOf(collection, document.id);
    return { ...document, replica_key, replica_collection: collection };
  }

  /** Writes from `start` until the slice's time is over; answers how far it came. */
  #slice(collection: string, documents: readonly ReplicaDocument[], start: number): number {
    const table = this.#table(collection);
    const begun = performance.now();
    const before: (Row | null)[] = [];
    const after: (Row | null)[] = [];
    let live = this.#counts.get(collection) ?? 0;
    let at = start;
    while (at < documents.length && ((at - start) % 8 !== 0 || performance.now() - begun < SLICE_MS / 2)) {
      const document = documents[at++]!;
      const row = this.#rowOf(collection, document);
      const old = table.put(keyOf(collection, document.id), row);
      live += Number(row !== null) - Number(old !== null);
      before.push(old);
      after.push(row);
    }
    this.#counts.set(collection, live);
    const part = start === 0 && at === documents.length ? documents : documents.slice(start, at);
    for (const listener of this.#listeners) listener(collection, part);
    for (const watch of this.#watches.get(tableOf(collection)) ?? []) watch.changed(before, after);
    return at;
  }

  /** Inserts, replaces or (with `_deleted`) removes records, a slice at a time; the page stays usable in between. */
  write(collection: string, documents: readonly ReplicaDocument[]): Promise<void> {
    return this.#inTurn(async () => {
      let at = 0;
      while (at < documents.length) {
        if (at > 0) await pause();
        at = this.#slice(collection, documents, at);
      }
    });
  }

  /** Removes every record of a collection from memory. */
  clear(collection: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#counts.delete(collection);
      if (isLarge(collection)) this.#tables.delete(collection);
      else {
        const table = this.#table(collection);
        const all = table.run(table.plan({ selector: { replica_collection: collection } }));
        for (const row of all) table.put(String(row.replica_key), null);
      }
      for (const listener of this.#listeners) listener(collection, null);
      for (const watch of this.#watches.get(tableOf(collection)) ?? []) watch.emptied();
    });
  }

  #mango(collection: string, query: Query): MangoQuery<Row> {
    const { selector: asked = {} } = query;
    const { sort, limit } = query;
    if (isLarge(collection)) return { selector: asked, sort, limit } as MangoQuery<Row>;
    const key = typeof asked.id === "string" ? { replica_key: keyOf(collection, asked.id) } : {};
    return { selector: { replica_collection: collection, ...key, ...asked }, sort, limit } as MangoQuery<Row>;
  }

  async find(collection: string, query: Query): Promise<ReplicaRecord[]> {
    const table = this.#table(collection);
    return table.run(table.plan(this.#mango(collection, query))).map(recordOf);
  }

  async get(collection: string, id: string): Promise<ReplicaRecord | null> {
    const row = this.#table(collection).get(keyOf(collection, id));
    return row ? recordOf(row) : null;
  }

  /** A record that is here; synchronous, for names beside references. */
  peek(collection: string, id: string): ReplicaRecord | null {
    const row = this.#table(collection).get(keyOf(collection, id));
    return row ? recordOf(row) : null;
  }

  /** Records that match, in no order, at most `limit`; synchronous, for what is offered while somebody types. */
  some(collection: string, matches: (row: Row) => boolean, limit: number): ReplicaRecord[] {
    const found: ReplicaRecord[] = [];
    for (const row of this.#table(collection).rows()) {
      if (found.length >= limit) break;
      const isOurs = isLarge(collection) || row.replica_collection === collection;
      if (isOurs && matches(row)) found.push(recordOf(row));
    }
    return found;
  }

  /** A live query; its snapshot is undefined until the first answer. It costs nothing while nobody subscribes. */
  observe(collection: string, query: Query): Observable<readonly ReplicaRecord[] | undefined> {
    // A large collection that was emptied has another table; the plan is the same for both.
    const planned = this.#table(collection).plan(this.#mango(collection, query));
    const watch = new Watch((plan) => this.#table(collection).run(plan), planned);
    const name = tableOf(collection);
    let users = 0;
    return {
      getSnapshot: watch.value.getSnapshot,
      subscribe: (listener) => {
        const undo = watch.value.subscribe(listener);
        if (users++ === 0) {
          if (!this.#watches.has(name)) this.#watches.set(name, new Set());
          this.#watches.get(name)!.add(watch);
          watch.ask();
        }
        let subscribed = true;
        return () => {
          undo();
          if (!subscribed) return;
          subscribed = false;
          if (--users > 0) return;
          watch.stop();
          this.#watches.get(name)?.delete(watch);
        };
      },
    };
  }

  /** How a query chooses and orders records, for those that are not here yet. */
  arrangement(collection: string, query: Query): Arrangement<ReplicaRecord> {
    const { matches, compare } = this.#table(collection).plan(this.#mango(collection, query));
    const rowOf = (record: ReplicaRecord): Row =>
      this.#rowOf(collection, { ...record, _deleted: false }) ?? record;
    return {
      matches: (record) => matches(rowOf(record)),
      compare: (a, b) => compare(rowOf(a), rowOf(b)),
      limit: query.limit,
    };
  }

  /** Live records of a collection. */
  count(collection: string): number {
    return this.#counts.get(collection) ?? 0;
  }

  onWrite(listener: WriteListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    for (const watches of this.#watches.values()) for (const watch of watches) watch.stop();
    this.#watches.clear();
    await this.#queue;
  }
}
