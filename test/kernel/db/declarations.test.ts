// Declarations are the present, migrations are the history: this holds them together.
import { afterAll, beforeAll, expect, test } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { draftSql } from "../../../server/docs/draft-sql.ts";
import { applyOnCluster } from "../../../server/kernel/db/cluster/migration.ts";
import { openPool, type Sql, type Tx } from "../../../server/kernel/db/db.ts";
import { knowFields, toFailure } from "../../../server/kernel/db/db-failure.ts";
import { migrate, migrationNames } from "../../../server/kernel/db/migrate.ts";
import { SQL_TYPES } from "../../../server/kernel/resource/column-types.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { type FieldKind, metaOf } from "../../../shared/kernel/field.ts";
import { fieldsOf } from "../../../shared/kernel/resource.ts";
import { onCluster } from "../../helpers/database/cluster.ts";
import { freshDatabase } from "../../helpers/postgres.ts";

/** As the catalog calls what a declared kind's column may be. */
const CATALOG: Readonly<Record<string, readonly string[]>> = {
  amount: ["numeric"],
  timestamptz: ["timestamp with time zone"],
  bigint: ["bigint", "integer"],
  jsonb: ["jsonb", "ARRAY", "text"],
};
const typesOf = (kind: FieldKind) => CATALOG[SQL_TYPES[kind]] ?? [SQL_TYPES[kind]];

let sql: Sql;
let database: { url: string; drop(): Promise<void> };

