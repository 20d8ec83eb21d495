// A database of before normal forms gets them at the next start, whole or not at all.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { migrate, migrationNames } from "../../../server/kernel/db/migrate.ts";
import { normalColumn } from "../../../server/kernel/db/normal/keys.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { type EmptyDatabase, emptyDatabase } from "../../helpers/postgres.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../server/migrations/", import.meta.url));
const FIRST = "0044-normal-forms.sql";

let database: EmptyDatabase;
let sql: Sql;
let before: string;
const tenant = newId();

/** As a version of before has left it. */
beforeEach(async () => {
  database = await emptyDatabase();
  await database.join();
  before = `${await mkdtemp(join(tmpdir(), "lastmile-before-"))}/`;
  for (const name of await migrationNames())
    if (name < FIRST) await cp(join(MIGRATIONS, name), join(before, name));
  await migrate(database.url, { directory: before });
  sql = openPool(database.url, null, 1);
  await sql`insert into tenants ${sql({ id: tenant, name: "Old", subdomain: "old" })}`;
});
afterEach(async () => {
  await sql.end();
  await database.drop();
  await rm(before, { recursive: true });
});

const customer = (username: string, code: string) =>
  sql`insert into customers ${sql({ id: newId(), tenant_id: tenant, customer_code: code, name: "Åse", username, phone: "০১৭১১-৯৯৯৮৮৮" })}`;

test("What is there gets its normal form; versions, times and the desktops' feed stay as they were", async () => {
  await customer("Jane01", "C00001");
  await customer("Ärger", "Straße");
  const state = () => sql`select id, version, updated_at, changed_xid::text from customers order by id`;
  const was = [...(await state())];
  await migrate(database.url);
  expect(
    await sql`select username, username_normal, customer_code, customer_code_normal from customers order by customer_code`,
  ).toEqual([
    {
      username: "Jane01",
      username_normal: "jane01",
      customer_code: "C00001",
      customer_code_normal: "c00001",
    },
    { username: "Ärger", username_normal: "ärger", customer_code: "Straße", customer_code_normal: "strasse" },
  ]);
  expect([...(await state())]).toEqual(was);
  const [texts] = await sql`select searched, phone_end from customer_texts limit 1`;
  expect(texts).toMatchObject({ phone_end: "999888", searched: expect.stringContaining("01711999888") });
  await expect(customer("JANE01", "C00002")).rejects.toMatchObject({ code: "23505" });
});

test("Where two become one the update stops with their list, and the database is as it was", async () => {
  await customer("Jane01", "C00001");
  await customer("jane01", "c00001");
  await customer("other", "C00003");
  const trying = migrate(database.url);
  await expect(trying).rejects.toMatchObject({ name: "SpellingsCollide" });
  await expect(migrate(database.url)).rejects.toThrow(
    'old: customers.username: "Jane01" and "jane01"\nold: customers.customer_code: "C00001" and "c00001"',
  );
  const columns = await sql`select from information_schema.columns where column_name = 'username_normal'`;
  expect(columns.length).toBe(0);
  await sql`update customers set username = 'jane02', customer_code = 'C00002' where username = 'jane01'`;
  await migrate(database.url);
});

test("What the update looks through for two of one is what the keys keep apart afterwards", async () => {
  await migrate(database.url);
  const keys = await sql<{ table: string; columns: string[] }[]>`
    select t.relname as table, array(select a.attname from unnest(i.indkey) with ordinality as k(n, at)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.n order by k.at)::text[] as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
    where i.indisunique and exists (select from pg_attribute a
      where a.attrelid = t.oid and a.attnum = any(i.indkey) and a.attname like '%\\_normal'
        -- What was born with the normal form alone had nothing to fill.
        and exists (select from pg_attribute o where o.attrelid = t.oid and o.attname = replace(a.attname, '_normal', '')))`;
  const kept = keys.map(
    ({ table, columns }) => `${table}: ${columns.filter((name) => name !== "tenant_id").join(", ")}`,
  );
  const named = await sql<
    { table: string; spelled: string[]; beside: string[] }[]
  >`select * from normal_keys()`;
  const looked = named.map(
    ({ table, spelled, beside }) => `${table}: ${[...spelled.map(normalColumn), ...beside].join(", ")}`,
  );
  expect(kept.sort()).toEqual(looked.sort());
});

test("What is written without its normal form, by hand or from a backup of before, gets the program's own", async () => {
  await migrate(database.url);
  await customer("Ärger", "Straße");
  await sql`update customers set username = 'ＪＡＮＥ'`;
  expect(await sql`select username_normal, customer_code_normal from customers`).toEqual([
    { username_normal: "jane", customer_code_normal: "strasse" },
  ]);
});
