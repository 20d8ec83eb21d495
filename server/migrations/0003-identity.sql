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
-- Accounts have no tenant; the application's tenant role reads their names and never their password.
grant select (id, username, full_name, email, is_active, is_superuser, created_at, updated_at, version) on users to lastmile_app;
grant select, insert, update on users to lastmile_platform;

create table roles (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  name text not null,
  permissions text[] not null default '{}',
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
grant select, insert, update, delete on auth_tokens to lastmile_platform;

create table login_failures (
  username text primary key,
  failures int not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on login_failures to lastmile_platform;
