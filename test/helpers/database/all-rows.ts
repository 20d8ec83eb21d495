// What a whole database holds, as one fingerprint for each table: two of them tell what was written in between.
import { openPool } from "../../../server/kernel/db/db.ts";

/**
 * What changes while nobody does anything: who was seen when, what routers say of themselves, the audit's own seal, when
 * the clock was looked at last, sums that jobs keep.
 */
export const BY_ITSELF: readonly string[] = [
  "api_token_hashes",
  "api_tokens",
  "audit_chain",
  "auth_tokens",
  "cash_held",
  "clock_watches",
  "cluster_state",
  "collected_hours",
  "figure_parts",
  "figure_sums",
  "foreign_transactions",
  "network_agents",
  "network_sync_jobs",
  "router_looks",
  "routers",
  "settled_places",
  "sums_kept",
  "user_sessions",
];
/** What counts of tables that also say when somebody was last seen: of a till, the receipts that it has given. */
const PART: Readonly<Record<string, string>> = { devices: "last_receipt" };

/** By table: how many rows, and a digest of them all. */
export async function allRows(database_url: string): Promise<Readonly<Record<string, string>>> {
  const sql = openPool(database_url, null, 1);
  try {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`;
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      if (BY_ITSELF.includes(name)) continue;
      const part = PART[name];
      const row = part ? sql`${sql(part)}::text` : sql`t::text`;
      const [digest] = await sql<{ rows: string }[]>`
        select count(*) || ' ' || coalesce(md5(string_agg(md5(${row}), '' order by md5(${row}))), '') as rows
        from ${sql(name)} t`;
      found[name] = digest?.rows ?? "";
    }
    return found;
  } finally {
    await sql.end();
  }
}
