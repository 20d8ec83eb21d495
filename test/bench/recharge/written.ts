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

/** Jobs write when they like, also into tables of the operation: of so many looks at both ways one is without them. */
const LOOKS = 5;

/** @throws Error naming where two ways of doing the same work leave different rows, each time that one looks. */
export async function requireSame(
  ours: (look: number) => Promise<Record<string, number>>,
  limit: (look: number) => Promise<Record<string, number>>,
): Promise<void> {
  let told: string[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const [one, other] = [await ours(look), await limit(look)];
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    told = [...names].flatMap((name) =>
      one[name] === other[name] ? [] : `${name}: ${one[name] ?? 0} against ${other[name] ?? 0}`,
    );
    if (told.length === 0) return;
  }
  throw new Error(`The limit does not write what the server writes: ${told.join(", ")}`);
}
