// Many rows in one statement.
import { isOnCluster } from "./cluster/on-cluster.ts";
import type { Fragment, Row, Sql, Tx } from "./db.ts";
import { DeferredRows, type DeferredWrite } from "./deferred-writes.ts";
import { literal, literals, plannedAnew } from "./literal.ts";
import { valueFor } from "./normal/columns.ts";

/** Column name → its type in SQL. */
export type ColumnTypes = Readonly<Record<string, string>>;

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return String(value);
}

// Everything travels as text and is cast by the database: the driver would guess an array's type from its first value.
const casts = (types: ColumnTypes) =>
  Object.values(types)
    .map((type, index) => `$${index + 1}::text[]::${type}[]`)
    .join(", ");

const columnsOf = (types: ColumnTypes, rows: readonly Row[]) =>
  Object.keys(types).map((name) => rows.map((row) => toText(valueFor(row, name))));

type ById = (tx: Tx, table: string, tenantId: string, ids: readonly string[]) => Fragment;

/** A part of `from`: each id is looked up separately, whatever the plan. */
const oneByOne = (tx: Tx, table: string, tenantId: string, ids: readonly string[], lock: Fragment) =>
  tx`unnest(${[...new Set(ids)]}::text[]::uuid[]) wanted (id) cross join lateral (
    select * from ${tx(table)} o where o.tenant_id = ${tenantId} and o.id = wanted.id limit 1 ${lock})`;

const amongIds: ById = (tx, table, tenantId, ids) =>
  tx`from ${tx(table)} o where o.tenant_id = ${tenantId} and o.id = any(${[...ids]}::text[]::uuid[])`;

/**
 * The rows of a tenant's table that have these ids, as a part of `from`: each is looked up by its primary key. With
 * `id = any(…)` a prepared statement may end with a plan made for the average tenant, which goes through all entries of a
 * large one in whichever index has the id somewhere behind. The nodes of a cluster plan each statement for its values, and
 * take no question within a question.
 */
export const rowsByIds: ById = (tx, table, tenantId, ids) =>
  isOnCluster(tx)
    ? tx`(select * ${amongIds(tx, table, tenantId, ids)})`
    : oneByOne(tx, table, tenantId, ids, tx``);

/** The statement that locks them in order of their ids, `for no key update`. */
export const lockByIds: ById = (tx, table, tenantId, ids) =>
  isOnCluster(tx)
    ? tx`select 1 ${amongIds(tx, table, tenantId, ids)} order by o.id for no key update`
    : tx`select 1 from ${oneByOne(tx, table, tenantId, [...ids].sort(), tx`for no key update`)} t`;

/** Of this many rows each is written by its own values; of more, column by column. */
const ONE_BY_ONE = 8;

/** Rows in lots of so few that the statements which write them are known to every connection soon. */
export const inLots = <T>(rows: readonly T[], size = ONE_BY_ONE): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_none, at) =>
    rows.slice(at * size, (at + 1) * size),
  );

/** Texts of statements that are made again and again: by the types of their columns (a constant), what is set besides, and the rest. */
const texts = new WeakMap<ColumnTypes, WeakMap<object, Map<string, string>>>();

function textOf(
  types: ColumnTypes,
  besides: SetBesides | undefined,
  rest: string,
  make: () => string,
): string {
  const known = texts.get(types)?.get(besides ?? types);
  const text = known?.get(rest);
  if (text !== undefined) return text;
  const made = make();
  const ofTypes = texts.get(types) ?? new WeakMap<object, Map<string, string>>();
  texts.set(types, ofTypes.set(besides ?? types, (known ?? new Map<string, string>()).set(rest, made)));
  return made;
}

/** The text that inserts so few rows as `values`. */
const insertText = (table: string, types: ColumnTypes, rows: number, ending: string): string =>
  textOf(types, undefined, `insert ${rows} ${table} ${ending}`, () => {
    const casts = Object.values(types);
    const values = Array.from({ length: rows }, (_none, row) => {
      const given = casts.map((type, column) => `$${row * casts.length + column + 1}::text::${type}`);
      return `(${given.join(", ")})`;
    });
    return `${intoText(table, types)} values ${values.join(", ")} ${ending}`;
  });

const intoText = (table: string, types: ColumnTypes): string =>
  `insert into ${table} (${Object.keys(types)
    .map((name) => `"${name}"`)
    .join(", ")})`;

