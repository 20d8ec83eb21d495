// A separate database in which a backup is restored for proof, and which is dropped afterwards. Restored beside the real
// tenants it could never be removed again: their ledger and audit log refuse every deletion.
import { createHash } from "node:crypto";
import { openPool, type Sql } from "../../kernel/db/db.ts";
import { migrate } from "../../kernel/db/migrate.ts";

function withName(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** One name for each database of a cluster: what a crash left is found, and removed with the next proof. */
const scratchName = (database: string) =>
  `lastmile_scratch_${createHash("sha256").update(database).digest("hex").slice(0, 12)}`;

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/**
 * Rows are committed as they come, for one long transaction would hold up the change feed of the whole cluster. So keys
 * that may refer to what comes later are taken off, and put on again once everything is there, which checks them all.
 */
async function withoutDeferredKeys<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const keys = await sql<Constraint[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and condeferrable and connamespace = current_schema()::regnamespace`;
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint "${name}"`);
  const result = await work();
  for (const { table, name, definition } of keys)
    await sql.unsafe(`alter table ${table} add constraint "${name}" ${definition}`);
  return result;
}

/**
 * Does `work` in an empty database of this version's schema, and drops it, whatever happens. One at a time: the caller
 * holds a lock.
 * @throws Error where the owner may not create databases.
 */
export async function inScratchDatabase<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const owner = openPool(url, null, 1);
  try {
    const [here] = await owner<{ name: string; encoding: string; collate: string; ctype: string }[]>`
      select datname as name, pg_encoding_to_char(encoding) as encoding, datcollate as collate, datctype as ctype
      from pg_database where datname = current_database()`;
    if (!here) throw new Error("The database does not know its own name");
    const name = scratchName(here.name);
    const drop = () => owner.unsafe(`drop database if exists ${name} with (force)`);
    await drop();
    await owner.unsafe(
      `create database ${name} template template0 encoding '${here.encoding}' lc_collate '${here.collate}' lc_ctype '${here.ctype}'`,
    );
    try {
      return await inDatabase(withName(url, name), work);
    } finally {
      await drop();
    }
  } finally {
    await owner.end({ timeout: 5 });
  }
}

async function inDatabase<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  await migrate(url);
  const sql = openPool(url, null, 1);
  try {
    return await withoutDeferredKeys(sql, () => work(sql));
  } finally {
    await sql.end({ timeout: 5 });
  }
}
