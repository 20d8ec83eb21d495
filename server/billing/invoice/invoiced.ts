// Which days a customer has a recurring bill of.
import { type BillPeriod, periodOf } from "../../../shared/billing/service/period.rules.ts";
import { type Day, type Month, monthOf } from "../../../shared/kernel/day.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { coversMonth } from "../../subscribers/index.ts";

/** The periods of bills that are not over on a day, those to come included; void ones don't count. */
export async function billedSince(
  { tx, tenant }: OperationContext,
  customer: string,
  day: Day,
): Promise<BillPeriod[]> {
  const month = monthOf(day);
  const rows = await tx<{ billing_month: Month; billing_months: number }[]>`
    select t.billing_month, t.billing_months from invoices t
    where t.tenant_id = ${tenant.id} and t.customer = ${customer} and t.voided_at is null and t.is_recurring
      and (t.billing_month > ${month} or ${coversMonth(tx, month)}) order by t.billing_month`;
  return rows.map(({ billing_month, billing_months }) => periodOf(billing_month, billing_months));
}

/** The period of the bill that has a day; null: none has. */
export async function billedPeriod(
  ctx: OperationContext,
  customer: string,
  day: Day,
): Promise<BillPeriod | null> {
  const [first] = await billedSince(ctx, customer, day);
  return first && first.start <= day ? first : null;
}
