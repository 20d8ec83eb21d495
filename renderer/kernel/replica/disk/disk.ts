// IndexedDB with promises: one database per server, tenant and user, and its stores.
import { failedWith, LocalFailure } from "../../connection/local-failure.ts";

const VERSION = 4;

/** Stores of a replica's database and what their keys are. */
type StoreName =
  /** Batches as pulled, sealed: [collection, generation, n]. */
  | "log"
  /**
   * Sealed, beside the batches: of collections whose records are read from disk what memory holds of each, [collection,
   * generation, n]; of those that are searched what the search holds of all, [collection, generation, "kept"].
   */
  | "cells"
  /** Per collection: how far its log goes: collection. */
  | "heads"
  /** Sealed odds and ends: token, identity, device: name. In clear, the term of the window that leads (overtaken.ts). */
  | "meta"
  /** Commands that the server has not answered yet: device_seq. */
  | "outbox"
  /** Commands that it has answered: device_seq. */
  | "settled"
  /** Files of commands, handed in or not, without their bytes: the command's id. */
  | "attachments"
  /** The bytes of those files, sealed: the command's id. */
  | "attachment_bytes"
  /** The last device_seq, receipt sequences and turns (overtaken.ts) given out, and whether the store is about to go: name. */
  | "counters";

const STORES: readonly StoreName[] = [
  "log",
  "cells",
  "heads",
  "meta",
  "outbox",
  "settled",
  "attachments",
  "attachment_bytes",
  "counters",
];

/** The promise of an IndexedDB request. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

type AskedTransaction = [
  names: string | Iterable<string>,
  mode?: IDBTransactionMode,
  options?: IDBTransactionOptions,
];

/** What transactions run on: a database, or one that lasts (LastingDatabase). */
export interface Store extends Pick<IDBDatabase, "close"> {
  /** As the browser's own. */
  transaction(...asked: AskedTransaction): IDBTransaction;
  /** Settles once it is open again; null where it is open. @throws LocalFailure DISK, STORE_GONE. */
  reopened?(): Promise<void> | null;
  /** Its database turned out to be closed: finds out why. */
  lost?(): void;
  /** Whether the disk took what was written. */
  wrote?(taken: boolean): void;
}

/** The names under which a browser says that the disk below it takes nothing. */
const FULL = ["QuotaExceededError", "UnknownError"];

function openFailure(cause: unknown): LocalFailure {
  const name = cause instanceof DOMException ? cause.name : "";
  if (FULL.includes(name))
    return new LocalFailure("DISK", "The local store can't be opened: the disk is full.", { cause });
  const code = name === "VersionError" ? "STORE_NEWER" : "STORE_UNAVAILABLE";
  return new LocalFailure(code, "The local store can't be opened.", { cause });
}

interface Opening {
  name: string;
  version: number;
  /** @throws to leave the database as it was: that it was new is told by `from` being 0. */
  upgrade: (database: IDBDatabase, from: number) => void;
}

interface Endings {
  /** Another window deletes it or makes it anew: it was let go of. */
  onChange: () => void;
  /** The browser closed it: cleared, or its disk failed. */
  onClose: () => void;
}

function open({ name, version, upgrade }: Opening, { onChange, onClose }: Endings): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    let thrown: unknown = null;
    const refuse = (cause: unknown) => reject(thrown ?? openFailure(cause));
    let request: IDBOpenDBRequest;
    try {
      request = indexedDB.open(name, version);
    } catch (error) {
      return refuse(error);
    }
    request.onupgradeneeded = ({ oldVersion }) => {
      try {
        upgrade(request.result, oldVersion);
      } catch (error) {
        thrown = error;
        request.transaction?.abort();
      }
    };
    request.onerror = () => refuse(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // Another window wipes this database: letting go at once keeps it from waiting for ever.
      database.onversionchange = () => {
        database.close();
        onChange();
      };
      database.onclose = onClose;
      resolve(database);
    };
  });
}

/**
 * Opens (and makes) a database. `onGone` hears when it is closed from elsewhere: cleared, deleted, or its disk lost.
 * @throws LocalFailure STORE_UNAVAILABLE when the browser refuses, DISK when the disk below it does, STORE_NEWER when a
 * newer version of the app made it.
 */
export function openDatabase(
  name: string,
  version: number,
  upgrade: (database: IDBDatabase) => void,
  onGone: () => void = () => {},
): Promise<IDBDatabase> {
  return open({ name, version, upgrade }, { onChange: onGone, onClose: onGone });
}

function makeStores(database: IDBDatabase): void {
  for (const store of STORES) {
    if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
  }
}

export function openDisk(name: string, onGone?: () => void): Promise<IDBDatabase> {
  return openDatabase(name, VERSION, makeStores, onGone);
}

/** How often a disk that took nothing is tried again, in ms. */
const TRY_DISK_MS = 5000;

/** What is told of a disk. */
export interface DiskNews {
  /** It was cleared, deleted, or taken over by a newer version of the app. */
  onGone: () => void;
  /** The disk takes nothing (true), or takes what is written again. */
  onFull: (full: boolean) => void;
}

/**
 * A replica's database that outlives being closed by the browser. A browser closes it when it is cleared, and as well when
 * the disk is full: only a look whether what was in it is still there tells the two apart.
 */
