// What projections hold, on disk beside the log: opened at once, and made anew of the records where it is not to be had.
import type { Kept } from "../search/projection.ts";
import { type Sealed, sealMany, unsealMany } from "./crypto.ts";
import { answer, type Store, transact } from "./disk.ts";
import type { Head } from "./log.ts";

/** Stands where the cells of a batch have its number. */
const KEPT = "kept";

interface Stored extends Sealed {
  /** It holds the records of so many batches, of so many versions, */
  batches: number;
  written: number;
}

/** How far a kept projection goes. */
export type KeptAt = Pick<Head, "generation" | "batches" | "written">;

export class IndexStore {
  readonly #database: Store;
  readonly #key: CryptoKey;
  readonly #name: string;

  constructor(database: Store, key: CryptoKey, name: string) {
    this.#database = database;
    this.#key = key;
    this.#name = name;
  }

  #bound(collection: string, { generation, batches, written }: KeptAt, { format }: Kept): string {
    return `kept|${this.#name}|${collection}|${generation}|${batches}|${written}|${format}`;
  }

  /**
   * Keeps what a projection holds of a collection at this head; it goes when its log goes.
   * @throws LocalFailure DISK, STORE_GONE.
   */
  async write(head: Head, kept: Kept, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { collection, generation, batches, written } = head;
    const sealed = await sealMany(this.#key, this.#bound(collection, head, kept), bytes);
    await transact(this.#database, ["cells", "heads"], "readwrite", async (tx) => {
      const now = (await answer(tx.objectStore("heads").get(collection))) as KeptAt | undefined;
      // The log was begun anew meanwhile: what was kept of the old one is of no use.
      if (now?.generation !== generation) return;
      const stored: Stored = { ...sealed, batches, written };
      tx.objectStore("cells").put(stored, [collection, generation, KEPT]);
    });
  }

  /** Opens what was kept of a log, and says how far it goes; null where there is nothing, or nothing that opens. */
  async open({ collection, generation, batches }: Head, kept: Kept): Promise<KeptAt | null> {
    const stored = await transact(
      this.#database,
      ["cells"],
      "readonly",
      (tx) =>
        answer(tx.objectStore("cells").get([collection, generation, KEPT])) as Promise<Stored | undefined>,
    );
    if (!stored || stored.batches > batches) return null;
    const at = { generation, batches: stored.batches, written: stored.written };
    try {
      kept.open(await unsealMany(this.#key, this.#bound(collection, at, kept), stored));
      return at;
    } catch {
      // Of another format, or torn: the records say it all again.
      return null;
    }
  }
}
