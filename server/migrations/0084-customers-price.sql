-- What a period of their service costs each customer (contract §2, Customer.price): kept with them, as money is compared with it.

-- An amount with what an exclusive tax code, any row of it, adds on a day.
create function with_tax(tenant uuid, tax_code uuid, net numeric, day date, digits int) returns numeric language sql stable
as $$
  select case when tax_code is null or net = 0 then net else net + coalesce((
    select case when r.is_inclusive then 0 else round(net * r.rate / 100, digits) end
    from tax_codes n join tax_codes r on r.tenant_id = n.tenant_id and r.code = n.code
    where n.tenant_id = tenant and n.id = with_tax.tax_code and (r.valid_from is null or r.valid_from <= day)
    order by r.valid_from desc nulls last limit 1), 0) end
$$;

alter table customers add column price amount not null default 0;

update customers c set price = v.price from (
  select c.tenant_id, c.id, with_tax(c.tenant_id, s.tax_code, greatest(s.price - c.discount, 0), d.day, d.digits)
    + coalesce((select sum(with_tax(a.tenant_id, a.tax_code, a.price * a.quantity, d.day, d.digits)) from customer_addons a
      where a.tenant_id = c.tenant_id and a.customer = c.id and a.kind = 'RECURRING' and a.state = 'ACTIVE'), 0) as price
  from customers c join services s on s.tenant_id = c.tenant_id and s.customer = c.id and s.state = 'ACTIVE'
    join (select tenant_id, (now() at time zone timezone)::date as day, case
      when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
      when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3 else 2 end as digits from company_settings) d
      on d.tenant_id = c.tenant_id
) v where c.tenant_id = v.tenant_id and c.id = v.id and v.price <> 0;
select make_countable('customers');
