-- Routers, OLTs with their ONUs, the jobs that change them, and what was seen on them. What is kept of a customer here may outlive the customer.

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
  error_code text,
  -- What a check found: serial number, what is missing, the API user's rights, a certificate that is not confirmed, sensors.
  serial_number text,
  checked_at timestamptz,
  missing jsonb,
  rights jsonb,
  tls_fingerprint_offered text,
  health jsonb,
  -- The address of the agent that reaches it, as the router sees it.
  agent_address text,
  -- What the router called itself first: another one behind the address stops writes until an operator confirms.
  expected_identity text,
  -- The same of its serial number, where it has one: two boxes may have one name.
  expected_serial text,
  -- When an agent last reported on it, whatever it found; last_seen_at is when the router answered.
  observed_at timestamptz,
  -- When the router was compared with the customers last, and how many of its rows differed.
  compared_at timestamptz,
  differences int,
  -- By which job; text, since jobs of long ago may be gone.
  compared_job text,
  -- The tenant's day on which the nightly comparison was asked for last.
  compare_asked_on date,
  -- On trial plans are made and shown, and nothing is written; after it the first thing written is a whole sync.
  mode text not null default 'LIVE' check (mode in ('TRIAL', 'LIVE')),
  awaits_sync boolean not null default false,
  -- When a copy of its rows was first kept; null: comes before the first write.
  snapshot_at timestamptz,
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
  last_error, error_code, serial_number, checked_at, missing, rights, tls_fingerprint_offered, health, compared_at, differences,
  compared_job, mode');

-- Which customers' secrets a router was given, under which name, and the password's version that it holds: after a rename
-- the customer is found by the name.
create table router_users (
  tenant_id uuid not null references tenants (id),
  router uuid not null,
  customer uuid not null,
  username text,
  -- By what it was given: a secret, a hotspot user, or a queue and an address-list entry on the address.
  connection text not null default 'PPPOE' check (connection in ('PPPOE', 'HOTSPOT', 'STATIC')),
  address text,
  password_version text,
  primary key (tenant_id, router, customer),
  foreign key (tenant_id, router) references routers (tenant_id, id) on delete cascade
);
create index on router_users (tenant_id, customer);
select secure_tenant_table('router_users');

-- Hotspot profiles can carry no marker: one that still says what was written last is ours.
create table router_hotspot_profiles (
  tenant_id uuid not null references tenants (id),
  router uuid not null,
  name text not null,
  rate_limit text not null,
  primary key (tenant_id, router, name),
  foreign key (tenant_id, router) references routers (tenant_id, id) on delete cascade
);
select secure_tenant_table('router_hotspot_profiles');

-- What a router held before a job wrote to it.
create table router_snapshots (
  tenant_id uuid not null references tenants (id),
  router uuid not null,
  job uuid not null,
  taken_at timestamptz not null default now(),
  content text not null,
  primary key (tenant_id, job),
  foreign key (tenant_id, router) references routers (tenant_id, id) on delete cascade
);
create index on router_snapshots (tenant_id, router, taken_at);
select secure_tenant_table('router_snapshots');

create table olts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  vendor text not null default 'GENERIC'
    check (vendor in ('HUAWEI', 'ZTE', 'VSOL', 'BDCOM', 'CDATA', 'FIBERHOME', 'UFIBER', 'GENERIC')),
  host text not null,
  snmp_port int not null default 161,
  snmp_version text not null default '2c' check (snmp_version in ('2c', '3')),
  community_encrypted bytea,
  write_community_encrypted bytea,
  security_name text,
  security_level text check (security_level in ('noAuthNoPriv', 'authNoPriv', 'authPriv')),
  auth_protocol text check (auth_protocol in ('md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512')),
  auth_password_encrypted bytea,
  priv_protocol text check (priv_protocol in ('aes', 'aes256b', 'aes256r')),
  priv_password_encrypted bytea,
  site text,
  -- ONUs may be rebooted by a value that only one source knows.
  allow_unverified boolean not null default false,
  is_active boolean not null default true,
  status text not null default 'UNKNOWN' check (status in ('UNKNOWN', 'ONLINE', 'OFFLINE')),
  sys_descr text,
  uptime_seconds bigint,
  last_polled_at timestamptz,
  last_error text,
  error_code text,
  profile text,
  onu_count int not null default 0,
  onu_online int not null default 0,
  onu_los int not null default 0,
  onu_weak int not null default 0,
  unconfigured jsonb not null default '[]',
  warnings jsonb not null default '[]',
  -- The reading_no that was given last: none is given twice, or one ONU's readings would become another's.
  last_reading_no int not null default 0,
  -- When its readings were put together last.
  rolled_up_at timestamptz,
  -- When an agent last reported on it, whatever it found, and since when it is not answered.
  observed_at timestamptz,
  offline_since timestamptz,
  -- The agent that polls it; others leave it alone until then.
  watched_by uuid,
  watched_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
