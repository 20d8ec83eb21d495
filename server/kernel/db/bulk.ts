// Many rows in one statement.
import type { Fragment, Row, Sql, Tx } from "./db.ts";

/** Column name → its type in SQL. */
export type ColumnTypes = Readonly<Record<string, string>>;

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return String(value);
}

// Everything travels as text and is cast by the database: the driver would guess an array's type from its first value.
const casts = (types: ColumnTypes, first: number) =>
  Object.values(types)
    .map((type, index) => `$${index + first}::text[]::${type}[]`)
    .join(", ");

const columnsOf = (types: ColumnTypes, rows: readonly Row[]) =>
  Object.keys(types).map((name) => rows.map((row) => toText(row[name])));

/** More rows than this are a statement of their own, planned anew: no other will have as many. */
const ONE_BY_ONE = 8;

/**
 * Inserts rows in their order with one statement; a column that a row lacks is null. As `values`: where tenants are spread
 * over machines, rows that come out of a query may not be inserted under row-level security.
 * @param rows at most 65,535 values in all.
 */
export function insertRows(
  tx: Tx | Sql,
  table: string,
  types: ColumnTypes,
  rows: readonly Row[],
  ending = "",
): Fragment {
  const names = Object.keys(types);
  const values = rows.map((_row, at) => {
    const casts = Object.values(types).map(
      (type, index) => `$${at * names.length + index + 1}::text::${type}`,
    );
    return `(${casts.join(", ")})`;
  });
  const text = `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")}) values ${values.join(", ")} ${ending}`;
  const given = rows.flatMap((row) => names.map((name) => toText(row[name])));
  return tx.unsafe(text, given, { prepare: rows.length <= ONE_BY_ONE });
}

/**
 * Gives existing rows of a tenant new values, found by `id`; `types` starts with it. Answers the statements.
 *
 * A prepared statement that joins rows with the table may end with a plan made for the average tenant, which reads the
 * whole of a large one for a single row. So few rows are a statement each, which the primary key answers under every
 * plan; for many, the plan is made anew with what it is for.
 */
export function updateRows(
  tx: Tx,
  table: string,
  tenantId: string,
  types: ColumnTypes,
  rows: readonly Row[],
): Fragment[] {
  const values = Object.entries(types).filter(([name]) => name !== "id");
  if (rows.length <= ONE_BY_ONE) {
    const set = values.map(([name, type], index) => `${name} = $${index + 3}::text::${type}`);
    const text = `update ${table} set ${set.join(", ")} where tenant_id = $1 and id = $2::text::uuid`;
    return rows.map((row) => {
      const given = ["id", ...values.map(([name]) => name)].map((name) => toText(row[name]));
      return tx.unsafe(text, [tenantId, ...given], { prepare: true });
    });
  }
  const names = Object.keys(types);
  const set = values.map(([name]) => `${name} = v.${name}`);
  const text = `update ${table} t set ${set.join(", ")} from unnest(${casts(types, 2)}) as v(${names.join(", ")})
    where t.tenant_id = $1 and t.id = v.id and t.id = any($2::text[]::uuid[])`;
  return [tx.unsafe(text, [tenantId, ...columnsOf(types, rows)], { prepare: false })];
}
