// The cursor of GET /changes/: a place in the feed, for whom and of which collections it is, and the server's mark upon that.
import { createHash } from "node:crypto";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { BEFORE_ALL, isId } from "../../../shared/kernel/id.ts";
import type { DatabaseIdentity } from "../db/database-identity.ts";
import { isSameText } from "../secrets/same-text.ts";
import type { Bound } from "../sync/feed-bound.ts";

/** Behind which entry a reader stands: by transaction, then by collection, then by id. */
export interface Place {
  xid: string;
  /** The collection's place among those that are followed; -1 stands before all of them. */
  rank: number;
  id: string;
}

/** Behind every id. */
export const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

export const BEGINNING: Place = { xid: "0", rank: -1, id: BEFORE_ALL };

/** Behind all that transactions before the bound have done. */
export const placeAt = ({ xmin }: Bound): Place => ({
  xid: String(BigInt(xmin) - 1n),
  rank: Number.MAX_SAFE_INTEGER,
  id: LAST_ID,
});

/** What a cursor holds good for. */
export interface Reach {
  tenant_id: string;
  /** The names that are followed, in order. */
  collections: readonly string[];
  /** What of them the caller sees, as text: another sight would have been told of other records. */
  rowScope: string;
}

/** A cursor is not believed for longer: contract §1. */
export const CURSOR_DAYS = 45;
const DAY_S = 86_400;

const shortOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 16);

interface Held {
  /** Seconds since 1970. */
  issued: number;
  /** Of the bound that it was read up to. */
  bound: string;
  tenant_id: string;
  collections: string;
  rowScope: string;
  place: Place;
}

const textOf = ({ issued, bound, tenant_id, collections, rowScope, place }: Held): string =>
  Buffer.from(
    JSON.stringify([issued, bound, tenant_id, collections, rowScope, place.xid, place.rank, place.id]),
  ).toString("base64url");

const markOf = (incarnation: Pick<DatabaseIdentity, "mark">, bound: string, text: string) =>
  incarnation.mark(bound, `changes:${text}`);

export function formatCursor(
  place: Place,
  reach: Reach,
  bound: Bound,
  incarnation: Pick<DatabaseIdentity, "mark">,
  now = Date.now(),
): string {
  const text = textOf({
    issued: Math.floor(now / 1_000),
    bound: bound.name,
    tenant_id: reach.tenant_id,
    collections: shortOf(reach.collections.join()),
    rowScope: shortOf(reach.rowScope),
    place,
  });
  return `${text}.${markOf(incarnation, bound.name, text)}`;
}

/** What stands in a cursor that this server gave; null: it did not give this one. */
function readCursor(cursor: string, incarnation: Pick<DatabaseIdentity, "mark">): Held | null {
  const [text = "", mark = "", ...more] = cursor.split(".");
  if (more.length > 0 || !/^[\w-]{1,1000}$/.test(text) || !/^[\w-]{22}$/.test(mark)) return null;
  let held: unknown;
  try {
    held = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    // Then it is not one of ours.
    return null;
  }
  if (!Array.isArray(held) || held.length !== 8) return null;
  const [issued, bound, tenant_id, collections, rowScope, xid, rank, id] = held as unknown[];
  if (typeof bound !== "string" || !isSameText(mark, markOf(incarnation, bound, text))) return null;
  const isPlace = /^\d{1,19}$/.test(String(xid)) && Number.isInteger(rank);
  if (!isPlace || !(isId(String(id)) || id === BEFORE_ALL || id === LAST_ID)) return null;
  return {
    issued: Number(issued),
    bound,
    tenant_id: String(tenant_id),
    collections: String(collections),
    rowScope: String(rowScope),
    place: { xid: String(xid), rank: Number(rank), id: String(id) },
  };
}

const expired = (why: string) =>
  new Failure("CURSOR_EXPIRED", `${why}. Read anew from the beginning, without a cursor.`);

/**
 * The place that a cursor tells.
 * @throws Failure VALIDATION for one that was not given here, to this company and for these collections; CURSOR_EXPIRED for
 * one that is too old, of before the database was set back or moved, or of a caller who saw more or less than this one.
 */
export function placeOf(
  cursor: string,
  reach: Reach,
  bound: Bound,
  incarnation: Pick<DatabaseIdentity, "mark" | "setBack">,
  now = Date.now(),
): Place {
  const held = readCursor(cursor, incarnation);
  if (!held || held.tenant_id !== reach.tenant_id)
    throw invalid("cursor", "This is no cursor that this server gave you");
  if (held.collections !== shortOf(reach.collections.join()))
    throw invalid("cursor", "This cursor is of other collections: each set of them has a cursor of its own");
  if (now / 1_000 - held.issued > CURSOR_DAYS * DAY_S)
    throw expired(`This cursor is older than ${CURSOR_DAYS} days`);
  if (held.bound !== bound.name) throw expired("The database was set back or moved since");
  if (BigInt(held.place.xid) >= BigInt(bound.xmin)) {
    // Not awaited: it needs another connection while this one is held.
    incarnation.setBack(bound.name);
    throw expired("The database was set back since");
  }
  if (held.rowScope !== shortOf(reach.rowScope)) throw expired("You see more or less than when it was given");
  return held.place;
}
