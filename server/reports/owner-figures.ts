// Who did not come back, what cashiers took back themselves, and what waits for a decision: counts by indexes alone.
import { addDays, dayOf, momentOf } from "../../shared/kernel/day.ts";
import { formatMoney } from "../../shared/kernel/money.ts";
import type { Dashboard } from "../../shared/reports/index.ts";
import { type KeptFigures, sumOwnReversals } from "../billing/index.ts";
import type { Tx } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { fixDigits } from "../kernel/resource/record.ts";

/** Customers who are expired for longer count as lost. */
const CHURNED_AFTER_DAYS = 30;

export async function readChurn(
  tx: Tx,
  tenant: Tenant,
  kept: KeptFigures<"expired"> | null,
): Promise<Dashboard["churn"]> {
  const { id, settings } = tenant;
  const expired_before = addDays(dayOf(new Date(), settings.timezone), -CHURNED_AFTER_DAYS);
  if (kept) {
    const churned = kept.expired.filter(({ key }) => key < expired_before);
    return { expired_before, customers: churned.reduce((sum, { count }) => sum + count, 0) };
  }
  const [row] = await tx<{ customers: number }[]>`
    select count(*)::int as customers from customers
    where tenant_id = ${id} and status = 'EXPIRED' and expiry_date < ${expired_before}`;
  return { expired_before, customers: row?.customers ?? 0 };
}

/** Of today. */
export async function readOwnReversals(tx: Tx, tenant: Tenant): Promise<Dashboard["own_reversals"]> {
  const { timezone } = tenant.settings;
  const since = momentOf(dayOf(new Date(), timezone), timezone);
  const { count, amount } = await sumOwnReversals(tx, tenant, tx`reversed_at >= ${since}`);
  return { count, amount: formatMoney(amount, tenant.digits) };
}

/** Each is what the list of its screen counts with the same filter. */
export async function readWaiting(tx: Tx, { id, digits }: Tenant): Promise<Dashboard["waiting"]> {
  const [row] = await tx<Dashboard["waiting"][]>`
    select (select count(*)::int from review_items where tenant_id = ${id} and status = 'OPEN') as reviews,
      t.cash_transfers, t.cash_in_transit, a.advances, a.advances_amount,
      (select count(*)::int from leaves where tenant_id = ${id} and status = 'PENDING') as leaves
    from (select count(*)::int as cash_transfers, coalesce(sum(amount), 0)::text as cash_in_transit from cash_transfers
        where tenant_id = ${id} and status = 'IN_TRANSIT') t,
      (select count(*)::int as advances, coalesce(sum(amount), 0)::text as advances_amount from advance_salaries
        where tenant_id = ${id} and status = 'PENDING') a`;
  if (!row) throw new Error("A row of counts is always there");
  const { cash_in_transit, advances_amount } = row;
  return {
    ...row,
    cash_in_transit: fixDigits(cash_in_transit, digits),
    advances_amount: fixDigits(advances_amount, digits),
  };
}
