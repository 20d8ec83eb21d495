-- Routers, the jobs that change them, and what was seen on them. What is kept of a customer here may outlive the customer.

create table routers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  vendor text not null default 'MIKROTIK' check (vendor in ('MIKROTIK')),
  host text not null,
  api_port int not null default 8728,
  use_tls boolean not null default false,
  tls_fingerprint text,
  -- Login of RouterOS before 6.43 (MD5 challenge).
  legacy_login boolean not null default false,
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
  -- When the router was compared with the customers last, and how many of its rows differed.
  compared_at timestamptz,
  differences int,
  -- The tenant's day on which the nightly comparison was asked for last.
  compare_asked_on date,
  -- The agent that looks at it; others leave it alone until then.
  watched_by uuid,
  watched_until timestamptz,
  -- Whether sessions on it are known, which vanish when nobody has reported on it for long.
  has_sessions boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
-- Two records of one router would be two writers.
create unique index routers_tenant_id_host_key on routers (tenant_id, lower(host), api_port);
-- observed_at and who watches move every few seconds and are nobody's news.
select secure_resource('routers', 'name, vendor, host, api_port, use_tls, tls_fingerprint, legacy_login, username,
  password_encrypted, site, is_active, status, last_seen_at, identity, ros_version, board_name, uptime_seconds, cpu_load,
  last_error, compared_at, differences');

-- Which customers' secrets a router was given, under which name, and the password's version that it holds: after a rename
-- the customer is found by the name.
create table router_users (
  tenant_id uuid not null references tenants (id),
  router uuid not null,
  customer uuid not null,
  username text,
  password_version text,
  primary key (tenant_id, router, customer),
  foreign key (tenant_id, router) references routers (tenant_id, id) on delete cascade
);
create index on router_users (tenant_id, customer);
select secure_tenant_table('router_users');

create table network_sync_jobs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  router uuid,
  olt uuid,
  customer uuid,
  kind text not null check (kind in ('ENABLE_USER', 'DISABLE_USER', 'UPSERT_USER', 'REMOVE_USER', 'SYNC_PROFILE', 'SYNC_ROUTER',
    'REBOOT_ROUTER', 'KICK_SESSION', 'REBOOT_ONU', 'POLL_OLT')),
  payload jsonb not null default '{}',
  -- Somebody waits for it, so it goes before what is merely queued.
  urgent boolean not null default false,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'LEASED', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  attempts int not null default 0,
  last_error text,
  error_code text,
  result jsonb,
  -- Names what the job would write; a confirmation repeats it.
  plan_id text,
  requested_by text not null,
  lease_id uuid,
  leased_by uuid,
  leased_until timestamptz,
  next_attempt_at timestamptz not null default now(),
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, router) references routers (tenant_id, id)
);
create index on network_sync_jobs (tenant_id, router, created_at) where status in ('QUEUED', 'LEASED');
create index on network_sync_jobs (tenant_id, router, created_at desc, id desc);
create index on network_sync_jobs (tenant_id, customer, created_at desc, id desc);
create index on network_sync_jobs (tenant_id, status, created_at desc, id desc);
create index on network_sync_jobs (tenant_id, kind, created_at desc, id desc);
create index on network_sync_jobs (tenant_id, created_at desc, id desc);
select secure_resource('network_sync_jobs');

-- Who is on-line where. Written when a session comes, goes or becomes another; what moves with every look is in router_looks.
create table user_sessions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  router uuid not null,
  customer uuid,
  ros_id text not null,
  username text not null,
  ip_address text,
  mac_address text,
  started_at timestamptz,
  -- Its place among the counters of its router's looks.
  place int not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, router) references routers (tenant_id, id)
);
create index on user_sessions (tenant_id, username, id);
create index on user_sessions (tenant_id, router, username, id);
create index on user_sessions (tenant_id, customer, username, id);
select secure_resource('user_sessions');
select make_searchable('user_sessions', 'username', 'ip_address', 'mac_address');

-- The last look at each router: the counters of all its sessions, written anew every few seconds. Not worth a journal:
-- after a crash the next look brings them back.
create unlogged table router_looks (
  tenant_id uuid not null references tenants (id),
  router uuid not null,
  observed_at timestamptz not null,
  -- Another one whenever a session of the router came, went or was changed.
  layout uuid not null,
  sessions int not null,
  -- Four numbers of eight bytes for each session at its place: bytes in and out, rates in and out; -1 where not known.
  counters bytea not null,
  primary key (tenant_id, router),
  foreign key (tenant_id, router) references routers (tenant_id, id) on delete cascade
) with (fillfactor = 50);
-- Uncompressed, so that a session's numbers are read without the other sessions'.
alter table router_looks alter column counters set storage external;
select secure_tenant_table('router_looks');

create function counter_at(counters bytea, at int) returns bigint language sql immutable parallel safe
as $$ select nullif(('x' || nullif(encode(substr(counters, at * 8 + 1, 8), 'hex'), ''))::bit(64)::bigint, -1) $$;

-- The sessions with their counters as they are to be seen.
create view user_sessions_now with (security_invoker = true) as
select s.tenant_id, s.id, s.router, s.customer, s.username, s.ip_address, s.mac_address, s.started_at,
  greatest(0, floor(extract(epoch from l.observed_at - s.started_at)))::bigint as uptime_seconds,
  counter_at(l.counters, s.place * 4) as bytes_in, counter_at(l.counters, s.place * 4 + 1) as bytes_out,
  counter_at(l.counters, s.place * 4 + 2) as rate_in_bps, counter_at(l.counters, s.place * 4 + 3) as rate_out_bps,
  coalesce(l.observed_at, s.updated_at) as observed_at, s.created_at, s.updated_at, s.version, s.changed_xid
from user_sessions s left join router_looks l on l.tenant_id = s.tenant_id and l.router = s.router;
grant select on user_sessions_now to lastmile_app, lastmile_platform;

create table network_agents (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  site text,
  last_seen_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select secure_tenant_table('network_agents');
