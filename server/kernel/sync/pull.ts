// sync.pull: one page of what changed. Complete however transactions interleave: rows carry the transaction that changed
// them, and a reader stops at the oldest one still under way, so a change that commits late comes after every checkpoint.
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import type { PullOutput, ReplicaDocument } from "../../../shared/kernel/sync/wire.ts";
import type { ServedResource } from "../area.ts";
import { rowsByIds } from "../db/bulk.ts";
import type { DatabaseIdentity } from "../db/database-identity.ts";
import type { Fragment, Row, Seen, Tx } from "../db/db.ts";
import { isNarrowed, ownCondition } from "../resource/own-records.ts";
import { columnsOf, recordMapper } from "../resource/record.ts";
import { type Bound, readBound } from "./feed-bound.ts";

export interface Position {
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

function markedCheckpoint(place: Position, { name }: Bound, incarnation: DatabaseIdentity): string {
  const position = formatPosition(place);
  return `${position}/${incarnation.mark(name, position)}`;
}

function isBefore(a: Position, b: Position): boolean {
  const [x, y] = [BigInt(a.xid), BigInt(b.xid)];
  return x < y || (x === y && a.id < b.id);
}

/** Two lists in order of position, as one. */
export function merge<T extends Position>(a: readonly T[], b: readonly T[]): T[] {
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
  tenant: Seen & { digits: number };
  checkpoint: string | null;
  limit: number;
  incarnation: DatabaseIdentity;
}

/**
 * @throws Failure STALE_CHECKPOINT for a checkpoint that this database never gave: it was set back or moved since, and what
 * the reader holds may never have happened here.
 */
function refuseStale(from: Checkpoint, bound: Bound, incarnation: DatabaseIdentity): void {
  const isOurs = from.mark !== null && from.mark === incarnation.mark(bound.name, formatPosition(from));
  const isAhead = BigInt(from.xid) >= BigInt(bound.xmin);
  // Not awaited: it needs another connection while this one is held.
  if (isAhead && isOurs) incarnation.setBack(bound.name);
  if (isAhead || (from.mark !== null && !isOurs)) throw new Failure("STALE_CHECKPOINT");
}

/** A place in the feed without a row. */
interface Mark extends Position, Row {
  xid: string;
  id: string;
  /** What to say there: that the record is gone, or how it stands with the reader now. */
  says: "deleted" | "moved";
}

/** What was deleted, and what came to the reader or left them without being changed (resource/own-records.ts). */
export async function readMarks(
  tx: Tx,
  request: Omit<PullRequest, "checkpoint" | "incarnation">,
  from: Position,
  xmin: string,
): Promise<Mark[]> {
  const { served, tenant, limit } = request;
  const { resource } = served;
  const person = isNarrowed(resource, tenant.rowScope) ? (tenant.rowScope?.person ?? null) : null;
  const [deletions, moves] = await Promise.all([
    tx<Mark[]>`select id, changed_xid::text as xid, 'deleted' as says from deletions
      where tenant_id = ${tenant.id} and collection = ${resource.collection}
        ${person === null ? tx`` : tx`and (persons is null or ${person} = any(persons))`}
        and (changed_xid, id) > (${from.xid}::xid8, ${from.id}::uuid) and changed_xid < ${xmin}::xid8
      order by changed_xid, id limit ${limit}`,
    person === null
      ? []
      : tx<Mark[]>`select id, changed_xid::text as xid, 'moved' as says from owner_changes
      where tenant_id = ${tenant.id} and person = ${person} and collection = ${resource.collection}
        and (changed_xid, id) > (${from.xid}::xid8, ${from.id}::uuid) and changed_xid < ${xmin}::xid8
      order by changed_xid, id limit ${limit}`,
  ]);
  return merge(deletions, moves);
}

/** @throws Failure VALIDATION for a checkpoint that is none, STALE_CHECKPOINT. */
export async function pull(tx: Tx, request: PullRequest): Promise<PullOutput> {
  // One bound for all queries: each statement has another snapshot.
  return pullUpTo(tx, await readBound(tx, request.incarnation), request);
}

/** The pages of several collections, all up to the same bound, in two round trips. @throws as `pull` does. */
export async function pullMany(tx: Tx, requests: readonly PullRequest[]): Promise<PullOutput[]> {
  const [first] = requests;
  if (!first) return [];
  const bound = await readBound(tx, first.incarnation);
  return Promise.all(requests.map((request) => pullUpTo(tx, bound, request)));
}

/** The records of a collection that the reader may see; of these `ids`, where they are given. */
function rowsOf(tx: Tx, { served, tenant }: PullRequest, ids: readonly string[] | null = null): Fragment {
  const own = ownCondition(tx, served.resource, tenant.rowScope);
  const scope = [served.replica_rows?.(tx), own].map((part) => (part ? tx`and (${part})` : tx``));
  const { view } = served.resource;
  const source = ids === null ? tx`${tx(view)}` : rowsByIds(tx, view, tenant.id, ids);
  return tx`from ${source} t where t.tenant_id = ${tenant.id} ${scope[0] ?? tx``} ${scope[1] ?? tx``}`;
}

/** Where a reader stands who has read all of a collection up to a bound. */
export async function checkpointAt(tx: Tx, bound: Bound, request: PullRequest): Promise<string | null> {
  const { served, tenant, incarnation } = request;
  const { collection } = served.resource;
  const person = isNarrowed(served.resource, tenant.rowScope) ? (tenant.rowScope?.person ?? null) : null;
  const places = await Promise.all([
    tx<Position[]>`select t.id, t.changed_xid::text as xid ${rowsOf(tx, request)}
      and t.changed_xid < ${bound.xmin}::xid8 order by t.changed_xid desc, t.id desc limit 1`,
    tx<Position[]>`select id, changed_xid::text as xid from deletions
      where tenant_id = ${tenant.id} and collection = ${collection} and changed_xid < ${bound.xmin}::xid8
      order by changed_xid desc, id desc limit 1`,
    person === null
      ? []
      : tx<Position[]>`select id, changed_xid::text as xid from owner_changes
      where tenant_id = ${tenant.id} and person = ${person} and collection = ${collection}
        and changed_xid < ${bound.xmin}::xid8 order by changed_xid desc, id desc limit 1`,
  ]);
  const last = places.flat().reduce((a: Position, b) => (isBefore(a, b) ? b : a), START);
  return last === START ? null : markedCheckpoint(last, bound, incarnation);
}

export async function pullUpTo(tx: Tx, bound: Bound, request: PullRequest): Promise<PullOutput> {
  const { served, tenant, limit, incarnation } = request;
  const { resource } = served;
  const from = parseCheckpoint(request.checkpoint);
  refuseStale(from, bound, incarnation);
  const columns = tx(Object.keys(columnsOf(resource)).map((name) => `t.${name}`));
  const from_rows = rowsOf(tx, request);
  const [rows, marks] = await Promise.all([
    tx<(Row & Position)[]>`select ${columns}, t.changed_xid::text as xid ${from_rows}
        and (t.changed_xid, t.id) > (${from.xid}::xid8, ${from.id}::uuid) and t.changed_xid < ${bound.xmin}::xid8
      order by t.changed_xid, t.id limit ${limit}`,
    readMarks(tx, request, from, bound.xmin),
  ]);
  const page: (Row & Position)[] =
    marks.length === 0 ? rows : merge<Row & Position>(rows, marks).slice(0, limit);
  const moved = page.flatMap(({ id, says }) => (says === "moved" ? [id] : []));
  const rows_held =
    moved.length === 0 ? [] : await tx<(Row & Position)[]>`select ${columns} ${rowsOf(tx, request, moved)}`;
  const now = new Map(rows_held.map((row) => [row.id, row]));
  const toRecord = recordMapper(resource, tenant.digits);
  const last = page.at(-1);
  const checkpoint = last ? markedCheckpoint(last, bound, incarnation) : request.checkpoint;
  const documents = page.map((place): ReplicaDocument => {
    const held = now.get(place.id);
    // One that moved more than once stands there as often.
    const row = place.says === undefined ? place : held && { ...held };
    if (!row) return { id: place.id, _deleted: true };
    // The row itself becomes the document, as copying it costs a quarter of what the server spends on it. No xid on the wire:
    // JSON leaves out what is undefined, and a deleted key would make the row slow to write.
    const document: Row = toRecord(row);
    document.xid = undefined;
    document._deleted = false;
    return document as ReplicaDocument;
  });
  return { documents, checkpoint, done: page.length < limit };
}
