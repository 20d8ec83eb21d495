-- Roles as they were granted, and who changed a default role: the others follow the program.
alter table roles
  add column granted jsonb not null generated always as (permissions) stored,
  add column is_customised boolean not null default false,
  -- Which list of permissions the role's answer was last made from: a new release's moves the role in the change feed.
  add column permission_list text not null default '';
