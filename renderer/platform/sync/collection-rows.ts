// Which collections are on this computer, and how many records each has. Pure.
import { allResources } from "../../../shared/kernel/registry.ts";

/** Collections that hold anything, in the order of daily work. */
export function countsOf(count: (collection: string) => number): { name: string; records: number }[] {
  return allResources()
    .filter(({ replica }) => replica)
    .map(({ collection }) => ({ name: collection, records: count(collection) }))
    .filter(({ records }) => records > 0);
}
