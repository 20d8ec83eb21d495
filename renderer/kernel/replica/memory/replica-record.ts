// A record as screens see it, made of a row as the replica keeps it.
import type { RxDocumentData } from "rxdb";

/** What the replica keeps of a record: its fields, and of SMALL the marks of its table. */
export type Row = Record<string, unknown>;

/** A row in memory, with RxDB's marks. */
export type MarkedRow = RxDocumentData<Row>;

/** A record as the server wrote it, without any mark of the replica's. */
export type ReplicaRecord = Readonly<Record<string, unknown>> & { readonly id: string };

// One record object per stored version, so that a row that did not change is the same object for React.
const records = new WeakMap<object, ReplicaRecord>();

export function recordOf(row: Row): ReplicaRecord {
  let record = records.get(row);
  if (!record) {
    const { _deleted, _rev, _meta, _attachments, replica_key, replica_collection, ...rest } = row;
    record = rest as ReplicaRecord;
    records.set(row, record);
  }
  return record;
}
