// The RxDatabase of a replica.
import { createRxDatabase, type RxDatabase } from "rxdb/plugins/core";
import { createStorage, type StorageOptions } from "./index.ts";

let opened = 0;

/** One window may have several, each under its own name: a person's, and that of another company. */
export function openDatabase(pulled: NonNullable<StorageOptions["pulled"]>): Promise<RxDatabase> {
  return createRxDatabase({
    name: `replica-${++opened}`,
    storage: createStorage({ log: null, pulled }),
    // Windows tell each other of batches in the log (tabs.ts), not of records.
    multiInstance: false,
    eventReduce: true,
  });
}
