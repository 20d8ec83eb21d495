// Queues changes to devices with the transaction that causes them. A job says what for, never how: what the device should
// hold is worked out when an agent takes the job, so that an old job can never undo a newer decision.
import type { JobKind } from "../../shared/network/index.ts";
import type { OperationContext } from "../kernel/context.ts";
import type { Row } from "../kernel/db.ts";

interface JobRequest {
  kind: JobKind;
  /** Null: the customer is on no router, so there is nothing to do. */
  router: string | null;
  customer?: string | null;
  payload?: Row;
}

interface QueuedJob {
  id: string;
  router: string;
  customer: string | null;
  kind: JobKind;
}

const NOT_REACHED = "No network agent has reached the router yet";

/** A newer job makes a waiting one of the opposite kind pointless. */
const OPPOSITES: Partial<Record<JobKind, JobKind>> = {
  ENABLE_USER: "DISABLE_USER",
  DISABLE_USER: "ENABLE_USER",
  UPSERT_USER: "REMOVE_USER",
  REMOVE_USER: "UPSERT_USER",
};

/**
 * Queues many jobs in one statement. One that waits already for the same device, customer and kind (and, without a
 * customer, the same payload) is made due at once instead of a second; waiting ones of the opposite kind are cancelled.
 * @returns the jobs that now wait, new ones and those met.
 */
export async function enqueueJobs(
  ctx: OperationContext,
  requests: readonly JobRequest[],
): Promise<QueuedJob[]> {
  const wanted = requests
    .filter(({ router }) => router !== null)
    .map(({ kind, router, customer, payload }) => ({
      id: ctx.newId(),
      kind,
      opposite: OPPOSITES[kind] ?? null,
      router,
      customer: customer ?? null,
      payload: payload ?? {},
    }));
  if (wanted.length === 0) return [];
  const { tx, tenant } = ctx;
  ctx.touch("network_sync_jobs");
  return tx<QueuedJob[]>`
    with wanted as (
      select * from jsonb_to_recordset(${tx.json(wanted as never)})
        as w(id uuid, kind text, opposite text, router uuid, customer uuid, payload jsonb)
    ), overtaken as (
      update network_sync_jobs j set status = 'CANCELLED', finished_at = now(), error_code = 'SUPERSEDED',
        last_error = 'A newer change took its place'
      from wanted w
      where j.tenant_id = ${tenant.id} and j.status = 'QUEUED' and j.router = w.router and j.customer = w.customer
        and j.kind = w.opposite
    ), met_user as (
      update network_sync_jobs j set next_attempt_at = now(), payload = w.payload
      from wanted w
      where j.tenant_id = ${tenant.id} and j.status = 'QUEUED' and j.customer = w.customer and j.router = w.router
        and j.kind = w.kind
      returning j.id, j.router, j.customer, j.kind, w.id as wanted_id
    ), met_device as (
      update network_sync_jobs j set next_attempt_at = now()
      from wanted w
      where j.tenant_id = ${tenant.id} and j.status = 'QUEUED' and j.router = w.router and j.customer is null
        and w.customer is null and j.kind = w.kind and j.payload = w.payload
      returning j.id, j.router, j.customer, j.kind, w.id as wanted_id
    ), met as (
      select * from met_user union all select * from met_device
    ), made as (
      insert into network_sync_jobs (id, tenant_id, router, customer, kind, payload, requested_by, last_error)
      select w.id, ${tenant.id}::uuid, w.router, w.customer, w.kind, w.payload, ${ctx.actor.username},
        -- Why it will have to wait, so that the clerk sees it at once.
        (select coalesce(r.last_error, ${NOT_REACHED}) from routers r where r.id = w.router and r.status <> 'ONLINE')
      from wanted w where not exists (select from met where met.wanted_id = w.id)
      returning id, router, customer, kind
    )
    select id, router, customer, kind from met union all select id, router, customer, kind from made`;
}

/** Queues one job; answers its id, or null where the customer is on no router. */
export async function enqueueJob(ctx: OperationContext, request: JobRequest): Promise<string | null> {
  const [job] = await enqueueJobs(ctx, [request]);
  return job?.id ?? null;
}
