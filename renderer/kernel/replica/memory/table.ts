// One collection in memory: rows by key and sorted indexes that a change touches in one small block; RxDB plans the queries.
import type { FilledMangoQuery, MangoQuery, PreparedQuery, RxDocumentData, RxJsonSchema } from "rxdb";
import {
  fillWithDefaultSettings,
  getIndexableStringMonad,
  getQueryMatcher,
  getSortComparator,
  getStartIndexStringFromLowerBound,
  getStartIndexStringFromUpperBound,
  normalizeMangoQuery,
  prepareQuery,
} from "rxdb/plugins/core";
import { IdNumbers } from "./id-numbers.ts";

export type Row = Record<string, unknown>;
type Data = RxDocumentData<Row>;

/** A block of an index is split at this many entries: an insertion moves at most these. */
const BLOCK = 512;

interface Entry {
  readonly at: string;
  row: Row;
}

/** Rows in the order of a text made of their indexed fields. */
class SortedIndex {
  readonly #textOf: (row: Row) => string;
  #blocks: Entry[][] = [];

  constructor(textOf: (row: Row) => string) {
    this.#textOf = textOf;
  }

  /** The first block that may hold this text, and its place in there. */
  #find(at: string, after: boolean): { block: number; place: number } {
    const before = (text: string) => (after ? text <= at : text < at);
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(this.#blocks[middle]!.at(-1)!.at)) low = middle + 1;
      else high = middle;
    }
    const entries = this.#blocks[low];
    if (!entries) return { block: low, place: 0 };
    let from = 0;
    let to = entries.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (before(entries[middle]!.at)) from = middle + 1;
      else to = middle;
    }
    return { block: low, place: from };
  }

  #insert(entry: Entry): void {
    const found = this.#find(entry.at, false);
    // Behind everything: the last block takes it.
    const block = Math.min(found.block, this.#blocks.length - 1);
    const entries = this.#blocks[block];
    if (!entries) {
      this.#blocks = [[entry]];
      return;
    }
    entries.splice(block === found.block ? found.place : entries.length, 0, entry);
    if (entries.length > BLOCK) this.#blocks.splice(block + 1, 0, entries.splice(BLOCK >> 1));
  }

  #entryOf(row: Row): { block: number; place: number } {
    const { block, place } = this.#find(this.#textOf(row), false);
    for (let at = block, from = place; at < this.#blocks.length; at++, from = 0) {
      const found = this.#blocks[at]!.findIndex((entry, n) => n >= from && entry.row === row);
      if (found >= 0) return { block: at, place: found };
    }
    throw new Error("An index has lost a row");
  }

  /** Puts `after` in the place of `before`; null for what was or is not there. */
  change(before: Row | null, after: Row | null): void {
    const text = after ? this.#textOf(after) : null;
    if (before) {
      const { block, place } = this.#entryOf(before);
      const entries = this.#blocks[block]!;
      if (after && entries[place]!.at === text) {
        entries[place]!.row = after;
        return;
      }
      entries.splice(place, 1);
      if (entries.length === 0) this.#blocks.splice(block, 1);
    }
    if (after) this.#insert({ at: text!, row: after });
  }

  /** Rows between two texts, in order, until `take` says that it has enough. */
  walk(from: string, to: string, inclusive: { start: boolean; end: boolean }, take: (row: Row) => boolean) {
    const start = this.#find(from, !inclusive.start);
    for (let block = start.block, place = start.place; block < this.#blocks.length; block++, place = 0) {
      const entries = this.#blocks[block]!;
      for (; place < entries.length; place++) {
        const { at, row } = entries[place]!;
        if (inclusive.end ? at > to : at >= to) return;
        if (!take(row)) return;
      }
    }
  }
}

/** A query that was planned once and is run many times. */
export interface Planned {
  readonly prepared: PreparedQuery<Row>;
  readonly matches: (row: Row) => boolean;
  readonly compare: (a: Row, b: Row) => number;
  /** The keys that the query names, where it names them: nothing else has to be looked at. */
  readonly keys: readonly string[] | null;
}

/** The keys in `{id: "…"}`, `{id: {$eq: "…"}}` or `{id: {$in: […]}}`. */
function keysIn(condition: unknown): readonly string[] | null {
  if (typeof condition === "string") return [condition];
  if (typeof condition !== "object" || condition === null) return null;
  const { $eq, $in } = condition as { $eq?: unknown; $in?: unknown };
  if (typeof $eq === "string") return [$eq];
  return Array.isArray($in) ? [...new Set($in.filter((key) => typeof key === "string"))] : null;
}

