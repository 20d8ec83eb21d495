// Queues changes to devices with the transaction that causes them. A job says what for, never how: what the device should
// hold is worked out when an agent takes the job, so that an old job can never undo a newer decision.
import type { JobKind } from "../../shared/network/index.ts";
import type { Row, Tx } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";

export interface JobRequest {
  kind: JobKind;
  /** Null: the customer is on no router, so there is nothing to do. */
  router: string | null;
  customer?: string | null;
  payload?: Row;
  /** Somebody waits for it: it goes before what is merely queued. */
  urgent?: boolean;
}

interface QueuedJob {
  id: string;
  router: string;
  customer: string | null;
  kind: JobKind;
}

const AFTER_TRIAL = "The router was on trial: it is synced as a whole before anything else";
const NOT_REACHED = "No network agent has reached the router yet";
export const NOT_REACHED_CODE = "NOT_REACHED";

/** Why a job waits for a person and not for an agent: its words, by code. */
const LACKING = {
  NO_PASSWORD: "The customer has no password: set one, and the line is made on the router",
  NO_ADDRESS: "The customer has no IP address of their own: give one, and the line is made on the router",
} as const;
type Lacking = keyof typeof LACKING;
/** The router is on trial: the job was planned, and is carried out once it is switched to live. */
export const TRIAL = "TRIAL";
/** Jobs with one of these codes are not carried out, also when a router answers again. */
export const PARKED: readonly string[] = [...Object.keys(LACKING), TRIAL];

/** What a customer's line can not be made without (of `c`, a customer); null: nothing. */
export const lacking = (tx: Tx) => tx`case
  when c.connection_type = 'STATIC' and c.ip_address is null then 'NO_ADDRESS'
  when c.connection_type <> 'STATIC' and c.password_encrypted is null then 'NO_PASSWORD' end`;

/** A newer job makes a waiting one of the opposite kind pointless. */
const OPPOSITES: Partial<Record<JobKind, JobKind>> = {
  ENABLE_USER: "DISABLE_USER",
  DISABLE_USER: "ENABLE_USER",
  UPSERT_USER: "REMOVE_USER",
  REMOVE_USER: "UPSERT_USER",
};

/** What a request turned out to be, beside the jobs that wait already. */
interface Judged {
  wanted: string;
  /** The waiting job that it met; null: there is none. */
  id: string | null;
  /** What the line can not be made without. */
  lacks: Lacking | null;
  /** Why the router does not answer; null: it does. */
  silent_because: string | null;
  silent_code: string | null;
}

interface Wanted {
  id: string;
  kind: JobKind;
  router: string;
  customer: string | null;
  payload: Row;
  urgent: boolean;
}

function newJob(ctx: OperationContext, wanted: Wanted, state: Omit<Judged, "wanted" | "id">) {
  const { id, kind, router, customer, payload, urgent } = wanted;
  const job = { id, tenant_id: ctx.tenant.id, router, customer, kind, urgent };
  const asked = { ...job, payload: ctx.tx.json(payload), requested_by: ctx.actor.username };
  return {
    ...{ ...asked, status: "QUEUED", error_code: state.lacks ?? state.silent_code },
    // Why it will have to wait, so that the clerk sees it at once.
    last_error: state.lacks ? LACKING[state.lacks] : state.silent_because,
  };
}

/** New jobs in one statement: it has room for 65,535 values. */
const CHUNK = 5_000;

/**
 * Queues many jobs at once. Of a customer whose line can not be made, since a password or an address is missing, the job
 * says so and waits for it, unless the router was given such a line of theirs already. One that waits already for the
 * same device, customer and kind (and, without a customer, the same payload) is made due at once instead of a second;
 * waiting ones of the opposite kind are cancelled.
 * @returns the jobs that now wait, new ones and those met.
 */
