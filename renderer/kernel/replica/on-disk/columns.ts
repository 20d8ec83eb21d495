// What stays in memory of records that are kept on disk: for each a few numbers, by which those that a query may mean are
// found without reading any. A number never tells two values apart for sure: who reads the records looks again. Pure.
import { metaOf } from "../../../../shared/kernel/field.ts";
import { resourceOf } from "../../../../shared/kernel/registry.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { hashOf, idCells } from "../memory/id-hash.ts";
import { numberFields } from "./number-fields.ts";

/** Two numbers of the id, whether it is there, then one for every field that queries name. */
const BEFORE_FIELDS = 3;
/** Third cell of a record that was deleted. */
export const DELETED = 1;
const MINUTE_MS = 60_000;
const TIMES = ["date", "month", "instant"];

export interface Field {
  readonly name: string;
  /** Its numbers are in order of time, by the minute. */
  readonly is_time: boolean;
}

const known = new Map<string, readonly Field[]>();

/** Whether a collection's records are kept on disk. */
export const isOnDisk = (collection: string): boolean => resourceOf(collection)?.replica_on_disk ?? false;

/** The fields of a collection by which its records are found: those of its indexes, and the numbers on its papers. */
export function fieldsFound(collection: string): readonly Field[] {
  let fields = known.get(collection);
  if (!fields) {
    const resource = resourceOf(collection);
    const names = resource ? [...new Set([...resource.indexes.flat(), ...numberFields(resource)])] : [];
    fields = names.map((name) => {
      const field = resource && own(resource.fields, name);
      // The server's own stamps are times, too.
      return { name, is_time: field ? TIMES.includes(metaOf(field).kind) : name.endsWith("_at") };
    });
    known.set(collection, fields);
  }
  return fields;
}

/** Cells of one record. */
export const widthOf = (fields: readonly Field[]): number => BEFORE_FIELDS + fields.length;

/** The cell of the n-th field. */
export const cellOf = (field: number): number => BEFORE_FIELDS + field;

/** A value as one number: a time's minute, of anything else a mark; 0 for what is not there. */
export function codeOf(value: unknown, { is_time }: Pick<Field, "is_time">): number {
  if (value === null || value === undefined) return 0;
  if (!is_time) return hashOf(String(value)) || 1;
  const minute = Math.floor(Date.parse(String(value)) / MINUTE_MS);
  return Number.isNaN(minute) ? 0 : Math.max(1, minute);
}

/** The cells of a batch's records, one after the other. */
export function columnsOf(
  collection: string,
  documents: readonly ReplicaDocument[],
): Uint32Array<ArrayBuffer> {
  const fields = fieldsFound(collection);
  const width = widthOf(fields);
  const cells = new Uint32Array(documents.length * width);
  for (const [n, document] of documents.entries()) {
    const at = n * width;
    const [one, other] = idCells(document.id);
    cells[at] = one;
    cells[at + 1] = other;
    if (document._deleted) cells[at + 2] = DELETED;
    else
      for (const [m, field] of fields.entries()) cells[at + cellOf(m)] = codeOf(document[field.name], field);
  }
  return cells;
}
