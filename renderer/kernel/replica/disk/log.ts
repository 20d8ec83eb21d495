// The replica on disk: an append-only, sealed log of pulled batches, each written together with its checkpoint.
import { newId } from "../../../../shared/kernel/id.ts";
import type { CollectionInfo, ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { failedWith } from "../../connection/local-failure.ts";
import { IdNumbers } from "../memory/id-numbers.ts";
import { columnsOf, isOnDisk } from "../on-disk/columns.ts";
import { checkTerm, nextTerm } from "../overtaken.ts";
import { openBytes, type Sealed, seal, sealBytes, sealList, unseal } from "./crypto.ts";
import { answer, logRange, type Store, transact } from "./disk.ts";

const BATCH = 1000;
/** Of collections whose records are read from disk: a customer's few are found in as few others. */
const BATCH_ON_DISK = 250;
/** Up to this many superseded documents, and this many small batches, a log is not begun anew: that writes all of it. */
const SLACK_DOCUMENTS = 1000;
const SLACK_BATCHES = 200;

/** How far the log of one collection goes. */
export interface Head {
  readonly collection: string;
  readonly schema_version: number;
  readonly epoch: string;
  /** Changes whenever the log is begun anew, so that batches of two logs can't be mixed. */
  readonly generation: string;
  readonly batches: number;
  /** Documents written so far, superseded ones included. */
  readonly written: number;
  readonly checkpoint: string | null;
  /** Whether one pull has reached the end since the log was begun. */
  readonly complete: boolean;
}

interface StoredHead {
  generation: string;
  batches: number;
  sealed: Sealed;
}

/** The log can't be trusted: drop it and pull again. */
export class LogDamaged extends Error {
  override readonly name = "LogDamaged";
}

/** Another window wrote meanwhile: read the head again. */
export class LogConflict extends Error {
  override readonly name = "LogConflict";
}

export function newHead(info: CollectionInfo): Head {
  return {
    collection: info.name,
    schema_version: info.schema_version,
    epoch: info.epoch,
    generation: newId(),
    batches: 0,
    written: 0,
    checkpoint: null,
    complete: false,
  };
}

const batchOf = (collection: string) => (isOnDisk(collection) ? BATCH_ON_DISK : BATCH);

/** Documents as they are written together; `cells` of collections on disk, see columns.ts. */
export interface Batch {
  readonly documents: readonly ReplicaDocument[];
  readonly cells: Uint32Array<ArrayBuffer> | null;
}

/** Documents in batches, as a log takes them. */
export function batchesOf(collection: string, documents: readonly ReplicaDocument[]): Batch[] {
  const size = batchOf(collection);
  const batches: Batch[] = [];
  for (let start = 0; start < documents.length; start += size) {
    const part = documents.length <= size ? documents : documents.slice(start, start + size);
    batches.push({ documents: part, cells: isOnDisk(collection) ? columnsOf(collection, part) : null });
  }
  return batches;
}

/** Whether more than half of the log is superseded, or more than half of its batches, beyond some slack. */
export function needsCompaction(head: Head, live: number): boolean {
  const stale = head.written - live;
  const enough = Math.ceil(live / batchOf(head.collection));
  const spare = head.batches - enough;
  return (stale > live && stale > SLACK_DOCUMENTS) || spare > enough + SLACK_BATCHES;
}

/** Whether the document at a place of a batch is the newest version. */
type IsLive = (batch: number, at: number) => boolean;

/** The log of one database; `name` binds every batch to it, so that none can be moved elsewhere unnoticed. */
export class Log {
  readonly #database: Store;
  readonly #key: CryptoKey;
  readonly #name: string;
  /** The term in which this window leads; "due" until a write has begun it; null while another one leads. */
  #term: number | "due" | null = null;

  constructor(database: Store, key: CryptoKey, name: string) {
    this.#database = database;
    this.#key = key;
    this.#name = name;
  }

  /** From now on this window leads: what one that led before it still writes is refused. */
  async lead(): Promise<void> {
    this.#term = "due";
    // A full disk takes nothing of anybody's: the term begins with the first write that it takes.
    await this.#write([], () => undefined).catch((error: unknown) => {
      if (!failedWith(error, "DISK")) throw error;
    });
  }

  /** Its work as a leader is over. */
  follow(): void {
    this.#term = null;
  }

  /** Every write; a leader's only while it is their term. @throws Overtaken */
  async #write<T>(stores: readonly string[], work: (tx: IDBTransaction) => Promise<T> | T): Promise<T> {
    if (this.#term === null) return transact(this.#database, stores, "readwrite", work);
    let isBegun = false;
    try {
      return await transact(this.#database, [...stores, "meta"], "readwrite", async (tx) => {
        if (typeof this.#term === "number") await checkTerm(tx, this.#term);
        else if (this.#term === "due") {
          isBegun = true;
          this.#term = await nextTerm(tx);
        }
        return work(tx);
      });
    } catch (error) {
      if (isBegun) this.#term = "due";
      throw error;
    }
  }

  #headBound(collection: string): string {
    return `head|${this.#name}|${collection}`;
  }

  #batchBound(collection: string, generation: string, n: number): string {
    return `log|${this.#name}|${collection}|${generation}|${n}`;
  }

  async #sealBatch(collection: string, generation: string, n: number, { documents, cells }: Batch) {
    const bound = this.#batchBound(collection, generation, n);
    const [log, beside] = await Promise.all([
      sealList(this.#key, bound, documents),
      cells && sealBytes(this.#key, `cells|${bound}`, cells),
    ]);
    return (tx: IDBTransaction) => {
      tx.objectStore("log").put(log, [collection, generation, n]);
      if (beside) tx.objectStore("cells").put(beside, [collection, generation, n]);
    };
  }

  async #sealHead(head: Head): Promise<StoredHead> {
    const sealed = await seal(this.#key, this.#headBound(head.collection), head);
    return { generation: head.generation, batches: head.batches, sealed };
  }

  async #openHead(collection: string, stored: StoredHead): Promise<Head> {
    try {
      const head = (await unseal(this.#key, this.#headBound(collection), stored.sealed)) as Head;
      if (head.generation === stored.generation && head.batches === stored.batches) return head;
    } catch (error) {
      throw new LogDamaged(`The head of ${collection} does not open`, { cause: error });
    }
    throw new LogDamaged(`The head of ${collection} contradicts itself`);
  }

  #storedHead(collection: string): Promise<StoredHead | undefined> {
    return transact(
      this.#database,
      ["heads"],
      "readonly",
      (tx) => answer(tx.objectStore("heads").get(collection)) as Promise<StoredHead | undefined>,
    );
  }

  /** The head of a collection, or null when it has no log. @throws LogDamaged */
  async head(collection: string): Promise<Head | null> {
    const stored = await this.#storedHead(collection);
    return stored ? this.#openHead(collection, stored) : null;
  }

  /** Whether a log was begun anew, or dropped, since its head was read: what is missing of it then is no damage. */
  async isReplaced({ collection, generation }: Head): Promise<boolean> {
    return (await this.#storedHead(collection))?.generation !== generation;
  }

  /** Names of all collections that have a log. */
  names(): Promise<string[]> {
    return transact(
      this.#database,
      ["heads"],
      "readonly",
      (tx) => answer(tx.objectStore("heads").getAllKeys()) as Promise<string[]>,
    );
  }

  /**
   * Appends batches and moves the checkpoint, in one transaction.
   * @throws LogConflict when the stored head isn't the one given (another window wrote).
   */
  async append(
    before: Head,
    batches: readonly Batch[],
    checkpoint: string | null,
    done: boolean,
  ): Promise<Head> {
    const after: Head = {
      ...before,
      batches: before.batches + batches.length,
      written: batches.reduce((sum, { documents }) => sum + documents.length, before.written),
      checkpoint: checkpoint ?? before.checkpoint,
      complete: before.complete || done,
    };
    const { collection, generation } = before;
    const stored = await this.#sealHead(after);
    const puts = await Promise.all(
      batches.map((batch, n) => this.#sealBatch(collection, generation, before.batches + n, batch)),
    );
    await this.#write(["log", "cells", "heads"], async (tx) => {
      const heads = tx.objectStore("heads");
      const now = (await answer(heads.get(collection))) as StoredHead | undefined;
      const same = now
        ? now.generation === generation && now.batches === before.batches
        : before.batches === 0;
      if (!same) throw new LogConflict(collection);
      for (const put of puts) put(tx);
      heads.put(stored, collection);
    });
    return after;
  }

  /** One batch. @throws LogDamaged when it is missing or does not open. */
  async batch(collection: string, generation: string, n: number): Promise<ReplicaDocument[]> {
    const stored = await transact(
      this.#database,
      ["log"],
      "readonly",
      (tx) => answer(tx.objectStore("log").get([collection, generation, n])) as Promise<Sealed | undefined>,
    );
    if (!stored) throw new LogDamaged(`Batch ${n} of ${collection} is missing`);
    try {
      return (await unseal(
        this.#key,
        this.#batchBound(collection, generation, n),
        stored,
      )) as ReplicaDocument[];
    } catch (error) {
      throw new LogDamaged(`Batch ${n} of ${collection} does not open`, { cause: error });
    }
  }

  /** The cells of every batch of a collection on disk. @throws LogDamaged */
  async cells({ collection, generation, batches }: Head): Promise<Uint32Array<ArrayBuffer>[]> {
    if (batches === 0) return [];
    // Another window may have appended since the head was read.
    const asFarAs = IDBKeyRange.bound([collection, generation, 0], [collection, generation, batches - 1]);
    const stored = await transact(
      this.#database,
      ["cells"],
      "readonly",
      (tx) => answer(tx.objectStore("cells").getAll(asFarAs)) as Promise<Sealed[]>,
    );
    if (stored.length !== batches) throw new LogDamaged(`Cells of ${collection} are missing`);
    const open = async (sealed: Sealed, n: number) => {
      const bound = `cells|${this.#batchBound(collection, generation, n)}`;
      return new Uint32Array(await openBytes(this.#key, bound, sealed));
    };
    return Promise.all(stored.map(open)).catch((error: unknown) => {
      throw new LogDamaged(`Cells of ${collection} do not open`, { cause: error });
    });
  }

  /** The batches as they were written, from the n-th on, the next one being read while one is looked at. @throws LogDamaged */
  async *read(
    { collection, generation, batches }: Head,
    from = 0,
  ): AsyncGenerator<readonly ReplicaDocument[]> {
    const read = (n: number) => {
      const reading = n < batches ? this.batch(collection, generation, n) : null;
      // Its failure is met when its turn comes.
      reading?.catch(() => undefined);
      return reading;
    };
    let [next, after] = [read(from), read(from + 1)];
    for (let n = from + 2; next; n++) {
      const documents = await next;
      [next, after] = [after, read(n)];
      yield documents;
    }
  }

  /** Every live document, the newest version of each. @throws LogDamaged */
  async #documents(from: Head): Promise<ReplicaDocument[]> {
    const newest: (ReplicaDocument | null)[] = [];
    const numbers = new IdNumbers((number) => newest[number]?.id);
    for await (const documents of this.read(from))
      for (const document of documents)
        newest[numbers.give(document.id)] = document._deleted ? null : document;
    return newest.filter((document) => document !== null);
  }

  /** Forgets a collection on this disk. */
  async drop(collection: string): Promise<void> {
    await this.#write(["log", "cells", "heads"], (tx) => {
      for (const store of ["log", "cells"]) tx.objectStore(store).delete(logRange(collection));
      tx.objectStore("heads").delete(collection);
    });
  }

  /** The live documents of a log, some at a time. */
  async *#live(from: Head, isLive: IsLive | null): AsyncGenerator<readonly ReplicaDocument[]> {
    if (!isLive) return yield await this.#documents(from);
    for (let n = 0; n < from.batches; n++) {
      const documents = await this.batch(from.collection, from.generation, n);
      yield documents.filter((document, at) => !document._deleted && isLive(n, at));
    }
  }

  /**
   * Rewrites a log with only its live documents; the old one stays valid until the last write.
   * @param isLive Of a collection on disk: whether the document there is the newest version.
   */
  async compact(before: Head, isLive: IsLive | null): Promise<Head> {
    const { collection } = before;
    let after: Head = { ...before, generation: newId(), batches: 0, written: 0 };
    const write = async (documents: readonly ReplicaDocument[]) => {
      for (const batch of batchesOf(collection, documents)) {
        const put = await this.#sealBatch(collection, after.generation, after.batches, batch);
        await this.#write(["log", "cells"], put);
        const written = after.written + batch.documents.length;
        after = { ...after, batches: after.batches + 1, written };
      }
    };
    let rest: readonly ReplicaDocument[] = [];
    for await (const documents of this.#live(before, isLive)) {
      const all = rest.length > 0 ? [...rest, ...documents] : documents;
      const full = all.length - (all.length % batchOf(collection));
      await write(all.slice(0, full));
      rest = all.slice(full);
    }
    await write(rest);
    const stored = await this.#sealHead(after);
    await this.#write(["log", "cells", "heads"], async (tx) => {
      const heads = tx.objectStore("heads");
      const now = (await answer(heads.get(collection))) as StoredHead | undefined;
      if (now?.generation !== before.generation || now.batches !== before.batches)
        throw new LogConflict(collection);
      heads.put(stored, collection);
      for (const store of ["log", "cells"])
        tx.objectStore(store).delete(logRange(collection, before.generation));
    });
    return after;
  }

  /**
   * Removes batches of older generations, as a crash during compaction leaves them behind. A younger one may be what another
   * window is just compacting into, or has compacted into since this head was read; a crash's goes after the next compaction.
   */
  async sweep(collection: string, generation: string): Promise<void> {
    await this.#write(["log", "cells"], async (tx) => {
      for (const name of ["log", "cells"]) {
        const store = tx.objectStore(name);
        const keys = (await answer(store.getAllKeys(logRange(collection)))) as [string, string, number][];
        for (const at of keys) if (at[1] < generation) store.delete(at);
      }
    });
  }
}
