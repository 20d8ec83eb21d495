// What came of a job: kept with it, so that clerks see why; every write to a device goes into the audit log.

import type { JobResult, PlanRow, ReportInput } from "../../../shared/network/agent-wire.ts";
import { router } from "../../../shared/network/index.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { auditReboot } from "../olt/report-olt.ts";
import { endTrial, parkedOnTrial } from "../router-mode.ts";
import { dropSessions } from "./observe-sessions.ts";

/** Longest pause before a job is retried. */
const BACKOFF_MAX_SECONDS = 60;
/** Rows of a mass change that the audit log names one by one; the job's result holds them all. */
const AUDIT_ROWS_MAX = 200;

interface Held {
  id: string;
  router: string;
  customer: string | null;
  kind: string;
  attempts: number;
  requested_by: string;
  payload: Row;
}

const WRITTEN = ["create", "update", "enable", "disable", "orphan"] as const;

/** Before and after of the router's fields that the job changed, named by row; passwords are named without values. */
function changesOf(result: JobResult): { before: Row; after: Row } {
  const rows: PlanRow[] = WRITTEN.flatMap((group) => result.plan[group].rows);
  const before: Row = {};
  const after: Row = {};
  for (const row of rows.slice(0, AUDIT_ROWS_MAX)) {
    for (const { field, from, to } of row.changes) {
      const key = `${row.what} ${row.name}: ${field}`;
      before[key] = from;
      after[key] = field === "password" ? "(changed)" : to;
    }
  }
  return { before, after };
}

function auditWrites(ctx: OperationContext, job: Held, result: JobResult): void {
  const kicked = result.users.filter((user) => user.kicked).map((user) => user.username);
  if (result.writes === 0 && kicked.length === 0 && job.kind !== "REBOOT_ROUTER") return;
  const { before, after } = result.writes > 0 ? changesOf(result) : { before: {}, after: {} };
  // What the router was told is the router's affair, also where it was about one customer.
  const on = job.customer ? { ...router, name: "customer" } : router;
  ctx.audit(
    { on, name: `router.${job.kind.toLowerCase()}` },
    {
      id: job.customer ?? job.router,
      before,
      after: {
        ...after,
        router: job.router,
        job: job.id,
        writes: result.writes,
        ...(kicked.length > 0 ? { kicked } : {}),
      },
      note: `Requested by ${job.requested_by}`,
    },
  );
}

/** Rows in one statement: it has room for 65,535 values. */
const CHUNK = 5_000;

/** Remembers which passwords the router holds, and whose secrets it no longer has. */
async function rememberUsers(ctx: OperationContext, job: Held, result: JobResult): Promise<void> {
  const { tx, tenant } = ctx;
  const [removed, present] = [
    result.users.filter(({ outcome }) => outcome === "REMOVED" || outcome === "ABSENT"),
    result.users.filter(({ outcome }) => !["REMOVED", "ABSENT", "CONFLICT"].includes(outcome)),
  ];
  if (removed.length > 0) {
    await tx`delete from router_users where tenant_id = ${tenant.id} and router = ${job.router}
      and customer::text in ${tx(removed.map((user) => user.customer_id))}`;
  }
  const rows = present
    .filter((user) => user.customer_id !== "")
    .map(({ customer_id, username, password_version = null, ...held }) => ({
      tenant_id: tenant.id,
      router: job.router,
      customer: customer_id,
      username,
      connection: held.connection,
      address: held.address,
      caller_id: held.caller_id,
      queue_type: held.queue_type,
      password_version,
    }));
  for (let first = 0; first < rows.length; first += CHUNK) {
    await tx`insert into router_users ${tx(rows.slice(first, first + CHUNK))}
      on conflict (tenant_id, router, customer) do update set username = excluded.username,
        connection = excluded.connection, address = excluded.address, caller_id = excluded.caller_id,
        queue_type = excluded.queue_type,
        password_version = coalesce(excluded.password_version, router_users.password_version)`;
  }
}

/** Remembers what profiles were given beside their rate, to be taken back once nothing is wanted there. */
async function rememberProfiles(ctx: OperationContext, job: Held, result: JobResult): Promise<void> {
  const { tx, tenant } = ctx;
  const rows = result.profiles.map((profile) => ({ tenant_id: tenant.id, router: job.router, ...profile }));
  if (rows.length === 0) return;
  await tx`insert into router_profiles ${tx(rows)} on conflict (tenant_id, router, connection, name)
    do update set address_pool = excluded.address_pool, queue_type = excluded.queue_type`;
}

