// How long after a commit the feed shows it: transactions that are over, and when the feed's bound has passed them.
import { openPool } from "../../../server/kernel/db/db.ts";

const LOOK_MS = 10;

/** Looks until told to end; answers the lag of each moment that it looked at, in milliseconds. */
export async function watchFeed(database_url: string, end: AbortSignal): Promise<number[]> {
  const sql = openPool(database_url, null, 1);
  const lags: number[] = [];
  let open: { upto: bigint; at: number }[] = [];
  while (!end.aborted || open.length > 0) {
    const [row] = await sql<{ bound: string; upto: string }[]>`
      select feed_bound()::text as bound, pg_snapshot_xmax(pg_current_snapshot())::text as upto`;
    const now = performance.now();
    const bound = BigInt(row?.bound ?? "0");
    for (const { upto, at } of open) if (upto <= bound) lags.push(now - at);
    open = open.filter(({ upto }) => upto > bound);
    const upto = BigInt(row?.upto ?? "0");
    if (upto <= bound) lags.push(0);
    else if (!end.aborted) open.push({ upto, at: now });
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  await sql.end();
  return lags;
}
