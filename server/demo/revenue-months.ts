// The demo's year is lived within a minute: in which months its revenue came and went follows from the customers' own dates.
import type { Tenant } from "../kernel/operation/principal.ts";
import type { Services } from "../kernel/services.ts";

/**
 * Who joined earlier came then, and who ran out this month left this month. The months are worked out by themselves first: a
 * cluster takes no reckoning with a time zone beside `set`.
 */
export async function moveRevenueMonths({ db }: Services, { id, settings }: Tenant): Promise<void> {
  const { timezone } = settings;
  await db.platform`
    with lived as materialized (
      select c.id as customer, to_char(begun.at, 'YYYY-MM') as this_month,
        case when is_leaving.yes then to_char(begun.at, 'YYYY-MM')
          else to_char(c.joined_at at time zone ${timezone}, 'YYYY-MM') end as month,
        case when is_leaving.yes then c.monthly else 0 end as before
      from customers c,
        lateral (select date_trunc('month', now() at time zone ${timezone}) as at) begun,
        lateral (select c.status <> 'ACTIVE' and c.expiry_date >= begun.at as yes) is_leaving
      where c.tenant_id = ${id} and c.package is not null and c.joined_at at time zone ${timezone} < begun.at)
    update mrr_months m set month = lived.month, before = lived.before from lived
    where m.tenant_id = ${id} and m.customer = lived.customer and m.before = 0 and m.month = lived.this_month`;
}
