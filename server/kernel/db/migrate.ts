// Brings a database to this version's schema: numbered SQL files, each in its own transaction, each once.
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openPool } from "./db.ts";

const DIRECTORY = fileURLToPath(new URL("../../migrations/", import.meta.url));
// Any number that no other program locks in this database.
const MIGRATION_LOCK = 7_300_117;

/** The names of all migrations, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(DIRECTORY)).filter((name) => name.endsWith(".sql")).sort();
}

/**
 * Applies what is missing. Several servers may start at once: one migrates, the others wait.
 * @returns the names of the migrations it applied.
 */
export async function migrate(url: string): Promise<string[]> {
  const sql = openPool(url, null, 1);
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`;
    const done = new Set((await sql<{ name: string }[]>`select name from migrations`).map((row) => row.name));
    const applied: string[] = [];
    for (const name of await migrationNames()) {
      if (done.has(name)) continue;
      const text = await readFile(`${DIRECTORY}${name}`, "utf8");
      await sql.begin(async (tx) => {
        await tx.unsafe(text);
        await tx`insert into migrations (name) values (${name})`;
      });
      applied.push(name);
    }
    return applied;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
