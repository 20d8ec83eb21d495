// The sessions on a router as a look found them. A session's row is written when it comes, goes or becomes another; the
// counters of all are one row per router (router_looks), so that a subscriber who is merely on-line costs no journal.
import { createHash, randomUUID } from "node:crypto";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import type { ObservedSession } from "../../../shared/network/agent-wire.ts";
import { userSession } from "../../../shared/network/index.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { deleteRows } from "../../kernel/resource/deletions.ts";
import { type Known, type KnownSession, memoryOf, remember } from "./session-memory.ts";

/** Start times are worked out from uptimes, which are cut to whole seconds on a slow way: less than this is no restart. */
const RESTART_MS = 15_000;
/** The rows themselves are read this often although none changed: a customer may have been renamed or removed. */
const KNOWN_MS = 60_000;
/** Sessions without a customer are looked up among the customers at every look, this many at a time. */
const STRANGERS = 200;
/** Rows in one statement: it has room for 65,535 values. */
const CHUNK = 5_000;

/** A session's id: always the same for the same router, RouterOS id and user (a UUID made of a hash, RFC 9562 version 8). */
function sessionId(router: string, ros_id: string, username: string): string {
  const hex = createHash("sha256").update(`${router}\n${ros_id}\n${username}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The layout of a router's sessions, which only the caller may change until the transaction ends: a look that was
 * written down over a kick would otherwise give the kicked session's row for known.
 */
async function lockLayout(tx: Tx, tenantId: string, router: string): Promise<string | undefined> {
  const [look] = await tx<{ layout: string }[]>`
    select layout from router_looks where tenant_id = ${tenantId} and router = ${router} for no key update`;
  return look?.layout;
}

/**
 * Takes sessions off the list before a look finds them gone: those of one router that the condition picks (`t`), or all.
 * @returns how many there were.
 */
export async function dropSessions(
  tx: Tx,
  tenantId: string,
  router: string,
  which?: Fragment,
): Promise<number> {
  await lockLayout(tx, tenantId, router);
  const gone = await deleteRows(
    tx,
    userSession,
    tenantId,
    which ? tx`t.router = ${router} and ${which}` : tx`t.router = ${router}`,
  );
  await tx`update router_looks set layout = ${randomUUID()}, sessions = greatest(0, sessions - ${gone.length})
    where tenant_id = ${tenantId} and router = ${router}`;
  return gone.length;
}

/** The rows as they are, each with the customer who has its name now. */
async function readKnown(ctx: OperationContext, router: string): Promise<Map<string, KnownSession>> {
  const { tx, tenant } = ctx;
  type Found = Omit<KnownSession, "started_ms"> & { id: string; started_at: string | null };
  const rows = await tx<Found[]>`
    select id, place, username, session_id, connection, customer, ip_address, mac_address, started_at
    from user_sessions where tenant_id = ${tenant.id} and router = ${router}`;
  return new Map(
    rows.map(({ id, started_at, ...row }) => [
      id,
      { ...row, started_ms: started_at ? Date.parse(started_at) : 0 },
    ]),
  );
}

/** The customers who have these names. */
async function customersNamed(
  ctx: OperationContext,
  usernames: readonly string[],
): Promise<Map<string, string>> {
  if (usernames.length === 0) return new Map();
  const { tx, tenant } = ctx;
  const forms = usernames.map(normalText);
  const rows = await tx<{ id: string; form: string }[]>`
    select id, username_normal as form from customers where tenant_id = ${tenant.id} and username_normal = any(${forms}::text[])`;
  const by_form = new Map(rows.map(({ id, form }) => [form, id]));
  return new Map(
    usernames.flatMap((name, at) => {
      const id = by_form.get(forms[at] ?? "");
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}

interface Change {
  came: Map<string, KnownSession & { ros_id: string }>;
  changed: Map<string, KnownSession>;
  gone: string[];
  /** As they are from now on. */
  sessions: Map<string, KnownSession>;
}

/** What the look tells that is not known, and where each session's counters stand. */
function compare(
  known: ReadonlyMap<string, KnownSession>,
  seen: ReadonlyMap<string, ObservedSession>,
  customerOf: (username: string, before: KnownSession | undefined) => string | null,
  now_ms: number,
): Change {
  const change: Change = { came: new Map(), changed: new Map(), gone: [], sessions: new Map() };
  const taken = new Set<number>();
  for (const [id, { place }] of known)
    if (seen.has(id)) taken.add(place);
    else change.gone.push(id);
  let free = 0;
  for (const [id, session] of seen) {
    const before = known.get(id);
    const { username, ip_address, mac_address, uptime_seconds, ros_id, session_id, connection } = session;
    const began = Math.floor((now_ms - uptime_seconds * 1000) / 1000) * 1000;
    const restarted = before === undefined || Math.abs(before.started_ms - began) > RESTART_MS;
    if (!before) for (; taken.has(free); free += 1);
    const now: KnownSession = {
      place: before?.place ?? free,
      ...{ username, session_id, connection },
      customer: customerOf(username, before),
      ip_address,
      mac_address,
      started_ms: restarted ? began : before.started_ms,
    };
    change.sessions.set(id, now);
    if (!before) {
      taken.add(free);
      change.came.set(id, { ...now, ros_id });
    } else if (
      restarted ||
      before.session_id !== session_id ||
      before.connection !== connection ||
      before.customer !== now.customer ||
      before.ip_address !== ip_address ||
      before.mac_address !== mac_address
    )
      change.changed.set(id, now);
  }
  return change;
}

/** Four numbers of eight bytes at each session's place (counter_at in the migration reads them). */
function pack(
  sessions: ReadonlyMap<string, KnownSession>,
  seen: ReadonlyMap<string, ObservedSession>,
): Buffer {
  const places = [...sessions.values()].reduce((most, { place }) => Math.max(most, place + 1), 0);
  const packed = Buffer.alloc(places * 32, 0xff);
  for (const [id, { place }] of sessions) {
    const { bytes_in, bytes_out, rate_in_bps, rate_out_bps } = seen.get(id) ?? {};
    for (const [index, value] of [bytes_in, bytes_out, rate_in_bps, rate_out_bps].entries())
      packed.writeBigInt64BE(BigInt(value ?? -1), place * 32 + index * 8);
  }
  return packed;
}

async function writeChange(ctx: OperationContext, router: string, change: Change): Promise<boolean> {
  const { tx, tenant } = ctx;
  const { came, changed, gone } = change;
  if (gone.length > 0)
    await deleteRows(
      tx,
      userSession,
      tenant.id,
      tx`t.router = ${router} and t.id = any(${gone}::text[]::uuid[])`,
    );
  if (changed.size > 0) {
    const rows = [...changed].map(([id, { started_ms, ...row }]) => ({
      id,
      ...row,
      started_at: new Date(started_ms),
    }));
    await tx`update user_sessions t set session_id = s.session_id, connection = s.connection, customer = s.customer, ip_address = s.ip_address, mac_address = s.mac_address,
        started_at = s.started_at
      from jsonb_to_recordset(${tx.json(rows)}) as s(id uuid, session_id text, connection text, customer uuid, ip_address text, mac_address text,
        started_at timestamptz)
      where t.tenant_id = ${tenant.id} and t.router = ${router} and t.id = s.id`;
  }
  const rows = [...came].map(([id, { started_ms, ...row }]) => ({
    ...{ tenant_id: tenant.id, id, router },
    ...row,
    started_at: new Date(started_ms),
  }));
  for (let first = 0; first < rows.length; first += CHUNK)
    await tx`insert into user_sessions ${tx(rows.slice(first, first + CHUNK))} on conflict (tenant_id, id) do nothing`;
  return gone.length + changed.size + rows.length > 0;
}

/** The customers of sessions: looked up for new ones, for those without a customer, and now and then for all. */
async function findCustomers(
  ctx: OperationContext,
  seen: ReadonlyMap<string, ObservedSession>,
  known: Known,
  is_fresh: boolean,
): Promise<(username: string, before: KnownSession | undefined) => string | null> {
  const asked = new Set<string>();
  const strangers: string[] = [];
  for (const [id, { username }] of seen) {
    const before = known.sessions.get(id);
    if (is_fresh || !before) asked.add(username);
    else if (before.customer === null) strangers.push(username);
  }
  const turns = Math.max(1, Math.ceil(strangers.length / STRANGERS));
  const first = (known.looks % turns) * STRANGERS;
  for (const username of strangers.slice(first, first + STRANGERS)) asked.add(username);
  const found = await customersNamed(ctx, [...asked]);
  return (username, before) =>
    asked.has(username) ? (found.get(username) ?? null) : (before?.customer ?? null);
}

/** Takes a look's sessions over: all that are on the router at this moment. */
export async function observeSessions(
  ctx: OperationContext,
  router: string,
  sessions: readonly ObservedSession[],
): Promise<void> {
  const { tx, tenant } = ctx;
  const memory = memoryOf(ctx.services.db);
  const seen = new Map(
    sessions.map((session) => [sessionId(router, session.ros_id, session.username), session]),
  );
  // The database's clock: those of several machines differ, and each would take the other's sessions for restarted ones.
  const [[clock], before] = await Promise.all([
    tx<{ now_ms: number }[]>`select extract(epoch from now())::float8 * 1000 as now_ms`,
    lockLayout(tx, tenant.id, router),
  ]);
  const now_ms = clock?.now_ms ?? Date.now();
  const kept = memory.get(router);
  const is_kept = kept !== undefined && kept.layout === before && now_ms - kept.read_at < KNOWN_MS;
  const known: Known = is_kept
    ? kept
    : { layout: "", read_at: now_ms, looks: 0, sessions: await readKnown(ctx, router) };
  const change = compare(known.sessions, seen, await findCustomers(ctx, seen, known, !is_kept), now_ms);
  const is_news = await writeChange(ctx, router, change);
  const layout = is_news || !before ? randomUUID() : before;
  await tx`insert into router_looks (tenant_id, router, observed_at, layout, sessions, counters)
    values (${tenant.id}, ${router}, now(), ${layout}, ${seen.size}, ${pack(change.sessions, seen)})
    on conflict (tenant_id, router) do update set observed_at = excluded.observed_at, layout = excluded.layout,
      sessions = excluded.sessions, counters = excluded.counters`;
  remember(memory, router, {
    layout,
    read_at: known.read_at,
    looks: known.looks + 1,
    sessions: change.sessions,
  });
  if (!is_news) return;
  if (change.came.size > 0)
    await tx`update routers set has_sessions = true where tenant_id = ${tenant.id} and id = ${router} and not has_sessions`;
  ctx.markChanged("user_sessions");
}
