// Where a list's rows are read, and where they are counted.
import { ownerOf } from "../../../../shared/kernel/ownership.ts";
import { rowsByIds } from "../../db/bulk.ts";
import { isOnCluster } from "../../db/cluster/on-cluster.ts";
import type { Fragment, Tx } from "../../db/db.ts";
import { isNarrowed } from "../own-records.ts";
import type { ListRequest } from "./request.ts";
import { type Found, lookedUp } from "./search.ts";

/** Where a list's rows are read: those that a search found, where they are few. */
export function rowsFrom(
  tx: Tx,
  { resource, tenant }: Omit<ListRequest, "url">,
  found: Found | null,
): Fragment {
  const few = lookedUp(found);
  return few ? rowsByIds(tx, resource.view, tenant.id, few) : tx`${tx(resource.view)}`;
}

/**
 * Where a list's rows are counted. The wall around own records asks each row for its owner, which no index of a filter holds;
 * who sees all of the table counts where that is asked once (make_countable in the migrations), and an index is enough.
 */
export function countedIn(tx: Tx, request: ListRequest, found: Found | null): Fragment {
  const { resource, tenant } = request;
  const { table, view } = resource;
  const isWalled = view === table && ownerOf(resource) !== null;
  return isWalled && !lookedUp(found) && !isNarrowed(resource, tenant.rowScope) && !isOnCluster(tx)
    ? tx`${tx(`whole_${table}`)}`
    : rowsFrom(tx, request, found);
}
