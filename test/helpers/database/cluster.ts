// A real cluster for a test run: a coordinator and two workers of Citus, and databases that lie on all three.
import { appendFile, chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import { statementsOf } from "../../../server/kernel/db/cluster/migration.ts";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { freePort } from "../../../server/kernel/free-port.ts";
import { execute, runAs } from "../../../server/kernel/postgres/postgres-programs.ts";

const OWNER = "lastmile_owner";
const NODES = 3;

/** What docs/scaling.md tells an operator to set, and what is enough for a test. */
const SETTINGS = [
  "shared_preload_libraries = 'citus'",
  "wal_level = logical",
  "citus.enable_unsafe_triggers = on",
  "citus.allow_nested_distributed_execution = on",
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  "max_connections = 400",
  "max_prepared_transactions = 400",
  "max_worker_processes = 64",
  "max_locks_per_transaction = 256",
  "shared_buffers = 64MB",
  "timezone = 'UTC'",
  "citus.shard_count = 2",
  "citus.enable_statistics_collection = off",
  "fsync = off",
  "full_page_writes = off",
];

const OF_COORDINATOR = ["citus.propagate_set_commands = 'local'"];

export interface Cluster {
  /** Of each node the maintenance database, the coordinator's first. */
  urls: readonly string[];
  stop(): Promise<void>;
}

/** @param bin the folder with PostgreSQL's programs of an installation that has Citus. */
export async function startCluster(bin: string, root: string): Promise<Cluster> {
  const pgCtl = join(bin, "pg_ctl");
  const as = await runAs(root, pgCtl);
  if (as.uid !== undefined) await chown(root, as.uid, as.gid ?? as.uid);
  const directories: string[] = [];
  const urls: string[] = [];
  const stop = async () => {
    for (const directory of directories)
      await execute(as, pgCtl, "stop", "-w", "-m", "immediate", "-D", directory);
  };
  for (let number = 0; number < NODES; number += 1) {
    const directory = join(root, `node-${number}`);
    await mkdir(directory, { mode: 0o700 });
    if (as.uid !== undefined) await chown(directory, as.uid, as.gid ?? as.uid);
    const options = [`--username=${OWNER}`, "--auth=trust", "--encoding=UTF8", "--locale=C"];
    await execute(as, join(bin, "initdb"), `--pgdata=${directory}`, ...options);
    const port = await freePort();
    const own = [...SETTINGS, ...(number === 0 ? OF_COORDINATOR : []), `port = ${port}`, ""];
    await appendFile(join(directory, "postgresql.conf"), own.join("\n"));
    await execute(as, pgCtl, "start", "-w", "-l", join(directory, "server.log"), "-D", directory);
    directories.push(directory);
    urls.push(`postgresql://${OWNER}:unused@127.0.0.1:${port}/postgres`);
  }
  return { urls, stop };
}

async function onEach(urls: readonly string[], ...statements: string[]): Promise<void> {
  for (const url of urls) {
    const sql = openPool(url, null, 1);
    for (const statement of statements) await sql.unsafe(statement);
    await sql.end();
  }
}

export function urlOf(base: string, database: string): string {
  const url = new URL(base);
  url.pathname = `/${database}`;
  return url.href;
}

export const createOnEach = (urls: readonly string[], name: string): Promise<void> =>
  onEach(urls, `create database ${name}`);

/** Makes a cluster of the nodes' databases, as an operator does: what is distributed in it lies on the workers. */
export async function joinNodes(urls: readonly string[], name: string): Promise<void> {
  const own = urls.map((url) => urlOf(url, name));
  await onEach(own, "create extension citus");
  const [coordinator = "", ...workers] = own;
  const place = (url: string) => `'127.0.0.1', ${new URL(url).port}`;
  await onEach(
    [coordinator],
    `select citus_set_coordinator_host(${place(coordinator)})`,
    ...workers.map((worker) => `select citus_add_node(${place(worker)})`),
  );
}

/** Lets nobody in any more, the extension's own worker included: only such a database can be copied. */
export async function seal(urls: readonly string[], name: string): Promise<void> {
  await onEach(
    urls,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

/** A copy on each node: the shards are the workers' tables, and who has which is said by number. */
export const copyDatabase = (urls: readonly string[], name: string, template: string): Promise<void> =>
  onEach(urls, `create database ${name} template ${template}`);

/** On a cluster its nodes may be in it for a moment still, by each other's sessions. */
export async function dropDatabase(urls: readonly string[], name: string): Promise<void> {
  const drop = () => onEach(urls, `drop database if exists ${name} with (force)`);
  await vi.waitFor(drop, { timeout: 60_000, interval: 100 });
}

/** The run's cluster: of each worker the maintenance database. None where the tests run against one PostgreSQL. */
export const workers = (): string[] =>
  (process.env.LASTMILE_TEST_WORKER_URLS ?? "").split(" ").filter(Boolean);

/** Whether this run's database is a cluster. */
export const onCluster = workers().length > 0;

/**
 * Tests (`test` or `describe`) that ask what a cluster does not answer by its nature: skipped there, and the run says why.
 * @param why a whole sentence.
 */
export function onOnePostgres<T>(tests: { skipIf(is_skipped: boolean): T }, why: string): T {
  if (onCluster) console.log(`Skipped on a cluster: ${why}`);
  return tests.skipIf(onCluster);
}

/** Of a test's database on a cluster: its addresses on the workers; none where it is one PostgreSQL. */
export const onWorkers = (url: string): string[] =>
  workers().map((worker) => urlOf(worker, new URL(url).pathname.slice(1)));

/** Sends a text of several statements one by one: a cluster hands a text on to its nodes as a whole, for each of its statements. */
export async function sendEach(sql: Sql, text: string): Promise<void> {
  for (const statement of statementsOf(text)) await sql.unsafe(statement.text);
}

/** How many wait for a lock in a test's database: on a cluster they do so where the rows lie. */
export async function waitingForLocks(url: string): Promise<number> {
  const counts = [url, ...onWorkers(url)].map(async (node) => {
    const sql = openPool(node, null, 1);
    const rows = await sql`select distinct pid from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`;
    await sql.end();
    return rows.length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Has a database count on: each round with an exception handler is a transaction of its own to the counter. */
export async function countOn(url: string, transactions: number): Promise<void> {
  const sql = openPool(url, null, 1);
  await sql.unsafe(`create temp table busy (n int); do $$ begin for i in 1..${transactions} loop
    begin insert into busy values (i); exception when others then raise; end; end loop; end $$`);
  await sql.end();
}
