// What stands behind one RxCollection: where its records lie, and who hears of changes.
import type { PreparedQuery, RxDocumentData } from "rxdb";

/** A record's change, as RxDB's change streams tell of it. */
export type Change<T> =
  | {
      operation: "INSERT";
      documentId: string;
      documentData: RxDocumentData<T>;
      previousDocumentData: undefined;
    }
  | {
      operation: "UPDATE";
      documentId: string;
      documentData: RxDocumentData<T>;
      previousDocumentData: RxDocumentData<T>;
    }
  | {
      operation: "DELETE";
      documentId: string;
      /** As it is from now on: deleted. */
      documentData: RxDocumentData<T>;
      /** Undefined where RxDB knew nothing of it. */
      previousDocumentData: RxDocumentData<T> | undefined;
    };

/** Changes that come together. */
export interface Bulk<T> {
  /** No other bulk of this window has it. */
  readonly id: string;
  readonly events: readonly Change<T>[];
  readonly context: string;
}

export type Listener<T> = (bulk: Bulk<T>) => void;

/** The records of one RxCollection. They are there whether or not anybody has it open. */
export interface Source<T> {
  /** The changes from now on; answers its own undo. */
  listen(listener: Listener<T>): () => void;
  find(keys: readonly string[], withDeleted: boolean): Promise<RxDocumentData<T>[]>;
  query(prepared: PreparedQuery<T>): Promise<RxDocumentData<T>[]>;
  count(prepared: PreparedQuery<T>): Promise<number>;
}

let bulks = 0;

/** Whoever hears of a source's changes; of what nobody hears nothing is made. */
export class Listeners<T> {
  readonly #listeners = new Set<Listener<T>>();

  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  add(listener: Listener<T>): () => void {
    // One function may listen twice.
    const own: Listener<T> = (bulk) => listener(bulk);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  tell(events: readonly Change<T>[], context: string): void {
    if (events.length === 0) return;
    const bulk = { id: `replica-${++bulks}`, events, context };
    for (const listener of [...this.#listeners]) listener(bulk);
  }
}
