-- What a company uses, as its own tables say it: asked for each company by itself, so that a cluster asks the node where it
-- lies, and hands nothing of the platform's own around.
create function usage_of(company uuid)
returns table (subscribers int, max_subscribers int, is_ended boolean, last_activity_at timestamptz) language sql stable as $$
  select l.subscribers, l.max_subscribers, l.is_ended,
    (select max(g."timestamp") from audit_logs g where g.tenant_id = company)
  from tenant_limits l where l.tenant_id = company
$$;

create or replace view saas_tenants with (security_invoker = true) as
select t.id, t.name, t.subdomain, t.is_active, t.tier, t.created_at, t.updated_at, t.version,
  coalesce(u.subscribers, 0) as subscribers, u.max_subscribers, coalesce(u.is_ended, false) as is_ended,
  coalesce(a.package, r.package) as package, coalesce(a.status, r.status) as subscription,
  case when a.id is null then r.end_date else a.end_date end as end_date, p.name as plan,
  (case when a.id is not null then p.price_monthly else 0 end)::amount as mrr,
  u.last_activity_at
from tenants t
  left join tenant_subscriptions a on a.tenant = t.id and a.status = 'ACTIVE'
  left join tenant_subscriptions r on r.tenant = t.id and r.status = 'TRIAL'
  left join saas_packages p on p.id = coalesce(a.package, r.package)
  left join lateral usage_of(t.id) u on true;
