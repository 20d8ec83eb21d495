// The money that came in, without reading every payment: hours that a job summed up, and freshly read those in which one has changed.
import type { Day } from "../../shared/kernel/day.ts";
import { type KeptSums, readUntil } from "../billing/index.ts";
import { isOnCluster } from "../kernel/db/cluster/on-cluster.ts";
import type { Fragment, Tx } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { isReceived, isSoldWith } from "./received.ts";

/** With more hours in which a payment has changed, everything is read. */
const HOURS_MAX = 500;

/**
 * The payments `t` of each hour `h`. Each hour is looked up separately: joined, the hours were compared with every
 * payment of the tenant. The nodes of a cluster take no question within a question.
 */
function ofEachHour(tx: Tx, { id, settings }: Tenant): Fragment {
  const inHour = tx`t.tenant_id = ${id}
    and t.received_at >= (h.hour at time zone ${settings.timezone}) - interval '1 hour'
    and t.received_at < (h.hour + interval '1 hour') at time zone ${settings.timezone}
    and date_trunc('hour', t.received_at at time zone ${settings.timezone}) = h.hour
    and t.booked_on is null and ${isReceived(tx)}`;
  return isOnCluster(tx)
    ? tx`join payment_transactions t on ${inHour}`
    : tx`cross join lateral (select t.* from payment_transactions t where ${inHour} offset 0) t`;
}

/** What counts on a whole day has its first hour: money that was booked on a later day than it came, or was given back. */
const daysAmong = (hours: readonly string[]): string[] =>
  hours.filter((hour) => hour.slice(11) === "00:00:00").map((hour) => hour.slice(0, 10));

/**
 * `(tenant_id, hour, received_by, method, package, payments, amount)` of these hours, as the payments say. Where clocks are put back,
 * the hour before belongs to the same one.
 */
function readHours(tx: Tx, tenant: Tenant, hours: readonly string[]): Fragment {
  const days = tx`any(${daysAmong(hours)}::text[]::date[])`;
  return tx`
    select t.tenant_id, t.hour, t.received_by, t.method, coalesce(r.package::text, '') as package,
      sum(t.payments)::int as payments, sum(t.amount) as amount
    from (
      select t.tenant_id, h.hour, t.received_by, t.method, t.recharge, t.created_at, 1 as payments, t.amount
      from unnest(${[...hours]}::text[]::timestamp[]) as h (hour) ${ofEachHour(tx, tenant)}
      union all
      select t.tenant_id, t.booked_on::timestamp, t.received_by, t.method, t.recharge, t.created_at, 1, t.amount
      from payment_transactions t where t.tenant_id = ${tenant.id} and t.booked_on = ${days} and ${isReceived(tx)}
      union all
      select t.tenant_id, t.returned_on::timestamp, t.received_by, t.method, t.recharge, t.created_at, -1, -t.amount
      from payment_transactions t where t.tenant_id = ${tenant.id} and t.returned_on = ${days} and ${isReceived(tx)}
    ) t left join recharges r on r.tenant_id = ${tenant.id} and ${isSoldWith(tx)}
    group by 1, 2, 3, 4, 5`;
}

/** The hours of which a payment has changed by a transaction from `until` on; at most so many. */
async function changedHours(
  tx: Tx,
  { id, settings }: Tenant,
  until: string,
  most: number,
): Promise<string[]> {
  const rows = await tx<{ hour: string }[]>`
    select hour::text as hour from (
      select coalesce(booked_on::timestamp, date_trunc('hour', received_at at time zone ${settings.timezone})) as hour
      from payment_transactions where tenant_id = ${id} and changed_xid >= ${until}::xid8
      union
      select returned_on::timestamp from payment_transactions
      where tenant_id = ${id} and changed_xid >= ${until}::xid8 and returned_on is not null
    ) changed order by 1 limit ${most}`;
  return rows.map(({ hour }) => hour);
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
  const until = await readUntil(tx, tenant, collectedSums);
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
      select hour, received_by, method, package, payments, amount from (${readHours(tx, tenant, within)}) now
    ) hours) t`;
  return { t };
}

async function sumUpHours(tx: Tx, tenant: Tenant, hours: readonly string[]): Promise<void> {
  if (hours.length === 0) return;
  await tx`delete from collected_hours
    where tenant_id = ${tenant.id} and hour = any(${[...hours]}::text[]::timestamp[])`;
  await tx`insert into collected_hours (tenant_id, hour, received_by, method, package, payments, amount)
    ${readHours(tx, tenant, hours)}`;
}

/** Hours a transaction: no reader of the feed waits for it. */
const CHUNK = 4;

export const collectedSums: KeptSums = {
  ...{ name: "collected", tables: ["collected_hours"], by_clock: true },
  ...{ of: "payment_transactions", large: 20_000, unsummed: 500, looks: "* * * * *" },
  async sumUp({ tenant, from, held, inside, settle }) {
    const hours = await inside((tx) => changedHours(tx, tenant, from ?? "0", 2 ** 31));
    for (let at = 0; at < hours.length; at += CHUNK) {
      held.throwIfAborted();
      await inside((tx) => sumUpHours(tx, tenant, hours.slice(at, at + CHUNK)));
    }
    await inside(settle);
  },
};
