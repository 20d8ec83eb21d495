// Own records (resource.ts, `own`): which they are, and what becomes of replicas when a record changes hands. That nobody
// reads others' is the database's (keep_own in the migrations); here is what lists ask, so that an index answers them.
import { belongingTo, type Owner, ownerOf } from "../../../shared/kernel/ownership.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { Fragment, Row, Sight, Tx } from "../db/db.ts";
import type { OperationContext } from "../operation/context.ts";

/** Whether a caller sees their own records of this resource alone. */
export const isNarrowed = ({ table }: Resource, sight: Sight | null | undefined): boolean =>
  sight?.tables.has(table) ?? false;

/** The condition of one's own records, on the table `t`; null: the caller sees all. */
export function ownCondition(tx: Tx, resource: Resource, sight: Sight | null | undefined): Fragment | null {
  const owner = ownerOf(resource);
  if (!sight || !owner || !isNarrowed(resource, sight)) return null;
  const column = tx(`t.${owner.field}`);
  if (owner.resource) return tx`${column} = any(array(select ${tx(`own_${owner.resource.table}_ids`)}()))`;
  const { own_too } = resource;
  return own_too === null
    ? tx`${column} = ${sight.person}`
    : tx`(${column} = ${sight.person} or ${tx(`t.${own_too}`)} = ${sight.person})`;
}

/** Whom a record belongs to that holds this value in the field of its owner. */
function personOf(tx: Tx, { resource }: Owner, tenantId: string, value: Fragment): Fragment {
  const next = resource && ownerOf(resource);
  if (!next) return value;
  const held = tx`(select ${tx(next.field)} from ${tx(resource.table)} where tenant_id = ${tenantId} and id = ${value})`;
  return personOf(tx, next, tenantId, held);
}

/** A resource, and the ids of its records that belong to somebody through one record. */
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

/**
 * Tells both the one who had a record and the one who has it now, and of everything that goes with it: their replicas look
 * at it again, and get or drop it. Does nothing where it stayed whose it was.
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
  const moved = belongings(tx, tenant.id, record).filter((one) => one.resource.replica);
  await Promise.all(
    moved.map(({ resource: { collection }, ids }) =>
      tx`insert into owner_changes (tenant_id, person, collection, id)
        select ${tenant.id}::uuid, p.person, ${collection}, moved.id from (${ids}) moved
          cross join (select distinct person from unnest(array[${persons[0] as Fragment}, ${persons[1] as Fragment}]) person) p
        where p.person is not null
        on conflict (tenant_id, person, collection, id) do update set changed_xid = excluded.changed_xid`.execute(),
    ),
  );
  for (const one of moved) ctx.moved.add(one.resource.collection);
}
