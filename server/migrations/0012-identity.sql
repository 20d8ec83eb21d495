-- Roles as they were granted, and who changed a default role: the others follow the program.
alter table roles
  add column granted jsonb not null generated always as (permissions) stored,
  add column is_customised boolean not null default false,
  -- Which list of permissions the role's answer was last made from: a new release's moves the role in the change feed.
  add column permission_list text not null default '';

-- Failed sign-ins, counted three ways: of a username from one address, of a username from anywhere (address ''), of an
-- address over all usernames (username ''). A device that the holder signed in on before is an address of its own.
drop table login_failures;
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
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key ("user", secret_hash)
);
grant select, insert, update, delete on known_devices to lastmile_platform;
