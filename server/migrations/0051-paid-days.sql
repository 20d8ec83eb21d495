-- Of each platform payment that counts for its subscription's day: how that would be without any of them. So far each kept what it
-- found, the days of others that were paid for included.
do $$
declare
  payment saas_payments%rowtype;
  last saas_payments%rowtype;
  base jsonb;
begin
  for payment in
    select * from saas_payments
    where subscription_before is not null and reverses is null order by subscription, created_at, id
  loop
    if last.subscription is distinct from payment.subscription
      or last.paid_until::text is distinct from payment.subscription_before ->> 'end_date'
    then
      -- Moved by hand in between: what was paid before counts no more.
      if last.subscription = payment.subscription then
        update saas_payments set subscription_before = null
          where subscription = payment.subscription and created_at <= last.created_at and subscription_before = base
            and id <> payment.id and not is_reversed;
      end if;
      base := payment.subscription_before;
    end if;
    update saas_payments set subscription_before = base where id = payment.id and subscription_before <> base;
    last := payment;
  end loop;
end $$;
-- Moved by hand since.
update saas_payments p set subscription_before = null from tenant_subscriptions s
where s.id = p.subscription and p.subscription_before is not null and not p.is_reversed
  and s.end_date is distinct from (select max(paid_until) from saas_payments o
    where o.subscription = p.subscription and o.subscription_before is not null and not o.is_reversed);
