// A test run's cluster, and its databases, which lie on all of its nodes.
import { setTimeout as pause } from "node:timers/promises";
import { statementsOf } from "../../../server/kernel/db/cluster/migration.ts";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { onEach, placeOf, urlOf } from "./nodes.ts";

/**
 * A statement that ends every other session of a database, those that were let in and are not shown yet included: until
 * pg_stat_activity shows a session, it holds a lock of its database. Those must be read first.
 */
export const endSessions = (name: string): string => `select pg_terminate_backend(pid) from (
  select pid from pg_locks where classid = 'pg_database'::regclass
    and objid = (select oid from pg_database where datname = '${name}')
  union select pid from pg_stat_activity where datname = '${name}') as sessions
  where pid <> pg_backend_pid()`;

/** Lets nobody in any more, the extension's own worker included: only such a database can be copied. */
export const seal = (urls: readonly string[], name: string): Promise<void> =>
  onEach(urls, `alter database ${name} allow_connections false`, endSessions(name));

/** A copy on each node: the shards are the workers' tables, and who has which is said by number. */
export const copyDatabase = (urls: readonly string[], name: string, template: string): Promise<void> =>
  onEach(urls, `create database ${name} template ${template}`);

/** How long nodes may take to let a database go, and how often they are asked. */
const LET_GO_MS = 60_000;
const AGAIN_MS = 100;

/** On a cluster its nodes may be in it for a moment still, by each other's sessions. */
export async function dropDatabase(urls: readonly string[], name: string): Promise<void> {
  const given_up_at = performance.now() + LET_GO_MS;
  for (;;) {
    try {
      return await onEach(urls, `drop database if exists ${name} with (force)`);
    } catch (error) {
      if (performance.now() > given_up_at) throw error;
    }
    await pause(AGAIN_MS);
  }
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

/**
 * The id of a company to be made beside another one: on a cluster it lies on the same node. What is on every node (accounts)
 * is stamped by each of them, with moments of its own.
 */
export async function idBeside(url: string, company: string): Promise<string> {
  if (!onCluster) return newId();
  const sql = openPool(url, null, 1);
  const { part } = await placeOf(sql, company);
  let id = newId();
  while ((await placeOf(sql, id)).part !== part) id = newId();
  await sql.end();
  return id;
}

/** Has a database count on: each round with an exception handler is a transaction of its own to the counter. */
export async function countOn(url: string, transactions: number): Promise<void> {
  const sql = openPool(url, null, 1);
  await sql.unsafe(`create temp table busy (n int); do $$ begin for i in 1..${transactions} loop
    begin insert into busy values (i); exception when others then raise; end; end loop; end $$`);
  await sql.end();
}
