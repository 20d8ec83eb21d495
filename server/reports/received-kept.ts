// The money that came in, without reading every payment: hours that a job summed up, and anew those in which one has changed.
import type { Day } from "../../shared/kernel/day.ts";
import { loadTenant } from "../identity/index.ts";
import { type Fragment, inTenant, type Tx } from "../kernel/db/db.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import type { Services } from "../kernel/services.ts";
import { isCollected } from "./received.ts";

/** Of more hours in which a payment has changed everything is read anew. */
const HOURS_MAX = 500;
/** A smaller company's payments are read as soon. */
const LARGE = 20_000;
/** So many that have changed are read each time somebody asks; more are summed up. */
const UNSUMMED = 500;

/**
 * `(hour, received_by, method, package, payments, amount)` of these hours, as the payments say. Where clocks are put back,
 * the hour before belongs to the same one.
 */
const readHours = (tx: Tx, { id, settings }: Tenant, hours: readonly string[]): Fragment => tx`
  select h.hour, t.received_by, t.method, coalesce(r.package::text, '') as package, count(*)::int as payments,
    sum(t.amount) as amount
  from unnest(${[...hours]}::text[]::timestamp[]) as h (hour)
    join payment_transactions t on t.tenant_id = ${id}
      and t.received_at >= (h.hour at time zone ${settings.timezone}) - interval '1 hour'
      and t.received_at < (h.hour + interval '1 hour') at time zone ${settings.timezone}
      and date_trunc('hour', t.received_at at time zone ${settings.timezone}) = h.hour
    left join recharges r on r.tenant_id = ${id} and r.id = t.recharge
  where ${isCollected(tx)} group by 1, 2, 3, 4`;

/** The hours in which a payment has changed by a transaction from `until` on; at most so many. */
async function changedHours(
  tx: Tx,
  { id, settings }: Tenant,
  until: string,
  most: number,
): Promise<string[]> {
  const rows = await tx<{ hour: string }[]>`
    select distinct date_trunc('hour', received_at at time zone ${settings.timezone})::text as hour
    from payment_transactions where tenant_id = ${id} and changed_xid >= ${until}::xid8 order by 1 limit ${most}`;
  return rows.map(({ hour }) => hour);
}

async function readUntil(tx: Tx, { id, settings }: Tenant): Promise<string | null> {
  const [state] = await tx<{ until: string }[]>`select until::text as until from collected_kept
    where tenant_id = ${id} and is_whole and timezone = ${settings.timezone}`;
  return state?.until ?? null;
}

/**
 * What came in from the first day on until the last: `(day, received_by, method, package, payments, amount)`, to be summed
 * by a statement of the caller's, as the table `t`.
 * @returns null where nothing is summed up, or too much has changed since: the caller reads the payments.
 */
export async function collectedKept(
  tx: Tx,
  tenant: Tenant,
  from: Day,
  to: Day,
): Promise<{ t: Fragment } | null> {
  const until = await readUntil(tx, tenant);
  if (until === null) return null;
  const changed = await changedHours(tx, tenant, until, HOURS_MAX + 1);
  if (changed.length > HOURS_MAX) return null;
  const within = changed.filter((hour) => from <= hour.slice(0, 10) && hour.slice(0, 10) <= to);
  const t = tx`(
    select to_char(hour, 'YYYY-MM-DD') as day, received_by, method, nullif(package, '')::uuid as package, payments, amount
    from (
      select hour, received_by, method, package, payments, amount from collected_hours
      where tenant_id = ${tenant.id} and hour >= ${from}::date and hour < ${to}::date + 1
        and hour <> all(${within}::text[]::timestamp[])
      union all
      ${readHours(tx, tenant, within)}
    ) hours) t`;
  return { t };
}

async function sumUpHours(tx: Tx, tenant: Tenant, hours: readonly string[]): Promise<void> {
  if (hours.length === 0) return;
  await tx`delete from collected_hours
    where tenant_id = ${tenant.id} and hour = any(${[...hours]}::text[]::timestamp[])`;
  await tx`insert into collected_hours (tenant_id, hour, received_by, method, package, payments, amount)
    select ${tenant.id}, * from (${readHours(tx, tenant, hours)}) now`;
}

const BOUND = "pg_snapshot_xmin(pg_current_snapshot())";

/** The first time: every hour counts as changed. */
async function begin(tx: Tx, { id, settings }: Tenant): Promise<void> {
  for (const table of ["collected_kept", "collected_hours"])
    await tx`delete from ${tx(table)} where tenant_id = ${id}`;
  await tx`insert into collected_kept (tenant_id, until, timezone)
    values (${id}, ${tx.unsafe(BOUND)}, ${settings.timezone})`;
}

/** Hours a transaction: no reader of the feed waits for it. */
const CHUNK = 4;

/** Sums up what came in to one company, as far as it has changed; nothing where another process is about it. */
export async function sumUpCollected(services: Services, tenantId: string): Promise<void> {
  const tenant = await loadTenant(services.db.platform, tenantId);
  if (!tenant) return;
  const inside = <T>(work: (tx: Tx) => Promise<T>) => inTenant(services.db, tenant, work);
  await services.db.locks.run(tenantId, "collected", async (held) => {
    const known = await inside((tx) => readUntil(tx, tenant));
    if (known === null) await inside((tx) => begin(tx, tenant));
    const { bound, hours } = await inside(async (tx) => {
      const [row] = await tx<{ bound: string }[]>`select ${tx.unsafe(BOUND)}::text as bound`;
      return { bound: row?.bound ?? "0", hours: await changedHours(tx, tenant, known ?? "0", 2 ** 31) };
    });
    for (let at = 0; at < hours.length; at += CHUNK) {
      held.throwIfAborted();
      await inside((tx) => sumUpHours(tx, tenant, hours.slice(at, at + CHUNK)));
    }
    // Of the first time the bound is the one from before its first hour: what came since counts as changed.
    const until = known === null ? "until" : `'${BigInt(bound)}'::xid8`;
    await inside(
      (tx) =>
        tx`update collected_kept set until = ${tx.unsafe(until)}, is_whole = true where tenant_id = ${tenantId}`,
    );
  });
}

/** Companies that are summed up and where many payments have changed: no other company is looked at. */
export const keepCollected: JobDefinition = {
  name: "keep-collected",
  cron: "* * * * *",
  one_waiting: true,
  async run(services) {
    const kept = await services.db.platform<{ id: string }[]>`
      select /* every tenant */ tenant_id as id from collected_kept k where not is_whole or ${UNSUMMED} <= (
        select count(*) from (select from payment_transactions t
          where t.tenant_id = k.tenant_id and t.changed_xid >= k.until limit ${UNSUMMED}) changed)`;
    for (const { id } of kept) await sumUpCollected(services, id);
  },
};

/** Companies that have come to have many payments. */
export const beginCollected: JobDefinition = {
  name: "begin-collected",
  cron: "37 * * * *",
  at_start: true,
  async run(services) {
    const large = await services.db.platform<{ id: string }[]>`
      select /* every tenant */ t.id from tenants t
      where not exists (select from collected_kept k where k.tenant_id = t.id)
        and (select count(*) from (
          select from payment_transactions p where p.tenant_id = t.id limit ${LARGE}) few) >= ${LARGE}`;
    for (const { id } of large) await sumUpCollected(services, id);
  },
};
