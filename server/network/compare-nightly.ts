// Each night every router is compared with the customers, without a write: what drifted apart is shown in the morning.
import { createHash } from "node:crypto";
import { type Day, dayOf } from "../../shared/kernel/day.ts";
import { loadTenant } from "../identity/index.ts";
import { sumOverTenants } from "../kernel/jobs/for-each-tenant.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import { runAsSystem, systemCall } from "../kernel/operation/run-as-system.ts";
import type { Services } from "../kernel/services.ts";
import { enqueueJobs } from "./enqueue.ts";

/** The tenant's own hours for it, when no one waits for the routers. */
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

/** A time zone in which it is night. */
interface Night {
  timezone: string;
  /** Minutes since it began. */
  minute: number;
}

async function nightsAt(services: Services, now: Date): Promise<Night[]> {
  const zones = await services.db.platform<{ timezone: string }[]>`
    select /* every tenant */ timezone from company_settings group by timezone`;
  return zones
    .map(({ timezone }) => ({ timezone, minute: minutesIntoNight(now, timezone) }))
    .filter(({ minute }) => minute >= 0 && minute < NIGHT_MINUTES);
}

/** A company's routers whose minute of this night has come. */
interface Due {
  tenant: string;
  today: Day;
  routers: string[];
}

/** One statement, however many companies have their night now. */
async function dueIn(services: Services, now: Date, { timezone, minute }: Night): Promise<Due[]> {
  const today = dayOf(now, timezone);
  // One that was registered this very night has just been compared.
  const began = new Date(now.getTime() - minute * 60_000);
  const found = await services.db.platform<{ tenant: string; id: string }[]>`
    select /* every tenant */ r.tenant_id as tenant, r.id
    from company_settings s join tenants t on t.id = s.tenant_id join routers r on r.tenant_id = s.tenant_id
    where s.timezone = ${timezone} and t.is_active and r.is_active and r.created_at < ${began}
      and r.compare_asked_on is distinct from ${today} order by r.tenant_id, r.id`;
  const due = new Map<string, string[]>();
  for (const { tenant, id } of found)
    if (minuteOf(id) <= minute) due.set(tenant, [...(due.get(tenant) ?? []), id]);
  return [...due].map(([tenant, routers]) => ({ tenant, today, routers }));
}

/** Queues the comparisons that are due at `now`, one a router and night. @returns how many. */
export async function compareNightly(services: Services, now = new Date()): Promise<number> {
  const due: Due[] = [];
  for (const night of await nightsAt(services, now)) due.push(...(await dueIn(services, now, night)));
  return sumOverTenants("tenants", due, async ({ tenant: id, today, routers }) => {
    const tenant = await loadTenant(services.db.platform, id);
    if (!tenant) return 0;
    return runAsSystem(services, tenant, systemCall(tenant, now), async (ctx) => {
      // Another server process may be at it: who marks the router asks.
      const marked = await ctx.tx<{ id: string }[]>`
        update routers set compare_asked_on = ${today} where tenant_id = ${id} and id in ${ctx.tx(routers)}
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
  on_clock_jump: "HARMLESS",
  run: async (services) => {
    await compareNightly(services);
  },
};