export class LastingDatabase implements Store {
  readonly #name: string;
  readonly #news: DiskNews;
  #database: IDBDatabase | null = null;
  #reopening: Promise<void> | null = null;
  #isOver = false;
  #isFull = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(name: string, news: DiskNews) {
    this.#name = name;
    this.#news = news;
  }

  /** @throws LocalFailure as openDatabase does. */
  static async open(name: string, news: DiskNews): Promise<LastingDatabase> {
    const disk = new LastingDatabase(name, news);
    await disk.#open(makeStores);
    return disk;
  }

  async #open(upgrade: Opening["upgrade"]): Promise<void> {
    const database = await open(
      { name: this.#name, version: VERSION, upgrade },
      { onChange: () => this.#gone(), onClose: () => this.lost() },
    );
    if (this.#isOver) database.close();
    else this.#database = database;
  }

  #gone(): void {
    if (this.#isOver) return;
    this.close();
    this.#news.onGone();
  }

  transaction(...[names, mode, options]: AskedTransaction): IDBTransaction {
    if (this.#database) return this.#database.transaction(names, mode, options);
    throw new DOMException("The database is closed.", "InvalidStateError");
  }

  lost(): void {
    if (this.#isOver) return;
    this.#database?.close();
    this.#database = null;
    // Found out at once; whoever needs it next hears of a failure. Where it was not cleared, its disk failed.
    const failed = () => this.wrote(false);
    this.reopened()?.then(failed, failed);
  }

  reopened(): Promise<void> | null {
    if (this.#database || this.#isOver) return null;
    this.#reopening ??= this.#reopen().finally(() => {
      this.#reopening = null;
    });
    return this.#reopening;
  }

  async #reopen(): Promise<void> {
    const cleared = new LocalFailure("STORE_GONE", "The local store was cleared.");
    try {
      await this.#open((database, from) => {
        if (from === 0) throw cleared;
        makeStores(database);
      });
    } catch (error) {
      if (error === cleared || failedWith(error, "STORE_NEWER")) {
        this.#gone();
        throw cleared;
      }
      // Closed, and not to be opened while nothing says that it was cleared: the disk fails.
      throw failedWith(error, "DISK") ? error : refused(error);
    }
  }

  wrote(taken: boolean): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    // Asked again until it takes something, whether or not anybody has something to write.
    if (!taken) this.#timer = setTimeout(() => void this.#try(), TRY_DISK_MS);
    if (this.#isFull === !taken) return;
    this.#isFull = !taken;
    this.#news.onFull(this.#isFull);
  }

  async #try(): Promise<void> {
    const work = (tx: IDBTransaction) => void tx.objectStore("counters").put(1, "room");
    // How it went is told to `wrote`, also where it does not open.
    await transact(this, ["counters"], "readwrite", work, "strict").catch(() => this.wrote(false));
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#database?.close();
    this.#database = null;
  }
}

export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () =>
      reject(new LocalFailure("DISK", "The local store can't be deleted.", { cause: request.error }));
  });
}

/** Why a single request fails where the disk takes nothing any more: its transaction was aborted under it, or it was itself too much. */
const REFUSED = ["AbortError", "QuotaExceededError", "UnknownError"];
const refused = (cause: unknown) => new LocalFailure("DISK", "The local store refused a write.", { cause });

/**
 * Runs `work` in one transaction and resolves when that is committed. `work` may only await requests of this
 * transaction: anything else lets it commit half-way. 'strict' waits until the disk has it. On a database that lasts, what
 * only reads is run once more where the browser closed it meanwhile.
 * @throws LocalFailure DISK when it did not commit (disk full), STORE_GONE when the store is closed; nothing of it is kept then.
 */
export async function transact<T>(
  database: Store,
  stores: readonly string[],
  mode: "readonly" | "readwrite",
  work: (transaction: IDBTransaction) => Promise<T> | T,
  durability: "strict" | "relaxed" = "relaxed",
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    const opening = database.reopened?.();
    if (opening) await opening;
    try {
      const result = await runOnce(database, stores, mode, work, durability);
      if (mode === "readwrite") database.wrote?.(true);
      return result;
    } catch (error) {
      const isClosed = failedWith(error, "STORE_GONE");
      if (isClosed) database.lost?.();
      else if (mode === "readwrite" && failedWith(error, "DISK")) database.wrote?.(false);
      const again = isClosed || (mode === "readonly" && failedWith(error, "DISK"));
      if (!isFirst || !again || !database.lost) throw error;
    }
  }
}

async function runOnce<T>(
  database: Store,
  stores: readonly string[],
  mode: "readonly" | "readwrite",
  work: (transaction: IDBTransaction) => Promise<T> | T,
  durability: "strict" | "relaxed",
): Promise<T> {
  let transaction: IDBTransaction;
  try {
    transaction = database.transaction([...stores], mode, { durability });
  } catch (error) {
    throw new LocalFailure("STORE_GONE", "The local store is closed.", { cause: error });
  }
  const committed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(refused(transaction.error));
  });
  try {
    const result = await work(transaction);
    await committed;
    return result;
  } catch (error) {
    committed.catch(() => undefined);
    try {
      transaction.abort();
    } catch {
      // Already finished: the error below says why.
    }
    throw error instanceof DOMException && REFUSED.includes(error.name) ? refused(error) : error;
  }
}

/** All keys of a collection's part of the log, or of one generation of it. */
export function logRange(collection: string, generation?: string): IDBKeyRange {
  const from = generation === undefined ? [collection] : [collection, generation];
  // An array sorts after every string and number, so [] closes the range.
  return IDBKeyRange.bound(from, [...from, []]);
}
