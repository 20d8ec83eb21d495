// Upkeep that is done, whoever looks at the database meanwhile.
import { expect, vi } from "vitest";
import type { Sql } from "../../../server/kernel/db/db.ts";
import { HANGS_MS } from "../process/wait.ts";

/**
 * Leaves the table as upkeep does once it has come round: each page known to be seen by all, so that an index can answer
 * alone. One VACUUM passes over what some open transaction, a clock's or PostgreSQL's own, does not see yet.
 * @param sql a superuser's connection.
 */
export async function vacuumed(sql: Sql, table: string): Promise<void> {
  const vacuum = async () => {
    await sql`vacuum (analyze) ${sql(table)}`;
    const [row] = await sql<{ left: number }[]>`
      select relpages - relallvisible as left from pg_class where oid = ${table}::regclass`;
    expect(row?.left, `pages of ${table} that not all see`).toBe(0);
  };
  await vi.waitFor(vacuum, { timeout: HANGS_MS });
}
