// All of one collection in memory: its rows, who hears of their changes, and whether they are still on their way from disk.
import type { RxDocumentData, RxJsonSchema } from "rxdb";
import { type Marks, nextMarks } from "./marks.ts";
import { BlockTable } from "./table/block-table.ts";

/** Whoever hears of every row that is put, and when it is time to tell of them. */
export interface Hearer<T> {
  put(key: string, before: RxDocumentData<T> | null, row: RxDocumentData<T> | null, marks: Marks): void;
  tell(): void;
}

/**
 * Gives a row the texts of the one before where they are equal, as most are: then the new ones die young, which costs nothing,
 * instead of the old ones, 2 kB with every change, which only a full collection of garbage takes.
 */
function keepEqual<R extends object>(before: R, row: R): void {
  for (const field in row) {
    const value = before[field];
    if (typeof value === "string" && row[field] === value) row[field] = value;
  }
}

export class RowsState<T> {
  readonly #schema: RxJsonSchema<RxDocumentData<T>>;
  readonly #hearers = new Set<Hearer<T>>();
  #table: BlockTable<T>;
  #fillings = 0;
  /** Who waits until the last of them is over. */
  #waiting: (() => void)[] = [];

  /** @param filled As RxDB fills it (`fillWithDefaultSettings`). */
  constructor(filled: RxJsonSchema<RxDocumentData<T>>) {
    this.#schema = filled;
    this.#table = new BlockTable(filled);
  }

  get table(): BlockTable<T> {
    return this.#table;
  }

  /** Hears of rows from now on; answers its own undo. */
  hear(hearer: Hearer<T>): () => void {
    this.#hearers.add(hearer);
    return () => {
      this.#hearers.delete(hearer);
    };
  }

  /**
   * Puts a pulled record, or (null) takes it out; answers the one before. Nobody hears of it before `tell`.
   * @param marks Those of the row; of one that is taken out, its end's.
   */
  put(key: string, row: RxDocumentData<T> | null, marks: Marks): RxDocumentData<T> | null {
    const known = this.#table.get(key) ?? null;
    if (known && row) {
      // Twice at once: the later one has to be told from the earlier.
      if (known._rev === row._rev) Object.assign(row, nextMarks());
      keepEqual(known, row);
    }
    const before = this.#table.put(key, row);
    for (const hearer of this.#hearers) hearer.put(key, before, row, marks);
    return before;
  }

  /** Tells of what was put since. */
  tell(): void {
    for (const hearer of this.#hearers) hearer.tell();
  }

  /** Forgets every row, and tells nobody: who has the collection open has to open it anew. */
  clear(): void {
    this.#table = new BlockTable(this.#schema);
  }

  /**
   * From now on until the answer is called, rows are on their way here from disk: of one that is not here nobody says that
   * there is none.
   */
  fill(): () => void {
    this.#fillings++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (--this.#fillings === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    };
  }

  /** Whether a query can be answered in full: every row is here, or those that it names. */
  isKnown(keys: readonly string[] | null): boolean {
    if (this.#fillings === 0) return true;
    return keys?.every((key) => this.#table.get(key)) ?? false;
  }

  /** Resolves once a query can be answered in full. */
  async known(keys: readonly string[] | null): Promise<void> {
    while (!this.isKnown(keys)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
