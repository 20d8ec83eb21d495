// Deliveries as they stand in their table: which are due, and what an attempt leaves of one and of its endpoint.
import { expandPermissions } from "../identity/index.ts";
import type { Sql } from "../kernel/db/db.ts";
import type { Attempted } from "./attempt.rules.ts";

/** An endpoint as deliveries go to it now. */
export interface Receiver {
  url: string;
  /** What its role may see. */
  permissions: ReadonlySet<string>;
  is_slow: boolean;
  failing_since: string | null;
  /** Whether it stands in its row that something arrived in the last minute. */
  is_fresh: boolean;
}

/** Null: nothing is sent to it now. It is gone or switched off, or its company is. */
export async function readReceiver(sql: Sql, tenant: string, id: string): Promise<Receiver | null> {
  const [row] = await sql<(Omit<Receiver, "permissions"> & { permissions: string[] })[]>`
    select e.url, e.is_slow, e.failing_since, r.permissions,
      coalesce(e.last_success_at > now() - interval '1 minute', false) as is_fresh
    from webhook_endpoints e join roles r on r.tenant_id = e.tenant_id and r.id = e.role
      join tenants t on t.id = e.tenant_id
    where e.tenant_id = ${tenant} and e.id = ${id} and e.is_active and t.is_active`;
  return row ? { ...row, permissions: expandPermissions(row.permissions) } : null;
}

export interface Due {
  id: string;
  event: string;
  type: string;
  attempt: number;
  /** Null: it is not made yet. */
  body: string | null;
}

/** @param under_way what is being sent. */
export function readDue(
  sql: Sql,
  { tenant, endpoint }: { tenant: string; endpoint: string },
  { under_way, most }: { under_way: readonly string[]; most: number },
): Promise<Due[]> {
  return sql<Due[]>`
    select d.id, d.event, d.type, d.attempt, e.body
    from webhook_deliveries d join webhook_events e on e.tenant_id = d.tenant_id and e.id = d.event
    where d.tenant_id = ${tenant} and d.endpoint = ${endpoint} and d.status = 'PENDING' and d.next_at <= now()
      and d.id <> all(${[...under_way]}::text[]::uuid[])
    order by d.next_at limit ${most}`;
}

export async function readBodies(
  sql: Sql,
  tenant: string,
  events: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; body: string }[]>`select id, body from webhook_events
    where tenant_id = ${tenant} and id = any(${[...events]}::text[]::uuid[]) and body is not null`;
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** What an attempt came to. */
export interface Outcome extends Pick<Attempted, "status" | "next_ms"> {
  /** Whether it was tried at all. */
  is_tried: boolean;
  response_status: number | null;
  response_head: string | null;
  duration_ms: number | null;
  error: string | null;
}

export async function settleDelivery(sql: Sql, tenant: string, id: string, outcome: Outcome): Promise<void> {
  const { status, next_ms, is_tried, response_status, response_head, duration_ms, error } = outcome;
  const next_at = next_ms === null ? null : new Date(Date.now() + next_ms);
  const said = {
    status,
    next_at,
    response_status,
    response_head,
    duration_ms,
    error,
    updated_at: new Date(),
  };
  await sql`update webhook_deliveries set ${sql(said)}, attempt = attempt + ${is_tried ? 1 : 0}, version = version + 1
    where tenant_id = ${tenant} and id = ${id}`;
}

/** Something arrived. */
export async function noteSuccess(sql: Sql, tenant: string, id: string, was: Receiver): Promise<void> {
  if (was.failing_since)
    await sql`update webhook_endpoints set failing_since = null, failures = 0, is_slow = false, last_success_at = now()
      where tenant_id = ${tenant} and id = ${id}`;
  else if (was.is_slow || !was.is_fresh)
    await sql`update webhook_endpoints set is_slow = false, last_success_at = now() where tenant_id = ${tenant} and id = ${id}`;
}

/** Nothing arrived. @returns since when, and how often. */
export async function noteFailure(
  sql: Sql,
  tenant: string,
  id: string,
  { was, is_slow }: { was: Receiver; is_slow: boolean },
): Promise<{ failing_since: Date; failures: number } | null> {
  if (!was.failing_since)
    await sql`update webhook_endpoints set failing_since = now() where tenant_id = ${tenant} and id = ${id}
      and failing_since is null`;
  const [row] = await sql<{ failing_since: string | null; failures: number }[]>`
    update webhook_endpoints set failures = failures + 1, is_slow = is_slow or ${is_slow}
    where tenant_id = ${tenant} and id = ${id} returning failing_since, failures`;
  return row?.failing_since ? { failing_since: new Date(row.failing_since), failures: row.failures } : null;
}
