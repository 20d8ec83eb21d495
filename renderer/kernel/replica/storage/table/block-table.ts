// One collection in memory: rows by key and sorted indexes, made of an RxJsonSchema. It answers what RxDB has planned.
import type { MangoQuery, RxDocumentData, RxJsonSchema } from "rxdb";
import {
  getIndexableStringMonad,
  getStartIndexStringFromLowerBound,
  getStartIndexStringFromUpperBound,
} from "rxdb/plugins/core";
import { IdNumbers } from "../../memory/id-numbers.ts";
import { type Planned, Planner } from "./planner.ts";
import { SortedIndex } from "./sorted-index.ts";

export class BlockTable<T> {
  readonly planner: Planner<T>;
  readonly #rows: (RxDocumentData<T> | null)[] = [];
  readonly #numbers = new IdNumbers((number) => {
    const row = this.#rows[number];
    return row ? this.keyOf(row) : undefined;
  });
  readonly #indexes = new Map<string, SortedIndex<RxDocumentData<T>>>();

  /** @param filled As RxDB fills it (`fillWithDefaultSettings`). */
  constructor(filled: RxJsonSchema<RxDocumentData<T>>) {
    this.planner = new Planner(filled);
    const { schema, indexes } = this.planner;
    for (const fields of indexes)
      this.#indexes.set(fields.join(), new SortedIndex(getIndexableStringMonad(schema, fields)));
  }

  keyOf(row: RxDocumentData<T>): string {
    const fields: Readonly<Record<string, unknown>> = row;
    return String(fields[this.planner.primary]);
  }

  get(key: string): RxDocumentData<T> | undefined {
    const number = this.#numbers.of(key);
    return number < 0 ? undefined : (this.#rows[number] ?? undefined);
  }

  /** Every row, in no order. */
  *rows(): Iterable<RxDocumentData<T>> {
    for (const row of this.#rows) if (row) yield row;
  }

  /** Inserts, replaces, or (null) removes a row; answers the one before. */
  put(key: string, row: RxDocumentData<T> | null): RxDocumentData<T> | null {
    const known = this.#numbers.of(key);
    const before = known < 0 ? null : (this.#rows[known] ?? null);
    if (!before && !row) return null;
    this.#rows[known < 0 ? this.#numbers.give(key) : known] = row;
    for (const index of this.#indexes.values()) index.change(before, row);
    return before;
  }

  plan(query: MangoQuery<T>): Planned<T> {
    return this.planner.plan(query);
  }

  /** Every row that a query looks at and means, in the order of looking, until `take` has enough. */
  #walk({ prepared, matches, keys }: Planned<T>, take: (row: RxDocumentData<T>) => boolean): void {
    if (keys) {
      for (const key of keys) {
        const row = this.get(key);
        if (row && matches(row)) take(row);
      }
      return;
    }
    const { index, startKeys, endKeys, inclusiveStart, inclusiveEnd, selectorSatisfiedByIndex } =
      prepared.queryPlan;
    const sorted = this.#indexes.get(index.join());
    if (!sorted) throw new Error(`There is no index ${index.join()}`);
    const { schema } = this.planner;
    const range = {
      from: getStartIndexStringFromLowerBound(schema, index, startKeys as []),
      to: getStartIndexStringFromUpperBound(schema, index, endKeys as []),
      inclusive: { start: inclusiveStart, end: inclusiveEnd },
    };
    sorted.walk(range, (row) => (selectorSatisfiedByIndex || matches(row) ? take(row) : true));
  }

  run(planned: Planned<T>): RxDocumentData<T>[] {
    const { skip = 0, limit = Number.POSITIVE_INFINITY } = planned.prepared.query;
    const end = skip + limit;
    const inOrder = !planned.keys && planned.prepared.queryPlan.sortSatisfiedByIndex;
    const found: RxDocumentData<T>[] = [];
    if (end > 0)
      this.#walk(planned, (row) => {
        found.push(row);
        return !inOrder || found.length < end;
      });
    if (!inOrder) found.sort(planned.compare);
    return skip > 0 || found.length > end ? found.slice(skip, end) : found;
  }

  /** How many a query means, whatever it limits. */
  count(planned: Planned<T>): number {
    let count = 0;
    this.#walk(planned, () => {
      count++;
      return true;
    });
    return count;
  }
}
