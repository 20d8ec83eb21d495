// What nobody reports on any more is not claimed: routers turn UNKNOWN, sessions vanish.

import { userSession } from "../../shared/network/index.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import { deleteRows } from "../kernel/resource/deletions.ts";
import type { Services } from "../kernel/services.ts";
import { NO_PASSWORD } from "./enqueue.ts";

/** Agents look at each router every few seconds. */
const SILENT_SECONDS = 30;
const SESSION_MINUTES = 10;
const NO_AGENT = "No network agent that reaches the router is connected";

/** One pass over all tenants. */
export async function forgetSilence({ db, notices }: Services): Promise<void> {
  const routers = await db.platform<{ id: string; tenant_id: string }[]>`
    update /* every tenant */ routers set status = 'UNKNOWN', last_error = ${NO_AGENT}
    where status = 'ONLINE' and (observed_at is null or observed_at < now() - make_interval(secs => ${SILENT_SECONDS}))
    returning id, tenant_id`;
  for (const { id, tenant_id } of routers) {
    await db.platform`update network_sync_jobs set last_error = ${NO_AGENT}
      where tenant_id = ${tenant_id} and id in (
        select id from network_sync_jobs where tenant_id = ${tenant_id} and status = 'QUEUED'
          and error_code is distinct from ${NO_PASSWORD} and router = ${id} for update skip locked)`;
  }
  const old = db.platform`t.observed_at < now() - make_interval(mins => ${SESSION_MINUTES})`;
  const sessions = await db.platform<{ tenant_id: string }[]>`
    select /* every tenant */ distinct t.tenant_id from user_sessions t where ${old}`;
  for (const { tenant_id } of sessions) await deleteRows(db.platform, userSession, tenant_id, old);
  for (const { tenant_id } of routers)
    notices.committed(tenant_id, new Set(["routers", "network_sync_jobs"]));
  for (const { tenant_id } of sessions) notices.committed(tenant_id, new Set(["user_sessions"]));
}

export const forgetSilenceJob: JobDefinition = {
  name: "forget-silent-routers",
  cron: "* * * * *",
  run: forgetSilence,
};
