-- Offers for the first periods of a service that is sold with them (contract C2), and how many of them are left.
alter table offers add column first_periods int check (first_periods between 1 and 60);

alter table services
  add column offer uuid,
  add column promo_price amount check (promo_price >= 0),
  add column promo_periods int,
  add column promo_left int,
  add foreign key (tenant_id, offer) references offers (tenant_id, id),
  add constraint services_promo check ((promo_price is null) = (promo_periods is null)
    and (promo_periods is null) = (promo_left is null) and promo_left between 0 and promo_periods);
select make_countable('services');

-- What of them a bill or a recharge used: given back with it.
alter table invoices add column promo_service uuid,
  add foreign key (tenant_id, promo_service) references services (tenant_id, id) deferrable initially deferred;
alter table recharges add column promo_service uuid, add column promo_periods int,
  add foreign key (tenant_id, promo_service) references services (tenant_id, id) deferrable initially deferred;
select make_countable('invoices');
select make_countable('recharges');

-- What a promotion takes off brings nothing a month.
create or replace function monthly_of(one customers) returns numeric language sql stable as $$
  select (greatest(coalesce(case when s.promo_left > 0 then s.promo_price end, s.price, p.price) - one.discount, 0) + coalesce((
      select sum(a.price * a.quantity) from customer_addons a
      where a.tenant_id = one.tenant_id and a.customer = one.id and a.kind = 'RECURRING' and a.state = 'ACTIVE'), 0))
    * case when one.billing_mode = 'POSTPAID'
        or one.billing_mode = 'AUTO' and one.expiry_date is null and coalesce(s.billing_months, p.billing_months) > 1
      then 1::numeric / coalesce(s.billing_months, p.billing_months)
      else 30::numeric / coalesce(s.validity_days, p.validity_days) end
  from packages p left join services s on s.tenant_id = p.tenant_id and s.customer = one.id and s.package = p.id and s.state = 'ACTIVE'
  where p.tenant_id = one.tenant_id and p.id = one.package
$$;
