// The replica's records: one table for each large collection, one for all small ones, some on disk. Written in slices, read by
// queries of RxDB's, and watched through its RxCollections.
import type { MangoQuery } from "rxdb";
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { partOf } from "../../connection/load-part.ts";
import type { Observable } from "../observable.ts";
import { isOnDisk } from "../on-disk/columns.ts";
import { type BatchReader, type DiskQuery, OnDisk, type Shelved } from "../on-disk/on-disk.ts";
import type { LiveDatabase } from "../storage/live-database.ts";
import { type Marks, nextMarks } from "../storage/marks.ts";
import { RowsState } from "../storage/rows-state.ts";
import { type Planned, Planner } from "../storage/table/planner.ts";
import { pause } from "./pause.ts";
import { type MarkedRow, type ReplicaRecord, type Row, recordOf } from "./replica-record.ts";
import { Reread } from "./reread.ts";
import { filledSchemaOf, isLarge, keyOf, SMALL, tableOf } from "./tables.ts";
import { Watch } from "./watch.ts";
import { whileWatched } from "./watched.ts";

/** Mango selector, sort and limit; sort by indexed fields, and page by `$gt` on them rather than by skipping. */
export interface Query {
  selector?: Record<string, unknown>;
  sort?: Record<string, "asc" | "desc">[];
  limit?: number;
}

/** How a query is kept new: watched through its RxCollection, of which few are open at once, or read again after each write. */
export type HowKept = "watched" | "read";

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

const NOTHING_ON_DISK: BatchReader = { batch: async () => [], failed: async () => "nothing" };

/** An empty replica; fill it with `write`. */
export class Memory {
  readonly #states = new Map<string, RowsState<Row>>();
  readonly #counts = new Map<string, number>();
  readonly #listeners = new Set<WriteListener>();
  /** Who reads again when a collection is not what it was. */
  readonly #readers = new Map<string, Set<() => void>>();
  /** Of collections on disk. */
  readonly #planners = new Map<string, Planner<Row>>();
  /** How many records there are of a collection that is being read from disk. */
  readonly #filling = new Map<string, () => number>();
  readonly #disk: OnDisk;
  #loading: Promise<LiveDatabase> | null = null;
  /** Loaded with the first live query. */
  #live: LiveDatabase | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  /** @param reader Reads the records of collections that are kept on disk; without it there are none. */
  constructor(reader: BatchReader = NOTHING_ON_DISK) {
    this.#disk = new OnDisk(reader);
  }

