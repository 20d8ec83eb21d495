// What nobody reports on any more is not claimed: routers turn UNKNOWN, sessions vanish.
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import type { Services } from "../kernel/services.ts";
import { NO_PASSWORD } from "./enqueue.ts";

/** Agents look at each router every few seconds. */
const SILENT_SECONDS = 30;
const SESSION_MINUTES = 10;
const NO_AGENT = "No network agent that reaches the router is connected";

/** One pass over all tenants. */
export async function forgetSilence({ db, notices }: Services): Promise<void> {
  const routers = await db.platform<{ id: string; tenant_id: string }[]>`
    update routers set status = 'UNKNOWN', last_error = ${NO_AGENT}
    where status = 'ONLINE' and (observed_at is null or observed_at < now() - make_interval(secs => ${SILENT_SECONDS}))
    returning id, tenant_id`;
  if (routers.length > 0) {
    await db.platform`update network_sync_jobs set last_error = ${NO_AGENT}
      where id in (select id from network_sync_jobs where status = 'QUEUED' and error_code is distinct from ${NO_PASSWORD}
        and router in ${db.platform(routers.map(({ id }) => id))} for update skip locked)`;
  }
  const sessions = await db.platform<{ tenant_id: string }[]>`
    delete from user_sessions where observed_at < now() - make_interval(mins => ${SESSION_MINUTES}) returning tenant_id`;
  for (const { tenant_id } of routers)
    notices.committed(tenant_id, new Set(["routers", "network_sync_jobs"]));
  for (const { tenant_id } of sessions) notices.committed(tenant_id, new Set(["user_sessions"]));
}

export const forgetSilenceJob: JobDefinition = {
  name: "forget-silent-routers",
  cron: "* * * * *",
  run: forgetSilence,
};
