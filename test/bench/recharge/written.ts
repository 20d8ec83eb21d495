// Which rows an operation leaves, table by table: so that the limit is one of the same work.
import type { Sql } from "../../../server/kernel/db/db.ts";
import { BY_ITSELF } from "../../helpers/database/all-rows.ts";

/** Numbers come in blocks, jobs write when they like: not of one operation. */
const BESIDE = ["counters", ...BY_ITSELF];

/** How many rows of each table the work made or changed. */
export async function writtenBy(sql: Sql, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const [begun] = await sql<{ xid: string }[]>`select pg_current_xact_id()::text as xid`;
  await work();
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all(${BESIDE})`;
  const written: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from ${sql(name)} where xmin::text::bigint > ${begun?.xid ?? "0"}::bigint`;
    if (row && row.count > 0) written[name] = row.count;
  }
  return written;
}

/** @throws Error naming where two ways of doing the same work leave different rows. */
export function requireSame(ours: Record<string, number>, limit: Record<string, number>): void {
  const names = new Set([...Object.keys(ours), ...Object.keys(limit)]);
  const different = [...names].filter((name) => ours[name] !== limit[name]);
  if (different.length === 0) return;
  const told = different.map((name) => `${name}: ${ours[name] ?? 0} against ${limit[name] ?? 0}`);
  throw new Error(`The limit does not write what the server writes: ${told.join(", ")}`);
}
