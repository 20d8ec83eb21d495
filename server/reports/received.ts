// Which money counts as collected, and on which day: what came in on the day on which it was booked, and what was given back,
// as less, on the day on which that was: no day's figure changes afterwards (contract §4.13). Adjustments are not money; a
// reseller keeps their own customers' cash and is charged in place of it.
import type { Day } from "../../shared/kernel/day.ts";
import type { Fragment, Tx } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";

/** Of payment_transactions as `t`, whether it is money that came in, whatever became of it since. */
export const isReceived = (tx: Tx): Fragment => tx`
  (t.status = 'COMPLETED' or t.status = 'REFUNDED' and t.returned_on is not null)
  and t.method not in ('ADJUSTMENT', 'DEPOSIT') and t.reseller_charge is null`;

/**
 * Of payment_transactions as `t`, whether a recharge `r` is what the money bought as it came in. Money from suspense that
 * bought days once its customer was known is of no package: its day was shown so (contract §4.13). Both rows of a sale say when its transaction began.
 */
export const isSoldWith = (tx: Tx): Fragment => tx`r.id = t.recharge and r.created_at = t.created_at`;

/**
 * What was collected from the first day on until the last, payment by payment: `(day, received_by, method, recharge, created_at,
 * payments, amount)`, as the table `t`. What was given back counts as less of whom had taken it.
 */
export function collected(tx: Tx, { id, settings }: Tenant, from: Day, to: Day): Fragment {
  const { timezone } = settings;
  return tx`(
    select to_char(t.received_at at time zone ${timezone}, 'YYYY-MM-DD') as day, t.received_by, t.method, t.recharge, t.created_at,
      1 as payments, t.amount
    from payment_transactions t
    where t.tenant_id = ${id} and t.booked_on is null and ${isReceived(tx)}
      and t.received_at >= ${from}::date::timestamp at time zone ${timezone}
      and t.received_at < (${to}::date + 1)::timestamp at time zone ${timezone}
    union all
    select to_char(t.booked_on, 'YYYY-MM-DD'), t.received_by, t.method, t.recharge, t.created_at, 1, t.amount
    from payment_transactions t
    where t.tenant_id = ${id} and t.booked_on between ${from} and ${to} and ${isReceived(tx)}
    union all
    select to_char(t.returned_on, 'YYYY-MM-DD'), t.received_by, t.method, t.recharge, t.created_at, -1, -t.amount
    from payment_transactions t
    where t.tenant_id = ${id} and t.returned_on between ${from} and ${to} and ${isReceived(tx)}
  ) t`;
}
