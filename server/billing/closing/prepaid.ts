// What a closing reads of the next customers, under their locks: recharges of whose money something is left.

import type { CustomerMoney } from "../../../shared/billing/ledger/money-records.ts";
import type { PrepaidRecharge } from "../../../shared/billing/period/usage.rules.ts";
import type { Month } from "../../../shared/kernel/day.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { Row, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { lockNextCustomers } from "../../subscribers/index.ts";
import { readCustomersBetween } from "../ledger/snapshot.ts";

export interface Prepaid {
  customer: CustomerMoney;
  recharges: PrepaidRecharge[];
}

interface RechargeRow extends Row {
  customer: string;
  payment_transaction: string;
  received_at: string;
  amount: string;
  unallocated_amount: string;
  bound_amount: string;
  validity_days: number;
  covers_from: string;
  package_name: string | null;
  tax_code: string | null;
}

/**
 * Locks the next `limit` customers in order of id after `after`. Left out is who has a recurring bill of the month or of a
 * later one: their service is earned there. `last` is where the ones after them start, null when there are none.
 */
export async function lockPrepaid(
  tx: Tx,
  tenant: Tenant,
  request: { month: Month; after: string; limit: number },
): Promise<{ customers: Prepaid[]; seen: number; last: string | null }> {
  const { month, after } = request;
  const ids = await lockNextCustomers(tx, tenant.id, request);
  const last = ids.at(-1) ?? after;
  const [customers, billed, recharges] = await Promise.all([
    readCustomersBetween(tx, tenant, { after, last }),
    tx<{ customer: string }[]>`select customer from invoices where tenant_id = ${tenant.id} and is_recurring
      and billing_month >= ${month} and status <> 'VOID' and customer > ${after} and customer <= ${last}`,
    tx<
      RechargeRow[]
    >`select t.customer, t.id as payment_transaction, t.received_at, t.amount, t.unallocated_amount, t.bound_amount,
        r.validity_days, coalesce(r.covers_from, r.new_expiry_date - r.validity_days + 1) as covers_from, p.name as package_name, p.tax_code
      from payment_transactions t join recharges r on r.tenant_id = t.tenant_id and r.id = t.recharge
        left join packages p on p.tenant_id = r.tenant_id and p.id = r.package
      where t.tenant_id = ${tenant.id} and t.customer > ${after} and t.customer <= ${last}
        and t.unallocated_amount > 0 and t.status = 'COMPLETED'
        and r.validity_days > 0 and r.new_expiry_date is not null
      order by t.received_at, t.id`,
  ]);
  const left_out = new Set(billed.map(({ customer }) => customer));
  // A customer who was added since the locks were taken is the next run's.
  const locked = new Set(ids);
  const money = (text: string) => parseMoney(text, tenant.digits);
  const found = new Map<string, PrepaidRecharge[]>();
  for (const { customer, amount, unallocated_amount, bound_amount, ...recharge } of recharges) {
    const own = found.get(customer) ?? [];
    const amounts = { amount: money(amount), unallocated_amount: money(unallocated_amount) };
    own.push({ ...recharge, ...amounts, bound_amount: money(bound_amount) });
    found.set(customer, own);
  }
  return {
    customers: customers.flatMap(({ money: customer }) => {
      const own = found.get(customer.id);
      const is_meant = own && locked.has(customer.id) && !left_out.has(customer.id);
      return is_meant ? [{ customer, recharges: own }] : [];
    }),
    seen: ids.length,
    last: ids.length < request.limit ? null : last,
  };
}
