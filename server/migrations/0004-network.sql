-- Routers, the jobs that change them, and what was seen on them.

create table routers (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  name text not null,
  vendor text not null default 'MIKROTIK' check (vendor in ('MIKROTIK')),
  host text not null,
  api_port int not null default 8728,
  use_tls boolean not null default false,
  tls_fingerprint text,
  username text not null,
  password_encrypted bytea,
  site text,
  is_active boolean not null default true,
  status text not null default 'UNKNOWN' check (status in ('UNKNOWN', 'ONLINE', 'OFFLINE')),
  last_seen_at timestamptz,
  identity text,
  ros_version text,
  board_name text,
  uptime_seconds bigint,
  cpu_load int,
  last_error text,
  -- What the router called itself first: another one behind the address stops writes until an operator confirms.
  expected_identity text,
  -- When an agent last reported on it, whatever it found; last_seen_at is when the router answered.
  observed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id(),
  unique (tenant_id, name)
);
select secure_resource('routers', 'routers');
-- observed_at moves every few seconds and is nobody's news.
drop trigger stamp_change on routers;
create trigger stamp_change before update of name, vendor, host, api_port, use_tls, tls_fingerprint, username,
  password_encrypted, site, is_active, status, last_seen_at, identity, ros_version, board_name, uptime_seconds, cpu_load,
  last_error on routers for each row execute function stamp_change();

-- Which customers' secrets a router was given, and the password's version that it holds.
create table router_users (
  tenant_id uuid not null references tenants (id),
  router uuid not null references routers (id) on delete cascade,
  customer uuid not null,
  password_version text,
  primary key (router, customer)
);
select secure_tenant_table('router_users');

create table network_sync_jobs (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  router uuid references routers (id) on delete cascade,
  olt uuid,
  customer uuid,
  kind text not null check (kind in ('ENABLE_USER', 'DISABLE_USER', 'UPSERT_USER', 'REMOVE_USER', 'SYNC_PROFILE', 'SYNC_ROUTER',
    'REBOOT_ROUTER', 'KICK_SESSION', 'REBOOT_ONU', 'POLL_OLT')),
  payload jsonb not null default '{}',
  status text not null default 'QUEUED' check (status in ('QUEUED', 'LEASED', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  attempts int not null default 0,
  last_error text,
  error_code text,
  result jsonb,
  requested_by text not null,
  lease_id uuid,
  leased_by uuid,
  leased_until timestamptz,
  next_attempt_at timestamptz not null default now(),
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
create index on network_sync_jobs (tenant_id, router, created_at) where status in ('QUEUED', 'LEASED');
create index on network_sync_jobs (tenant_id, customer, created_at desc);
create index on network_sync_jobs (tenant_id, created_at desc);
select secure_resource('network_sync_jobs', 'network_sync_jobs');

create table user_sessions (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  router uuid not null references routers (id) on delete cascade,
  customer uuid,
  ros_id text not null,
  username text not null,
  ip_address text,
  mac_address text,
  uptime_seconds bigint not null,
  started_at timestamptz,
  bytes_in bigint,
  bytes_out bigint,
  rate_in_bps bigint,
  rate_out_bps bigint,
  observed_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
create index on user_sessions (tenant_id, router);
create index on user_sessions (tenant_id, customer);
select secure_resource('user_sessions', 'user_sessions');
-- Counters move every few seconds; replicas hear of sessions that come, go or become others.
drop trigger stamp_change on user_sessions;
create trigger stamp_change before update of router, customer, ros_id, username, ip_address, mac_address, started_at
  on user_sessions for each row execute function stamp_change();

create table network_agents (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  site text,
  last_seen_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select secure_tenant_table('network_agents');
