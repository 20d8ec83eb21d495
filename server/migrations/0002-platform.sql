-- Tenants and what belongs to the platform: settings, audit, devices, commands, deletions, keys, tasks.

-- Which incarnation of the database this is (server's incarnation.ts): renewed when it was set back or moved.
create table cluster_state (
  only_one boolean primary key default true check (only_one),
  system text not null,
  incarnation text not null,
  reason text not null,
  highest_xid xid8 not null,
  renewed_at timestamptz not null default now()
);
grant select on cluster_state to lastmile_app, lastmile_platform;

-- Transactions that write nothing but rows of a tenant that nobody knows until they commit (restores): what they hold back
-- is nobody's news, so readers of the change feed do not wait for them. A row goes once its transaction has ended, never
-- before: the bound must not move back.
create table unread_transactions (xid xid8 primary key);
grant select on unread_transactions to lastmile_app;
grant select, insert, delete on unread_transactions to lastmile_platform;

-- Up to where the change feed is complete: before the oldest transaction that is under way, whichever tenant's.
create function feed_bound() returns xid8 language sql stable
as $$
  select case when not exists (select from unread_transactions) then pg_snapshot_xmin(s.taken) else coalesce(
    (select min(x) from pg_snapshot_xip(s.taken) x where x not in (select xid from unread_transactions)),
    pg_snapshot_xmax(s.taken)) end
  from (select pg_current_snapshot() as taken) s
$$;

create table tenants (
  id uuid primary key,
  name text not null,
  subdomain text not null unique,
  is_active boolean not null default true,
  tier text not null default 'STANDARD',
  -- Moves when every replica of the tenant has to start afresh (a restored backup).
  sync_epoch int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null
);
create trigger stamp_change before insert or update on tenants for each row execute function stamp_change();
alter table tenants enable row level security;
alter table tenants force row level security;
create policy tenant_wall on tenants for select to lastmile_app using (id = current_tenant());
create policy platform on tenants to lastmile_platform using (true) with check (true);
do $$ begin execute format('create policy migrations on tenants to %I using (true) with check (true)', current_user); end $$;
grant select on tenants to lastmile_app;
grant select, insert, update on tenants to lastmile_platform;

-- What a tenant's subscription allows, where work in the tenant has to ask: kept by who sells it (saas) and by the
-- operations that take customers in and let them go. A tenant without a subscription has no limit.
create table tenant_limits (
  tenant_id uuid primary key references tenants (id),
  -- Customers that are not TERMINATED.
  subscribers int not null default 0,
  -- Null: no limit.
  max_subscribers int,
  -- A subscription has ended and no other runs.
  is_ended boolean not null default false
);
select secure_tenant_table('tenant_limits', 'select, insert, update');
revoke all on tenant_limits from lastmile_app;
grant select, update (subscribers) on tenant_limits to lastmile_app;

-- Deleted records, so that replicas hear of it.
create table deletions (
  tenant_id uuid not null,
  collection text not null,
  id uuid not null,
  changed_xid xid8 not null,
  deleted_at timestamptz not null default now(),
  primary key (tenant_id, collection, changed_xid, id)
);
create trigger stamp_deletion before insert on deletions for each row execute function stamp_deletion();
select secure_tenant_table('deletions', 'select, insert');

-- Records that came to a person or left them without being changed themselves (server/kernel/resource/own.ts): the feed of
-- somebody who sees their own records alone looks at each of these again.
create table owner_changes (
  tenant_id uuid not null,
  person uuid not null,
  collection text not null,
  id uuid not null,
  changed_xid xid8 not null,
  primary key (tenant_id, person, collection, id)
);
create trigger stamp_deletion before insert on owner_changes for each row execute function stamp_deletion();
create index on owner_changes (tenant_id, person, collection, changed_xid, id);
select secure_tenant_table('owner_changes', 'select, insert, update');

create table company_settings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  company_name text not null,
  logo text,
  support_phone text,
  support_email text,
  address text,
  currency text not null default 'USD',
  timezone text not null default 'UTC',
  locale text not null default 'en',
  language text not null default 'en' check (language in ('en', 'bn')),
  phone_country text,
  decimal_separator text not null default '.' check (decimal_separator in ('.', ',')),
  invoice_prefix text not null default 'INV-',
  invoice_due_days int not null default 7,
  auto_apply_advance boolean not null default true,
  earn_prepaid boolean not null default false,
  auto_suspend boolean not null default true,
  suspend_mode text not null default 'DISABLE_SECRET' check (suspend_mode in ('DISABLE_SECRET', 'EXPIRED_PROFILE', 'ADDRESS_LIST')),
  expired_profile text,
  suspend_address_list text not null default 'lastmile-suspended',
  active_address_list text not null default 'lastmile-active',
  -- A line would be served and closed by the same entry.
  check (suspend_address_list <> active_address_list),
  require_confirm_above amount,
  require_otp boolean not null default false,
  work_start text not null default '09:00',
  late_after_minutes int not null default 15,
  lock_after_minutes int not null default 30,
  salary_days text not null default 'CALENDAR' check (salary_days in ('CALENDAR', '30', 'WORKING')),
  days_off text not null default 'SAT,SUN',
  visit_windows text not null default '09:00-11:00,11:00-13:00,14:00-16:00,16:00-18:00',
  receipt_width_mm int not null default 80,
  receipt_footer text,
  auto_print_receipts boolean not null default false,
  promise_max_days int check (promise_max_days between 1 and 90),
  promise_max_times int check (promise_max_times between 1 and 30),
  promise_period_days int not null default 30 check (promise_period_days between 1 and 366),
  tax_number text,
  legal_text text,
  lock_date date,
  freeze_date date,
  signal_too_strong_dbm numeric not null default -8,
  signal_weak_dbm numeric not null default -25,
  signal_critical_dbm numeric not null default -27,
  check (signal_too_strong_dbm > signal_weak_dbm and signal_weak_dbm > signal_critical_dbm),
  mail_host text,
  mail_port int not null default 587 check (mail_port between 1 and 65535),
  mail_security text not null default 'STARTTLS' check (mail_security in ('STARTTLS', 'TLS', 'NONE')),
  mail_user text,
  mail_password_encrypted bytea,
  mail_from text,
  mail_from_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id)
);
select secure_resource('company_settings');

