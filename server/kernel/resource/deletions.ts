// Deletes records of a tenant, and tells the replicas that they are gone: both are one call, so neither is forgotten.
import { resourceOf } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { type ColumnTypes, insertRows } from "../db/bulk.ts";
import { isOnCluster } from "../db/cluster/on-cluster.ts";
import type { Fragment, Sql, Tx } from "../db/db.ts";
import { personsOf } from "./own-records.ts";

const DELETION: ColumnTypes = { tenant_id: "uuid", collection: "text", id: "uuid", persons: "uuid[]" };

/**
 * One statement. A cluster lets none insert what another part of it took away: there it is two of the caller's transaction.
 * No replica holds what the platform owns, so no reader needs to be told.
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
  const declared = resourceOf(collection);
  const persons = (declared && personsOf(sql, declared, tenantId)) ?? sql`null::uuid[]`;
  if (isOnCluster(sql)) {
    const whose = await sql<{ id: string; persons: string | null }[]>`
      select t.id, ${persons}::text as persons from ${sql(table)} t where t.tenant_id = ${tenantId} and ${which}`;
    const byId = new Map(whose.map((one) => [one.id, one.persons]));
    const taken = await sql<{ id: string }[]>`
      delete /* and tells */ from ${sql(table)} t where t.tenant_id = ${tenantId} and ${which} returning t.id`;
    const told = taken.map(({ id }) => ({ tenant_id: tenantId, collection, id, persons: byId.get(id) }));
    if (told.length > 0) await insertRows(sql, "deletions", DELETION, told);
    return taken.map(({ id }) => id);
  }
  const gone = await sql<{ id: string }[]>`
    with gone as (
      delete from ${sql(table)} t where t.tenant_id = ${tenantId} and ${which} returning t.id, ${persons} as persons
    ), told as (
      insert into deletions (tenant_id, collection, id, persons)
      select ${tenantId}::uuid, ${collection}, id, persons from gone
    )
    select id from gone`;
  return gone.map(({ id }) => id);
}
