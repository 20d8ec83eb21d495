-- Backups of tenants, and what was restored from them: the installation's own, so no tenant's transaction reaches them.

create table database_backups (
  id uuid primary key,
  -- Null: it is of a tenant that is not on this server; the file was found in the folder.
  tenant uuid references tenants (id),
  -- As the tenant was called then.
  company text not null,
  filename text not null unique,
  origin text not null check (origin in ('MANUAL', 'NIGHTLY', 'FOUND')),
  status text not null check (status in ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED')),
  rows_done bigint not null default 0,
  file_size bigint,
  sha256 text,
  error text,
  requested_by text not null,
  -- Of which moment it is.
  taken_at timestamptz,
  finished_at timestamptz,
  -- When it was last restored for proof and found equal; when that was last tried, and what came of it if not.
  last_proven_at timestamptz,
  last_drill_at timestamptz,
  last_drill_error text
);
select secure_platform_resource('database_backups');
create index on database_backups (tenant, created_at desc);
create index on database_backups (created_at desc, id desc);

create table tenant_restores (
  id uuid primary key,
  backup uuid not null references database_backups (id) on delete cascade,
  name text not null,
  subdomain text not null,
  status text not null check (status in ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED')),
  rows_done bigint not null default 0,
  -- The tenant that it became.
  tenant uuid references tenants (id),
  error text,
  -- Accounts whose username was somebody else's here.
  renamed_accounts jsonb not null default '[]',
  requested_by text not null,
  finished_at timestamptz
);
select secure_platform_resource('tenant_restores');
create index on tenant_restores (backup, created_at desc, id desc);
create index on tenant_restores (created_at desc, id desc);
