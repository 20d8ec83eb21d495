// Which collections get a table of their own, and their indexes.
import { allResources, resourceOf } from "../../../../shared/kernel/registry.ts";

/** Every collection without indexes lives together in this table, keyed `collection|id`. */
export const SMALL = "small";

/** Indexes of SMALL; every query of it names the collection first. */
export const SMALL_INDEXES: readonly (readonly string[])[] = [["replica_collection", "replica_key"]];

/** Longest text of an indexed field; longer values still match, but sort only by these many characters. */
export const INDEX_WIDTHS: Readonly<Record<string, number>> = {
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
export const INDEX_WIDTH = 36;

/** The indexes of a large collection, as its resource declares them; search has its own. Empty: it lives in SMALL. */
export const indexesOf = (collection: string): readonly (readonly string[])[] =>
  resourceOf(collection)?.indexes ?? [];

export const isLarge = (collection: string): boolean => indexesOf(collection).length > 0;

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
