// sync.pull: one page of what changed. Complete however transactions interleave: rows carry the transaction that changed
// them, and a reader stops at the oldest one still under way, so a change that commits late lies ahead of every checkpoint.
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import type { PullOutput, ReplicaDocument } from "../../../shared/kernel/sync/wire.ts";
import type { ServedResource } from "../area.ts";
import type { Row, Tx } from "../db/db.ts";
import type { Incarnation } from "../db/incarnation.ts";
import { columnsOf, recordMapper } from "../resource/record.ts";

interface Position {
  xid: string;
  id: string;
}

interface Checkpoint extends Position {
  /** What the server put on it, or none: it is believed to be of this incarnation then. */
  mark: string | null;
}

const START: Checkpoint = { xid: "0", id: "00000000-0000-0000-0000-000000000000", mark: null };

function parseCheckpoint(text: string | null): Checkpoint {
  if (text === null) return START;
  const [xid = "", id = "", mark = null] = text.split("/");
  const plain = /^\d{1,19}$/.test(xid) && (isId(id) || id === START.id);
  if (!plain) throw invalid("checkpoint", "Not a checkpoint of this collection");
  return { xid, id, mark };
}

const formatPosition = ({ xid, id }: Position) => `${xid}/${id}`;

function isBefore(a: Position, b: Position): boolean {
  const [x, y] = [BigInt(a.xid), BigInt(b.xid)];
  return x < y || (x === y && a.id < b.id);
}

/** Two lists in order of position, as one. */
function merge<T extends Position>(a: readonly T[], b: readonly T[]): T[] {
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left && (!right || isBefore(left, right))) {
      merged.push(left);
      i += 1;
    } else if (right) {
      merged.push(right);
      j += 1;
    }
  }
  return merged;
}

export interface PullRequest {
  served: ServedResource;
  tenant: { id: string; digits: number };
  checkpoint: string | null;
  limit: number;
  incarnation: Incarnation;
}

/**
 * Up to where a reader may read, and in which incarnation.
 * @throws Failure STALE_CHECKPOINT for a checkpoint that this database never gave: it was set back or moved since, and what
 * the reader holds may never have happened here.
 */
async function readBound(
  tx: Tx,
  from: Checkpoint,
  incarnation: Incarnation,
): Promise<{ xmin: string; name: string }> {
  const [bound] = await tx<{ xmin: string; name: string }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, incarnation as name from cluster_state`;
  if (!bound) throw new Failure("INTERNAL");
  const isOurs = from.mark !== null && from.mark === incarnation.mark(bound.name, formatPosition(from));
  const isAhead = BigInt(from.xid) >= BigInt(bound.xmin);
  // Not awaited: it needs a connection of its own, and this one is held.
  if (isAhead && isOurs) incarnation.setBack(bound.name);
  if (isAhead || (from.mark !== null && !isOurs)) throw new Failure("STALE_CHECKPOINT");
  return bound;
}

/** @throws Failure VALIDATION for a checkpoint that is none, STALE_CHECKPOINT. */
export async function pull(tx: Tx, request: PullRequest): Promise<PullOutput> {
  const { served, tenant, limit, incarnation } = request;
  const { resource } = served;
  const from = parseCheckpoint(request.checkpoint);
  // One bound for both queries: each statement has a snapshot of its own.
  const bound = await readBound(tx, from, incarnation);
  const columns = tx(Object.keys(columnsOf(resource)).map((name) => `t.${name}`));
  const scope = served.replica_rows ? tx`and (${served.replica_rows(tx)})` : tx``;
  const [rows, deletions] = await Promise.all([
    tx<(Row & Position)[]>`select ${columns}, t.changed_xid::text as xid from ${tx(resource.table)} t
      where t.tenant_id = ${tenant.id} and (t.changed_xid, t.id) > (${from.xid}::xid8, ${from.id}::uuid)
        and t.changed_xid < ${bound.xmin}::xid8 ${scope}
      order by t.changed_xid, t.id limit ${limit}`,
    tx<(Row & Position)[]>`select id, changed_xid::text as xid, true as deleted from deletions
      where tenant_id = ${tenant.id} and collection = ${resource.collection}
        and (changed_xid, id) > (${from.xid}::xid8, ${from.id}::uuid) and changed_xid < ${bound.xmin}::xid8
      order by changed_xid, id limit ${limit}`,
  ]);
  const page = deletions.length === 0 ? rows : merge(rows, deletions).slice(0, limit);
  const toRecord = recordMapper(resource, tenant.digits);
  const documents = page.map((row): ReplicaDocument => {
    const { xid: _xid, deleted, ...record } = row;
    return deleted
      ? { id: row.id, _deleted: true }
      : ({ ...toRecord(record), _deleted: false } as ReplicaDocument);
  });
  const last = page.at(-1);
  const position = last && formatPosition(last);
  return {
    documents,
    checkpoint: position ? `${position}/${incarnation.mark(bound.name, position)}` : request.checkpoint,
    done: page.length < limit,
  };
}