/** Remembers the hotspot profiles that are ours: they can carry no marker. */
async function rememberHotspotProfiles(ctx: OperationContext, job: Held, result: JobResult): Promise<void> {
  // Packages that share a profile name it once each.
  const byName = new Map(result.hotspot_profiles.map((profile) => [profile.name, profile]));
  const rows = [...byName.values()].map((profile) => ({
    tenant_id: ctx.tenant.id,
    router: job.router,
    ...profile,
  }));
  if (rows.length === 0) return;
  await ctx.tx`insert into router_hotspot_profiles ${ctx.tx(rows)}
    on conflict (tenant_id, router, name) do update set rate_limit = excluded.rate_limit`;
}

/** Ended sessions are off the list at once; a customer who dials in again is on it with the next look at the router. */
async function forgetKicked(ctx: OperationContext, job: Held, result: JobResult): Promise<void> {
  const names = result.users.filter(({ kicked }) => kicked).map(({ username }) => username);
  if (names.length === 0) return;
  const kicked = ctx.tx`t.username in ${ctx.tx(names)}`;
  const gone = await dropSessions(ctx.tx, ctx.tenant.id, job.router, kicked);
  if (gone > 0) ctx.markChanged("user_sessions");
}

/** Rows that are not as they should be: after a comparison all that differ, after a sync what could not be put right. */
function differencesOf(result: JobResult, dry_run: boolean): number {
  const { create, update, enable, disable, orphan, conflict } = result.plan;
  const open = dry_run ? [create, update, enable, disable, orphan, conflict] : [orphan, conflict];
  return open.reduce((sum, { count }) => sum + count, 0);
}

/** What a whole sync or a comparison says of the router: it is in line, or how far from it. */
async function rememberComparison(ctx: OperationContext, job: Held, result: JobResult): Promise<void> {
  const differences = differencesOf(result, job.payload.dry_run === true || result.trial);
  await ctx.tx`update routers set compared_at = now(), differences = ${differences}, compared_job = ${job.id}
    where tenant_id = ${ctx.tenant.id} and id = ${job.router}`;
  ctx.markChanged("routers");
}

function outcomeOf(job: Held, input: ReportInput): Row {
  const error = { last_error: input.error?.message ?? null, error_code: input.error?.code ?? null };
  switch (input.outcome) {
    case "SUCCEEDED":
      return { status: "SUCCEEDED", finished_at: new Date(), last_error: null, error_code: null };
    case "FAILED":
      return { status: "FAILED", finished_at: new Date(), ...error };
    case "RETRY": {
      const seconds = Math.min(2 ** job.attempts, BACKOFF_MAX_SECONDS);
      return { status: "QUEUED", next_attempt_at: new Date(Date.now() + seconds * 1000), ...error };
    }
  }
}

/** Writes a job's outcome down. @returns false when the lease is no longer the caller's: nothing is then written. */
export async function report(ctx: OperationContext, input: ReportInput): Promise<boolean> {
  const { tx, tenant } = ctx;
  const [job] = await tx<Held[]>`
    select id, router, customer, kind, attempts, requested_by, payload from network_sync_jobs
    where tenant_id = ${tenant.id} and id = ${input.job_id} and lease_id = ${input.lease_id} and status = 'LEASED' for update`;
  if (!job) return false;
  const on_trial = input.result?.trial === true;
  const change: Row = {
    ...(on_trial && job.kind !== "SYNC_ROUTER"
      ? await parkedOnTrial(ctx, job.router)
      : outcomeOf(job, input)),
    lease_id: null,
    leased_by: null,
    leased_until: null,
    ...(input.olt_result ? { result: tx.json(input.olt_result) } : {}),
    ...(input.result ? { result: tx.json(input.result), plan_id: input.result.plan_id || null } : {}),
  };
  await tx`update network_sync_jobs set ${tx(change)} where tenant_id = ${tenant.id} and id = ${job.id}`;
  ctx.markChanged("network_sync_jobs");
  if (input.outcome !== "RETRY") auditReboot(ctx, job, input.outcome, input.olt_result);
  const { result } = input;
  if (!result) return true;
  if (job.kind === "SYNC_ROUTER" && input.outcome === "SUCCEEDED") await rememberComparison(ctx, job, result);
  if (job.payload.dry_run === true || on_trial) return true;
  auditWrites(ctx, job, result);
  await rememberUsers(ctx, job, result);
  await rememberHotspotProfiles(ctx, job, result);
  await rememberProfiles(ctx, job, result);
  if (job.kind === "SYNC_ROUTER") await endTrial(ctx, job.router, input);
  await forgetKicked(ctx, job, result);
  const confirmed = typeof job.payload.confirm === "string" && input.outcome === "SUCCEEDED";
  if (confirmed && result.router.identity !== null) {
    // The operator has said that this device is the right one.
    // Where it has no serial number, the next one seen is taken for its own.
    await tx`update routers set expected_identity = ${result.router.identity},
        expected_serial = ${result.router.serial_number ?? null}
      where tenant_id = ${tenant.id} and id = ${job.router}`;
  }
  return true;
}
