// What is not reported any more is not claimed: OLTs turn UNKNOWN, and reboots whose agent was lost are given up.
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import type { Services } from "../../kernel/services.ts";
import { OLT_POLL_SECONDS, REBOOT_LOST } from "./lease-olt.ts";

/** Agents poll each OLT every minute; a slow one takes some. */
const SILENT_SECONDS = 4 * OLT_POLL_SECONDS;
const NO_AGENT = "No network agent that reaches the OLT is connected";

/** One pass over all tenants. */
export async function forgetOlts({ db, notices }: Services): Promise<void> {
  const olts = await db.platform<{ tenant_id: string }[]>`
    update /* every tenant */ olts set status = 'UNKNOWN', last_error = ${NO_AGENT}, error_code = 'NO_AGENT', offline_since = null
    where status <> 'UNKNOWN' and (observed_at is null or observed_at < now() - make_interval(secs => ${SILENT_SECONDS}))
    returning tenant_id`;
  const reboots = await db.platform<{ tenant_id: string }[]>`
    update /* every tenant */ network_sync_jobs set ${db.platform(REBOOT_LOST)}, finished_at = now(), lease_id = null, leased_by = null,
      leased_until = null
    where kind = 'REBOOT_ONU' and status = 'LEASED' and leased_until < now() returning tenant_id`;
  for (const { tenant_id } of olts) notices.committed(tenant_id, new Set(["olts"]));
  for (const { tenant_id } of reboots) notices.committed(tenant_id, new Set(["network_sync_jobs"]));
}

export const forgetOltsJob: JobDefinition = {
  name: "forget-silent-olts",
  cron: "* * * * *",
  on_clock_jump: "HARMLESS",
  run: forgetOlts,
};