/**
 * Inserts rows in their order with one statement; a column that a row lacks is null. A few go as `values`. Many go as one
 * array a column: a third of the database's time, since it has to read a dozen parameters in place of ten thousand. A
 * cluster would copy what is selected from arrays, which it may not behind a tenant's wall: it gets values.
 */
export function insertRows(
  tx: Tx | Sql,
  table: string,
  types: ColumnTypes,
  rows: readonly Row[],
  ending = "",
): Fragment {
  if (rows.length > ONE_BY_ONE && isOnCluster(tx)) {
    const given = (row: Row) =>
      Object.entries(types).map(([name, type]) => {
        const text = toText(valueFor(row, name));
        return `${text === null ? "null" : literal(text)}::${type}`;
      });
    const values = rows.map((row) => `(${given(row).join(", ")})`);
    return plannedAnew(tx, `${intoText(table, types)} values ${values.join(", ")} ${ending}`);
  }
  if (rows.length > ONE_BY_ONE) {
    const text = `${intoText(table, types)} select * from unnest(${casts(types)}) ${ending}`;
    return tx.unsafe(text, columnsOf(types, rows), { prepare: true });
  }
  const names = Object.keys(types);
  const given = rows.flatMap((row) => names.map((name) => toText(valueFor(row, name))));
  return tx.unsafe(insertText(table, types, rows.length, ending), given, { prepare: true });
}

/** The same, for the end of a transaction: a few rows are written together with others alike. */
export function planInsert(tx: Tx, table: string, types: ColumnTypes, rows: readonly Row[]): DeferredWrite {
  if (rows.length > ONE_BY_ONE) return insertRows(tx, table, types, rows);
  return new DeferredRows(insertText(table, types, 1, ""), rows, (all) =>
    inLots(all).map((lot) => insertRows(tx, table, types, lot)),
  );
}

/** What is set besides, of the row `t` as it was and `value(name)` as it becomes: SQL of our own. */
export type SetBesides = (value: (name: string) => string) => string;

/** `v_…` is given for what is set besides alone: it is no column. */
const isGiven = (name: string): boolean => name.startsWith("v_");

/**
 * Gives existing rows of a tenant new values, found by `id`; `types` starts with it. Answers the statements.
 *
 * A prepared statement that joins rows with the table may end with a plan made for the average tenant, which reads the
 * whole of a large one for a single row. So few rows are a statement each, which the primary key answers under every
 * plan; for many, it is planned for its values.
 */
export function updateRows(
  tx: Tx,
  table: string,
  tenantId: string,
  types: ColumnTypes,
  rows: readonly Row[],
  besides?: SetBesides,
): Fragment[] {
  const names = Object.keys(types);
  if (rows.length <= ONE_BY_ONE) {
    const text = updateText(table, types, besides);
    return rows.map((row) =>
      tx.unsafe(text, [tenantId, ...names.map((name) => toText(valueFor(row, name)))], { prepare: true }),
    );
  }
  const set = names.slice(1).flatMap((name) => (isGiven(name) ? [] : [`${name} = v.${name}`]));
  if (besides) set.push(besides((name) => `v.${name}`));
  const columns = columnsOf(types, rows).map(literals);
  const typed = Object.values(types).map((type, index) => `${columns[index]}::text[]::${type}[]`);
  const text = `update ${table} t set ${set.join(", ")} from unnest(${typed.join(", ")}) as v(${names.join(", ")})
    where t.tenant_id = ${literal(tenantId)} and t.id = v.id and t.id = any(${columns[0]}::text[]::uuid[])`;
  return [plannedAnew(tx, text)];
}

/** The text that updates one row by its own values. */
const updateText = (table: string, types: ColumnTypes, besides: SetBesides | undefined): string =>
  textOf(types, besides, `update ${table}`, () => {
    const [, ...values] = Object.entries(types);
    const given = new Map(values.map(([name, type], index) => [name, `$${index + 3}::text::${type}`]));
    const set = [...given].flatMap(([name, value]) => (isGiven(name) ? [] : [`${name} = ${value}`]));
    if (besides) set.push(besides((name) => given.get(name) ?? "null"));
    return `update ${table} t set ${set.join(", ")} where t.tenant_id = $1 and t.id = $2::text::uuid`;
  });

/** The same, for the end of a transaction: together with others alike. */
export const planUpdate = (
  tx: Tx,
  table: string,
  tenantId: string,
  types: ColumnTypes,
  rows: readonly Row[],
  besides?: SetBesides,
): DeferredRows =>
  new DeferredRows(updateText(table, types, besides), rows, (all) =>
    updateRows(tx, table, tenantId, types, all, besides),
  );
