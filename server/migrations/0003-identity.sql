-- Who may do what: accounts (of the whole platform), and their place in a tenant.

create table users (
  id uuid primary key,
  username text not null,
  password_hash text not null,
  -- Devices that are known from before it are known no more.
  password_set_at timestamptz not null default now(),
  -- Somebody else was shown the password: until it is changed, nothing but the account itself is open.
  must_change_password boolean not null default false,
  full_name text not null default '',
  email text,
  is_active boolean not null default true,
  -- Its commands from before still come in (contract §2, §5.7).
  ended_at timestamptz,
  is_superuser boolean not null default false,
  -- Since when its second factor is in force; null: not.
  otp_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null
);
create unique index users_username on users (lower(username));
create trigger stamp_change before insert or update on users for each row execute function stamp_change();
create trigger stamp_end before update on users for each row execute function stamp_end();

-- A new password makes all devices unknown, whoever gave it: they may have been the reason for it.
create function stamp_password() returns trigger language plpgsql as $$
begin
  new.password_set_at := clock_timestamp();
  return new;
end $$;
create trigger stamp_password before update of password_hash on users for each row execute function stamp_password();
grant select, insert, update on users to lastmile_platform;

-- `granted` shows the roles as they were granted, patterns too; permissions answers the codes that they amount to.
create table roles (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  permissions jsonb not null default '[]',
  granted jsonb not null generated always as (permissions) stored,
  is_system_default boolean not null default false,
  -- Default roles that a tenant changed stay as they are; the others follow the program.
  is_customised boolean not null default false,
  -- Which list of permissions the role's answer was last made from: a new release's moves the role in the change feed.
  permission_list text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select secure_resource('roles');

create table staff_profiles (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  "user" uuid not null references users (id),
  phone text not null default '',
  designation text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, "user")
);
select secure_resource('staff_profiles');

create table staff_memberships (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  "user" uuid not null references users (id),
  role uuid,
  is_active boolean not null default true,
  -- Its commands from before still come in (contract §2, §5.7).
  ended_at timestamptz,
  joined_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, "user"),
  foreign key (tenant_id, role) references roles (tenant_id, id)
);
-- Whose an account is, is asked at sign-in, before there is a tenant.
create index on staff_memberships ("user");
create index on staff_memberships (tenant_id, role);
create trigger stamp_end before update on staff_memberships for each row execute function stamp_end();
select secure_resource('staff_memberships');

-- What each member of staff might do from a moment on: a command is judged by when it was made, not by when it came in.
-- `permissions` as the role had them; none after the end of a membership.
create table rights_history (
  tenant_id uuid not null references tenants (id),
  "user" uuid not null references users (id),
  since timestamptz not null default clock_timestamp(),
  permissions jsonb not null,
  primary key (tenant_id, "user", since)
);
select secure_tenant_table('rights_history', 'select, insert');

-- Accounts belong to no tenant. The application's tenant role knows those of its own tenant's members alone, and never
-- reads a password; it may add an account, since a new staff member and their account are one transaction.
create function is_member(account uuid) returns boolean language sql stable
as $$ select exists (select from staff_memberships m where m.tenant_id = current_tenant() and m."user" = account) $$;
alter table users enable row level security;
alter table users force row level security;
create policy own_members on users to lastmile_app using (is_member(id));
create policy new_accounts on users for insert to lastmile_app with check (not is_superuser);
create policy platform on users to lastmile_platform using (true) with check (true);
do $$ begin execute format('create policy migrations on users to %I using (true) with check (true)', current_user); end $$;
grant select (id, username, full_name, email, is_active, is_superuser, otp_since, created_at, updated_at, version, changed_xid)
  on users to lastmile_app;
grant insert (id, username, password_hash, full_name, email) on users to lastmile_app;
grant update (password_hash, full_name, email, otp_since) on users to lastmile_app;

-- Whether an account is also somebody's outside the transaction's tenant, where that tenant must not change it.
create function user_is_shared(account uuid) returns boolean language sql stable security definer
as $$
  select coalesce((select is_superuser from users where id = account), false)
    or exists (select from staff_memberships where "user" = account and tenant_id is distinct from current_tenant())
$$;
do $$ begin execute format('alter function user_is_shared(uuid) set search_path = %I', current_schema()); end $$;

-- Staff as people see them: the profile with the account's name and the membership's role. It moves in the change feed
-- when any of the three does.
create view staff with (security_invoker = true) as
select p.id, p.tenant_id, p."user", u.username, u.full_name, u.email, p.phone, p.designation,
  m.role, r.name as role_name, p.is_active, p.created_at,
  greatest(p.updated_at, m.updated_at, u.updated_at, r.updated_at) as updated_at,
  p.version + m.version + u.version + coalesce(r.version, 0) as version,
  greatest(p.changed_xid, m.changed_xid, u.changed_xid, r.changed_xid) as changed_xid,
  u.otp_since is not null as has_otp
from staff_profiles p
  join staff_memberships m on m.tenant_id = p.tenant_id and m."user" = p."user"
  join users u on u.id = p."user"
  left join roles r on r.tenant_id = p.tenant_id and r.id = m.role;
grant select on staff to lastmile_app, lastmile_platform;

-- Who sells the company's service to customers of their own. Their user sees these customers alone.
create table resellers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  "user" uuid references users (id),
  username text,
  company_name text not null,
  phone text,
  balance amount not null,
  credit_limit amount not null check (credit_limit >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, "user")
);
select secure_resource('resellers');
select keep_own('resellers', 'user');

