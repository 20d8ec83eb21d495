// The type that each kind of field has in PostgreSQL: of rows that are written, of positions in lists, of a new table's draft.
import { type FieldKind, metaOf } from "../../../shared/kernel/field.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { ColumnTypes } from "../db/bulk.ts";
import { normalColumn } from "../db/normal/keys.ts";

/** Whole numbers are compared as bigint: a column may be either. */
export const SQL_TYPES: Readonly<Record<FieldKind, string>> = {
  text: "text",
  prose: "text",
  choice: "text",
  flag: "boolean",
  count: "bigint",
  decimal: "numeric",
  money: "amount",
  date: "date",
  month: "text",
  instant: "timestamptz",
  reference: "uuid",
  json: "jsonb",
};

const SERVER_COLUMNS: ColumnTypes = { tenant_id: "uuid", id: "uuid", created_at: "timestamptz" };

/**
 * The types of a resource's columns, in this order, each with that of its normal form where that is kept.
 * @throws Error for a name that it was not declared with: a defect.
 */
export function columnTypes<R extends Resource>(
  { name: of, fields }: R,
  names: readonly ((keyof R["fields"] & string) | "tenant_id" | "id" | "created_at")[],
): ColumnTypes {
  const types = names.flatMap((name) => {
    const meta = Object.hasOwn(fields, name) && fields[name] ? metaOf(fields[name]) : undefined;
    const type = meta ? SQL_TYPES[meta.kind] : SERVER_COLUMNS[name];
    if (!type) throw new Error(`${of} has no ${name}`);
    return [[name, type], ...(meta?.is_key ? [[normalColumn(name), "text"]] : [])];
  });
  return Object.fromEntries(types);
}
