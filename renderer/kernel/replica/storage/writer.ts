// Writing by RxDB itself, as its interface for storages asks for: conflicts are answered, and a log has it before it is said.
import {
  type BulkWriteRow,
  type CategorizeBulkWriteRowsOutput,
  categorizeBulkWriteRows,
  now,
  type RxDocumentData,
  type RxStorageBulkWriteResponse,
  type RxStorageInstance,
  type StringKeys,
} from "rxdb/plugins/core";
import type { Journal } from "./journal.ts";
import type { RowsSource } from "./rows-source.ts";
import type { RowsState } from "./rows-state.ts";
import type { Change } from "./source.ts";

type Categorized<T> = CategorizeBulkWriteRowsOutput<T>;
type Answer<T> = RxStorageBulkWriteResponse<T>;

export class Writer<T> {
  readonly #state: RowsState<T>;
  readonly #source: RowsSource<T>;
  /** Null: in memory alone. */
  readonly #journal: Journal<T> | null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(state: RowsState<T>, source: RowsSource<T>, journal: Journal<T> | null) {
    this.#state = state;
    this.#source = source;
    this.#journal = journal;
  }

  /** One after the other: what is compared with what is there may not change before it is put. */
  #inTurn<A>(work: () => Promise<A>): Promise<A> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  #categorize(
    instance: RxStorageInstance<T, unknown, unknown>,
    writes: BulkWriteRow<T>[],
    context: string,
  ): Categorized<T> {
    const { table } = this.#state;
    const { primary } = table.planner;
    const known = new Map<string, RxDocumentData<T>>();
    for (const { document } of writes) {
      const key = String((document as Readonly<Record<string, unknown>>)[primary]);
      const row = table.get(key);
      if (row) known.set(key, row);
    }
    return categorizeBulkWriteRows<T>(instance, primary as StringKeys<T>, known, writes, context);
  }

  #put({ bulkInsertDocs, bulkUpdateDocs, eventBulk }: Categorized<T>): void {
    const { table } = this.#state;
    for (const { document } of [...bulkInsertDocs, ...bulkUpdateDocs])
      table.put(table.keyOf(document), document);
    this.#source.written(eventBulk.events as Change<T>[], eventBulk.context);
  }

  write(
    instance: RxStorageInstance<T, unknown, unknown>,
    writes: BulkWriteRow<T>[],
    context: string,
  ): Promise<Answer<T>> {
    const journal = this.#journal;
    if (!journal) {
      const categorized = this.#categorize(instance, writes, context);
      this.#put(categorized);
      return Promise.resolve({ error: categorized.errors });
    }
    return this.#inTurn(async () => {
      const categorized = this.#categorize(instance, writes, context);
      const { bulkInsertDocs, bulkUpdateDocs, errors } = categorized;
      const { table } = this.#state;
      const written = [...bulkInsertDocs, ...bulkUpdateDocs].map(({ document }) => ({
        id: table.keyOf(document),
        _deleted: document._deleted,
        document,
      }));
      if (written.length > 0) await journal.append(written);
      this.#put(categorized);
      return { error: errors };
    });
  }

  /** Forgets documents that were deleted longer ago than that; the log does so once it holds no others that were deleted. */
  cleanup(minimumDeletedTime: number): Promise<void> {
    return this.#inTurn(async () => {
      const { table } = this.#state;
      const until = now() - minimumDeletedTime;
      const deleted = [...table.rows()].filter((row) => row._deleted);
      const old = deleted.filter((row) => row._meta.lwt <= until);
      for (const row of old) table.put(table.keyOf(row), null);
      if (old.length > 0 && old.length === deleted.length) await this.#journal?.compact();
    });
  }

  remove(): Promise<void> {
    return this.#inTurn(async () => {
      this.#state.clear();
      await this.#journal?.drop();
    });
  }
}
