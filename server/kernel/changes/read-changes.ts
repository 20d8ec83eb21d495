// What changed in several collections, in the order of the transactions that changed it, with each record as its own address
// answers it. Complete for the reason that sync.pull is: nothing is told that an older transaction may still come before.
import { BEFORE_ALL } from "../../../shared/kernel/id.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { ServedResource } from "../area.ts";
import { rowsByIds } from "../db/bulk.ts";
import type { Row, Tx } from "../db/db.ts";
import type { Tenant } from "../operation/principal.ts";
import { withPartsOfEach } from "../resource/detail.ts";
import { ownCondition } from "../resource/own-records.ts";
import { recordMapper, selectFrom } from "../resource/record.ts";
import type { Bound } from "../sync/feed-bound.ts";
import { merge, type Position, readMarks } from "../sync/pull.ts";
import { LAST_ID, type Place, placeAt } from "./cursor.ts";

/** A collection that is followed, as far as the caller sees it. */
export interface Followed {
  served: ServedResource;
  /** Records of it that the caller may not see although they may see the others. */
  hides: ((record: Row) => boolean) | null;
}

export interface ChangesRequest {
  /** In the order that their ranks count. */
  followed: readonly Followed[];
  tenant: Tenant;
  after: Place;
  limit: number;
}

export type Change =
  | { collection: string; id: string; deleted: false; record: Row }
  | { collection: string; id: string; deleted: true; record: null };

interface Entry extends Position {
  rank: number;
}

/** Where a collection goes on: of the cursor's own transaction those before its collection have told everything. */
function startOf({ xid, rank, id }: Place, own: number): Position {
  if (own === rank) return { xid, id };
  // Nothing stands before the nil id: all that the transaction did in a later collection is still to come.
  return { xid, id: own < rank ? LAST_ID : BEFORE_ALL };
}

/** The ids of what changed in one collection behind a place, up to the bound, each where it changed last. */
async function entriesOf(
  tx: Tx,
  request: ChangesRequest,
  bound: Bound,
  rank: number,
  { served }: Followed,
): Promise<Entry[]> {
  const { tenant, after } = request;
  const limit = request.limit + 1;
  const from = startOf(after, rank);
  const own = ownCondition(tx, served.resource, tenant.rowScope);
  const [rows, marks] = await Promise.all([
    tx<Position[]>`select t.id, t.changed_xid::text as xid from ${tx(served.resource.view)} t
      where t.tenant_id = ${tenant.id} ${own ? tx`and (${own})` : tx``}
        and (t.changed_xid, t.id) > (${from.xid}::xid8, ${from.id}::uuid) and t.changed_xid < ${bound.xmin}::xid8
      order by t.changed_xid, t.id limit ${limit}`,
    readMarks(tx, { served, tenant, limit }, from, bound.xmin),
  ]);
  return merge<Position>(rows, marks).map(({ xid, id }) => ({ xid, id, rank }));
}

function inOrder(a: Entry, b: Entry): number {
  const [x, y] = [BigInt(a.xid), BigInt(b.xid)];
  if (x !== y) return x < y ? -1 : 1;
  if (a.rank !== b.rank) return a.rank - b.rank;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** Those of these records that are there and that the caller may see, as their own addresses answer them, by id. */
async function recordsOf(
  tx: Tx,
  tenant: Tenant,
  { served, hides }: Followed,
  ids: readonly string[],
): Promise<Map<string, Row | "hidden">> {
  if (ids.length === 0) return new Map();
  const { resource }: { resource: Resource } = served;
  const { columns } = selectFrom(tx, resource);
  const own = ownCondition(tx, resource, tenant.rowScope);
  const rows = await tx<Row[]>`select ${columns} from ${rowsByIds(tx, resource.view, tenant.id, ids)} t
    where t.tenant_id = ${tenant.id} ${own ? tx`and (${own})` : tx``}`;
  const map = recordMapper(resource, tenant.digits);
  const all = rows.map((row): Row => map({ ...row }));
  const seen = await withPartsOfEach(
    tx,
    resource,
    tenant,
    all.filter((record) => !hides?.(record)),
  );
  const hidden = all.filter((record) => hides?.(record));
  return new Map<string, Row | "hidden">([
    ...hidden.map(({ id }) => [String(id), "hidden"] as const),
    ...seen.map((record) => [String(record.id), record] as const),
  ]);
}

/**
 * One page of what changed behind a place. To be asked in a transaction that sees one moment, the bound's.
 * @returns also the place to go on from, and whether more is there already.
 */
export async function readChanges(
  tx: Tx,
  bound: Bound,
  request: ChangesRequest,
): Promise<{ changes: Change[]; place: Place; has_more: boolean }> {
  const { followed, tenant, limit } = request;
  const lists = await Promise.all(followed.map((one, rank) => entriesOf(tx, request, bound, rank, one)));
  // What was changed and came to the reader by it stands twice at one place.
  const all = lists
    .flat()
    .sort(inOrder)
    .filter((entry, at, sorted) => at === 0 || inOrder(sorted[at - 1]!, entry) !== 0);
  const page = all.slice(0, limit);
  const has_more = all.length > limit;
  const records = await Promise.all(
    followed.map((one, rank) => {
      const ids = page.filter((entry) => entry.rank === rank).map(({ id }) => id);
      return recordsOf(tx, tenant, one, ids);
    }),
  );
  const changes = page.flatMap(({ id, rank }): Change[] => {
    const collection = followed[rank]!.served.resource.collection;
    const record = records[rank]?.get(id);
    if (record === "hidden") return [];
    return record
      ? [{ collection, id, deleted: false, record }]
      : [{ collection, id, deleted: true, record: null }];
  });
  const last = page.at(-1);
  return { changes, place: has_more && last ? last : placeAt(bound), has_more };
}
