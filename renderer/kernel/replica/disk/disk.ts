// IndexedDB with promises: one database per server, tenant and user, and its stores.
import { LocalFailure } from "../../connection/local-failure.ts";

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
  /** Sealed odds and ends: token, identity, device: name. */
  | "meta"
  /** Commands that the server has not answered yet: device_seq. */
  | "outbox"
  /** Commands that it has answered: device_seq. */
  | "settled"
  /** Files of commands, handed in or not, without their bytes: the command's id. */
  | "attachments"
  /** The bytes of those files, sealed: the command's id. */
  | "attachment_bytes"
  /** The last device_seq and receipt sequences given out, and whether the store is about to go: name. */
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

/**
 * Opens (and makes) a database. `onGone` hears when it is closed from elsewhere: cleared, deleted, or its disk lost.
 * @throws LocalFailure STORE_UNAVAILABLE when the browser refuses.
 */
export function openDatabase(
  name: string,
  version: number,
  upgrade: (database: IDBDatabase) => void,
  onGone: () => void = () => {},
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) =>
      reject(new LocalFailure("STORE_UNAVAILABLE", "The local store can't be opened.", { cause }));
    let request: IDBOpenDBRequest;
    try {
      request = indexedDB.open(name, version);
    } catch (error) {
      return refuse(error);
    }
    request.onupgradeneeded = () => upgrade(request.result);
    request.onerror = () => refuse(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // Another window wipes this database: letting go at once keeps it from waiting for ever.
      database.onversionchange = () => {
        database.close();
        onGone();
      };
      database.onclose = onGone;
      resolve(database);
    };
  });
}

export function openDisk(name: string, onGone?: () => void): Promise<IDBDatabase> {
  const upgrade = (database: IDBDatabase) => {
    for (const store of STORES) {
      if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
    }
  };
  return openDatabase(name, VERSION, upgrade, onGone);
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
 * transaction: anything else lets it commit half-way. 'strict' waits until the disk has it.
 * @throws LocalFailure DISK when it did not commit (disk full), STORE_GONE when the store is closed; nothing of it is kept then.
 */
export async function transact<T>(
  database: IDBDatabase,
  stores: readonly string[],
  mode: "readonly" | "readwrite",
  work: (transaction: IDBTransaction) => Promise<T> | T,
  durability: "strict" | "relaxed" = "relaxed",
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
