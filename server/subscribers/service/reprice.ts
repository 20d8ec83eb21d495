// A package's new price reaches who has it from their next period on, set by set: the running period is never rated again.
import { monthOf } from "../../../shared/kernel/day.ts";
import type { ServicePackage } from "../../../shared/subscribers/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { coversFromBefore } from "./invoiced.ts";
import { refreshPrices } from "./price.ts";

const SOLD = ["price", "validity_days", "billing_months", "tax_code"] as const;

export const isRepriced = (after: ServicePackage, before: ServicePackage): boolean =>
  SOLD.some((field) => after[field] !== before[field]);

/**
 * Each running service of a package gets a row of reason PRICE: after the days that are paid, from the next month where this
 * one is billed, else from today. What waits already is of the new price.
 */
export async function repriceServices(ctx: OperationContext, id: string): Promise<void> {
  const { tx, tenant, today } = ctx;
  const month = monthOf(today);
  const sold = tx`p.price, p.validity_days, p.billing_months, p.tax_code`;
  const is_of = tx`s.tenant_id = ${tenant.id} and s.package = ${id}`;
  // What waits, and what begins today or later, is not running yet.
  await tx`update services s set (price, validity_days, billing_months, tax_code) =
      (select ${sold} from packages p where p.tenant_id = s.tenant_id and p.id = s.package)
    where ${is_of} and (s.state = 'SCHEDULED' or s.state = 'ACTIVE' and s.from_date >= ${today})`;
  await tx`update services s set to_date = d.from_date - 1, state = case when d.from_date <= ${today} then 'ENDED' else s.state end
    from (
      select s.id, case when c.expiry_date >= ${today} then c.expiry_date + 1
        else coalesce(
          (select (to_date(i.billing_month, 'YYYY-MM') + make_interval(months => i.billing_months))::date from invoices i
            where i.tenant_id = s.tenant_id and i.customer = s.customer and i.is_recurring
              and i.billing_month = ${month} and i.voided_at is null),
          (select max((to_date(t.billing_month, 'YYYY-MM') + make_interval(months => t.billing_months))::date) from invoices t
            where t.tenant_id = s.tenant_id and t.customer = s.customer and ${coversFromBefore(tx, month)} and t.voided_at is null),
          ${today}::date) end as from_date
      from services s join customers c on c.tenant_id = s.tenant_id and c.id = s.customer
      where ${is_of} and s.state = 'ACTIVE' and s.from_date < ${today} and s.to_date is null
    ) d where s.tenant_id = ${tenant.id} and s.id = d.id`;
  // Those that this transaction ended are followed.
  await tx`insert into services (tenant_id, id, customer, package, package_name, price, validity_days, billing_months, tax_code,
      from_date, state, reason, previous_service, offer, promo_price, promo_periods, promo_left)
    select s.tenant_id, new_id(), s.customer, p.id, p.name, ${sold}, s.to_date + 1,
      case when s.to_date < ${today} then 'ACTIVE' else 'SCHEDULED' end, 'PRICE', s.id,
      -- What they were sold with an offer for their first periods is theirs, whatever the package costs by then.
      s.offer, s.promo_price, s.promo_periods, s.promo_left
    from services s join packages p on p.tenant_id = s.tenant_id and p.id = s.package
    where ${is_of} and s.changed_xid = pg_current_xact_id() and s.to_date is not null and s.state in ('ACTIVE', 'ENDED')`;
  ctx.markChanged("services");
  // Of those that it holds for at once: who has paid days keeps theirs until these are over.
  await refreshPrices(
    ctx,
    tx`c.id in (select s.customer from services s
      where ${is_of} and s.state = 'ACTIVE' and s.from_date >= ${today} and s.changed_xid = pg_current_xact_id())`,
  );
}
