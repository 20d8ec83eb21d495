-- Money that bought days is bound to them (contract §4.3): refunds and charges beside the month's bill leave it alone. What of a
-- payment is bound; less, once a change of package frees some of it.
alter table payment_transactions add column bound_amount amount not null default 0 check (bound_amount >= 0);
-- The days that a recharge pays for, as they now are.
alter table recharges
  add column covers_from date,
  add column covers_to date,
  add constraint recharges_covers check (covers_from <= covers_to and (covers_from is null) = (covers_to is null));

update recharges set covers_from = new_expiry_date - validity_days + 1, covers_to = new_expiry_date
where validity_days > 0 and new_expiry_date is not null;
update payment_transactions t set bound_amount = t.amount from recharges r
where r.tenant_id = t.tenant_id and r.id = t.recharge and r.validity_days > 0;

select make_countable('recharges');
select make_countable('payment_transactions');