/**
 * Gives a row the texts of the one before where they are equal, as most are: then the new ones die young, which costs nothing,
 * instead of the old ones, 2 kB with every change, which only a full collection of garbage takes.
 */
function keepEqual(before: Row, row: Row): void {
  for (const field in row) {
    const value = before[field];
    if (typeof value === "string" && row[field] === value) row[field] = value;
  }
}

export class Table {
  readonly #schema: RxJsonSchema<Data>;
  readonly #primary: string;
  readonly #rows: (Row | null)[] = [];
  readonly #numbers = new IdNumbers((number) => this.#rows[number]?.[this.#primary] as string | undefined);
  readonly #indexes = new Map<string, SortedIndex>();

  constructor(primary: string, indexes: readonly (readonly string[])[], widthOf: (field: string) => number) {
    const properties: Record<string, { type: "string"; maxLength: number }> = {};
    for (const field of [primary, ...indexes.flat()])
      properties[field] = { type: "string", maxLength: widthOf(field) };
    const schema = { version: 0, primaryKey: primary, type: "object", properties, required: [primary] };
    this.#primary = primary;
    this.#schema = fillWithDefaultSettings<Row>({
      ...schema,
      indexes: [...indexes.map((index) => [...index]), [primary]],
    } as RxJsonSchema<Row>);
    for (const index of this.#schema.indexes ?? []) {
      const fields = [index].flat() as string[];
      const textOf = getIndexableStringMonad(this.#schema, fields) as (row: Row) => string;
      this.#indexes.set(fields.join(), new SortedIndex(textOf));
    }
  }

  get(key: string): Row | undefined {
    const number = this.#numbers.of(key);
    return number < 0 ? undefined : (this.#rows[number] ?? undefined);
  }

  /** Every row, in no order. */
  *rows(): Iterable<Row> {
    for (const row of this.#rows) if (row) yield row;
  }

  /** Inserts, replaces, or (null) removes a row; answers the one before. */
  put(key: string, row: Row | null): Row | null {
    const known = this.#numbers.of(key);
    const before = known < 0 ? null : (this.#rows[known] ?? null);
    if (!before && !row) return null;
    if (before && row) keepEqual(before, row);
    this.#rows[known < 0 ? this.#numbers.give(key) : known] = row;
    for (const index of this.#indexes.values()) index.change(before, row);
    return before;
  }

  plan(query: MangoQuery<Row>): Planned {
    const keys = keysIn(query.selector?.[this.#primary]);
    // Every index begins with this field, and no row here is deleted: unless a query says so, none of them narrows it down.
    const selector = { ...query.selector, _deleted: { $eq: false } };
    const filled = normalizeMangoQuery(this.#schema, { ...query, selector } as MangoQuery<Row>);
    const prepared = prepareQuery<Row>(this.#schema, filled as FilledMangoQuery<Row>);
    const asked = { ...prepared.query, selector: query.selector ?? {} } as FilledMangoQuery<Row>;
    const matches = getQueryMatcher(this.#schema, asked) as (row: object) => boolean;
    const compare = getSortComparator(this.#schema, prepared.query) as Planned["compare"];
    return { prepared, matches, compare, keys };
  }

  run({ prepared, matches, compare, keys }: Planned): Row[] {
    const { query, queryPlan } = prepared;
    const limit = query.limit ?? Number.POSITIVE_INFINITY;
    const found: Row[] = [];
    if (keys) {
      for (const key of keys) {
        const row = this.get(key);
        if (row && matches(row)) found.push(row);
      }
    } else {
      const index = this.#indexes.get(queryPlan.index.join());
      if (!index) throw new Error(`There is no index ${queryPlan.index.join()}`);
      const from = getStartIndexStringFromLowerBound(
        this.#schema,
        queryPlan.index,
        queryPlan.startKeys as [],
      );
      const to = getStartIndexStringFromUpperBound(this.#schema, queryPlan.index, queryPlan.endKeys as []);
      const inclusive = { start: queryPlan.inclusiveStart, end: queryPlan.inclusiveEnd };
      const enough = queryPlan.sortSatisfiedByIndex ? limit : Number.POSITIVE_INFINITY;
      index.walk(from, to, inclusive, (row) => {
        if (queryPlan.selectorSatisfiedByIndex || matches(row)) found.push(row);
        return found.length < enough;
      });
    }
    const inOrder = !keys && queryPlan.sortSatisfiedByIndex;
    if (!inOrder) found.sort(compare);
    return found.length > limit ? found.slice(0, limit) : found;
  }
}