create table api_tokens (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  role uuid not null,
  -- Only devices of this site are shown to the token's agent; null: all.
  site text,
  is_active boolean not null default true,
  last_used_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, role) references roles (tenant_id, id)
);
create index on api_tokens (tenant_id, role);
-- Its use is no change of it.
select secure_resource('api_tokens', 'name, role, site, is_active');

-- Only the hash of a token is kept. It is found by it before any tenant is known, so these two tables are the platform's.
create table api_token_hashes (
  token_hash bytea primary key,
  tenant_id uuid not null,
  -- The token may be gone: its hash says then that it was revoked, and is given to no other.
  api_token uuid not null
);
select secure_tenant_table('api_token_hashes');
-- A tenant makes tokens; it finds none by its hash.
revoke all on api_token_hashes from lastmile_app;
grant insert on api_token_hashes to lastmile_app;

-- Sessions of staff, and of super administrators, who have no tenant; from where and with what each was opened.
create table auth_tokens (
  id uuid primary key,
  token_hash bytea not null unique,
  "user" uuid not null references users (id),
  tenant_id uuid references tenants (id),
  device uuid,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index on auth_tokens ("user");
select secure_tenant_table('auth_tokens');
-- A tenant may end its members' sessions, and read nothing that would let it take one over.
revoke all on auth_tokens from lastmile_app;
grant select (id, "user", tenant_id, device, revoked_at), update (revoked_at) on auth_tokens to lastmile_app;

-- Ends the streams of a session that is ended, whoever ends it (the channel of the server's feed.ts).
create function tell_session_end() returns trigger language plpgsql as $$
begin
  if new.tenant_id is not null then perform pg_notify('lastmile_commits', new.tenant_id || ' sessions'); end if;
  return null;
end $$;
create trigger tell_session_end after update of revoked_at on auth_tokens
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function tell_session_end();

-- And a tenant's, when it is switched off or on. Each node of a cluster has a copy of this table: told is where the servers listen.
create function tell_tenant_switch() returns trigger language plpgsql as $$
begin
  if current_setting('application_name') like 'citus_internal%' then return null; end if;
  perform pg_notify('lastmile_commits', new.id || ' sessions');
  return null;
end $$;
create trigger tell_tenant_switch after update of is_active on tenants
  for each row when (old.is_active <> new.is_active) execute function tell_tenant_switch();

-- Failed sign-ins, counted three ways: of a username from one address, of a username from anywhere (address ''), of an
-- address over all usernames (username ''). A device that the holder signed in on before is an address of its own.
create table login_failures (
  username text not null,
  address text not null,
  failures int not null,
  since timestamptz not null default now(),
  locked_until timestamptz,
  primary key (username, address)
);
create index on login_failures (since);
grant select, insert, update, delete on login_failures to lastmile_platform;

-- Devices that somebody signed in on: a secret that the device itself made, of which only the hash is kept.
create table known_devices (
  "user" uuid not null references users (id) on delete cascade,
  secret_hash bytea not null,
  -- Since when without a new password.
  known_since timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default now(),
  primary key ("user", secret_hash)
);
grant select, insert, update, delete on known_devices to lastmile_platform;

-- The second factor of an account: its sealed secret, its recovery codes.
create table otp_factors (
  "user" uuid primary key references users (id) on delete cascade,
  secret_encrypted bytea not null,
  -- The time step of the last code that was used: each code counts once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on otp_factors to lastmile_platform;

create table otp_recovery_codes (
  "user" uuid not null references otp_factors ("user") on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key ("user", code_hash)
);
grant select, insert, update, delete on otp_recovery_codes to lastmile_platform;

create table tenant_domains (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  domain text not null,
  is_primary boolean not null default false,
  is_active boolean not null default true,
  is_verified boolean not null default false,
  verified_at timestamptz,
  -- The record that shows whose it is.
  verification jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, domain),
  check (is_verified = (verified_at is not null))
);
create unique index tenant_domains_is_primary_key on tenant_domains (tenant_id) where is_primary;
-- A domain that is taken over is found by its name.
create index on tenant_domains (domain) where is_verified;
select secure_resource('tenant_domains');

-- Whose a verified domain is: asked before there is a tenant, and once over all of them.
create table verified_domains (
  domain text primary key,
  tenant uuid not null,
  record uuid not null,
  foreign key (tenant, record) references tenant_domains (tenant_id, id) on delete cascade
);
create index on verified_domains (tenant, record);
grant select on verified_domains to lastmile_platform;

-- Gives a domain to the transaction's tenant, and takes it from the one that had it: a zone's owner may be another by now.
-- It reads as the owner of the tables, for the other one is walled off.
create function take_domain(given uuid, name text) returns void language plpgsql security definer as $$
begin
  insert into verified_domains (domain, tenant, record)
  select d.domain, d.tenant_id, d.id from tenant_domains d
    where d.tenant_id = current_tenant() and d.id = given and d.domain = name
  on conflict (domain) do update set tenant = excluded.tenant, record = excluded.record;
  update tenant_domains d set is_verified = false, verified_at = null
  where d.domain = name and d.is_verified and (d.tenant_id, d.id) <> (current_tenant(), given);
end $$;
do $$ begin execute format('alter function take_domain(uuid, text) set search_path = %I', current_schema()); end $$;
revoke execute on function take_domain(uuid, text) from public;
grant execute on function take_domain(uuid, text) to lastmile_app;
