// Which collections are on this computer, and how many records each has. Pure.
import { COLLECTIONS } from "../../records.ts";

/** Collections that hold anything, in the order of daily work. */
export function countsOf(count: (collection: string) => number): { name: string; records: number }[] {
  return COLLECTIONS.map((name) => ({ name, records: count(name) })).filter(({ records }) => records > 0);
}
