-- How the installation sells itself to providers: of no tenant, so no tenant's transaction reaches it.

create table saas_packages (
  id uuid primary key,
  name text not null unique,
  price_monthly amount not null check (price_monthly >= 0),
  -- Null: no limit.
  max_subscribers int check (max_subscribers > 0),
  features jsonb not null default '[]'
);
select secure_platform_resource('saas_packages');

create table tenant_subscriptions (
  id uuid primary key,
  tenant uuid not null references tenants (id),
  package uuid not null references saas_packages (id),
  start_date date not null,
  end_date date,
  status text not null default 'ACTIVE' check (status in ('TRIAL', 'ACTIVE', 'EXPIRED', 'CANCELLED')),
  notes text,
  check (end_date >= start_date)
);
select secure_platform_resource('tenant_subscriptions');
create unique index tenant_subscriptions_tenant_key on tenant_subscriptions (tenant) where status = 'ACTIVE';
create unique index tenant_subscriptions_trial_key on tenant_subscriptions (tenant) where status = 'TRIAL';
create index on tenant_subscriptions (tenant, created_at desc);
create index on tenant_subscriptions (package);
create index on tenant_subscriptions (end_date) where status in ('TRIAL', 'ACTIVE');

create table saas_payments (
  id uuid primary key,
  subscription uuid not null references tenant_subscriptions (id),
  tenant uuid not null references tenants (id),
  amount amount not null,
  payment_method text not null default 'BANK',
  trx_id text not null,
  paid_at timestamptz not null,
  paid_until date,
  subscription_before jsonb,
  is_reversed boolean not null default false,
  reversed_by text,
  reversed_at timestamptz,
  reversal_reason text,
  -- Of a mirror image; each payment has one at most.
  reverses uuid unique references saas_payments (id),
  check (case when reverses is null then amount > 0 else amount < 0 and not is_reversed end)
);
-- Each transaction counts once.
create unique index saas_payments_trx_id_key on saas_payments (trx_id) where not is_reversed and reverses is null;
create index on saas_payments (trx_id);
select secure_platform_resource('saas_payments');
create index on saas_payments (paid_at desc, id desc);
create index on saas_payments (subscription);
create index on saas_payments (tenant);

create table onboarding_requests (
  id uuid primary key,
  org_name text not null,
  contact_email text not null,
  contact_name text,
  phone text,
  subdomain text,
  package uuid references saas_packages (id),
  notes text,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  tenant uuid references tenants (id),
  decided_by text,
  decided_at timestamptz,
  reason text,
  check ((status = 'APPROVED') = (tenant is not null))
);
select secure_platform_resource('onboarding_requests');
create index on onboarding_requests (created_at desc, id desc);
create index on onboarding_requests (status, created_at desc, id desc);

-- The providers with what they use. All of it is kept, or the newest entry of an index: nothing here counts a tenant's rows.
create view saas_tenants with (security_invoker = true) as
select t.id, t.name, t.subdomain, t.is_active, t.tier, t.created_at, t.updated_at, t.version,
  coalesce(l.subscribers, 0) as subscribers, l.max_subscribers, coalesce(l.is_ended, false) as is_ended,
  s.package, s.status as subscription, s.end_date, p.name as plan,
  (case when s.status = 'ACTIVE' then p.price_monthly else 0 end)::amount as mrr,
  (select max(a."timestamp") from audit_logs a where a.tenant_id = t.id) as last_activity_at
from tenants t
  left join tenant_limits l on l.tenant_id = t.id
  left join lateral (
    select r.package, r.status, r.end_date from tenant_subscriptions r
    where r.tenant = t.id and r.status in ('TRIAL', 'ACTIVE') order by r.status limit 1) s on true
  left join saas_packages p on p.id = s.package;
grant select on saas_tenants to lastmile_platform;