  #state(collection: string): RowsState<Row> {
    const name = collection === SMALL ? SMALL : tableOf(collection);
    let state = this.#states.get(name);
    if (!state) {
      state = new RowsState<Row>(filledSchemaOf(name));
      this.#states.set(name, state);
    }
    return state;
  }

  #planner(collection: string): Planner<Row> {
    if (!isOnDisk(collection)) return this.#state(collection).table.planner;
    let planner = this.#planners.get(collection);
    if (!planner) {
      planner = new Planner(filledSchemaOf(collection));
      this.#planners.set(collection, planner);
    }
    return planner;
  }

  /** @throws LocalFailure PART_MISSING: it is tried again when it is wanted again. */
  readonly #load = (): Promise<LiveDatabase> => {
    this.#loading ??= partOf(import("../storage/live-database.ts")).then(
      ({ LiveDatabase: Loaded }) => {
        const rowsOf = (table: string) => this.#state(table);
        const plannerOf = (collection: string) => this.#planner(collection);
        this.#live = new Loaded({ disk: this.#disk, rowsOf, plannerOf });
        return this.#live;
      },
      (error: unknown) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  };

  /** The RxDatabase of this replica, to look into: its RxCollections are those that are watched just now. */
  async database(): ReturnType<LiveDatabase["database"]> {
    return (await this.#load()).database();
  }

  /** One after the other, so that slices of two writes do not mix. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #rowOf(collection: string, document: ReplicaDocument, marks: Marks): MarkedRow {
    if (isLarge(collection)) return { ...document, ...marks };
    const replica_key = keyOf(collection, document.id);
    return { ...document, ...marks, replica_key, replica_collection: collection };
  }

  /** Writes from `start` until the slice's time is over; answers how far it came. */
  #slice(collection: string, documents: readonly ReplicaDocument[], start: number, isTold: boolean): number {
    const state = this.#state(collection);
    const marks = nextMarks();
    const begun = performance.now();
    let live = this.#counts.get(collection) ?? 0;
    let at = start;
    while (at < documents.length && ((at - start) % 8 !== 0 || performance.now() - begun < SLICE_MS / 2)) {
      const document = documents[at++]!;
      const row = document._deleted ? null : this.#rowOf(collection, document, marks);
      const old = state.put(keyOf(collection, document.id), row, marks);
      live += Number(row !== null) - Number(old !== null);
    }
    this.#counts.set(collection, live);
    const part = start === 0 && at === documents.length ? documents : documents.slice(start, at);
    if (isTold) for (const listener of this.#listeners) listener(collection, part);
    state.tell();
    this.#changed(collection);
    return at;
  }

  /**
   * Inserts, replaces or (with `_deleted`) removes records, a slice at a time; the page stays usable in between.
   * @param isTold Whether listeners hear of it; they need not where they hold these records already.
   */
  write(collection: string, documents: readonly ReplicaDocument[], isTold = true): Promise<void> {
    return this.#inTurn(async () => {
      let at = 0;
      while (at < documents.length) {
        if (at > 0) await pause();
        at = this.#slice(collection, documents, at, isTold);
      }
    });
  }

  /**
   * From now on until the answer is called, records of a collection are on their way here from disk: there are so many, and of
   * one that is not here nobody says that there is none.
   */
  fill(collection: string, count: () => number): () => void {
    this.#filling.set(collection, count);
    const end = this.#state(collection).fill();
    return () => {
      if (this.#filling.delete(collection)) end();
    };
  }

  /** Takes a batch of a collection on disk, once the log has it. */
  take(collection: string, shelved: Shelved, documents: readonly ReplicaDocument[]): Promise<void> {
    return this.#inTurn(async () => {
      this.#disk.add(collection, shelved);
      this.#live?.added(collection, shelved, documents);
      for (const listener of this.#listeners) listener(collection, documents);
      this.#changed(collection);
    });
  }

  /**
   * Takes over the whole log of a collection on disk, by the cells of its batches, instead of what was known; `isSame` says
   * that it holds the same records as before.
   */
  shelve(
    collection: string,
    generation: string,
    batches: readonly Uint32Array[],
    isSame = false,
  ): Promise<void> {
    return this.#inTurn(async () => {
      await this.#disk.shelve(collection, generation, batches);
      if (isSame) return;
      this.#live?.renew(collection);
      this.#changed(collection);
    });
  }

  /** Whether a record of a collection on disk is the newest version. */
  isLive(collection: string, batch: number, at: number): boolean {
    return this.#disk.isLive(collection, batch, at);
  }

  /** Removes every record of a collection from memory. */
  clear(collection: string): Promise<void> {
    return this.#inTurn(async () => {
      if (isOnDisk(collection)) this.#disk.clear(collection);
      this.#counts.delete(collection);
      const state = this.#state(collection);
      if (isLarge(collection)) {
        state.clear();
        this.#live?.renew(collection);
      } else {
        const marks = nextMarks();
        const all = state.table.run(state.table.plan({ selector: { replica_collection: collection } }));
        for (const row of all) state.put(String(row.replica_key), null, marks);
        state.tell();
      }
      for (const listener of this.#listeners) listener(collection, null);
      this.#changed(collection);
    });
  }

  #mango(collection: string, query: Query): MangoQuery<Row> {
    const { selector: asked = {} } = query;
    const { sort, limit } = query;
    if (isLarge(collection)) return { selector: asked, sort, limit } as MangoQuery<Row>;
    const key = typeof asked.id === "string" ? { replica_key: keyOf(collection, asked.id) } : {};
    return { selector: { replica_collection: collection, ...key, ...asked }, sort, limit } as MangoQuery<Row>;
  }

  #plan(collection: string, query: Query): Planned<Row> {
    return this.#planner(collection).plan(this.#mango(collection, query));
  }

  #onDisk(collection: string, query: Query): DiskQuery {
    const { selector = {}, sort, limit } = query;
    return { planned: this.#plan(collection, query), selector, limit, sort };
  }

  async find(collection: string, query: Query): Promise<ReplicaRecord[]> {
    if (isOnDisk(collection)) {
      const rows = await this.#disk.find(collection, this.#onDisk(collection, query));
      return rows.map(recordOf);
    }
    const state = this.#state(collection);
    const planned = this.#plan(collection, query);
    await state.known(planned.keys);
    return state.table.run(planned).map(recordOf);
  }

  async get(collection: string, id: string): Promise<ReplicaRecord | null> {
    if (isOnDisk(collection)) return (await this.find(collection, { selector: { id }, limit: 1 }))[0] ?? null;
    const key = keyOf(collection, id);
    const state = this.#state(collection);
    await state.known([key]);
    const row = state.table.get(key);
    return row ? recordOf(row) : null;
  }

  /** A record that is here; synchronous, for names beside references. Of those on disk, what was read lately. */
  peek(collection: string, id: string): ReplicaRecord | null {
    if (isOnDisk(collection)) return this.#disk.peek(collection, id);
    const row = this.#state(collection).table.get(keyOf(collection, id));
    return row ? recordOf(row) : null;
  }

  /** Records that match, in no order, at most `limit`; synchronous, for what is offered while somebody types. */
  some(collection: string, matches: (record: ReplicaRecord) => boolean, limit: number): ReplicaRecord[] {
    const found: ReplicaRecord[] = [];
    for (const row of this.#state(collection).table.rows()) {
      if (found.length >= limit) break;
      const isOurs = isLarge(collection) || row.replica_collection === collection;
      // A row is its record with the marks of its table.
      if (isOurs && matches(row as Row as ReplicaRecord)) found.push(recordOf(row));
    }
    return found;
  }

  #changed(collection: string): void {
    for (const changed of [...(this.#readers.get(collection) ?? [])]) changed();
  }

  #onChange(collection: string, changed: () => void): () => void {
    const readers = this.#readers.get(collection) ?? new Set();
    this.#readers.set(collection, readers.add(changed));
    return () => {
      readers.delete(changed);
    };
  }

  /** A live query; its snapshot is undefined until the first answer. It costs nothing while nobody subscribes. */
  observe(
    collection: string,
    query: Query,
    how: HowKept = "watched",
  ): Observable<readonly ReplicaRecord[] | undefined> {
    if (how === "read") {
      const find = () => this.find(collection, query);
      return whileWatched(new Reread({ find, onChange: (changed) => this.#onChange(collection, changed) }));
    }
    const planned = this.#plan(collection, query);
    const { selector, limit } = this.#mango(collection, query);
    // In the order that was planned, also where none was asked for: the first answer and RxDB's come in the same.
    const { sort } = planned.prepared.query;
    const mango: MangoQuery<Row> = {
      ...(selector ? { selector } : {}),
      sort,
      ...(limit === undefined ? {} : { limit }),
    };
    const shared = { live: this.#load, name: tableOf(collection), query: mango };
    const state = this.#state(collection);
    const watch = isOnDisk(collection)
      ? new Watch({ ...shared, now: () => null, known: () => Promise.resolve() })
      : new Watch({
          ...shared,
          // A large collection that was emptied has another table; the plan is the same for both.
          now: () => (state.isKnown(planned.keys) ? state.table.run(planned) : null),
          known: () => state.known(planned.keys),
        });
    return whileWatched(watch);
  }

  /** How a query chooses and orders records, for those that are not here yet. */
  arrangement(collection: string, query: Query): Arrangement<ReplicaRecord> {
    const { matches, compare } = this.#plan(collection, query);
    const marks = nextMarks();
    const rowOf = (record: ReplicaRecord) => this.#rowOf(collection, { ...record, _deleted: false }, marks);
    return {
      matches: (record) => matches(rowOf(record)),
      compare: (a, b) => compare(rowOf(a), rowOf(b)),
      limit: query.limit,
    };
  }

  /** Live records of a collection. */
  count(collection: string): number {
    if (isOnDisk(collection)) return this.#disk.count(collection);
    return this.#filling.get(collection)?.() ?? this.#counts.get(collection) ?? 0;
  }

  onWrite(listener: WriteListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    // One that does not come is told to who watches.
    const live = await this.#loading?.catch(() => null);
    await live?.close();
    this.#disk.close();
    await this.#queue;
  }
}
