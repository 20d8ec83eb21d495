// Puts readings of past hours together, and hours of past days; forgets what is kept no longer. A few OLTs in turn.
import type { KeptReading } from "../../../shared/network/olt/readings.rules.ts";
import { rollUp } from "../../../shared/network/olt/readings.rules.ts";
import { KEPT_HOURS, RESOLUTIONS } from "../../../shared/network/olt/readings.ts";
import { loadTenant } from "../../identity/index.ts";
import { inTenant, type Tx } from "../../kernel/db/db.ts";
import { forEachTenant } from "../../kernel/jobs/for-each-tenant.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import type { Services } from "../../kernel/services.ts";
import { writeReading } from "./readings.ts";

const OLTS_A_TURN = 20;
/** Of one OLT, after a server that stood still. */
const PARTS_A_TURN = 6;

interface Part {
  /** When the hour or the day begins, and when it ends. */
  at: string;
  until: string;
}

async function put(
  tx: Tx,
  tenant: Tenant,
  olt: string,
  of: { from: "raw" | "hourly"; to: "hourly" | "daily" },
  parts: readonly Part[],
): Promise<void> {
  for (const { at, until } of parts) {
    const rows = await tx<KeptReading[]>`
      select statuses, online, rx_power, rx_power_min, rx_power_max, tx_power, olt_rx_power, temperature
      from onu_readings where tenant_id = ${tenant.id} and olt = ${olt} and resolution = ${of.from}
        and at >= ${at} and at < ${until} order by at`;
    await writeReading({ tx, tenant }, { olt, resolution: of.to, at }, rollUp(rows));
  }
}

async function rollUpOlt(tx: Tx, tenant: Tenant, olt: string, now: Date): Promise<void> {
  const { timezone } = tenant.settings;
  const hours = await tx<Part[]>`
    select h.at, h.at + interval '1 hour' as until
    from (select distinct date_trunc('hour', at) as at from onu_readings
      where tenant_id = ${tenant.id} and olt = ${olt} and resolution = 'raw' and at < date_trunc('hour', ${now}::timestamptz)) h
    where not exists (select from onu_readings r where r.tenant_id = ${tenant.id} and r.olt = ${olt}
      and r.resolution = 'hourly' and r.at = h.at)
    order by h.at limit ${PARTS_A_TURN}`;
  await put(tx, tenant, olt, { from: "raw", to: "hourly" }, hours);
  const days = await tx<Part[]>`
    select d.day at time zone ${timezone} as at, (d.day + interval '1 day') at time zone ${timezone} as until
    from (select distinct date_trunc('day', at at time zone ${timezone}) as day from onu_readings
      where tenant_id = ${tenant.id} and olt = ${olt} and resolution = 'hourly'
        and at > ${now}::timestamptz - make_interval(hours => ${KEPT_HOURS.raw * 2})) d
    where d.day < date_trunc('day', ${now}::timestamptz at time zone ${timezone})
      and not exists (select from onu_readings r where r.tenant_id = ${tenant.id} and r.olt = ${olt}
        and r.resolution = 'daily' and r.at = d.day at time zone ${timezone})
    order by d.day limit ${PARTS_A_TURN}`;
  await put(tx, tenant, olt, { from: "hourly", to: "daily" }, days);
  for (const resolution of RESOLUTIONS) {
    await tx`delete from onu_readings where tenant_id = ${tenant.id} and olt = ${olt} and resolution = ${resolution}
      and at < ${now}::timestamptz - make_interval(hours => ${KEPT_HOURS[resolution]})`;
  }
  await tx`update olts set rolled_up_at = ${now} where tenant_id = ${tenant.id} and id = ${olt}`;
}

/**
 * One turn: the OLTs that have waited longest since their last whole hour. One that fails keeps none of the others waiting.
 * @returns how many. @throws AggregateError of those that failed.
 */
export async function rollUpReadings(services: Services, now = new Date()): Promise<number> {
  const due = await services.db.platform<{ id: string; tenant_id: string }[]>`
    select /* every tenant */ o.id, o.tenant_id from olts o
    where o.last_polled_at is not null
      and (o.rolled_up_at is null or o.rolled_up_at < date_trunc('hour', ${now}::timestamptz) or o.rolled_up_at > ${now})
    order by o.rolled_up_at nulls first, o.id limit ${OLTS_A_TURN}`;
  await forEachTenant("OLTs", due, async ({ id, tenant_id }) => {
    const tenant = await loadTenant(services.db.platform, tenant_id);
    if (tenant) await inTenant(services.db, tenant, (tx) => rollUpOlt(tx, tenant, id, now));
  });
  return due.length;
}

export const rollUpReadingsJob: JobDefinition = {
  name: "roll-up-readings",
  cron: "*/2 * * * *",
  on_clock_jump: "WAITS",
  run: async (services) => {
    await rollUpReadings(services);
  },
};
