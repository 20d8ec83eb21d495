// What is owed by the charge that it is of, as SQL: the rule of ageing.rules.ts as one statement.
import type { Day } from "../../../shared/kernel/day.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { asBooked, invoicesThen } from "./past-ageing.ts";
import { planContext } from "./snapshot.ts";

/**
 * What is due, as it is, with what each invoice took over and how high its stack is; earlier invoices of those customers
 * alone whose open ones took some over. Those customers are found first, as a value: of a join the planner may compare each
 * bill with each.
 */
const invoicesNow = (tx: Tx, tenantId: string, of: Fragment | null): Fragment => tx`
  select i.id, i.customer, i.due_date, i.issue_date, i.created_at, i.due_amount, i.carried_from, c.carried,
    greatest(i.total_payable - i.credited_amount, c.carried) as height
  from (
      select t.* from invoices t
      where t.tenant_id = ${tenantId} and t.due_amount > 0 ${of ? tx`and t.customer ${of}` : tx``}
      union all
      select t.* from invoices t
      where t.tenant_id = ${tenantId} and t.due_amount = 0 and t.customer = any(array(
        select o.customer from invoices o where o.tenant_id = ${tenantId} and o.due_amount > 0
          and o.carried_from <> '[]' ${of ? tx`and o.customer ${of}` : tx``}))
    ) i
    cross join lateral (select coalesce(sum((part->>'amount')::numeric), 0) as carried
      from jsonb_array_elements(i.carried_from) part) c`;

/**
 * `charge(customer, late, amount)` of a day, to be followed by a select. Every debtor's invoices are stacks, as the rule
 * says. A slice is what is due of one, or what of that lies in an invoice that it took over; what of a slice lies above the
 * part that was taken over was charged there. Of a past day the invoices are those that stood then.
 * @param of whose, as a condition without its column; null: everybody's.
 */
export function chargesOf(tx: Tx, tenant: Tenant, as_of: Day, of: Fragment | null): Fragment {
  const is_past = as_of < planContext(tenant).today;
  return tx`
    with recursive invoice as materialized (
      ${is_past ? invoicesThen(tx, tenant.id, as_of, of) : invoicesNow(tx, tenant.id, of)}
    ), edge as materialized (
      select (part->>'invoice')::uuid as earlier, i.id as later, (part->>'amount')::numeric as amount,
        sum((part->>'amount')::numeric) over (partition by i.id order by at)
          - (part->>'amount')::numeric as bottom,
        sum((part->>'amount')::numeric) over (partition by part->>'invoice'
          order by i.issue_date desc, i.created_at desc, i.id desc) as from_top
      from invoice i, jsonb_array_elements(i.carried_from) with ordinality as parts(part, at)
    ), slice as (
      select id, height - due_amount as low, height as high from invoice where due_amount > 0
      union all
      select u.id, u.height - u.due_amount - e.from_top + greatest(s.low, e.bottom) - e.bottom,
        u.height - u.due_amount - e.from_top + least(s.high, e.bottom + e.amount) - e.bottom
      from slice s join edge e on e.later = s.id and e.bottom < s.high and e.bottom + e.amount > s.low
        join invoice u on u.id = e.earlier
    ), ${is_past ? tx`traced` : tx`charge`} as (
      select i.customer, ${as_of}::date - i.due_date as late, s.high - greatest(s.low, i.carried) as amount
      from slice s join invoice i on i.id = s.id where s.high > greatest(s.low, i.carried)
    )${is_past ? tx`, ${asBooked(tx, tenant.id, as_of, of)}` : tx``}`;
}
