// Queues changes to devices with the transaction that causes them. A job says what for, never how: what the device should
// hold is worked out when an agent takes the job, so that an old job can never undo a newer decision.
import type { JobKind } from "../../shared/network/index.ts";
import type { Row } from "../kernel/db/db.ts";
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

const NOT_REACHED = "No network agent has reached the router yet";

/** Waits until the customer is given a password; an agent is not troubled with it. */
export const NO_PASSWORD = "NO_PASSWORD";
const NO_PASSWORD_WORDS = "The customer has no PPPoE password: set one, and the line is made on the router";
const NOT_PPPOE_WORDS = "Only PPPoE lines are written to routers; this customer's connection is ";

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
  connection_type: string | null;
  is_refused: boolean;
  lacks_password: boolean;
  /** Why the router does not answer; null: it does. */
  silent_because: string | null;
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
  const asked = { ...job, payload: ctx.tx.json(payload as never), requested_by: ctx.actor.username };
  if (state.is_refused) {
    return {
      ...asked,
      // A new line that can't be made is a failure to look at; that it can't be opened or closed either is none.
      status: kind === "UPSERT_USER" ? "FAILED" : "CANCELLED",
      finished_at: new Date(),
      error_code: "NOT_SUPPORTED",
      last_error: `${NOT_PPPOE_WORDS}${state.connection_type}`,
    };
  }
  return {
    ...{ ...asked, status: "QUEUED", finished_at: null },
    error_code: state.lacks_password ? NO_PASSWORD : null,
    // Why it will have to wait, so that the clerk sees it at once.
    last_error: state.lacks_password ? NO_PASSWORD_WORDS : state.silent_because,
  };
}

/** New jobs in one statement: it has room for 65,535 values. */
const CHUNK = 5_000;

/**
 * Queues many jobs at once. Of a customer without a PPPoE line the job is refused in words; without a password
 * it waits for one, unless the router was given the customer already. One that waits already for the same device, customer and kind (and, without a
 * customer, the same payload) is made due at once instead of a second; waiting ones of the opposite kind are cancelled.
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
      select w.*, opens and not known and c.connection_type <> 'PPPOE' as is_refused, c.connection_type,
        opens and kind <> 'DISABLE_USER' and not known and c.password_encrypted is null as lacks_password
      from wanted w
        -- The limit keeps it a look-up of one row each: a join may be planned as a walk through the tenant.
        join lateral (select connection_type, password_encrypted from customers
          where tenant_id = ${tenant.id} and id = w.customer limit 1) c on true
        cross join lateral (select w.kind in ('UPSERT_USER', 'ENABLE_USER', 'DISABLE_USER') as opens,
          exists (select from router_users u
            where u.tenant_id = ${tenant.id} and u.router = w.router and u.customer = w.customer) as known) facts
    ), overtaken as (
      update network_sync_jobs j set status = 'CANCELLED', finished_at = now(), error_code = 'SUPERSEDED',
        last_error = 'A newer change took its place'
      from wanted w
      where j.tenant_id = ${tenant.id} and j.status = 'QUEUED' and j.router = w.router and j.customer = w.customer
        and j.kind = w.opposite
    ), met_user as (
      update network_sync_jobs j set next_attempt_at = now(), payload = w.payload, urgent = j.urgent or w.urgent,
        -- What the job waited for is there now.
        error_code = case when j.error_code <> ${NO_PASSWORD} or w.lacks_password then j.error_code end,
        last_error = case when j.error_code is distinct from ${NO_PASSWORD} or w.lacks_password then j.last_error end
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
    select w.id as wanted, met.id, j.connection_type, coalesce(j.is_refused, false) as is_refused,
      coalesce(j.lacks_password, false) as lacks_password,
      (select coalesce(r.last_error, ${NOT_REACHED}) from routers r
        where r.tenant_id = ${tenant.id} and r.id = w.router and r.status <> 'ONLINE') as silent_because
    from wanted w left join judged j on j.id = w.id
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
