// Deletes records of a tenant, and tells the replicas that they are gone: both are one statement, so neither is forgotten.
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { Fragment, Sql, Tx } from "../db/db.ts";

/**
 * What the platform owns no replica holds, so nobody needs to be told.
 * @param which the condition that picks the rows; the table is `t`.
 * @returns the ids of what is gone.
 */
export async function deleteRows(
  sql: Sql | Tx,
  { table, collection, of_platform }: Pick<Resource, "table" | "collection"> & { of_platform?: boolean },
  tenantId: string,
  which: Fragment,
): Promise<string[]> {
  if (of_platform) {
    const rows = await sql<{ id: string }[]>`delete from ${sql(table)} t where ${which} returning t.id`;
    return rows.map(({ id }) => id);
  }
  const gone = await sql<{ id: string }[]>`
    with gone as (
      delete from ${sql(table)} t where t.tenant_id = ${tenantId} and ${which} returning t.id
    ), told as (
      insert into deletions (tenant_id, collection, id) select ${tenantId}::uuid, ${collection}, id from gone
    )
    select id from gone`;
  return gone.map(({ id }) => id);
}
