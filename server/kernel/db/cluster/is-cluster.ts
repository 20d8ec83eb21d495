// Whether the database is a cluster: the coordinator of Citus, with the tenants' tables distributed over its nodes.
import { openPool, type Sql } from "../db.ts";

/** Whether tables of this database are distributed. An extension that nothing was given to changes no statement. */
export async function hasDistributed(sql: Sql): Promise<boolean> {
  const extensions = await sql`select from pg_extension where extname = 'citus'`;
  if (extensions.length === 0) return false;
  return (await sql`select from pg_dist_partition where partmethod = 'h' limit 1`).length > 0;
}

export async function isCluster(url: string): Promise<boolean> {
  const sql = openPool(url, null, 1);
  try {
    return await hasDistributed(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
