// What was owed at the end of a day that is past, by the age of the charge: from the ledger, for invoices know only how they
// stand now.
import type { AgeBucket } from "../../../shared/billing/ledger/ageing.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";

export interface BucketRow {
  bucket: AgeBucket;
  amount: string;
  customers: number;
}

/** The buckets of `charge(customer, late, amount)`, by how many days late each is. */
export const bucketsOfCharges = (tx: Tx): Fragment => tx`
  select case when late <= 0 then 'CURRENT' when late <= 30 then '1-30' when late <= 60 then '31-60'
      when late <= 90 then '61-90' else '90+' end as bucket,
    sum(amount) as amount, count(distinct customer)::int as customers
  from charge group by 1`;

/**
 * What each customer owed that day lies on what had been charged until then and not been taken back, the latest first: the
 * oldest is settled first, as everywhere. What it exceeds the charges by (dues from before the books) is as old as the oldest.
 * @param of the customer asked for; null: all.
 */
export function readPastBuckets(
  tx: Tx,
  tenantId: string,
  as_of: Day,
  of: string | null,
): Promise<BucketRow[]> {
  return tx<BucketRow[]>`
    with owed as materialized (
      select e.customer, sum(e.debit - e.credit + e.advance_change) as due
      from ledger_entries e
      where e.tenant_id = ${tenantId} and e.entry_date <= ${as_of}
        and ${of ? tx`e.customer = ${of}` : tx`e.customer is not null`}
      group by e.customer having sum(e.debit - e.credit + e.advance_change) > 0
    ), charged as (
      select i.customer, i.due_date, i.issue_date, i.created_at, i.id, greatest(i.total_payable - c.carried, 0)
        - coalesce((select sum(back.credit) from ledger_entries back
            left join adjustments a on a.tenant_id = back.tenant_id and a.id = back.source_id
            left join credit_notes n on n.tenant_id = back.tenant_id and n.id = back.source_id
          where back.tenant_id = i.tenant_id and back.customer = i.customer and back.entry_date <= ${as_of}
            and back.entry_type = 'REVERSAL' and back.credit > 0
            and i.id in (back.source_id, a.invoice, n.invoice)), 0) as amount
      from invoices i join owed on owed.customer = i.customer
        cross join lateral (select coalesce(sum((part->>'amount')::numeric), 0) as carried
          from jsonb_array_elements(i.carried_from) part) c
      where i.tenant_id = ${tenantId} and i.issue_date <= ${as_of}
    ), stacked as (
      select *, sum(amount) over (partition by customer order by issue_date desc, created_at desc, id desc) as height,
        row_number() over (partition by customer order by issue_date, created_at, id) as age
      from charged where amount > 0
    ), charge as (
      select s.customer, ${as_of}::date - s.due_date as late,
        case when s.age = 1 then o.due - (s.height - s.amount)
          else least(s.amount, o.due - (s.height - s.amount)) end as amount
      from stacked s join owed o on o.customer = s.customer where o.due > s.height - s.amount
      union all
      select o.customer, 0, o.due from owed o where not exists (select from stacked s where s.customer = o.customer)
    )
    ${bucketsOfCharges(tx)}`;
}
