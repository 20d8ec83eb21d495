-- The accounting days of money that came in: that on which it was booked, where the books of its own were closed, and that on
-- which it was taken back. What was collected on a day never changes afterwards; what is taken back counts on its own day.
alter table payment_transactions add column booked_on date, add column returned_on date;

update payment_transactions t set booked_on = posted.day
from (
  select e.tenant_id, e.source_id, min(e.entry_date) as day from ledger_entries e
  where e.source_type = 'payment_transaction' and e.entry_type in ('PAYMENT', 'SUSPENSE') group by 1, 2
) posted, company_settings s
where posted.tenant_id = t.tenant_id and posted.source_id = t.id and s.tenant_id = t.tenant_id
  and posted.day <> (t.received_at at time zone s.timezone)::date;

update payment_transactions t set returned_on = (t.reversed_at at time zone s.timezone)::date
from company_settings s where s.tenant_id = t.tenant_id and t.status = 'REFUNDED';
update payment_transactions t set returned_on = posted.day
from (
  select e.tenant_id, e.source_id, max(e.entry_date) as day from ledger_entries e
  where e.source_type = 'payment_transaction' and e.entry_type in ('REVERSAL', 'REFUND') group by 1, 2
) posted
where posted.tenant_id = t.tenant_id and posted.source_id = t.id and t.status = 'REFUNDED'
  and t.returned_on is distinct from posted.day;

create index on payment_transactions (tenant_id, booked_on) where booked_on is not null;
create index on payment_transactions (tenant_id, returned_on) where returned_on is not null;

-- Of what moved a reseller's balance. Null: the day of `occurred_at`.
alter table reseller_ledger add column booked_on date;

-- Summed up anew, by these days.
delete from collected_hours;
delete from sums_kept where sums = 'collected';

select make_countable('payment_transactions');
select make_countable('reseller_ledger');
