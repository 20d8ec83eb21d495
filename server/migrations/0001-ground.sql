-- The ground every table stands on: roles, row-level security by tenant, the change feed's stamps, append-only tables.

-- lastmile_app serves requests inside one tenant and is bound by row-level security; lastmile_platform does what has no
-- tenant yet (sign-in, tenant creation, schedules). Neither may change the ledger or the audit log once written.
do $$
begin
  if not exists (select from pg_roles where rolname = 'lastmile_app') then
    create role lastmile_app nologin nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'lastmile_platform') then
    create role lastmile_platform nologin nobypassrls;
  end if;
  execute format('grant lastmile_app, lastmile_platform to %I', current_user);
  execute format('grant usage on schema %I to lastmile_app, lastmile_platform', current_schema());
end $$;

create domain amount as numeric(18, 3);

-- The tenant of the transaction; null (so: no rows) when none was set.
create function current_tenant() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;

-- Stamps each change with its transaction, which is what makes the feed complete: a reader stops at the oldest
-- transaction still under way, so a late commit is never skipped.
create function stamp_change() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;

-- Deleted records, so that replicas hear of it. The trigger's argument is the collection's name.
create table deletions (
  tenant_id uuid not null,
  collection text not null,
  id uuid not null,
  changed_xid xid8 not null default pg_current_xact_id(),
  deleted_at timestamptz not null default now(),
  primary key (tenant_id, collection, changed_xid, id)
);

create function record_deletion() returns trigger language plpgsql as $$
begin
  insert into deletions (tenant_id, collection, id) values (old.tenant_id, tg_argv[0], old.id)
  on conflict do nothing;
  return old;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Gives a table its tenant wall: rows of another tenant do not exist for lastmile_app.
create function secure_tenant_table(name regclass, allowed text default 'select, insert, update, delete')
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy tenant_wall on %s to lastmile_app using (tenant_id = (select current_tenant()))
     with check (tenant_id = (select current_tenant()))', name);
  execute format('create policy platform on %s to lastmile_platform using (true) with check (true)', name);
  execute format('create policy migrations on %s to %I using (true) with check (true)', name, current_user);
  execute format('grant %s on %s to lastmile_app, lastmile_platform', allowed, name);
end $$;

-- A table whose records desktops and integrators see: tenant wall, change stamps, feed index, deletions.
create function secure_resource(name regclass, collection text) returns void language plpgsql as $$
begin
  perform secure_tenant_table(name);
  execute format('create trigger stamp_change before update on %s for each row execute function stamp_change()', name);
  execute format(
    'create trigger record_deletion after delete on %s for each row execute function record_deletion(%L)', name, collection);
  execute format('create index on %s (tenant_id, changed_xid, id)', name);
end $$;

-- Rows that are written once and never again, by whomever.
create function make_append_only(name regclass) returns void language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from lastmile_app, lastmile_platform', name);
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', name);
  execute format('create trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', name);
end $$;

select secure_tenant_table('deletions', 'select, insert');

-- Readiness is asked for with the platform role. The table is made by the program that runs these files.
grant select on migrations to lastmile_platform;
