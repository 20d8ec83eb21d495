// When readers of the change feed are shown what was done: once no transaction of this PostgreSQL is older.
import { vi } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { workers } from "./database/cluster.ts";

/** What one PostgreSQL, or node, counts of transactions; all of its databases' together. */
async function settled(sql: Sql): Promise<void> {
  const [now] = await sql<{ upto: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as upto`;
  const passed = async () => {
    const [row] = await sql<{ passed: boolean }[]>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.upto ?? "0"}::xid8 as passed`;
    if (!row?.passed) throw new Error("A transaction that is older than this question goes on");
  };
  await vi.waitFor(passed, { timeout: 60_000, interval: 20 });
}

async function settledAt(url: string): Promise<void> {
  const sql = openPool(url, null, 1);
  try {
    await settled(sql);
  } finally {
    await sql.end();
  }
}

/**
 * Waits until every transaction so far has ended, those of other tests' databases included: they hold the feed's bound
 * back as well, which delays a reader and costs them nothing. On a cluster, on each of its nodes.
 */
export async function feedSettled(sql: Sql): Promise<void> {
  await Promise.all([settled(sql), ...workers().map(settledAt)]);
}

/** The same for a test that has no connection of its own. */
export async function feedSettledHere(): Promise<void> {
  await Promise.all([process.env.LASTMILE_TEST_DATABASE_URL ?? "", ...workers()].map(settledAt));
}
