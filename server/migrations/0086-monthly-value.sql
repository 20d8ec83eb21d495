-- What each customer's service brings a month (contract C6): kept with them, as movements of the monthly revenue are of it.
-- Less the discount, with recurring add-ons; paid ahead as of 30 days, else by the months of a bill. Taxes are not revenue.
alter table customers add column monthly numeric not null default 0;

create function monthly_of(one customers) returns numeric language sql stable as $$
  select (greatest(coalesce(s.price, p.price) - one.discount, 0) + coalesce((
      select sum(a.price * a.quantity) from customer_addons a
      where a.tenant_id = one.tenant_id and a.customer = one.id and a.kind = 'RECURRING' and a.state = 'ACTIVE'), 0))
    * case when one.billing_mode = 'POSTPAID'
        or one.billing_mode = 'AUTO' and one.expiry_date is null and coalesce(s.billing_months, p.billing_months) > 1
      then 1::numeric / coalesce(s.billing_months, p.billing_months)
      else 30::numeric / coalesce(s.validity_days, p.validity_days) end
  from packages p left join services s on s.tenant_id = p.tenant_id and s.customer = one.id and s.package = p.id and s.state = 'ACTIVE'
  where p.tenant_id = one.tenant_id and p.id = one.package
$$;

create function keep_monthly() returns trigger language plpgsql as $$
begin
  new.monthly := coalesce(monthly_of(new), 0);
  return new;
end $$;

drop trigger note_mrr on customers;
drop trigger note_mrr_of_new on customers;
drop trigger note_price on packages;
drop function note_price();

update customers set monthly = coalesce(monthly_of(customers), 0) where package is not null;

create trigger keep_monthly_of_new before insert on customers for each row
  when (new.package is not null and not is_restoring()) execute function keep_monthly();
-- A price that is written anew, the same or another, says that something of it may have changed.
create trigger keep_monthly before update of price, package, discount, billing_mode on customers for each row execute function keep_monthly();
create trigger keep_monthly_mode before update of expiry_date on customers for each row
  when ((old.expiry_date is null) <> (new.expiry_date is null)) execute function keep_monthly();

create or replace function note_mrr() returns trigger language plpgsql as $$
declare
  old_value numeric := case when tg_op = 'UPDATE' and old.status = 'ACTIVE' then old.monthly else 0 end;
  new_value numeric := case when new.status = 'ACTIVE' then new.monthly else 0 end;
begin
  if new_value <> old_value then
    insert into mrr_months (tenant_id, month, customer, before, after)
      select new.tenant_id, m.month, new.id, old_value, new_value from mrr_month(new.tenant_id) as m (month) where m.month is not null
    on conflict (tenant_id, month, customer) do update set after = excluded.after;
  end if;
  return null;
end $$;

create trigger note_mrr_of_new after insert on customers for each row
  when (new.status = 'ACTIVE' and new.package is not null and not is_restoring()) execute function note_mrr();
create trigger note_mrr after update on customers for each row
  when (old.status <> new.status or old.monthly <> new.monthly) execute function note_mrr();

-- What was kept of the owner's figures lacks it.
delete from figure_parts;
delete from figure_sums;
delete from sums_kept where sums = 'figures';
select make_countable('customers');
