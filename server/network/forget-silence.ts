// What is not reported any more is not claimed: routers turn UNKNOWN, sessions vanish.
import { inTenant } from "../kernel/db/db.ts";
import { forEachTenant } from "../kernel/jobs/for-each-tenant.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import type { Services } from "../kernel/services.ts";
import { dropSessions } from "./agent/observe-sessions.ts";
import { PARKED } from "./enqueue.ts";

/** Agents look at each router every few seconds. */
const SILENT_SECONDS = 30;
const SESSION_MINUTES = 10;
const NO_AGENT = "No network agent that reaches the router is connected";

/** One pass over all tenants. */
export async function forgetSilence({ db, notices }: Services): Promise<void> {
  const routers = await db.platform<{ id: string; tenant_id: string }[]>`
    update /* every tenant */ routers set status = 'UNKNOWN', last_error = ${NO_AGENT}, error_code = 'NO_AGENT'
    where status = 'ONLINE' and (observed_at is null or observed_at < now() - make_interval(secs => ${SILENT_SECONDS}))
    returning id, tenant_id`;
  for (const { id, tenant_id } of routers) {
    await db.platform`update network_sync_jobs set last_error = ${NO_AGENT}, error_code = 'NO_AGENT'
      where tenant_id = ${tenant_id} and id in (
        select id from network_sync_jobs where tenant_id = ${tenant_id} and status = 'QUEUED'
          and (error_code is null or error_code <> all(${PARKED})) and router = ${id} for update skip locked)`;
  }
  // The sessions themselves are never gone through: those of a router vanish together.
  const left = await db.platform<{ id: string; tenant_id: string }[]>`
    update /* every tenant */ routers set has_sessions = false
    where has_sessions and observed_at < now() - make_interval(mins => ${SESSION_MINUTES}) returning id, tenant_id`;
  await forEachTenant("routers", left, ({ id, tenant_id }) =>
    inTenant(db, { id: tenant_id }, (tx) => dropSessions(tx, tenant_id, id)),
  );
  await db.platform`delete /* every tenant */ from router_questions where asked_until < now() - interval '1 day'`;
  for (const { tenant_id } of routers)
    notices.committed(tenant_id, new Set(["routers", "network_sync_jobs"]));
  for (const { tenant_id } of left) notices.committed(tenant_id, new Set(["user_sessions"]));
}

export const forgetSilenceJob: JobDefinition = {
  name: "forget-silent-routers",
  cron: "* * * * *",
  on_clock_jump: "HARMLESS",
  run: forgetSilence,
};
