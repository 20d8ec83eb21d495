// Many rows in one statement.
import { isOnCluster } from "./cluster/on-cluster.ts";
import type { Fragment, Row, Sql, Tx } from "./db.ts";
import { literal, literals, plannedAnew } from "./literal.ts";

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
  Object.keys(types).map((name) => rows.map((row) => toText(row[name])));

type ById = (tx: Tx, table: string, tenantId: string, ids: readonly string[]) => Fragment;

/** A part of `from`: each id is looked up in a question of its own, whatever the plan. */
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

/** A statement that could as well write the rows of others like it. */
interface Mergeable {
  /** Alike are those with the same. */
  like: string;
  rows: readonly Row[];
  write(rows: readonly Row[]): Fragment[];
}

const mergeable = new WeakMap<Fragment, Mergeable>();

/** Says of a statement what it writes, so that several like it become few (`merged`). */
export function canMerge(statement: Fragment, how: Mergeable): Fragment {
  mergeable.set(statement, how);
  return statement;
}

/** As few statements as do what these alike do. A row that is written twice is written in order. */
function asFew(statements: readonly Fragment[]): readonly Fragment[] {
  const [first] = statements;
  const how = first && mergeable.get(first);
  if (!how || statements.length === 1) return statements;
  const rows = statements.flatMap((one) => mergeable.get(one)?.rows ?? []);
  return new Set(rows.map(({ id }) => id)).size < rows.length ? statements : how.write(rows);
}

/**
 * The statements of several pieces of work that write different rows, as one list in which each keeps its order, and those
 * alike are merged.
 */
export function merged(works: readonly (readonly Fragment[])[]): Fragment[] {
  const alike = new Map<unknown, Fragment[]>();
  const before = new Map<unknown, Set<unknown>>();
  for (const statements of works) {
    let last: unknown = null;
    for (const statement of statements) {
      const like = mergeable.get(statement)?.like ?? statement;
      alike.set(like, [...(alike.get(like) ?? []), statement]);
      const waitsFor = before.get(like) ?? new Set();
      if (last !== null) waitsFor.add(last);
      before.set(like, waitsFor);
      last = like;
    }
  }
  const order: unknown[] = [];
  for (let next: unknown; before.size > 0; order.push(next)) {
    next = [...before].find(([, waitsFor]) => [...waitsFor].every((one) => !before.has(one)))?.[0];
    // Two of them write the same in different orders: as they came, then.
    if (next === undefined) return works.flat();
    before.delete(next);
  }
  return order.flatMap((like) => asFew(alike.get(like) ?? []));
}

/** Of this many rows each is written by its own values; of more, column by column. */
const ONE_BY_ONE = 8;

/** Rows in lots of so few that the statements which write them are known to every connection soon. */
export const inLots = <T>(rows: readonly T[], size = ONE_BY_ONE): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_none, at) =>
    rows.slice(at * size, (at + 1) * size),
  );

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
  const names = Object.keys(types);
  const into = `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")})`;
  if (rows.length > ONE_BY_ONE && isOnCluster(tx)) {
    const given = (row: Row) =>
      Object.entries(types).map(([name, type]) => {
        const text = toText(row[name]);
        return `${text === null ? "null" : literal(text)}::${type}`;
      });
    const text = `${into} values ${rows.map((row) => `(${given(row).join(", ")})`).join(", ")} ${ending}`;
    return plannedAnew(tx, text);
  }
  if (rows.length > ONE_BY_ONE) {
    const text = `${into} select * from unnest(${casts(types)}) ${ending}`;
    return tx.unsafe(text, columnsOf(types, rows), { prepare: true });
  }
  const values = rows.map((_row, at) => {
    const casts = Object.values(types).map(
      (type, index) => `$${at * names.length + index + 1}::text::${type}`,
    );
    return `(${casts.join(", ")})`;
  });
  const given = rows.flatMap((row) => names.map((name) => toText(row[name])));
  const text = `${into} values ${values.join(", ")} ${ending}`;
  const statement: Fragment = tx.unsafe(text, given, { prepare: true });
  const write = (all: readonly Row[]) => inLots(all).map((lot) => insertRows(tx, table, types, lot, ending));
  return canMerge(statement, { like: `insert ${table} ${names.join()} ${ending}`, rows, write });
}

/** What is set besides, of the row `t` as it was and `value(name)` as it becomes: SQL of our own. */
export type SetBesides = (value: (name: string) => string) => string;

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
  besides?: SetBesides,
): Fragment[] {
  const values = Object.entries(types).filter(([name]) => name !== "id");
  if (rows.length <= ONE_BY_ONE) {
    const given = new Map(values.map(([name, type], index) => [name, `$${index + 3}::text::${type}`]));
    const set = [...given].map(([name, value]) => `${name} = ${value}`);
    if (besides) set.push(besides((name) => given.get(name) ?? "null"));
    const text = `update ${table} t set ${set.join(", ")} where t.tenant_id = $1 and t.id = $2::text::uuid`;
    const write = (all: readonly Row[]) => updateRows(tx, table, tenantId, types, all, besides);
    return rows.map((row) => {
      const given = ["id", ...values.map(([name]) => name)].map((name) => toText(row[name]));
      const statement: Fragment = tx.unsafe(text, [tenantId, ...given], { prepare: true });
      return canMerge(statement, { like: text, rows: [row], write });
    });
  }
  const names = Object.keys(types);
  const set = values.map(([name]) => `${name} = v.${name}`);
  if (besides) set.push(besides((name) => `v.${name}`));
  const columns = columnsOf(types, rows).map(literals);
  const typed = Object.values(types).map((type, index) => `${columns[index]}::text[]::${type}[]`);
  const text = `update ${table} t set ${set.join(", ")} from unnest(${typed.join(", ")}) as v(${names.join(", ")})
    where t.tenant_id = ${literal(tenantId)} and t.id = v.id and t.id = any(${columns[0]}::text[]::uuid[])`;
  return [plannedAnew(tx, text)];
}
