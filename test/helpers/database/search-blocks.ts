// What a list's search reads, counted by PostgreSQL itself.
import type { Sql } from "../../../server/kernel/db/db.ts";

/** Blocks that `search_<table>` reads for a text, in memory or not, once it was asked before. The session has named its tenant. */
export async function searchBlocks(sql: Sql, table: string, text: string): Promise<number> {
  const search = () =>
    sql`explain (analyze, buffers, format json) select * from ${sql(`search_${table}`)}(${text}, 12000)`;
  await search();
  const [row] = await search();
  const [{ Plan: plan }] = row!["QUERY PLAN"];
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}
