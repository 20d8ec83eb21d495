// All of one collection in memory: its rows, who hears of their changes, and whether they are still on their way from disk.
import type { PreparedQuery, RxDocumentData, RxJsonSchema } from "rxdb";
import { BlockTable } from "./block-table.ts";
import { type Marks, nextMarks, PULLED } from "./marks.ts";
import type { Planned } from "./planner.ts";
import { type Change, type Listener, Listeners, type Source } from "./source.ts";

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

export class RowsState<T> implements Source<T> {
  readonly #schema: RxJsonSchema<RxDocumentData<T>>;
  readonly #listeners = new Listeners<T>();
  #table: BlockTable<T>;
  /** What was put and not told yet. */
  #changes: Change<T>[] = [];
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

  listen(listener: Listener<T>): () => void {
    return this.#listeners.add(listener);
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
    if (this.#listeners.isHeard) {
      const change = this.#changeOf(key, before, row, marks);
      if (change) this.#changes.push(change);
    }
    return before;
  }

  #changeOf(
    documentId: string,
    before: RxDocumentData<T> | null,
    row: RxDocumentData<T> | null,
    marks: Marks,
  ): Change<T> | null {
    if (!before) {
      if (!row) return null;
      return { operation: "INSERT", documentId, documentData: row, previousDocumentData: undefined };
    }
    if (row) return { operation: "UPDATE", documentId, documentData: row, previousDocumentData: before };
    const end = before._rev === marks._rev ? nextMarks() : marks;
    const documentData = { ...before, ...end, _deleted: true };
    return { operation: "DELETE", documentId, documentData, previousDocumentData: before };
  }

  /** Tells of what was put since. */
  tell(): void {
    const changes = this.#changes;
    this.#changes = [];
    this.#listeners.tell(changes, PULLED);
  }

  /** Tells of what RxDB itself has written. */
  written(changes: readonly Change<T>[], context: string): void {
    this.#listeners.tell(changes, context);
  }

  /** Forgets every row, and tells nobody: who has the collection open has to open it anew. */
  clear(): void {
    this.#changes = [];
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

  async find(keys: readonly string[], withDeleted: boolean): Promise<RxDocumentData<T>[]> {
    if (!this.isKnown(keys)) await this.known(keys);
    const found: RxDocumentData<T>[] = [];
    for (const key of keys) {
      const row = this.#table.get(key);
      if (row && (withDeleted || !row._deleted)) found.push(row);
    }
    return found;
  }

  async #planned(prepared: PreparedQuery<T>): Promise<Planned<T>> {
    const planned = this.#table.planner.prepared(prepared);
    if (!this.isKnown(planned.keys)) await this.known(planned.keys);
    return planned;
  }

  async query(prepared: PreparedQuery<T>): Promise<RxDocumentData<T>[]> {
    return this.#table.run(await this.#planned(prepared));
  }

  async count(prepared: PreparedQuery<T>): Promise<number> {
    return this.#table.count(await this.#planned(prepared));
  }
}