create table audit_logs (
  tenant_id uuid not null,
  id uuid not null,
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
  version int not null default 1,
  primary key (tenant_id, id)
);
create index on audit_logs (tenant_id, "timestamp" desc, id desc);
create index on audit_logs (tenant_id, object_id, "timestamp" desc);
create index on audit_logs (tenant_id, actor_username, "timestamp" desc, id desc);
create index on audit_logs (tenant_id, action, "timestamp" desc, id desc);
create index on audit_logs (tenant_id, module, "timestamp" desc, id desc);
select secure_tenant_table('audit_logs', 'select, insert');
select make_append_only('audit_logs');

-- The audit log's chain: entries in the order in which they were sealed, each with the hash of itself and all before it.
create table audit_chain (
  tenant_id uuid not null references tenants (id),
  number bigint not null,
  entry uuid not null,
  -- The tenant's day of the entry, as it was when it was sealed.
  day date not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  primary key (tenant_id, number),
  unique (tenant_id, entry)
);
create index on audit_chain (tenant_id, day, number);
select secure_tenant_table('audit_chain', 'select, insert');
select make_append_only('audit_chain');

-- What was done in no tenant: the sign-ins of super administrators, and those under names that nobody has.
create table platform_audit_logs (
  id uuid primary key,
  "timestamp" timestamptz not null default now(),
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
create index on platform_audit_logs ("timestamp" desc, id desc);
create index on platform_audit_logs (object_id, "timestamp" desc, id desc);
create index on platform_audit_logs (actor_username, "timestamp" desc, id desc);
create index on platform_audit_logs (action, "timestamp" desc, id desc);
create index on platform_audit_logs (module, "timestamp" desc, id desc);
grant select, insert on platform_audit_logs to lastmile_platform;
select make_append_only('platform_audit_logs');

create table devices (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  device_code text not null,
  registered_by uuid,
  last_seen_at timestamptz,
  -- What the server knows of its receipts, so that a desktop restored to an older state goes on behind them.
  last_receipt bigint not null default 0,
  -- What waits in a desktop's outbox lies under this key: every session that registers as the device gets it, so that any
  -- clerk of a shared computer can hand in what another one left. The server never sees such an outbox.
  hand_in_key text not null
    default encode(sha256(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')), 'base64'),
  is_revoked boolean not null default false,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, device_code)
);
select secure_resource('devices');

-- Which sessions hand in for which device, and whose they are.
create table device_sessions (
  tenant_id uuid not null references tenants (id),
  device uuid not null,
  session uuid not null,
  "user" uuid,
  bound_at timestamptz not null default now(),
  primary key (tenant_id, device, session),
  foreign key (tenant_id, device) references devices (tenant_id, id)
);
create index on device_sessions (tenant_id, session);
select secure_tenant_table('device_sessions', 'select, insert');

-- Each command of a desktop, for ever, with its first outcome: what makes a repeat harmless. Its fingerprint tells a repeat
-- from another command under the same id. What can't be read has no time or place.
create table commands (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  device uuid not null,
  device_seq bigint,
  kind text not null,
  payload jsonb not null,
  fingerprint text,
  occurred_at timestamptz,
  received_at timestamptz not null default now(),
  author text not null,
  handed_in_by text,
  status text not null check (status in ('APPLIED', 'REJECTED')),
  result jsonb,
  problem jsonb,
  primary key (tenant_id, id)
);
create index on commands (tenant_id, device, device_seq);
select secure_tenant_table('commands', 'select, insert');

-- Commands that failed by a fault of ours, and wait to be sent again: nothing of their device goes past them.
create table command_retries (
  tenant_id uuid not null references tenants (id),
  command uuid not null,
  device uuid not null,
  device_seq bigint not null,
  content jsonb not null,
  tries int not null default 1,
  first_failed_at timestamptz not null default now(),
  primary key (tenant_id, command),
  foreign key (tenant_id, device) references devices (tenant_id, id)
);
create index on command_retries (tenant_id, device, device_seq);
select secure_tenant_table('command_retries');

create table idempotency_keys (
  tenant_id uuid not null references tenants (id),
  key text not null,
  operation text not null,
  request_hash text not null,
  status text not null default 'COMPLETED',
  response_status int not null,
  -- As its text: jsonb would give its members back in another order than they were first answered in.
  response_data json,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
-- Of no tenant: whoever asks for a key asks the table by its own index, also where nothing is known of how many there are.
create index on idempotency_keys (expires_at);
select secure_tenant_table('idempotency_keys');

-- The same for what is done on the platform itself.
create table platform_idempotency_keys (
  key text primary key,
  operation text not null,
  request_hash text not null,
  status text not null default 'COMPLETED',
  response_status int not null,
  response_data json,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
grant select, insert, delete on platform_idempotency_keys to lastmile_platform;

create table background_tasks (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
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
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id)
);
create index on background_tasks (tenant_id, created_at desc, id desc);
create index on background_tasks (tenant_id, status) where status in ('QUEUED', 'RUNNING');
select secure_resource('background_tasks');

-- Mails, as the log shows them. What they say is kept apart, and only until they are sent.
create table mails (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('TEST', 'REPORT', 'REMINDER', 'BILL')),
  "to" text not null,
  subject text not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'UNSURE')),
  reason text check (reason in ('NO_SERVER', 'UNREACHABLE', 'SILENT', 'ENCRYPTION', 'SIGN_IN', 'SENDER', 'RECIPIENT',
    'MESSAGE', 'BROKEN_OFF', 'TOO_LATE')),
  last_error text,
  tries int not null default 0,
  tries_left int not null,
  -- While it is SENDING: whether its end may have reached the server.
  is_handed_over boolean not null default false,
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  requested_by text not null,
  primary key (tenant_id, id)
);
select secure_resource('mails');
create index on mails (tenant_id, created_at desc, id desc);
create index on mails (tenant_id, status, created_at desc, id desc);
create index on mails (tenant_id, kind, created_at desc, id desc);
create index on mails (tenant_id, next_try_at) where status in ('QUEUED', 'SENDING');
create index on mails (created_at);
select make_searchable('mails', 'to', 'subject');

create table mail_contents (
  tenant_id uuid not null,
  mail uuid not null,
  body text not null,
  file_name text,
  file_type text,
  file bytea,
  primary key (tenant_id, mail),
  foreign key (tenant_id, mail) references mails (tenant_id, id) on delete cascade
);
select secure_tenant_table('mail_contents');

-- Numbers given out in order: invoice numbers, customer codes, account numbers, device codes. Receipt numbers are taken
-- in blocks, since a counter row on the path of a recharge would make every till of a tenant wait for every other.
create table counters (
  tenant_id uuid not null references tenants (id),
  name text not null,
  last_value bigint not null default 0,
  primary key (tenant_id, name)
);
select secure_tenant_table('counters');

-- What all server processes have let through of a token's or an address's minute; keys are hashes. A crash may forget it.
create unlogged table request_counts (
  key bytea primary key,
  taken int not null,
  ends timestamptz not null
);
create index on request_counts (ends);
grant select, insert, update, delete on request_counts to lastmile_platform;
