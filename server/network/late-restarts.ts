// A restart is meant for the moment in which it is ordered: one that no device took by then is not carried out whenever it returns.
import type { Fragment, Tx } from "../kernel/db/db.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import type { Services } from "../kernel/services.ts";

const WAITS_SECONDS = 120;
const TOO_LATE = {
  status: "FAILED",
  error_code: "TOO_LATE",
  last_error:
    "Nothing could be restarted within two minutes of the order, and later than that it is not done",
};

const giveUp = (tx: Tx | Services["db"]["platform"], whose: Fragment) => tx<{ tenant_id: string }[]>`
  update /* every tenant */ network_sync_jobs set ${tx(TOO_LATE)}, finished_at = now()
  where ${whose} and status = 'QUEUED' and urgent and kind in ('REBOOT_ROUTER', 'REBOOT_ONU')
    and created_at < now() - make_interval(secs => ${WAITS_SECONDS}) returning tenant_id`;

/** Before an agent takes jobs: where the server was away, no clock has done it. */
export async function giveUpLateRestarts(ctx: OperationContext): Promise<void> {
  const late = await giveUp(ctx.tx, ctx.tx`tenant_id = ${ctx.tenant.id}`);
  if (late.length > 0) ctx.markChanged("network_sync_jobs");
}

/** One pass over all tenants, so that who ordered it is told although no agent asks. */
export async function giveUpAllLateRestarts({ db, notices }: Services): Promise<void> {
  const late = await giveUp(db.platform, db.platform`true`);
  for (const { tenant_id } of late) notices.committed(tenant_id, new Set(["network_sync_jobs"]));
}

export const lateRestartsJob: JobDefinition = {
  name: "give-up-late-restarts",
  cron: "* * * * *",
  on_clock_jump: "HARMLESS",
  run: giveUpAllLateRestarts,
};
