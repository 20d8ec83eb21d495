// When readers of the change feed are shown what was done: once no transaction of this PostgreSQL is older.
import { vi } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";

/**
 * Waits until every transaction so far has ended, those of other tests' databases included: they hold the feed's bound
 * back as well, which delays a reader and costs them nothing.
 */
export async function feedSettled(sql: Sql): Promise<void> {
  const [now] = await sql<{ upto: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as upto`;
  const passed = async () => {
    const [row] = await sql<{ passed: boolean }[]>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.upto ?? "0"}::xid8 as passed`;
    if (!row?.passed) throw new Error("A transaction that is older than this question goes on");
  };
  await vi.waitFor(passed, { timeout: 60_000, interval: 20 });
}

/** The same for a test that has no connection of its own. */
export async function feedSettledHere(): Promise<void> {
  const sql = openPool(process.env.LASTMILE_TEST_DATABASE_URL ?? "", null, 1);
  try {
    await feedSettled(sql);
  } finally {
    await sql.end();
  }
}