-- Who watches it is nobody's news.
select secure_resource('olts', 'name, vendor, host, snmp_port, snmp_version, community_encrypted, write_community_encrypted,
  security_name, security_level, auth_protocol, auth_password_encrypted, priv_protocol, priv_password_encrypted, site,
  allow_unverified, is_active, status, sys_descr, uptime_seconds, last_polled_at, last_error, error_code, profile, onu_count, onu_online,
  onu_los, onu_weak, unconfigured, warnings');

-- How good the light at an ONU is, by the tenant's limits. The one place where that is decided: a light of 0 dBm and more, or
-- of -35 and less, is a device that says it has none.
create function onu_signal(rx_power_dbm numeric, limits company_settings) returns text language sql immutable
as $$ select case
  when rx_power_dbm is null or rx_power_dbm >= 0 or rx_power_dbm <= -35 then 'NONE'
  when rx_power_dbm > limits.signal_too_strong_dbm then 'TOO_STRONG'
  when rx_power_dbm < limits.signal_critical_dbm then 'CRITICAL'
  when rx_power_dbm < limits.signal_weak_dbm then 'WEAK'
  else 'GOOD' end $$;

create table onus (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  olt uuid not null,
  -- Its place in the arrays of its OLT's readings; never another's.
  reading_no int not null,
  serial_number text,
  pon_port text not null,
  onu_index int not null,
  customer uuid,
  description text,
  -- As the OLT said it last: what a person wrote stays until the OLT says something new.
  observed_description text,
  model text,
  status text not null check (status in ('ONLINE', 'OFFLINE', 'LOS', 'DYING_GASP', 'UNKNOWN')),
  raw_status text,
  rx_power_dbm numeric(5, 2),
  tx_power_dbm numeric(5, 2),
  olt_rx_power_dbm numeric(5, 2),
  distance_m int,
  temperature_c numeric(5, 2),
  signal text not null check (signal in ('TOO_STRONG', 'GOOD', 'WEAK', 'CRITICAL', 'NONE')),
  signal_since timestamptz not null,
  last_down_cause text check (last_down_cause in ('POWER', 'FIBRE', 'DEACTIVATED', 'REBOOT', 'UNKNOWN')),
  last_down_at timestamptz,
  last_up_at timestamptz,
  -- When it was seen to be down first, by our clock; null while it is on-line.
  down_since timestamptz,
  missing_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, olt, serial_number),
  unique (tenant_id, olt, reading_no),
  foreign key (tenant_id, olt) references olts (tenant_id, id)
);
create index on onus (tenant_id, pon_port, onu_index, id);
create index on onus (tenant_id, olt, pon_port, onu_index, id);
create index on onus (tenant_id, status, pon_port, onu_index, id);
create index on onus (tenant_id, signal, pon_port, onu_index, id);
create index on onus (tenant_id, customer, pon_port, onu_index, id);
create index on onus (tenant_id, serial_number, pon_port, onu_index, id);
select secure_resource('onus');
select make_searchable('onus', 'serial_number', 'description', 'pon_port');

create function keep_onu_signal() returns trigger language plpgsql as $$
declare
  limits company_settings;
begin
  select * into limits from company_settings where tenant_id = new.tenant_id;
  new.signal := onu_signal(new.rx_power_dbm, limits);
  if tg_op = 'INSERT' or new.signal is distinct from old.signal then new.signal_since := now(); end if;
  return new;
end $$;
create trigger keep_onu_signal before insert or update of rx_power_dbm on onus for each row
  when (is_restoring() is not true) execute function keep_onu_signal();

-- Other limits make another signal of the same light.
create function follow_signal_limits() returns trigger language plpgsql as $$
begin
  update onus o set signal = onu_signal(o.rx_power_dbm, new), signal_since = now()
  where o.tenant_id = new.tenant_id and o.signal <> onu_signal(o.rx_power_dbm, new);
  update olts t set onu_weak = (select count(*) from onus o where o.tenant_id = t.tenant_id and o.olt = t.id
    and o.signal in ('WEAK', 'CRITICAL')) where t.tenant_id = new.tenant_id;
  return null;
