// Real nodes of a cluster on this machine, a coordinator and workers of Citus, and databases that lie on all of them.
import { appendFile, chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { freePort } from "../../../server/kernel/free-port.ts";
import { execute, runAs } from "../../../server/kernel/postgres/postgres-programs.ts";

const OWNER = "lastmile_owner";

/** What docs/operating.md tells an operator to set, and what is enough for a test. */
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
];

/** A test's rows need not outlive a power cut. */
export const FOR_TESTS = ["fsync = off", "full_page_writes = off"];

const OF_COORDINATOR = ["citus.propagate_set_commands = 'local'"];

export interface Cluster {
  /** Of each node the maintenance database, the coordinator's first. */
  urls: readonly string[];
  /** Of each node where its data lies. */
  directories: readonly string[];
  stop(): Promise<void>;
}

/**
 * @param bin the folder with PostgreSQL's programs of an installation that has Citus.
 * @param more settings of PostgreSQL beside those that a cluster needs.
 */
export async function startCluster(
  bin: string,
  root: string,
  workers: number,
  more: readonly string[] = [],
): Promise<Cluster> {
  const pgCtl = join(bin, "pg_ctl");
  const as = await runAs(root, pgCtl);
  if (as.uid !== undefined) await chown(root, as.uid, as.gid ?? as.uid);
  const directories: string[] = [];
  const urls: string[] = [];
  const stop = async () => {
    for (const directory of directories)
      await execute(as, pgCtl, "stop", "-w", "-m", "immediate", "-D", directory);
  };
  for (let number = 0; number <= workers; number += 1) {
    const directory = join(root, `node-${number}`);
    await mkdir(directory, { mode: 0o700 });
    if (as.uid !== undefined) await chown(directory, as.uid, as.gid ?? as.uid);
    const options = [`--username=${OWNER}`, "--auth=trust", "--encoding=UTF8", "--locale=C"];
    await execute(as, join(bin, "initdb"), `--pgdata=${directory}`, ...options);
    const port = await freePort();
    const own = [...SETTINGS, ...more, ...(number === 0 ? OF_COORDINATOR : []), `port = ${port}`, ""];
    await appendFile(join(directory, "postgresql.conf"), own.join("\n"));
    await execute(as, pgCtl, "start", "-w", "-l", join(directory, "server.log"), "-D", directory);
    directories.push(directory);
    urls.push(`postgresql://${OWNER}:unused@127.0.0.1:${port}/postgres`);
  }
  return { urls, directories, stop };
}

export async function onEach(urls: readonly string[], ...statements: string[]): Promise<void> {
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

/** Where a company's rows lie, also one's that is only to be made: the part of each table, and the node's port. */
export async function placeOf(sql: Sql, company: string): Promise<{ part: string; port: number }> {
  const [place] = await sql<{ part: string; port: number }[]>`
    select shardid::text as part, nodeport as port from pg_dist_shard_placement
    where shardid = get_shard_id_for_distribution_column('company_settings', ${company}::uuid)`;
  if (!place) throw new Error(`Company ${company} has no place: this is no cluster`);
  return place;
}
