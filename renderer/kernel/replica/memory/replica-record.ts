// A record as screens see it, made of a row as the replica keeps it.
import type { Row } from "./table.ts";

/** A record as the server wrote it, without any mark of the replica's. */
export type ReplicaRecord = Readonly<Record<string, unknown>> & { readonly id: string };

// One record object per stored version, so that a row that did not change is the same object for React.
const records = new WeakMap<object, ReplicaRecord>();

export function recordOf(row: Row): ReplicaRecord {
  let record = records.get(row);
  if (!record) {
    const { _deleted, replica_key, replica_collection, ...rest } = row;
    record = rest as ReplicaRecord;
    records.set(row, record);
  }
  return record;
}
