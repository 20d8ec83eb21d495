// The rows in memory, as RxDB asks for them.
import type { PreparedQuery, RxDocumentData } from "rxdb";
import { type Marks, nextMarks, PULLED } from "./marks.ts";
import type { Hearer, RowsState } from "./rows-state.ts";
import { type Change, type Listener, Listeners, type Source } from "./source.ts";
import type { Planned } from "./table/planner.ts";
import { PreparedQueries } from "./table/prepared.ts";

type Data<T> = RxDocumentData<T>;

export class RowsSource<T> implements Source<T>, Hearer<T> {
  readonly #state: RowsState<T>;
  readonly #listeners = new Listeners<T>();
  /** Rows are heard of while anybody listens. */
  #unhear: (() => void) | null = null;
  /** What was put and not told yet. */
  #changes: Change<T>[] = [];
  readonly #queries: PreparedQueries<T>;

  constructor(state: RowsState<T>) {
    this.#state = state;
    this.#queries = new PreparedQueries(state.table.planner);
  }

  listen(listener: Listener<T>): () => void {
    const undo = this.#listeners.add(listener);
    this.#unhear ??= this.#state.hear(this);
    return () => {
      undo();
      if (this.#listeners.isHeard) return;
      this.#unhear?.();
      this.#unhear = null;
      this.#changes = [];
    };
  }

  put(documentId: string, before: Data<T> | null, row: Data<T> | null, marks: Marks): void {
    if (row)
      this.#changes.push(
        before
          ? { operation: "UPDATE", documentId, documentData: row, previousDocumentData: before }
          : { operation: "INSERT", documentId, documentData: row, previousDocumentData: undefined },
      );
    else if (before) {
      const end = before._rev === marks._rev ? nextMarks() : marks;
      const documentData = { ...before, ...end, _deleted: true };
      this.#changes.push({ operation: "DELETE", documentId, documentData, previousDocumentData: before });
    }
  }

  tell(): void {
    this.#listeners.tell(this.#changes.splice(0), PULLED);
  }

  /** Tells of what RxDB itself has written. */
  written(changes: readonly Change<T>[], context: string): void {
    this.#listeners.tell(changes, context);
  }

  async find(keys: readonly string[], withDeleted: boolean): Promise<RxDocumentData<T>[]> {
    await this.#state.known(keys);
    const found: RxDocumentData<T>[] = [];
    for (const key of keys) {
      const row = this.#state.table.get(key);
      if (row && (withDeleted || !row._deleted)) found.push(row);
    }
    return found;
  }

  async #planned(prepared: PreparedQuery<T>): Promise<Planned<T>> {
    const planned = this.#queries.planned(prepared);
    await this.#state.known(planned.keys);
    return planned;
  }

  async query(prepared: PreparedQuery<T>): Promise<RxDocumentData<T>[]> {
    const planned = await this.#planned(prepared);
    return this.#state.table.run(planned);
  }

  async count(prepared: PreparedQuery<T>): Promise<number> {
    const planned = await this.#planned(prepared);
    return this.#state.table.count(planned);
  }
}
