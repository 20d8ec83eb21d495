// When readers of the change feed are shown what was done: once no transaction that may have written such a change is older.
import { vi } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { onCluster, workers } from "./database/cluster.ts";
import { HANGS_MS } from "./process/wait.ts";

/** Waits until the bound has passed all transactions so far; `inVain` is done after each look that finds it has not. */
async function passed(sql: Sql, bound: string, inVain = async () => {}): Promise<void> {
  const [now] = await sql<{ upto: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as upto`;
  const look = async () => {
    const [row] = await sql<{ passed: boolean }[]>`
      select ${sql.unsafe(bound)} >= ${now?.upto ?? "0"}::xid8 as passed`;
    if (row?.passed) return;
    await inVain();
    throw new Error("A transaction that is older than this question goes on");
  };
  await vi.waitFor(look, { timeout: HANGS_MS, interval: 20 });
}

/** What one PostgreSQL, or node, counts of transactions; all of its databases' together. */
const settled = (sql: Sql) => passed(sql, "pg_snapshot_xmin(pg_current_snapshot())");

/** The database's own readers are shown it: they pass over what other databases of its PostgreSQL have under way. */
const shown = (sql: Sql) =>
  passed(sql, "feed_bound()", async () => {
    await sql`select pass_over_foreign_transactions()`;
  });

async function settledAt(url: string): Promise<void> {
  const sql = openPool(url, null, 1);
  try {
    await settled(sql);
  } finally {
    await sql.end();
  }
}

/**
 * Waits until readers of the change feed are shown all that was done in the database so far. On a cluster until every
 * transaction so far has ended on each of its nodes, those of other tests' databases included.
 */
export async function feedSettled(sql: Sql): Promise<void> {
  await (onCluster ? Promise.all([settled(sql), ...workers().map(settledAt)]) : shown(sql));
}

/** The databases of the servers that run in this process. */
export const servedDatabases = new Set<Sql>();

/** The same for a test that has no connection of its own: in the databases of the servers that it runs. */
export async function feedSettledHere(): Promise<void> {
  const urls = [process.env.LASTMILE_TEST_DATABASE_URL ?? "", ...workers()];
  await Promise.all(onCluster ? urls.map(settledAt) : [...servedDatabases].map(shown));
}

/** Whether a statement is the feed's own: it looks for what is new, and tells of it, whenever anybody writes. */
export const isOfFeed = (text: string): boolean =>
  /feed_bound\(\)|pass_over_foreign|bound_of_node\(\)|pg_notify\(/.test(text);