end $$;
create trigger follow_signal_limits after update of signal_too_strong_dbm, signal_weak_dbm, signal_critical_dbm
  on company_settings for each row execute function follow_signal_limits();

-- What was measured: one row for a whole OLT and poll, hour or day. Of the ONU with reading_no n it holds the nth of each.
create table onu_readings (
  tenant_id uuid not null references tenants (id),
  olt uuid not null,
  resolution text not null check (resolution in ('raw', 'hourly', 'daily')),
  at timestamptz not null,
  -- Of raw readings one letter of the status for each ONU, a space where it was not read.
  statuses text,
  -- For how much of the time it was on-line, in percent.
  online smallint[],
  -- In hundredths of dBm and in tenths of a degree; null where it was not measured.
  rx_power smallint[],
  rx_power_min smallint[],
  rx_power_max smallint[],
  tx_power smallint[],
  olt_rx_power smallint[],
  temperature smallint[],
  primary key (tenant_id, olt, resolution, at),
  foreign key (tenant_id, olt) references olts (tenant_id, id) on delete cascade
);
select secure_tenant_table('onu_readings');

create table incidents (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  olt uuid not null,
  pon_port text,
  kind text not null check (kind in ('POWER', 'FIBRE', 'PORT_DOWN', 'OLT_DOWN')),
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  started_at timestamptz not null,
  ended_at timestamptz,
  onu_count int not null default 0,
  back_count int not null default 0,
  power_count int not null default 0,
  fibre_count int not null default 0,
  customer_count int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, olt) references olts (tenant_id, id),
  check ((status = 'CLOSED') = (ended_at is not null))
);
create index on incidents (tenant_id, started_at desc, id desc);
create index on incidents (tenant_id, olt, started_at desc, id desc);
create index on incidents (tenant_id, status, started_at desc, id desc);
create index on incidents (tenant_id, kind, started_at desc, id desc);
-- One outage is one incident.
create unique index on incidents (tenant_id, olt, coalesce(pon_port, '')) where status = 'OPEN';
select secure_resource('incidents');

create table incident_onus (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  incident uuid not null,
  onu uuid,
  customer uuid,
  serial_number text,
  pon_port text not null,
  cause text check (cause in ('POWER', 'FIBRE', 'DEACTIVATED', 'REBOOT', 'UNKNOWN')),
  rx_power_dbm numeric(6,2),
  down_at timestamptz not null,
  back_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, incident) references incidents (tenant_id, id),
  foreign key (tenant_id, onu) references onus (tenant_id, id) on delete set null (onu)
);
create index on incident_onus (tenant_id, down_at, id);
create index on incident_onus (tenant_id, incident, down_at, id);
create index on incident_onus (tenant_id, onu, down_at, id);
create index on incident_onus (tenant_id, customer, down_at, id);
select secure_resource('incident_onus');

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
  -- When a copy of the router's rows was kept with it.
  snapshot_at timestamptz,
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
  foreign key (tenant_id, router) references routers (tenant_id, id),
  foreign key (tenant_id, olt) references olts (tenant_id, id)
);
-- Reboots that an agent has in hand, of every tenant.
create index on network_sync_jobs (leased_until) where kind = 'REBOOT_ONU' and status = 'LEASED';
create index on network_sync_jobs (tenant_id, olt, created_at) where status in ('QUEUED', 'LEASED') and olt is not null;
create index on network_sync_jobs (tenant_id, olt, created_at desc, id desc);
create index on network_sync_jobs (tenant_id, next_attempt_at) where status = 'QUEUED' and urgent;
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
  -- Tells the session from a later one with the same id; empty where the router shows none.
  session_id text not null default '',
  connection text not null default 'PPPOE' check (connection in ('PPPOE', 'HOTSPOT')),
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

-- What somebody wants to know of a router just now, and what agents answered last. Not worth a journal either.
create unlogged table router_questions (
  tenant_id uuid not null references tenants (id),
  router uuid not null,
  subject text not null,
  question jsonb not null,
  asked_at timestamptz not null,
  asked_until timestamptz not null,
  answered_at timestamptz,
  answer jsonb,
  primary key (tenant_id, router, subject),
  foreign key (tenant_id, router) references routers (tenant_id, id) on delete cascade
) with (fillfactor = 50);
select secure_tenant_table('router_questions');

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
