// One real PostgreSQL, or cluster, for a whole test run, a fresh database for each test file.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPool } from "../../server/kernel/db/db.ts";
import { migrate } from "../../server/kernel/db/migrate.ts";
import { startEmbeddedPostgres } from "../../server/kernel/postgres/embedded-postgres.ts";
import { startServer } from "../../server/server.ts";
import { testConfig } from "./config.ts";
import { copyDatabase, dropDatabase, onCluster, seal, workers } from "./database/cluster.ts";
import { createOnEach, FOR_TESTS, joinNodes, startCluster, urlOf } from "./database/nodes.ts";

/** Migrated, and no more. */
const MIGRATED = "lastmile_migrated";
/** As a server leaves it that was started on it and stopped: with its super administrator, its queues and its schedules. */
const SERVED = "lastmile_served";

interface Running {
  /** The one PostgreSQL, or a cluster's nodes. */
  urls: readonly string[];
  stop(): Promise<void>;
}

async function startOne(directory: string): Promise<Running> {
  const postgres = await startEmbeddedPostgres(directory, {
    onRevived: () => console.error("The tests' PostgreSQL ended, and runs again"),
    onGone: (error) => console.error(error),
  });
  const sql = openPool(postgres.url, null, 1);
  // The machine does not lose its power under a test; a process that is killed loses nothing by this.
  for (const setting of ["fsync", "full_page_writes"]) await sql.unsafe(`alter system set ${setting} = off`);
  // Tests that read plans from the log (database/plans.ts) run beside each other: each line says of which database it is.
  await sql`alter system set log_line_prefix = '%m [%p] %d '`;
  await sql`select pg_reload_conf()`;
  await sql.unsafe(`create database ${MIGRATED}`);
  await sql.end();
  return { urls: [postgres.url], stop: () => postgres.stop() };
}

async function startSeveral(bin: string, directory: string): Promise<Running> {
  const cluster = await startCluster(bin, directory, 2, FOR_TESTS);
  await createOnEach(cluster.urls, MIGRATED);
  await joinNodes(cluster.urls, MIGRATED);
  return cluster;
}

/**
 * Vitest's global set-up: starts PostgreSQL, makes a migrated template, tells the tests where it is. Each project that
 * needs it calls it before the first test of a run; the first one's serves all, and is stopped when the run has ended.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.LASTMILE_TEST_DATABASE_URL) return async () => {};
  const directory = await mkdtemp(join(tmpdir(), "lastmile-test-"));
  const bin = process.env.LASTMILE_TEST_CLUSTER;
  const { urls, stop } = await (bin ? startSeveral(bin, directory) : startOne(directory));
  const [base = "", ...others] = urls;
  process.env.LASTMILE_TEST_DATABASE_URL = base;
  process.env.LASTMILE_TEST_WORKER_URLS = others.join(" ");
  await migrate(urlOf(base, MIGRATED));
  await seal(urls, MIGRATED);
  await copyDatabase(urls, SERVED, MIGRATED);
  const server = await startServer(testConfig({ database_url: urlOf(base, SERVED), data_dir: directory }));
  await server.stop();
  // Each test's server brings a key of its own.
  const sql = openPool(urlOf(base, SERVED), null, 1);
  await sql`update cluster_state set sealed_by = null`;
  await sql.end();
  await seal(urls, SERVED);
  return async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  };
}

let made = 0;

/** Names of databases of this process's own. */
function ownName(): { urls: string[]; name: string } {
  const base = process.env.LASTMILE_TEST_DATABASE_URL;
  if (!base) throw new Error("No PostgreSQL: run the tests with the project's vitest configuration");
  return { urls: [base, ...workers()], name: `test_${process.pid}_${Date.now()}_${made++}` };
}

/** A fresh database of its own: migrated, or as a server that was started once left it. `drop` removes it. */
export async function freshDatabase(
  state: "migrated" | "served" = "migrated",
): Promise<{ url: string; drop(): Promise<void> }> {
  const { urls, name } = ownName();
  await copyDatabase(urls, name, state === "served" ? SERVED : MIGRATED);
  return { url: urlOf(urls[0] ?? "", name), drop: () => dropDatabase(urls, name) };
}

export interface EmptyDatabase {
  url: string;
  name: string;
  /** Makes a cluster of it, where the tests run against one: with the extension, and the nodes. */
  join(): Promise<void>;
  drop(): Promise<void>;
}

/** A database of its own with nothing in it. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const { urls, name } = ownName();
  await createOnEach(urls, name);
  return {
    url: urlOf(urls[0] ?? "", name),
    name,
    join: async () => {
      if (onCluster) await joinNodes(urls, name);
    },
    drop: () => dropDatabase(urls, name),
  };
}
