// The audit log chained by hash (contract §2), so that a change by the owner of the database is seen. Writers know nothing of
// it and do not wait: a job seals committed entries afterwards, one tenant at a time, and a verification seals the rest.
import { createHash } from "node:crypto";
import { insertRows } from "../kernel/db/bulk.ts";
import { type Database, inTenant, type Row, type Tx } from "../kernel/db/db.ts";

/** Entries sealed by one transaction: a longer one would hold up every reader of the feed. */
const SEALED_AT_ONCE = 250;
const READ_AT_ONCE = 2_000;
/** No transaction lasts longer: an entry that turns up later than this was not written by the program. */
const LONGEST_WRITE = "1 hour";
const NOTHING_BEFORE = Buffer.alloc(32);

const TYPES = {
  tenant_id: "uuid",
  number: "bigint",
  entry: "uuid",
  day: "date",
  hash: "bytea",
  sealed_at: "timestamptz",
} as const;

/** Whose entries these are, and where their days begin. */
interface AuditTenant {
  id: string;
  timezone: string;
}

interface Link {
  number: number;
  hash: Buffer;
}

/**
 * An entry's content, each column as PostgreSQL writes it, so that it is the same text for ever. Without its tenant: a
 * backup that is restored into another one has the same chain, and a head that an auditor kept still fits.
 */
const CONTENT = (tx: Tx) => tx`json_build_array(a.id, extract(epoch from a.timestamp)::text,
  extract(epoch from a.occurred_at)::text, a.actor_username, a.action, a.module, a.object_type, a.object_id, a.details::text,
  a.address, a.device, a.request_id)::text`;

/**
 * Whether an entry is not sealed. A look by key for each entry, which PostgreSQL can't turn into a join: that compared each
 * entry with each link of the tenant, because a kept plan takes every tenant for the average one.
 */
const UNSEALED = (tx: Tx) => tx`(
  select c.number from audit_chain c where c.tenant_id = a.tenant_id and c.entry = a.id) is null`;

const hashOf = (before: Buffer, content: string): Buffer =>
  createHash("sha256").update(before).update(content, "utf8").digest();

/** The chain's last link, and since when entries may still be unsealed: never in the future, where a clock was ahead at the last one. */
async function lastLink(tx: Tx, tenantId: string): Promise<Link & { since: string | null }> {
  const [last] = await tx<{ number: number; hash: Buffer; since: string }[]>`
    select number, hash, (least(sealed_at, now()) - ${LONGEST_WRITE}::interval)::text as since from audit_chain
    where tenant_id = ${tenantId} order by number desc limit 1`;
  return last ?? { number: 0, hash: NOTHING_BEFORE, since: null };
}

/** Where a sealing stands: behind this entry. */
interface Place {
  timestamp: string;
  id: string;
}

/** Seals the next entries behind a place; answers where the one after them goes on, or null: these were the last. */
async function sealNext(tx: Tx, tenant: AuditTenant, from: Place | null): Promise<Place | null> {
  // Two sealers would give one number twice; only sealers wait here.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`audit-chain:${tenant.id}`}, 0))`;
  let { number, hash, since } = await lastLink(tx, tenant.id);
  const sealed_at = new Date().toISOString();
  const sinceThen = since ? tx`and a.timestamp >= ${since}::timestamptz` : tx``;
  const behind = from
    ? tx`and (a.timestamp, a.id) > (${from.timestamp}::timestamptz, ${from.id}::uuid)`
    : tx``;
  const entries = await tx<(Place & { day: string; content: string })[]>`
    select a.id, a.timestamp::text as timestamp, (a.timestamp at time zone ${tenant.timezone})::date::text as day,
      ${CONTENT(tx)} as content
    from audit_logs a
    where a.tenant_id = ${tenant.id} ${sinceThen} ${behind}
      and ${UNSEALED(tx)}
    order by a.timestamp, a.id limit ${SEALED_AT_ONCE}`;
  const rows = entries.map(({ id, day, content }): Row => {
    number += 1;
    hash = hashOf(hash, content);
    return { tenant_id: tenant.id, number, entry: id, day, hash: `\\x${hash.toString("hex")}`, sealed_at };
  });
  if (rows.length > 0) await insertRows(tx, "audit_chain", TYPES, rows);
  return entries.length < SEALED_AT_ONCE ? null : (entries.at(-1) ?? null);
}

/** Seals what was committed and is not sealed yet, in the order of its time, in separate transactions. */
export async function sealEntries(db: Database, tenant: AuditTenant): Promise<void> {
  let from: Place | null = null;
  do {
    const behind: Place | null = from;
    from = await inTenant(db, tenant, (tx) => sealNext(tx, tenant, behind));
  } while (from);
}

export interface Verification {
  /** Sealed entries of the day. */
  entries: number;
  /** Hash over them and all before them; null where the day has none. */
  head: string | null;
  /** Whether each is what it was, none is missing and none was put in afterwards. */
  intact: boolean;
}

/** Entries of the day that no sealing will ever take: they were put in with a time long past. */
async function hasForeign(tx: Tx, tenant: AuditTenant, day: string): Promise<boolean> {
  const { since } = await lastLink(tx, tenant.id);
  const [foreign] = await tx`
    select from audit_logs a
    where a.tenant_id = ${tenant.id} and a.timestamp < ${since}::timestamptz
      and a.timestamp >= (${day}::date)::timestamp at time zone ${tenant.timezone}
      and a.timestamp < (${day}::date + 1)::timestamp at time zone ${tenant.timezone}
      and ${UNSEALED(tx)} limit 1`;
  return foreign !== undefined;
}

/** The link that a day's first one stands on. */
async function linkBefore(tx: Tx, tenantId: string, number: number): Promise<Buffer | null> {
  if (number === 1) return NOTHING_BEFORE;
  const [link] = await tx<{ hash: Buffer }[]>`
    select hash from audit_chain where tenant_id = ${tenantId} and number = ${number - 1}`;
  return link?.hash ?? null;
}

/** Whether every link of the day stands on the one before it; late entries of a day may lie among the next day's. */
export async function verifyDay(tx: Tx, tenant: AuditTenant, day: string): Promise<Verification> {
  let intact = !(await hasForeign(tx, tenant, day));
  let last: Link = { number: 0, hash: NOTHING_BEFORE };
  let entries = 0;
  for (;;) {
    const links = await tx<(Link & { content: string | null })[]>`
      select c.number, c.hash, case when a.id is null then null else ${CONTENT(tx)} end as content
      from audit_chain c left join audit_logs a on a.tenant_id = c.tenant_id and a.id = c.entry
      where c.tenant_id = ${tenant.id} and c.day = ${day} and c.number > ${last.number} order by c.number limit ${READ_AT_ONCE}`;
    for (const { number, hash, content } of links) {
      const follows = entries > 0 && number === last.number + 1;
      const before = follows ? last.hash : await linkBefore(tx, tenant.id, number);
      if (!before || content === null || !hashOf(before, content).equals(hash)) intact = false;
      last = { number, hash };
      entries += 1;
    }
    if (links.length < READ_AT_ONCE) break;
  }
  // What comes next must stand on this day's last link, or the day was cut short.
  const [next] = await tx<{ number: number }[]>`
    select number from audit_chain where tenant_id = ${tenant.id} and number > ${last.number} order by number limit 1`;
  if (entries > 0 && next && next.number !== last.number + 1) intact = false;
  return { entries, head: entries > 0 ? Buffer.from(last.hash).toString("hex") : null, intact };
}
