// Brings a database to this version's schema: numbered SQL files, each in its own transaction, each once.
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { distribute } from "./cluster/distribute.ts";
import { hasDistributed } from "./cluster/is-cluster.ts";
import { applyOnCluster } from "./cluster/migration.ts";
import { openPool, type Tx } from "./db.ts";
import { fillNormalForms } from "./normal/fill.ts";
import { closeWall } from "./row-security.ts";

const DIRECTORY = fileURLToPath(new URL("../../migrations/", import.meta.url));
// Any number that no other program locks in this database.
const MIGRATION_LOCK = 7_300_117;

/** What the program itself does behind a migration, in its transaction: what SQL can't say. */
const BEHIND: Readonly<Record<string, (tx: Tx) => Promise<void>>> = {
  "0044-normal-forms.sql": fillNormalForms,
};

/** The names of all migrations, in order. */
export async function migrationNames(directory = DIRECTORY): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
}

/** The database was brought to a schema that this version of the program does not know. */
export class NewerDatabase extends Error {
  override readonly name = "NewerDatabase";
}

/** Those of these migrations that this version of the program does not have. */
export async function unknownMigrations(done: Iterable<string>, directory = DIRECTORY): Promise<string[]> {
  const known = new Set([...(await migrationNames()), ...(await migrationNames(directory))]);
  return [...done].filter((name) => !known.has(name)).sort();
}

export interface MigrateOptions {
  directory?: string;
  /** Told of what takes long, in a line each. */
  tell?(line: string): void;
}

/**
 * Applies what is missing, closes what it left open (db/row-security.ts), and lays what is not distributed yet over the nodes where the database is a cluster's. Several
 * servers may start at once: one migrates, the others wait.
 * In a cluster each one's new tables are spread over the nodes with it: so a key that refers to one from a table of before
 * stands in a later migration than the table.
 * @returns the names of the migrations it applied.
 * @throws SpellingsCollide when two records become one, in a database that stays as it was.
 * @throws WrongNodes when the nodes of a cluster are not set as they have to be; NewerDatabase, before anything is changed,
 * when a newer version has been here.
 */
export async function migrate(
  url: string,
  { directory = DIRECTORY, tell = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const sql = openPool(url, null, 1);
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`;
    const done = new Set((await sql<{ name: string }[]>`select name from migrations`).map((row) => row.name));
    const unknown = await unknownMigrations(done, directory);
    if (unknown.length > 0)
      throw new NewerDatabase(
        `a newer version of the program has been here (${unknown.join(", ")}): start that one`,
      );
    const missing = (await migrationNames(directory)).filter((name) => !done.has(name));
    const is_cluster = missing.length > 0 && (await hasDistributed(sql));
    for (const name of missing) {
      const text = await readFile(`${directory}${name}`, "utf8");
      await sql.begin(async (tx) => {
        if (is_cluster) await applyOnCluster(tx as Tx, text);
        else await tx.unsafe(text);
        await own(BEHIND, name)?.(tx as Tx);
        await tx`insert into migrations (name) values (${name})`;
      });
    }
    await distribute(sql, tell);
    await closeWall(sql, tell);
    return missing;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