beforeAll(async () => {
  database = await freshDatabase();
  sql = openPool(database.url, null, 2);
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

const served = AREAS.flatMap((area) => area.resources).map(({ resource }) => resource);

test("No two migrations have the same number: in which order they ran would depend on who wrote them", async () => {
  const numbers = (await migrationNames()).map((name) => name.split("-")[0]);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  expect(numbers.length).toBeGreaterThan(10);
});

test("Every served resource's table has its fields, of the declared kinds", async () => {
  const wrong: string[] = [];
  for (const resource of served) {
    const columns = await sql<
      { column_name: string; data_type: string; is_nullable: string; table_type: string }[]
    >`
      select column_name, data_type, is_nullable, table_type from information_schema.columns
        join information_schema.tables using (table_schema, table_name) where table_name = ${resource.view}`;
    const byName = new Map(columns.map((column) => [column.column_name, column]));
    const isView = columns[0]?.table_type === "VIEW";
    for (const [name, meta] of fieldsOf(resource)) {
      const column = byName.get(meta.secret ? `${name}_encrypted` : name);
      if (!column) wrong.push(`${resource.table}.${name} is missing`);
      else if (!meta.secret && !typesOf(meta.kind).includes(column.data_type)) {
        wrong.push(`${resource.table}.${name} is ${column.data_type}, declared as ${meta.kind}`);
      } else if (!meta.secret && !isView && (column.is_nullable === "YES") !== meta.nullable) {
        wrong.push(
          `${resource.table}.${name}: nullable in SQL is ${column.is_nullable}, declared ${meta.nullable}`,
        );
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(served.length).toBeGreaterThan(10);
});

test("No two records of a tenant have the same number", async () => {
  const twice: string[] = [];
  for (const { name, table, fields } of served)
    for (const [field, schema] of Object.entries(fields)) {
      if (!metaOf(schema).numbered) continue;
      const keys =
        await sql`select from pg_constraint where contype = 'u' and conrelid = to_regclass(${table})
        and pg_get_constraintdef(oid) = ${`UNIQUE (tenant_id, ${field})`}`;
      if (keys.length === 0) twice.push(`${name}.${field}`);
    }
  expect(twice).toEqual([]);
});

/** The checks on exactly one column: one on several, e.g. of a state and its moment, is no list of choices. */
function choiceLists(table: string): Promise<{ column: string; definition: string }[]> {
  return sql<{ column: string; definition: string }[]>`
    select a.attname as "column", pg_get_constraintdef(c.oid) as definition from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and c.conrelid = to_regclass(${table})`;
}

test("A CHECK of several columns is not taken for the choices of one of them", async () => {
  await sql`create table states (status text check (status in ('OPEN', 'RESOLVED')), resolved_at timestamptz,
    check ((status = 'RESOLVED') = (resolved_at is not null)))`;
  const lists = await choiceLists("states");
  await sql`drop table states`;
  expect(lists).toHaveLength(1);
  expect(lists[0]).toMatchObject({ column: "status", definition: expect.stringContaining("'OPEN'") });
});

test("A CHECK list in SQL and the choices of the declaration are the same", async () => {
  const wrong: string[] = [];
  for (const resource of served) {
    const checks = await choiceLists(resource.table);
    for (const [name, { choices }] of fieldsOf(resource)) {
      const check = checks.find(({ column, definition }) => column === name && /= ANY|= '/.test(definition));
      if (!choices || !check) continue;
      const inSql = [...check.definition.matchAll(/'([^']+)'::text/g)].map((match) => match[1]);
      if ([...choices].sort().join() !== [...inSql].sort().join())
        wrong.push(`${resource.table}.${name}: ${inSql} ≠ ${choices}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("Every table with a tenant is walled: row-level security on, and forced", async () => {
  const open = await sql<{ relname: string }[]>`
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity)
      and c.relname <> 'auth_tokens'`;
  expect(open.map((row) => row.relname)).toEqual([]);
  // Tokens are found before their tenant is known; the tenant role has no right to the table at all.
  const [right] =
    await sql`select has_table_privilege('lastmile_app', 'auth_tokens', 'select, insert, update, delete') as any`;
  expect(right?.any).toBe(false);
});

test("Migrations apply once; a second start finds nothing to do", async () => {
  expect(await migrate(database.url)).toEqual([]);
  const rows = await sql<{ name: string }[]>`select name from migrations order by name`;
  expect(rows.map((row) => row.name)).toEqual(await migrationNames());
});

test("Every operation that moves money honours idempotency keys", () => {
  const operations = AREAS.flatMap((area) => area.operations).map(({ operation }) => operation);
  const careless = operations.filter(
    ({ method, idempotency }) => method === "POST" && idempotency === "none",
  );
  // What this one takes must not be kept: a password. Setting it twice is setting it.
  expect(careless.map(({ name }) => name)).toEqual(["staff.set_password"]);
  const names = operations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("The draft of a resource's migration runs, and its columns are those of the table that there is", async () => {
  const wrong: string[] = [];
  const columnsOf = (tx: Sql, table: string) =>
    tx<{ name: string; type: string; is_nullable: string }[]>`
      select column_name as name, data_type as type, is_nullable from information_schema.columns where table_name = ${table}`;
  // Of a large one the search is made, too, whose names are taken while the table is there.
  const plain = served.filter(
    ({ large, table }) => large === null && !["staff", "tenants", "saas_tenants"].includes(table),
  );
  for (const resource of plain) {
    const undo = new Error("undo");
    const drafted = sql.begin(async (begun) => {
      const tx = begun as unknown as Sql;
      await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
      const real = new Map((await columnsOf(tx, resource.table)).map((column) => [column.name, column]));
      await tx.unsafe(`alter table ${resource.table} rename to as_it_was`);
      if (onCluster) await applyOnCluster(begun as unknown as Tx, draftSql(resource, served));
      else await tx.unsafe(draftSql(resource, served));
      for (const { name, is_nullable } of await columnsOf(tx, resource.table))
        if (real.get(name)?.is_nullable !== is_nullable) wrong.push(`${resource.table}.${name}`);
      throw undo;
    });
    await expect(drafted, resource.name).rejects.toBe(undo);
  }
  expect(wrong).toEqual([]);
  expect(plain.length).toBeGreaterThan(5);
});

/** Keys over some of a table's records: what they refuse is said before, in words of its own, or is written by nobody by hand. */
const OF_SOME =
  /^(company_settings_tenant_id_key|invoices_recurring|tax_codes_default|tenant_domains_is_primary_key|tenant_subscriptions_trial_key|voice_settings_is_active)$/;

test("A record that is there already is refused by the names of its fields, not by a key's", async () => {
  knowFields(AREAS);
  const tables = served.map(({ table }) => table);
  const keys = await sql<{ table: string; name: string; columns: string[] }[]>`
    select t.relname as table, k.relname as name, array(select trim('"' from pg_get_indexdef(i.indexrelid, n, false))
        from generate_series(1, i.indnkeyatts) n) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_class k on k.oid = i.indexrelid
    where i.indisunique and not i.indisprimary and t.relname in ${sql(tables)} and t.relnamespace = current_schema()::regnamespace`;
  const any = await sql`select 1 / 0`.catch((error: Error) => error);
  const unnamed = keys.flatMap(({ table, name, columns }) => {
    const resource = served.find((one) => one.table === table);
    const wanted = columns.filter((column) => column !== "tenant_id");
    // A key of what nobody sends says nothing to whoever is refused.
    if (!resource || OF_SOME.test(name) || !wanted.every((column) => column in resource.fields)) return [];
    const refused = {
      name: "PostgresError",
      severity: "ERROR",
      code: "23505",
      message: "",
      constraint_name: name,
      table_name: table,
    };
    const failure = toFailure(Object.assign(Object.create(Object.getPrototypeOf(any)), refused));
    const said = failure instanceof Failure ? failure.errors?.map(({ field }) => field) : failure;
    return JSON.stringify(said) === JSON.stringify(wanted) ? [] : [`${name}: ${said}`];
  });
  expect(keys.length).toBeGreaterThan(20);
  expect(unnamed).toEqual([]);
});
