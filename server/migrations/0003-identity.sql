-- Who may do what: accounts (of the whole platform), and their place in a tenant.

create table users (
  id uuid primary key,
  username text not null,
  password_hash text not null,
  full_name text not null default '',
  email text,
  is_active boolean not null default true,
  is_superuser boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
create unique index users_username on users (lower(username));
create trigger stamp_change before update on users for each row execute function stamp_change();
grant select, insert, update on users to lastmile_platform;

create table roles (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  name text not null,
  permissions jsonb not null default '[]',
  is_system_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id(),
  unique (tenant_id, name)
);
select secure_resource('roles', 'roles');

create table staff_profiles (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  "user" uuid not null references users (id),
  phone text not null default '',
  designation text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id(),
  unique (tenant_id, "user")
);
select secure_resource('staff_profiles', 'staff');

create table staff_memberships (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  "user" uuid not null references users (id),
  role uuid references roles (id),
  is_active boolean not null default true,
  joined_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id(),
  unique (tenant_id, "user")
);
create index on staff_memberships ("user");
select secure_resource('staff_memberships', 'staff_memberships');

-- Accounts belong to no tenant. The application's tenant role knows those of its own tenant's members alone, and never
-- reads a password; it may add an account, since a new staff member and his account are one transaction.
alter table users enable row level security;
alter table users force row level security;
create policy own_members on users to lastmile_app
  using (exists (select from staff_memberships m where m."user" = users.id and m.tenant_id = (select current_tenant())));
create policy new_accounts on users for insert to lastmile_app with check (not is_superuser);
create policy platform on users to lastmile_platform using (true) with check (true);
do $$ begin execute format('create policy migrations on users to %I using (true) with check (true)', current_user); end $$;
grant select (id, username, full_name, email, is_active, is_superuser, created_at, updated_at, version, changed_xid)
  on users to lastmile_app;
grant insert (id, username, password_hash, full_name, email) on users to lastmile_app;
grant update (password_hash, full_name, email) on users to lastmile_app;

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
  greatest(p.changed_xid, m.changed_xid, u.changed_xid, r.changed_xid) as changed_xid
from staff_profiles p
  join staff_memberships m on m.tenant_id = p.tenant_id and m."user" = p."user"
  join users u on u.id = p."user"
  left join roles r on r.tenant_id = p.tenant_id and r.id = m.role;
grant select on staff to lastmile_app, lastmile_platform;

create table api_tokens (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  name text not null,
  role uuid not null references roles (id),
  token_hash bytea not null unique,
  is_active boolean not null default true,
  last_used_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
select secure_resource('api_tokens', 'api_tokens');
-- Its use is no change of it.
drop trigger stamp_change on api_tokens;
create trigger stamp_change before update of name, role, is_active on api_tokens
  for each row execute function stamp_change();

-- Sessions of staff. Only the hash of a token is kept; found by it before any tenant is known, so only the platform role reads it.
create table auth_tokens (
  id uuid primary key,
  token_hash bytea not null unique,
  "user" uuid not null references users (id),
  tenant_id uuid references tenants (id),
  device uuid,
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

create table login_failures (
  username text primary key,
  failures int not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on login_failures to lastmile_platform;