export async function enqueueJobs(
  ctx: OperationContext,
  requests: readonly JobRequest[],
): Promise<QueuedJob[]> {
  const wanted = requests.flatMap(({ kind, router, customer = null, payload = {}, urgent = false }) =>
    router === null
      ? []
      : [{ id: ctx.newId(), kind, opposite: OPPOSITES[kind] ?? null, router, customer, payload, urgent }],
  );
  if (wanted.length === 0) return [];
  const { tx, tenant } = ctx;
  ctx.markChanged("network_sync_jobs");
  const judged = await tx<Judged[]>`
    with wanted as (
      select * from jsonb_to_recordset(${tx.json(wanted)})
        as w(id uuid, kind text, opposite text, router uuid, customer uuid, payload jsonb, urgent boolean)
    ), judged as (
      select w.*, case when opens and not known then ${lacking(tx)} end as lacks
      from wanted w
        -- The limit keeps it a look-up of one row each: a join may be planned as a walk through the tenant.
        join lateral (select connection_type, password_encrypted, ip_address from customers
          where tenant_id = ${tenant.id} and id = w.customer limit 1) c on true
        cross join lateral (select w.kind in ('UPSERT_USER', 'ENABLE_USER') as opens,
          exists (select from router_users u where u.tenant_id = ${tenant.id} and u.router = w.router
            and u.customer = w.customer and u.connection = c.connection_type) as known) facts
    ), overtaken as (
      update network_sync_jobs j set status = 'CANCELLED', finished_at = now(), error_code = 'SUPERSEDED',
        last_error = 'A newer change took its place'
      from wanted w
      where j.tenant_id = ${tenant.id} and j.status = 'QUEUED' and j.router = w.router and j.customer = w.customer
        and j.kind = w.opposite
    ), met_user as (
      update network_sync_jobs j set next_attempt_at = now(), payload = w.payload, urgent = j.urgent or w.urgent,
        -- What the job waited for may be there now, or another thing be missing.
        error_code = case when w.lacks is not null then w.lacks when j.error_code = any(${PARKED}) then null else j.error_code end,
        last_error = case when w.lacks is not null then ${tx.json(LACKING)}::jsonb ->> w.lacks
          when j.error_code = any(${PARKED}) then null else j.last_error end
      from judged w
      where j.tenant_id = ${tenant.id} and j.status = 'QUEUED' and j.customer = w.customer and j.router = w.router
        and j.kind = w.kind
      returning j.id, j.router, j.customer, j.kind, w.id as wanted_id
    ), met_device as (
      update network_sync_jobs j set next_attempt_at = now(), urgent = j.urgent or w.urgent
      from wanted w
      where j.tenant_id = ${tenant.id} and j.status = 'QUEUED' and j.router = w.router and j.customer is null
        and w.customer is null and j.kind = w.kind and j.payload = w.payload
      returning j.id, j.router, j.customer, j.kind, w.id as wanted_id
    )
    select w.id as wanted, met.id, j.lacks, silent.because as silent_because, silent.code as silent_code
    from wanted w left join judged j on j.id = w.id
      left join lateral (
        select case when r.awaits_sync then ${AFTER_TRIAL} else coalesce(r.last_error, ${NOT_REACHED}) end as because,
          case when r.awaits_sync then 'AFTER_TRIAL' when r.last_error is null then ${NOT_REACHED_CODE} else r.error_code end as code
        from routers r where r.tenant_id = ${tenant.id} and r.id = w.router and (r.awaits_sync or r.status <> 'ONLINE')
        limit 1) silent on true
      left join (select * from met_user union all select * from met_device) met on met.wanted_id = w.id`;
  const requested = new Map(wanted.map((one) => [one.id, one]));
  const met = judged.filter(({ id }) => id !== null);
  const made = judged.flatMap(({ wanted: id, ...state }) => {
    const one = state.id === null ? requested.get(id) : undefined;
    return one ? [newJob(ctx, one, state)] : [];
  });
  for (let first = 0; first < made.length; first += CHUNK)
    await tx`insert into network_sync_jobs ${tx(made.slice(first, first + CHUNK))}`;
  return [
    ...met.flatMap(({ wanted: of, id }) => {
      const one = requested.get(of);
      return one && id !== null ? [{ id, router: one.router, customer: one.customer, kind: one.kind }] : [];
    }),
    ...made.map(({ id, router, customer, kind }) => ({ id, router, customer, kind })),
  ];
}

/** Queues one job; answers its id, or null where the customer is on no router. */
export async function enqueueJob(ctx: OperationContext, request: JobRequest): Promise<string | null> {
  const [job] = await enqueueJobs(ctx, [request]);
  return job?.id ?? null;
}
