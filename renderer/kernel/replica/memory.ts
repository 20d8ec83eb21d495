// The replica in memory: RxDB collections over its memory storage, for indexes and live queries.
import type { MangoQuery, RxCollection, RxDatabase, RxJsonSchema } from "rxdb";
import { createRxDatabase } from "rxdb/plugins/core";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { newId } from "../../../shared/kernel/id.ts";
import type { ReplicaDocument } from "../../../shared/kernel/wire.ts";
import { type Live, variable } from "./live.ts";
import { INDEX_WIDTH, INDEX_WIDTHS, INDEXES, isLarge, SMALL, SMALL_INDEXES } from "./tables.ts";

/** A record as the server wrote it, without any mark of the replica's. */
export type ReplicaRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** Mango selector, sort and limit; sort by indexed fields, and page by `$gt` on them rather than by skipping. */
export interface Query {
  selector?: Record<string, unknown>;
  sort?: Record<string, "asc" | "desc">[];
  limit?: number;
}

type Row = Record<string, unknown> & { id?: string; replica_key?: string; replica_collection?: string };
type Rows = RxCollection<Row>;

/** Told about every write; null documents: the collection was emptied. */
type WriteListener = (collection: string, documents: readonly ReplicaDocument[] | null) => void;

const WRITE_CONTEXT = "lastmile-replica";

function schemaOf(name: string): RxJsonSchema<Row> {
  const primary = name === SMALL ? "replica_key" : "id";
  const indexes = name === SMALL ? SMALL_INDEXES : (INDEXES[name] ?? []);
  const properties: Record<string, { type: "string"; maxLength: number }> = {};
  for (const field of [primary, ...indexes.flat()]) {
    properties[field] = { type: "string", maxLength: INDEX_WIDTHS[field] ?? INDEX_WIDTH };
  }
  return {
    version: 0,
    primaryKey: primary,
    type: "object",
    properties,
    required: [primary],
    indexes: indexes.map((index) => [...index]),
  };
}

// One record object per stored version, so that a row that did not change is the same object for React.
const records = new WeakMap<object, ReplicaRecord>();

function recordOf(data: object): ReplicaRecord {
  let record = records.get(data);
  if (!record) {
    const { _meta, _rev, _attachments, _deleted, replica_key, replica_collection, ...rest } = data as Row;
    record = rest as ReplicaRecord;
    records.set(data, record);
  }
  return record;
}

const tableOf = (collection: string) => (isLarge(collection) ? collection : SMALL);
const keyOf = (collection: string, id: string) => (isLarge(collection) ? id : `${collection}|${id}`);

/** Opens an empty memory database; fill it with `write`. Only `close` frees its RxDB collections. */
export class Memory {
  readonly #database: RxDatabase;
  readonly #open = new Map<string, Rows>();
  readonly #counts = new Map<string, number>();
  readonly #listeners = new Set<WriteListener>();
  /** Goes up whenever the set of RxDB collections changes, so that live queries subscribe anew. */
  readonly #turn = variable(0);
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(database: RxDatabase) {
    this.#database = database;
  }

  static async open(): Promise<Memory> {
    const database = await createRxDatabase({
      name: `replica-${newId()}`,
      storage: getRxStorageMemory(),
      multiInstance: false,
      eventReduce: true,
    });
    return new Memory(database);
  }

  #tell(collection: string, documents: readonly ReplicaDocument[] | null): void {
    for (const listener of this.#listeners) listener(collection, documents);
  }

