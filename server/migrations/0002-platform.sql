-- Tenants and what belongs to the platform: settings, audit, devices, commands, review list, keys, tasks.

create table tenants (
  id uuid primary key,
  name text not null,
  subdomain text not null unique,
  is_active boolean not null default true,
  tier text not null default 'STANDARD',
  -- Moves when every replica of the tenant has to start afresh (a restored backup).
  sync_epoch int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
create trigger stamp_change before update on tenants for each row execute function stamp_change();
alter table tenants enable row level security;
alter table tenants force row level security;
create policy tenant_wall on tenants for select to lastmile_app using (id = (select current_tenant()));
create policy platform on tenants to lastmile_platform using (true) with check (true);
do $$ begin execute format('create policy migrations on tenants to %I using (true) with check (true)', current_user); end $$;
grant select on tenants to lastmile_app;
grant select, insert, update on tenants to lastmile_platform;

create table company_settings (
  id uuid primary key,
  tenant_id uuid not null unique references tenants (id),
  company_name text not null,
  logo text,
  support_phone text,
  support_email text,
  address text,
  currency text not null default 'USD',
  timezone text not null default 'UTC',
  locale text not null default 'en',
  invoice_prefix text not null default 'INV-',
  invoice_due_days int not null default 7,
  auto_apply_advance boolean not null default true,
  auto_suspend boolean not null default true,
  suspend_mode text not null default 'DISABLE_SECRET' check (suspend_mode in ('DISABLE_SECRET', 'EXPIRED_PROFILE')),
  expired_profile text,
  work_start text not null default '09:00',
  late_after_minutes int not null default 15,
  receipt_width_mm int not null default 80,
  receipt_footer text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
select secure_resource('company_settings', 'settings');

create table audit_logs (
  id uuid primary key,
  tenant_id uuid,
  "timestamp" timestamptz not null default now(),
  -- When it was done; a command from an offline desktop is written down later.
  occurred_at timestamptz not null default now(),
  actor_username text not null,
  action text not null,
  module text not null,
  object_type text,
  object_id uuid,
  details jsonb not null default '{}',
  address text,
  device uuid,
  request_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1
);
create index on audit_logs (tenant_id, "timestamp" desc, id desc);
create index on audit_logs (tenant_id, id desc);
create index on audit_logs (tenant_id, object_id, "timestamp" desc);
select secure_tenant_table('audit_logs', 'select, insert');
select make_append_only('audit_logs');

create table devices (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  name text not null,
  device_code text not null,
  registered_by uuid,
  last_seen_at timestamptz,
  last_seq bigint not null default 0,
  is_revoked boolean not null default false,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id(),
  unique (tenant_id, device_code)
);
select secure_resource('devices', 'devices');

-- Each command of a desktop, for ever, with its first outcome: what makes a repeat harmless.
create table commands (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  device uuid not null,
  device_seq bigint not null,
  kind text not null,
  payload jsonb not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  author text not null,
  status text not null check (status in ('APPLIED', 'REJECTED')),
  result jsonb,
  problem jsonb,
  primary key (tenant_id, id)
);
create index on commands (tenant_id, device, device_seq);
select secure_tenant_table('commands', 'select, insert');

create table review_items (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  kind text not null check (kind in (
    'SUSPENSE', 'CLOCK', 'CONFLICT', 'RECEIPT_NUMBER', 'DRIFT', 'BELOW_PRICE', 'PAYMENT_EVENT')),
  status text not null default 'OPEN' check (status in ('OPEN', 'RESOLVED')),
  command uuid,
  device uuid,
  author text not null,
  detail text not null,
  problem jsonb,
  payload jsonb,
  amount amount,
  customer uuid,
  payment_transaction uuid,
  occurred_at timestamptz,
  resolved_by text,
  resolved_at timestamptz,
  resolution text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
create index on review_items (tenant_id, status, created_at desc);
select secure_resource('review_items', 'review_items');

create table idempotency_keys (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  key text not null,
  operation text not null,
  request_hash text not null,
  status text not null default 'COMPLETED',
  response_status int not null,
  response_data jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (tenant_id, key)
);
create index on idempotency_keys (expires_at);
select secure_tenant_table('idempotency_keys');

create table background_tasks (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  kind text not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED')),
  input jsonb not null default '{}',
  progress jsonb not null default '{"done": 0, "total": null}',
  result jsonb,
  error jsonb,
  requested_by text not null,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
create index on background_tasks (tenant_id, created_at desc);
create index on background_tasks (status) where status in ('QUEUED', 'RUNNING');
select secure_resource('background_tasks', 'background_tasks');

-- Numbers given out in order: invoice numbers, customer codes, account numbers, device codes. Receipt numbers are taken
-- in blocks, since a counter row on the path of a recharge would make every till of a tenant wait for every other.
create table counters (
  tenant_id uuid not null references tenants (id),
  name text not null,
  last_value bigint not null default 0,
  primary key (tenant_id, name)
);
select secure_tenant_table('counters');
