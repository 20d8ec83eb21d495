// The replica on disk: an append-only, sealed log of pulled batches, each written together with its checkpoint.
import { newId } from "../../../../shared/kernel/id.ts";
import type { CollectionInfo, ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { type Sealed, seal, unseal } from "./crypto.ts";
import { answer, logRange, transact } from "./disk.ts";

const BATCH = 1000;
/** Under this many superseded documents, and this many small batches, compaction isn't worth its writes. */
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

/** Whether more than half of the log is superseded, or it has crumbled into very many small batches. */
export function needsCompaction(head: Head, live: number): boolean {
  const stale = head.written - live;
  const spare = head.batches - Math.ceil(live / BATCH);
  return (stale > live && stale > SLACK_DOCUMENTS) || spare > SLACK_BATCHES;
}

/** The log of one database; `name` binds every batch to it, so that none can be moved elsewhere unnoticed. */
export class Log {
  readonly #database: IDBDatabase;
  readonly #key: CryptoKey;
  readonly #name: string;

  constructor(database: IDBDatabase, key: CryptoKey, name: string) {
    this.#database = database;
    this.#key = key;
    this.#name = name;
  }

  #headBound(collection: string): string {
    return `head|${this.#name}|${collection}`;
  }

  #batchBound(collection: string, generation: string, n: number): string {
    return `log|${this.#name}|${collection}|${generation}|${n}`;
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

  /** The head of a collection, or null when it has no log. @throws LogDamaged */
  async head(collection: string): Promise<Head | null> {
    const stored = await transact(
      this.#database,
      ["heads"],
      "readonly",
      (tx) => answer(tx.objectStore("heads").get(collection)) as Promise<StoredHead | undefined>,
    );
    return stored ? this.#openHead(collection, stored) : null;
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
   * Appends a batch and moves the checkpoint, in one transaction.
   * @throws LogConflict when the stored head isn't the one given (another window wrote).
   */
  async append(
    before: Head,
    documents: readonly ReplicaDocument[],
    checkpoint: string | null,
    done: boolean,
  ): Promise<Head> {
    const writes = documents.length > 0;
    const after: Head = {
      ...before,
      batches: before.batches + (writes ? 1 : 0),
      written: before.written + documents.length,
      checkpoint: checkpoint ?? before.checkpoint,
      complete: before.complete || done,
    };
    const { collection, generation } = before;
    const stored = await this.#sealHead(after);
    const batch = writes
      ? await seal(this.#key, this.#batchBound(collection, generation, before.batches), documents)
      : null;
    await transact(this.#database, ["log", "heads"], "readwrite", async (tx) => {
      const heads = tx.objectStore("heads");
      const now = (await answer(heads.get(collection))) as StoredHead | undefined;
      const same = now
        ? now.generation === generation && now.batches === before.batches
        : before.batches === 0;
      if (!same) throw new LogConflict(collection);
      if (batch) tx.objectStore("log").put(batch, [collection, generation, before.batches]);
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

  /** Every live document, the newest version of each. @throws LogDamaged */
  async documents(from: Head): Promise<ReplicaDocument[]> {
    const newest = new Map<string, ReplicaDocument>();
    for (let n = 0; n < from.batches; n++) {
      for (const document of await this.batch(from.collection, from.generation, n)) {
        if (document._deleted) newest.delete(document.id);
        else newest.set(document.id, document);
      }
    }
    return [...newest.values()];
  }

  /** Forgets a collection on this disk. */
  async drop(collection: string): Promise<void> {
    await transact(this.#database, ["log", "heads"], "readwrite", (tx) => {
      tx.objectStore("log").delete(logRange(collection));
      tx.objectStore("heads").delete(collection);
    });
  }

  /** Rewrites a log with only its live documents; the old one stays valid until the last write. */
  async compact(before: Head): Promise<Head> {
    const { collection } = before;
    const live = await this.documents(before);
    let after: Head = { ...before, generation: newId(), batches: 0, written: live.length };
    for (let start = 0; start < live.length; start += BATCH) {
      const n = after.batches;
      const sealed = await seal(
        this.#key,
        this.#batchBound(collection, after.generation, n),
        live.slice(start, start + BATCH),
      );
      await transact(this.#database, ["log"], "readwrite", (tx) => {
        tx.objectStore("log").put(sealed, [collection, after.generation, n]);
      });
      after = { ...after, batches: n + 1 };
    }
    const stored = await this.#sealHead(after);
    await transact(this.#database, ["log", "heads"], "readwrite", async (tx) => {
      const heads = tx.objectStore("heads");
      const now = (await answer(heads.get(collection))) as StoredHead | undefined;
      if (now?.generation !== before.generation || now.batches !== before.batches)
        throw new LogConflict(collection);
      heads.put(stored, collection);
      tx.objectStore("log").delete(logRange(collection, before.generation));
    });
    return after;
  }

  /** Removes batches that a crash during compaction left behind. */
  async sweep(collection: string, generation: string): Promise<void> {
    await transact(this.#database, ["log"], "readwrite", async (tx) => {
      const store = tx.objectStore("log");
      const keys = (await answer(store.getAllKeys(logRange(collection)))) as [string, string, number][];
      for (const at of keys) if (at[1] !== generation) store.delete(at);
    });
  }
}
