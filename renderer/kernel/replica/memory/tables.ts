// Which collections get a table of their own, and their indexes.
import type { RxDocumentData, RxJsonSchema } from "rxdb";
import { fillWithDefaultSettings } from "rxdb/plugins/core";
import { allResources, resourceOf } from "../../../../shared/kernel/registry.ts";
import type { Row } from "./replica-record.ts";

/** Every collection without indexes lives together in this table, keyed `collection|id`. */
export const SMALL = "small";

/** Indexes of SMALL; every query of it names the collection first. */
const SMALL_INDEXES: readonly (readonly string[])[] = [["replica_collection", "replica_key"]];

/** Longest text of an indexed field; longer values still match, but sort only by these many characters. */
const INDEX_WIDTHS: Readonly<Record<string, number>> = {
  name: 60,
  username: 40,
  phone: 24,
  customer_code: 24,
  invoice_number: 32,
  receipt_number: 32,
  status: 16,
  replica_collection: 40,
  replica_key: 100,
};
const INDEX_WIDTH = 36;

/** The indexes of a large collection, as its resource declares them; search has its own. Empty: it lives in SMALL. */
const indexesOf = (collection: string): readonly (readonly string[])[] =>
  resourceOf(collection)?.indexes ?? [];

export const isLarge = (collection: string): boolean => indexesOf(collection).length > 0;

/** The table of a collection: its own, or SMALL. */
export const tableOf = (collection: string): string => (isLarge(collection) ? collection : SMALL);

/** The key of a record in its table. */
export const keyOf = (collection: string, id: string): string =>
  isLarge(collection) ? id : `${collection}|${id}`;

const widthOf = (field: string): number => INDEX_WIDTHS[field] ?? INDEX_WIDTH;

/**
 * The schema of a table with these indexes: its key and what is indexed, nothing more. Records were checked when they came, and
 * RxDB looks at no other field.
 */
export function schemaWith(primaryKey: string, indexes: readonly (readonly string[])[]): RxJsonSchema<Row> {
  const properties: Record<string, { type: "string"; maxLength: number }> = {};
  for (const field of [primaryKey, ...indexes.flat()])
    properties[field] = { type: "string", maxLength: widthOf(field) };
  return {
    version: 0,
    primaryKey,
    type: "object",
    properties,
    required: [primaryKey],
    indexes: [...indexes.map((index) => [...index]), [primaryKey]],
  };
}

/** The schema of a table, as its RxCollection is opened with it. */
export const schemaOf = (table: string): RxJsonSchema<Row> =>
  table === SMALL ? schemaWith("replica_key", SMALL_INDEXES) : schemaWith("id", indexesOf(table));

/** The same as RxDB fills it: with its marks, and each index beginning with whether a record is deleted. */
export const filledSchemaOf = (table: string): RxJsonSchema<RxDocumentData<Row>> =>
  fillWithDefaultSettings<Row>(schemaOf(table));

/**
 * Hydration and pull order: what daily work begins with, then the small ones (settings, packages: few rows), then the
 * large, each in the order in which resources are listed.
 */
export function inOrder(collections: readonly string[]): string[] {
  const order = allResources().map(({ collection }) => collection);
  const rank = (name: string) => {
    const at = order.indexOf(name);
    if (at === 0) return 0;
    return isLarge(name) ? at + 1 : 1;
  };
  return [...collections].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
