// Queries as RxDB understands them: normalized, planned by an index, with a matcher and an order.
import type { FilledMangoQuery, MangoQuery, PreparedQuery, RxDocumentData, RxJsonSchema } from "rxdb";
import {
  getPrimaryFieldOfPrimaryKey,
  getQueryMatcher,
  getSortComparator,
  normalizeMangoQuery,
  prepareQuery,
} from "rxdb/plugins/core";

/** A query that was planned once and is run many times. */
export interface Planned<T> {
  readonly prepared: PreparedQuery<T>;
  readonly matches: (row: object) => boolean;
  readonly compare: (a: object, b: object) => number;
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

/** Fields of each index. RxDB adds one by the time of writing, for replications that ask a collection: nobody asks here. */
const indexesOf = (schema: { readonly indexes?: RxJsonSchema<unknown>["indexes"] }): string[][] =>
  (schema.indexes ?? [])
    .map((index) => [index].flat() as string[])
    .filter((fields) => !fields.includes("_meta.lwt"));

export class Planner<T> {
  /** With the indexes that are kept alone. */
  readonly schema: RxJsonSchema<RxDocumentData<T>>;
  readonly primary: string;

  /** @param filled As RxDB fills it (`fillWithDefaultSettings`). */
  constructor(filled: RxJsonSchema<RxDocumentData<T>>) {
    this.primary = getPrimaryFieldOfPrimaryKey(filled.primaryKey);
    const indexes = indexesOf(filled);
    this.schema = { ...filled, indexes: indexes.length > 0 ? indexes : [["_deleted", this.primary]] };
  }

  get indexes(): readonly string[][] {
    return indexesOf(this.schema);
  }

  /** How a prepared query is answered: its rows are matched by what was asked. */
  planned(prepared: PreparedQuery<T>, asked: FilledMangoQuery<T>): Planned<T> {
    const { selector } = asked as { selector: Readonly<Record<string, unknown>> };
    return {
      prepared,
      matches: getQueryMatcher(this.schema, asked) as (row: object) => boolean,
      compare: getSortComparator(this.schema, prepared.query) as (a: object, b: object) => number,
      keys: keysIn(selector[this.primary]),
    };
  }

  /** A query of a screen, for records that are there. */
  plan(query: MangoQuery<T>): Planned<T> {
    // Every index begins with this field: unless a query says so, none of them narrows it down.
    const selector = { ...query.selector, _deleted: { $eq: false } };
    const filled = normalizeMangoQuery(this.schema, { ...query, selector } as MangoQuery<T>);
    const prepared = prepareQuery<T>(this.schema, filled);
    // What it is asked of is known to be there, and need not say so.
    return this.planned(prepared, {
      ...prepared.query,
      selector: query.selector ?? {},
    } as FilledMangoQuery<T>);
  }
}
