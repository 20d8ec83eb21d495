// Which columns hold a normal form, and of which there is one alone.
import type { Tx } from "../db.ts";

/** A key of normal forms, as migration 0044 names it. */
export interface NormalKey {
  table: string;
  /** The columns as they were typed; each has its form in `<column>_normal`. */
  spelled: readonly string[];
  /** What else is in the key, beside the tenant. */
  beside: readonly string[];
  /** Of which rows there is one, as SQL. */
  only_where: string;
  of_tenants: boolean;
}

/** All keys that 0045 keeps. */
export const normalKeys = (tx: Tx): Promise<NormalKey[]> => tx<NormalKey[]>`
  select k.*, exists (select from pg_attribute a where a.attrelid = to_regclass(k."table") and a.attname = 'tenant_id') as of_tenants
  from normal_keys() k`;

/** The column that holds a field's normal form. */
export const normalColumn = (field: string): string => `${field}_normal`;

/** The field whose normal form a column holds; any other column's own name. */
export const spelledColumn = (column: string): string => column.replace(/_normal$/, "");