  /** One after the other: a write looks up what it replaces. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #table(collection: string): Promise<Rows> {
    const name = tableOf(collection);
    const known = this.#open.get(name);
    if (known) return known;
    const made = await this.#database.addCollections({ [name]: { schema: schemaOf(name) } });
    const rows = made[name] as unknown as Rows;
    this.#open.set(name, rows);
    this.#turn.set(this.#turn.getSnapshot() + 1);
    return rows;
  }

  async #put(rows: Rows, collection: string, documents: readonly ReplicaDocument[]): Promise<void> {
    const large = isLarge(collection);
    // Two versions of a record in one batch: only the last can be written in one go.
    const newest = new Map(documents.map((document) => [keyOf(collection, document.id), document]));
    const before = new Map<string, Row>();
    for (const row of await rows.storageInstance.findDocumentsById([...newest.keys()], true)) {
      before.set(String(large ? row.id : row.replica_key), row as Row);
    }
    let live = this.#counts.get(collection) ?? 0;
    const writes = [];
    for (const [key, document] of newest) {
      const previous = before.get(key);
      const wasLive = previous !== undefined && previous._deleted === false;
      if (document._deleted && !wasLive) continue;
      live += Number(!document._deleted) - Number(wasLive);
      // A tombstone keeps nothing but its key: what was deleted is gone from memory too.
      const body: Row = document._deleted ? { id: document.id } : { ...document };
      if (!large) Object.assign(body, { replica_key: key, replica_collection: collection });
      body._deleted = document._deleted;
      body._attachments = {};
      body._meta = previous?._meta ?? { lwt: 1 };
      writes.push({ previous, document: body });
    }
    const result = await rows.storageInstance.bulkWrite(writes as never, WRITE_CONTEXT);
    if (result.error.length > 0)
      throw new Error(`${result.error.length} records of ${collection} not written`);
    this.#counts.set(collection, live);
  }

  /** Inserts, replaces or (with `_deleted`) removes records, in chunks of 5,000 with a yield between them. */
  write(collection: string, documents: readonly ReplicaDocument[]): Promise<void> {
    return this.#inTurn(async () => {
      const rows = await this.#table(collection);
      for (let start = 0; start < documents.length; start += 5000) {
        if (start > 0) await new Promise((resolve) => setTimeout(resolve));
        const chunk = documents.length > 5000 ? documents.slice(start, start + 5000) : documents;
        await this.#put(rows, collection, chunk);
        this.#tell(collection, chunk);
      }
    });
  }

  /** Removes every record of a collection from memory. */
  clear(collection: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#counts.delete(collection);
      const rows = this.#open.get(tableOf(collection));
      if (!rows) return;
      if (isLarge(collection)) {
        // Dropping the whole is instant; deleting 100,000 one by one is not.
        this.#open.delete(collection);
        await rows.remove();
        await this.#table(collection);
      } else {
        const found = await rows.find({ selector: { replica_collection: collection } }).exec();
        const gone = found.map((row) => ({ id: String(row.get("id")), _deleted: true }));
        await this.#put(rows, collection, gone);
      }
      this.#counts.delete(collection);
      this.#tell(collection, null);
    });
  }

  #mango(collection: string, query: Query): MangoQuery<Row> {
    const { selector: asked = {} } = query;
    const key = typeof asked.id === "string" ? { replica_key: keyOf(collection, asked.id) } : {};
    const selector = isLarge(collection) ? asked : { replica_collection: collection, ...key, ...asked };
    return { selector, sort: query.sort, limit: query.limit } as MangoQuery<Row>;
  }

  async find(collection: string, query: Query): Promise<ReplicaRecord[]> {
    const rows = this.#open.get(tableOf(collection));
    if (!rows) return [];
    const found = await rows.find(this.#mango(collection, query)).exec();
    return found.map((row) => recordOf(row._data));
  }

  async get(collection: string, id: string): Promise<ReplicaRecord | null> {
    const rows = this.#open.get(tableOf(collection));
    if (!rows) return null;
    const [row] = await rows.storageInstance.findDocumentsById([keyOf(collection, id)], false);
    return row ? recordOf(row) : null;
  }

  /** A live query; its snapshot is undefined until the first answer. It costs nothing while nobody subscribes. */
  observe(collection: string, query: Query): Live<readonly ReplicaRecord[] | undefined> {
    const value = variable<readonly ReplicaRecord[] | undefined>(undefined);
    let users = 0;
    let stop = () => {};
    const start = () => {
      const rows = this.#open.get(tableOf(collection));
      if (!rows) return value.set([]);
      const subscription = rows.find(this.#mango(collection, query)).$.subscribe((found) => {
        value.set(found.map((row) => recordOf(row._data)));
      });
      stop = () => subscription.unsubscribe();
    };
    const restart = () => {
      stop();
      stop = () => {};
      start();
    };
    let unwatch = () => {};
    return {
      getSnapshot: value.getSnapshot,
      subscribe: (listener) => {
        const undo = value.subscribe(listener);
        if (users++ === 0) {
          start();
          unwatch = this.#turn.subscribe(restart);
        }
        let subscribed = true;
        return () => {
          undo();
          if (!subscribed) return;
          subscribed = false;
          if (--users > 0) return;
          unwatch();
          stop();
        };
      },
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
    await this.#queue;
    await this.#database.close();
  }
}
