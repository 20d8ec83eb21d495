// The demo's year is lived within a minute: in which months its revenue came and went follows from the customers' own dates.
import type { Tenant } from "../kernel/operation/principal.ts";
import type { Services } from "../kernel/services.ts";

/** Who joined earlier came then, and who ran out this month left this month. */
export async function moveRevenueMonths({ db }: Services, { id, settings }: Tenant): Promise<void> {
  await db.platform`
    with begun as (select date_trunc('month', now() at time zone ${settings.timezone}) as at)
    update mrr_months m set
      month = case when c.status <> 'ACTIVE' and c.expiry_date >= begun.at then m.month
        else to_char(c.joined_at at time zone ${settings.timezone}, 'YYYY-MM') end,
      before = case when c.status <> 'ACTIVE' and c.expiry_date >= begun.at
        then mrr_of('ACTIVE', p.price, p.validity_days) else m.before end
    from begun, customers c join packages p on p.tenant_id = c.tenant_id and p.id = c.package
    where m.tenant_id = ${id} and c.tenant_id = ${id} and c.id = m.customer and m.before = 0
      and m.month = to_char(begun.at, 'YYYY-MM') and c.joined_at at time zone ${settings.timezone} < begun.at`;
}
