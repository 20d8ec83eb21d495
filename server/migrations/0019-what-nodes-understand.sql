-- What one PostgreSQL and the nodes of a cluster understand alike.

-- The providers with what they use, once more: nothing is joined for a row alone. What a company's own tables say is one part,
-- which a cluster asks of its nodes; the rest lies on the coordinator.
create or replace view saas_tenants with (security_invoker = true) as
select t.id, t.name, t.subdomain, t.is_active, t.tier, t.created_at, t.updated_at, t.version,
  coalesce(u.subscribers, 0) as subscribers, u.max_subscribers, coalesce(u.is_ended, false) as is_ended,
  coalesce(a.package, r.package) as package, coalesce(a.status, r.status) as subscription,
  case when a.id is null then r.end_date else a.end_date end as end_date, p.name as plan,
  (case when a.id is not null then p.price_monthly else 0 end)::amount as mrr,
  u.last_activity_at
from tenants t
  left join (
    select l.tenant_id, l.subscribers, l.max_subscribers, l.is_ended,
      (select max(g."timestamp") from audit_logs g where g.tenant_id = l.tenant_id) as last_activity_at
    from tenant_limits l) u on u.tenant_id = t.id
  left join tenant_subscriptions a on a.tenant = t.id and a.status = 'ACTIVE'
  left join tenant_subscriptions r on r.tenant = t.id and r.status = 'TRIAL'
  left join saas_packages p on p.id = coalesce(a.package, r.package);

-- How good the light at an ONU is, by limits that are given one by one: no node knows another's kind of row.
create function onu_signal(rx_power_dbm numeric, too_strong numeric, weak numeric, critical numeric) returns text
language sql immutable as $$ select case
  when rx_power_dbm is null or rx_power_dbm >= 0 or rx_power_dbm <= -35 then 'NONE'
  when rx_power_dbm > too_strong then 'TOO_STRONG'
  when rx_power_dbm < critical then 'CRITICAL'
  when rx_power_dbm < weak then 'WEAK'
  else 'GOOD' end $$;

create or replace function keep_onu_signal() returns trigger language plpgsql as $$
begin
  select onu_signal(new.rx_power_dbm, c.signal_too_strong_dbm, c.signal_weak_dbm, c.signal_critical_dbm) into new.signal
  from company_settings c where c.tenant_id = new.tenant_id;
  if tg_op = 'INSERT' or new.signal is distinct from old.signal then new.signal_since := now(); end if;
  return new;
end $$;

create or replace function follow_signal_limits() returns trigger language plpgsql as $$
begin
  update onus o set signal_since = now(),
    signal = onu_signal(o.rx_power_dbm, new.signal_too_strong_dbm, new.signal_weak_dbm, new.signal_critical_dbm)
  where o.tenant_id = new.tenant_id and o.signal
    <> onu_signal(o.rx_power_dbm, new.signal_too_strong_dbm, new.signal_weak_dbm, new.signal_critical_dbm);
  update olts t set onu_weak = (select count(*) from onus o where o.tenant_id = new.tenant_id and o.olt = t.id
    and o.signal in ('WEAK', 'CRITICAL')) where t.tenant_id = new.tenant_id;
  return null;
end $$;

drop function onu_signal(numeric, company_settings);

-- Whose a verified domain is. A company claims one that is free; from another one it is taken before, by the platform, in a
-- transaction of its own (server/identity/domain): on a cluster no transaction writes two companies' rows as two roles.
alter table verified_domains enable row level security;
create policy own on verified_domains to lastmile_app using (tenant = current_tenant()) with check (tenant = current_tenant());
create policy platform on verified_domains to lastmile_platform using (true) with check (true);
grant select, insert on verified_domains to lastmile_app;
grant delete on verified_domains to lastmile_platform;
drop function take_domain(uuid, text);
