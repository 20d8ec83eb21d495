// What RxDB itself writes into a collection, kept in the sealed log: the documents with RxDB's marks, in the order of writing.
import type { RxDocumentData } from "rxdb";
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { batchesOf, type Head, type Log, newHead } from "../disk/log.ts";

/** A document in the log, under its key. */
interface Written<T> extends ReplicaDocument {
  document: RxDocumentData<T>;
}

export class Journal<T> {
  readonly #log: Log;
  #head: Head;

  private constructor(log: Log, head: Head) {
    this.#log = log;
    this.#head = head;
  }

  /**
   * Opens the log of a collection; `read` hears of every document that is in it, in the order of writing.
   * @throws LogDamaged
   */
  static async open<T>(
    log: Log,
    name: string,
    read: (key: string, document: RxDocumentData<T>) => void,
  ): Promise<Journal<T>> {
    const known = await log.head(name);
    if (known)
      for await (const documents of log.read(known))
        for (const written of documents) {
          const { id, document } = written as Written<T>;
          read(id, document);
        }
    const head = known ?? newHead({ name, schema_version: 0, epoch: "" });
    return new Journal(log, head);
  }

  /** Resolves once the log has them. @throws LocalFailure DISK, STORE_GONE; LogConflict where another window wrote. */
  async append(written: readonly Written<T>[]): Promise<void> {
    const batches = batchesOf(this.#head.collection, written);
    this.#head = await this.#log.append(this.#head, batches, null, true);
  }

  /** Writes the log anew without documents that were deleted. */
  async compact(): Promise<void> {
    this.#head = await this.#log.compact(this.#head, null);
  }

  async drop(): Promise<void> {
    await this.#log.drop(this.#head.collection);
  }
}
