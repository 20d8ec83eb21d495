// Own records (resource.ts, `own`): which they are, and what becomes of replicas when a record changes hands. That nobody
// reads others' is the database's (keep_own in the migrations); here is what lists ask, so that an index answers them.
import { belongingTo, type Owner, ownerOf } from "../../../shared/kernel/ownership.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { type ColumnTypes, insertRows } from "../db/bulk.ts";
import { isOnCluster } from "../db/cluster/on-cluster.ts";
import type { Fragment, Row, RowScope, Sql, Tx } from "../db/db.ts";
import type { OperationContext } from "../operation/context.ts";

/** Whether a caller sees their own records of this resource alone. */
export const isNarrowed = ({ table }: Resource, rowScope: RowScope | null | undefined): boolean =>
  rowScope?.tables.has(table) ?? false;

/** The condition of one's own records, on the table `t`; null: the caller sees all. */
export function ownCondition(
  tx: Tx,
  resource: Resource,
  rowScope: RowScope | null | undefined,
): Fragment | null {
  const owner = ownerOf(resource);
  if (!rowScope || !owner || !isNarrowed(resource, rowScope)) return null;
  const column = tx(`t.${owner.field}`);
  if (owner.resource) return tx`${column} = any(array(select ${tx(`own_${owner.resource.table}_ids`)}()))`;
  const { own_too } = resource;
  return own_too === null
    ? tx`${column} = ${rowScope.person}`
    : tx`(${column} = ${rowScope.person} or ${tx(`t.${own_too}`)} = ${rowScope.person})`;
}

/** Whom a record belongs to that holds this value in the field of its owner. */
function personOf(tx: Sql | Tx, { resource }: Owner, tenantId: string, value: Fragment): Fragment {
  const next = resource && ownerOf(resource);
  if (!next) return value;
  const held = tx`(select ${tx(next.field)} from ${tx(resource.table)} where tenant_id = ${tenantId} and id = ${value})`;
  return personOf(tx, next, tenantId, held);
}

/** The owners of a row of `t`, as an array, empty where it has none. Null: the resource's records have no owners. */
export function personsOf(tx: Sql | Tx, resource: Resource, tenantId: string): Fragment | null {
  const owner = ownerOf(resource);
  if (!owner) return null;
  const { own_too } = resource;
  const first = personOf(tx, owner, tenantId, tx`${tx(`t.${owner.field}`)}`);
  const all = own_too === null ? tx`${first}` : tx`${first}, ${tx(`t.${own_too}`)}`;
  return tx`array_remove(array[${all}]::uuid[], null)`;
}

/** A resource, and the ids of its records that belong to a person through one record. */
interface Belonging {
  resource: Resource;
  ids: Fragment;
}

function belongings(tx: Tx, tenantId: string, { resource, ids }: Belonging): Belonging[] {
  const below = belongingTo(resource).map((one) => ({
    resource: one,
    ids: tx`select id from ${tx(one.table)}
      where tenant_id = ${tenantId} and ${tx(ownerOf(one)?.field ?? "")} in (${ids})`,
  }));
  return [{ resource, ids }, ...below.flatMap((one) => belongings(tx, tenantId, one))];
}

const CHANGE: ColumnTypes = { tenant_id: "uuid", person: "uuid", collection: "text", id: "uuid" };

/**
 * Tells both the one who had a record and the one who has it now, and of everything that goes with it: their replicas, and
 * programs that follow what changed, look at it again, and get or drop it. Does nothing where the owner is unchanged.
 */
export async function followOwner(
  ctx: OperationContext,
  resource: Resource,
  before: Row,
  after: Row,
): Promise<void> {
  const owner = ownerOf(resource);
  if (!owner || before[owner.field] === after[owner.field]) return;
  const { tx, tenant } = ctx;
  const persons = [before, after].map((row) =>
    personOf(tx, owner, tenant.id, tx`${(row[owner.field] ?? null) as string | null}::uuid`),
  );
  const record = { resource, ids: tx`select ${after.id as string}::uuid as id` };
  const moved = belongings(tx, tenant.id, record);
  const told = moved.map(
    ({
      resource: { collection },
      ids,
    }) => tx`select ${tenant.id}::uuid as tenant_id, p.person, ${collection}::text as collection, moved.id from (${ids}) moved
      cross join (select distinct person from unnest(array[${persons[0] as Fragment}, ${persons[1] as Fragment}]) person) p
      where p.person is not null`,
  );
  const again =
    "on conflict (tenant_id, person, collection, id) do update set changed_xid = excluded.changed_xid";
  await Promise.all(
    told.map(async (changes) => {
      // A cluster would copy what is selected beside other tables, which it may not behind a tenant's wall.
      if (!isOnCluster(tx))
        return tx`insert into owner_changes (tenant_id, person, collection, id) ${changes} ${tx.unsafe(again)}`.execute();
      const rows = await changes;
      return rows.length > 0 && insertRows(tx, "owner_changes", CHANGE, rows, again);
    }),
  );
  for (const one of moved) ctx.moved.add(one.resource.collection);
}
