// Each night every router is compared with the customers, without a write: what drifted apart is shown in the morning.
import { createHash } from "node:crypto";
import { dayOf } from "../../shared/kernel/day.ts";
import { loadTenant } from "../identity/index.ts";
import { sumApart } from "../kernel/jobs/each-apart.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import { runAsSystem, systemCall } from "../kernel/operation/run-as-system.ts";
import type { Services } from "../kernel/services.ts";
import { enqueueJobs } from "./enqueue.ts";

/** The tenant's own hours for it: nobody waits for the routers then. */
const NIGHT_BEGINS_HOUR = 1;
const NIGHT_MINUTES = 240;

/** The minute of the night that is this router's, so that a thousand of them are not printed at once. */
function minuteOf(router: string): number {
  return createHash("sha256").update(router).digest().readUInt32BE(0) % NIGHT_MINUTES;
}

/** Minutes since the night began in a time zone; negative or beyond NIGHT_MINUTES by day. */
function minutesIntoNight(now: Date, timezone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(now);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0);
  return (part("hour") - NIGHT_BEGINS_HOUR) * 60 + part("minute");
}

/** Queues the comparisons that are due at `now`, one a router and night. @returns how many. */
export async function compareNightly(services: Services, now = new Date()): Promise<number> {
  const tenants = await services.db.platform<{ id: string; timezone: string }[]>`
    select /* every tenant */ s.tenant_id as id, s.timezone
    from company_settings s join tenants t on t.id = s.tenant_id
    where t.is_active and exists (select from routers r where r.tenant_id = s.tenant_id and r.is_active)`;
  return sumApart("tenants", tenants, async ({ id, timezone }) => {
    const minute = minutesIntoNight(now, timezone);
    if (minute < 0 || minute >= NIGHT_MINUTES) return 0;
    const today = dayOf(now, timezone);
    // One that was registered this very night has just been looked at by whoever did it.
    const began = new Date(now.getTime() - minute * 60_000);
    const routers = await services.db.platform<{ id: string }[]>`
      select id from routers where tenant_id = ${id} and is_active and created_at < ${began}
        and compare_asked_on is distinct from ${today} order by id`;
    const due = routers.filter((router) => minuteOf(router.id) <= minute).map((router) => router.id);
    const tenant = due.length > 0 ? await loadTenant(services.db.platform, id) : null;
    if (!tenant) return 0;
    return runAsSystem(services, tenant, systemCall(tenant, now), async (ctx) => {
      // Another server process may be at it: who marks the router asks.
      const marked = await ctx.tx<{ id: string }[]>`
        update routers set compare_asked_on = ${today} where tenant_id = ${id} and id in ${ctx.tx(due)}
          and compare_asked_on is distinct from ${today} returning id`;
      const payload = { dry_run: true, automatic: true };
      await enqueueJobs(
        ctx,
        marked.map((router) => ({ kind: "SYNC_ROUTER", router: router.id, payload })),
      );
      return marked.length;
    });
  });
}

export const compareNightlyJob: JobDefinition = {
  name: "compare-routers",
  cron: "*/5 * * * *",
  run: async (services) => {
    await compareNightly(services);
  },
};
