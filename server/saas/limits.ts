// What a provider's subscriptions allow, written where the work of its tenant looks (tenant_limits).
import type { Fragment, Tx } from "../kernel/db/db.ts";

/**
 * Brings the limits of these tenants in line with their subscriptions: that of the one that runs, an active one before a trial.
 * A change of a plan locks its row, so a subscription that comes to it at the same moment waits for the new limit.
 * @param tenants a statement that answers their ids.
 */
export async function followSubscriptions(tx: Tx, tenants: Fragment): Promise<void> {
  const had = await tx<{ package: string }[]>`
    select distinct package from tenant_subscriptions
    where tenant in (${tenants}) and status in ('TRIAL', 'ACTIVE') order by package`;
  const ids = had.map((one) => one.package);
  await tx`select from saas_packages where id = any(${ids}::text[]::uuid[]) order by id for share`;
  await tx`insert /* every tenant */ into tenant_limits (tenant_id, max_subscribers, is_ended)
    select t.id, r.max_subscribers, r.max_subscribers is null and r.package is null and exists (
        select from tenant_subscriptions e where e.tenant = t.id)
    from tenants t left join lateral (
      select p.id as package, p.max_subscribers from tenant_subscriptions s join saas_packages p on p.id = s.package
      where s.tenant = t.id and s.status in ('TRIAL', 'ACTIVE') order by s.status limit 1) r on true
    where t.id in (${tenants})
    on conflict (tenant_id) do update set max_subscribers = excluded.max_subscribers, is_ended = excluded.is_ended`;
}
