// Whether what was found out about a table still holds.
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { isOnCluster } from "../../db/cluster/on-cluster.ts";
import type { Fragment, Tx } from "../../db/db.ts";
import type { ListRequest } from "./request.ts";

/**
 * Whether it can be asked of a resource's table: what desktops hold of large tables says of each change when it was. Of a small
 * one (routers) not every column's change is news.
 */
export const isToldOf = (tx: Tx, resource: Resource): boolean =>
  resource.replica && resource.large !== null && resource.view === resource.table && !isOnCluster(tx);

/**
 * Whether no record came, changed or went in a transaction that was not over `as_of`.
 * @param table the resource's own, or the one of what it is searched by.
 */
export const isAsBefore = (
  tx: Tx,
  { resource, tenant }: Omit<ListRequest, "url">,
  table: string,
  as_of: string,
): Fragment => tx`
  coalesce((select t.changed_xid < ${as_of}::xid8 from ${tx(table)} t where t.tenant_id = ${tenant.id}
    order by t.changed_xid desc limit 1), true)
  and coalesce((select d.changed_xid < ${as_of}::xid8 from deletions d
    where d.tenant_id = ${tenant.id} and d.collection = ${resource.collection} order by d.changed_xid desc limit 1), true)`;

/** Since when that is to be asked of what this statement finds: transactions before this one are over. */
export const asOfNow = (tx: Tx): Fragment => tx`pg_snapshot_xmin(pg_current_snapshot())::text`;
