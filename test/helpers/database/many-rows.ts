// Many rows of a tenant in the table of any resource, copied from one that is there: so that the plans of its lists can be
// looked at, whichever resources there come to be.
import type { Sql } from "../../../server/kernel/db/db.ts";
import type { FieldMeta } from "../../../shared/kernel/field.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { fieldsOf, type Resource } from "../../../shared/kernel/resource.ts";
import { vacuumed } from "./vacuumed.ts";

/** One row in so many has the rare value of a filter. */
export const RARE_EVERY = 100;
/** Tenants beside the large one, and rows of each: to the planner a tenant has few. */
const SMALL = { tenants: 500, rows: 4 };
const NEEDLE = "needle-of-the-haystack";

interface Filled {
  /** For each filter the query that finds about one row in a hundred. */
  queries: Readonly<Record<string, string>>;
}

interface Loosened {
  /** Indexes to be made at the end. */
  later: string[];
  /** Columns of which each value is one record's. */
  single: string[];
}

/** Makes the copies possible: rules between columns are of no matter here; indexes stay, as plain ones. */
async function loosen(sql: Sql, table: string): Promise<Loosened> {
  const checks = await sql<{ name: string }[]>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`;
  for (const { name } of checks) await sql`alter table ${sql(table)} drop constraint ${sql(name)}`;
  const indexes = await sql<
    { name: string; definition: string; is_constraint: boolean; is_unique: boolean }[]
  >`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, i.indisunique as is_unique,
      exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('u', 'x')) as is_constraint
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass and not i.indisprimary
      and (i.indisunique or i.indisexclusion or c.relname = ${`${table}_search`})`;
  for (const { name, is_constraint } of indexes) {
    if (is_constraint) await sql`alter table ${sql(table)} drop constraint ${sql(name)} cascade`;
    else await sql`drop index ${sql(name)} cascade`;
  }
  return {
    later: indexes.map(({ definition }) => definition.replace("CREATE UNIQUE INDEX", "CREATE INDEX")),
    single: indexes.flatMap(({ definition }) => /UNIQUE .*\(tenant_id, (\w+)\)$/.exec(definition)?.[1] ?? []),
  };
}

/** Where values of this kind are a range, each row has its own: the nth as SQL. */
const SPREAD: Partial<Record<FieldMeta["kind"], string>> = {
  date: "date '2030-01-01' + n::int",
  instant: "timestamptz '2030-01-01' + n * interval '1 minute'",
  money: "n",
  count: "n",
  decimal: "n",
};

const DAY_MS = 86_400_000;
const FIRST = Date.parse("2030-01-01T00:00:00Z");
const rangeOf: Partial<Record<FieldMeta["kind"], (n: number) => string>> = {
  date: (n) => new Date(FIRST + n * DAY_MS).toISOString().slice(0, 10),
  instant: (n) => new Date(FIRST + n * 60_000).toISOString(),
};

/** A value that the copied row has not. */
function rareOf(meta: FieldMeta, common: unknown): string {
  if (meta.choices) return meta.choices.find((choice) => choice !== common) ?? String(common);
  if (meta.kind === "reference") return newId();
  if (meta.kind === "month") return "2031-01";
  if (meta.kind === "flag") return String(common !== true);
  return "rare";
}

/** @param sql a superuser's connection, and a database of the test's own. @param count of the tenant's rows. */
export async function putManyRows(
  sql: Sql,
  tenant: string,
  resource: Resource,
  count: number,
): Promise<Filled> {
  const { table, order, search } = resource;
  const metas = new Map(fieldsOf(resource));
  const [row] = await sql`select * from ${sql(table)} where tenant_id = ${tenant} limit 1`;
  if (!row) throw new Error(`${table} has no row to copy`);
  const columns = await sql<{ name: string; type: string; is_own: boolean }[]>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attidentity <> '' or a.attgenerated <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval%', false) as is_own
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped`;
  const { later, single } = await loosen(sql, table);
  const typeOf = new Map(columns.map(({ name, type }) => [name, type]));
  const values = new Map<string, string>([["id", "gen_random_uuid()"]]);
  const queries: Record<string, string> = {};
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  for (const name of order.map((term) => term.replace(/^-/, ""))) {
    const kind = metas.get(name)?.kind ?? (typeOf.get(name)?.startsWith("timestamp") ? "instant" : "text");
    values.set(name, SPREAD[kind] ?? values.get(name) ?? `t.${name}`);
  }
  for (const [at, name] of (resource.large?.filters ?? []).entries()) {
    const meta = metas.get(name);
    const spread = meta && SPREAD[meta.kind];
    if (!meta || !typeOf.has(name)) continue;
    if (spread) {
      const value = rangeOf[meta.kind] ?? String;
      values.set(name, spread);
      queries[name] =
        `${name}__gte=${value(count / 2)}&${name}__lte=${value(count / 2 + count / RARE_EVERY)}`;
      continue;
    }
    const rare = rareOf(meta, row[name]);
    // Lists of customers' records show none that has no customer.
    const common = meta.kind === "reference" ? `coalesce(t."${name}", ${literal(newId())})` : `t."${name}"`;
    const isOne = single.includes(name);
    const one = isOne ? `n = ${count / 2}` : `n % ${RARE_EVERY} = ${at}`;
    const others = isOne && meta.kind === "reference" ? "gen_random_uuid()" : common;
    values.set(name, `case when ${one} then ${literal(rare)}::${typeOf.get(name)} else ${others} end`);
    queries[name] = `${name}=${encodeURIComponent(rare)}`;
  }
  const [searched] = search.filter((name) => !queries[name] && typeOf.get(name) === "text");
  if (searched) {
    const found = `case when n % ${RARE_EVERY} = 99 then ${literal(NEEDLE)} else md5(n::text) end`;
    values.set(searched, found);
    queries.search = `search=${encodeURIComponent(NEEDLE)}`;
  }
  const given = columns.filter(({ is_own }) => !is_own).map(({ name }) => name);
  const copy = (tenantOf: string, numbers: string) => `
    insert into "${table}" (${given.map((name) => `"${name}"`).join(", ")})
    select ${given.map((name) => (name === "tenant_id" ? tenantOf : (values.get(name) ?? `t."${name}"`))).join(", ")}
    from (select * from "${table}" where tenant_id = $1 limit 1) t, ${numbers}`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(copy("t.tenant_id", `generate_series(1, ${count}) n`), [tenant]);
    const small = `lpad((n % ${SMALL.tenants})::text, 32, '0')::uuid`;
    await tx.unsafe(copy(small, `generate_series(1, ${SMALL.tenants * SMALL.rows}) n`), [tenant]);
  });
  for (const definition of later) await sql.unsafe(definition);
  await vacuumed(sql, table);
  // What is searched of customers lies beside them.
  if (table !== "customers") return { queries };
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`select fill_customer_texts()`;
  });
  await vacuumed(sql, "customer_texts");
  return { queries };
}
