// How invoices stood at the end of a past day: as they are now, less what has moved since (`invoices.moves`).
import type { Day } from "../../../shared/kernel/day.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";

/**
 * Invoices as they stood, for the CTE `invoice` of ageing: of whoever owed something then. What was dated back since may
 * have settled an invoice before that was even charged; `due_amount` is below zero then.
 * @param of whose, as a condition without its column; null: everybody's.
 */
export const invoicesThen = (tx: Tx, tenantId: string, as_of: Day, of: Fragment | null): Fragment => tx`
  select i.id, i.customer, i.due_date, i.issue_date, i.created_at, i.due_amount - since.due as due_amount, f.carried_from,
    c.carried, greatest(i.total_payable - i.credited_amount - since."left", c.carried) as height
  from (
      select distinct d.customer from invoices d
      where d.tenant_id = ${tenantId} and (d.due_amount > 0 or d.moved_on > ${as_of})
        and coalesce(d.booked_on, d.issue_date) <= ${as_of} ${of ? tx`and d.customer ${of}` : tx``}
    ) debtor
    join invoices i on i.tenant_id = ${tenantId} and i.customer = debtor.customer
      and coalesce(i.booked_on, i.issue_date) <= ${as_of}
    cross join lateral (
      select coalesce(sum((move->>'due')::numeric), 0) as due, coalesce(sum((move->>'left')::numeric), 0) as "left",
        (array_agg(move->'from' order by at) filter (where move ? 'from'))[1] as "from"
      from jsonb_array_elements(i.moves) with ordinality as moves(move, at) where (move->>'day')::date > ${as_of}
    ) since
    cross join lateral (select coalesce(since."from", i.carried_from) as carried_from) f
    cross join lateral (select coalesce(sum((part->>'amount')::numeric), 0) as carried
      from jsonb_array_elements(f.carried_from) part) c`;

/**
 * `charge(customer, late, amount)` from what was traced: what the books say that each customer owed that day,
 * and no more. They differ only where something was dated back since: what settled an invoice before its day takes the oldest.
 */
export const asBooked = (tx: Tx, tenantId: string, as_of: Day, of: Fragment | null): Fragment => tx`
  owed as (
    select customer, greatest(sum(due), 0) as due from (
      select customer, due_amount as due from invoice
      union all
      select i.customer, (move->>'due')::numeric from invoices i, jsonb_array_elements(i.moves) move
      where i.tenant_id = ${tenantId} and i.moved_on is not null and coalesce(i.booked_on, i.issue_date) > ${as_of}
        and (move->>'day')::date <= ${as_of} ${of ? tx`and i.customer ${of}` : tx``}
    ) moved group by customer
  ), ranked as (
    select c.*, o.due, sum(c.amount) over (partition by c.customer) as found,
      sum(c.amount) over oldest as upto, row_number() over oldest as rank
    from traced c join owed o on o.customer = c.customer
    window oldest as (partition by c.customer order by c.late desc, c.amount rows unbounded preceding)
  ), charge as (
    select customer, late, amount from (select customer, late,
      case when found > due then least(amount, greatest(upto - (found - due), 0))
        when rank = 1 then amount + due - found else amount end as amount
    from ranked) booked where amount > 0
    union all
    select customer, 0, due from owed where due > 0 and not exists (select from traced c where c.customer = owed.customer)
  )`;
