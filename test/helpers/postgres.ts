// One real PostgreSQL for a whole test run, a fresh database for each test file.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPool } from "../../server/kernel/db/db.ts";
import { migrate } from "../../server/kernel/db/migrate.ts";
import { startEmbeddedPostgres } from "../../server/kernel/postgres/embedded-postgres.ts";
import { startServer } from "../../server/server.ts";
import { testConfig } from "./config.ts";

/** Migrated, and no more. */
const MIGRATED = "lastmile_migrated";
/** As a server leaves it that was started on it and stopped: with its super administrator, its queues and its schedules. */
const SERVED = "lastmile_served";

export function urlOf(base: string, database: string): string {
  const url = new URL(base);
  url.pathname = `/${database}`;
  return url.href;
}

/** Vitest's global set-up: starts PostgreSQL, makes a migrated template, tells the tests where it is. */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), "lastmile-test-"));
  const postgres = await startEmbeddedPostgres(directory, {
    onRevived: () => console.error("The tests' PostgreSQL ended, and runs again"),
    onGone: (error) => console.error(error),
  });
  process.env.LASTMILE_TEST_DATABASE_URL = postgres.url;
  const sql = openPool(postgres.url, null, 1);
  // The machine does not lose its power under a test; a process that is killed loses nothing by this.
  for (const setting of ["fsync", "full_page_writes"]) await sql.unsafe(`alter system set ${setting} = off`);
  // Tests that read plans from the log (database/plans.ts) run beside each other: each line says of which database it is.
  await sql`alter system set log_line_prefix = '%m [%p] %d '`;
  await sql`select pg_reload_conf()`;
  await sql.unsafe(`create database ${MIGRATED}`);
  await migrate(urlOf(postgres.url, MIGRATED));
  await sql.unsafe(`create database ${SERVED} template ${MIGRATED}`);
  const server = await startServer(
    testConfig({ database_url: urlOf(postgres.url, SERVED), data_dir: directory }),
  );
  await server.stop();
  await sql.end();
  return async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

let made = 0;

/** A fresh database of its own: migrated, or as a server that was started once left it. `drop` removes it. */
export async function freshDatabase(
  state: "migrated" | "served" = "migrated",
): Promise<{ url: string; drop(): Promise<void> }> {
  const base = process.env.LASTMILE_TEST_DATABASE_URL;
  if (!base) throw new Error("No PostgreSQL: run the tests with the project's vitest configuration");
  const name = `test_${process.pid}_${Date.now()}_${made++}`;
  const sql = openPool(base, null, 1);
  await sql.unsafe(`create database ${name} template ${state === "served" ? SERVED : MIGRATED}`);
  return {
    url: urlOf(base, name),
    drop: async () => {
      await sql.unsafe(`drop database ${name} with (force)`);
      await sql.end();
    },
  };
}
