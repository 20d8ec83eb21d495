-- What every table stands on: roles, row-level security by tenant, change stamps, append-only tables, search.

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

-- One index over a tenant's id and the trigrams of a text.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create domain amount as numeric(18, 3);

-- The tenant of the transaction; null (so: no rows) when none was set.
create function current_tenant() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;

-- Whether the database's owner puts back what was backed up: rows keep their versions and times then, and a journal may
-- come in several statements. The program's own roles may set what they like: for them it is never so.
create function is_restoring() returns boolean language sql stable parallel safe
as $$ select current_setting('app.restoring', true) = 'yes' and current_user not in ('lastmile_app', 'lastmile_platform') $$;

-- Stamps each change with its transaction, which is what makes the feed complete: a reader stops at the oldest
-- transaction still under way, so a late commit is never skipped. New rows are stamped by it as well, so that all stamps
-- of a row are taken where the row lies.
create function stamp_change() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  if is_restoring() then return new; end if;
  new.updated_at := now();
  new.version := case when tg_op = 'INSERT' then 1 else old.version + 1 end;
  return new;
end $$;

create function stamp_deletion() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;

-- Since when a membership or an account has ended.
create function stamp_end() returns trigger language plpgsql as $$
begin
  new.ended_at := case when new.is_active then null when old.is_active then now() else new.ended_at end;
  return new;
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
  execute format('create policy tenant_wall on %s to lastmile_app using (tenant_id = current_tenant())
    with check (tenant_id = current_tenant())', name);
  execute format('create policy platform on %s to lastmile_platform using (true) with check (true)', name);
  execute format('create policy migrations on %s to %I using (true) with check (true)', name, current_user);
  execute format('grant %s on %s to lastmile_app, lastmile_platform', allowed, name);
end $$;

-- A table whose records desktops and integrators see: tenant wall, change stamps with their columns, feed index. `told` names the columns whose
-- change is news, where not all are. Who deletes a row writes it into `deletions` in the same statement.
create function secure_resource(name regclass, told text default null) returns void language plpgsql as $$
begin
  perform secure_tenant_table(name);
  execute format('alter table %s add column if not exists created_at timestamptz not null default now(),
    add column if not exists updated_at timestamptz not null, add column if not exists version int not null,
    add column if not exists changed_xid xid8 not null', name);
  execute format('create trigger stamp_change before insert or update %s on %s for each row execute function stamp_change()',
    'of ' || told, name);
  execute format('create index on %s (tenant_id, changed_xid, id)', name);
end $$;

-- Whose rows a transaction sees of the tables that app.own names; null: nobody's.
create function current_person() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('app.person', true), '')::uuid $$;

-- Whether all rows of a table are to be seen. As a comparison that is estimated to hold, so that nobody's plans are made
-- for the few who see less.
create function keep_own_condition(seen_as text, belongs text) returns text language sql immutable
as $$ select format('coalesce(current_setting(''app.own'', true), '''') not like %L or %s', '% ' || seen_as || ' %', belongs) $$;

-- Lets a transaction see a person's own rows of a table alone (app.own, app.person): those whose `owner` column holds the
-- person, or a row of `parent` that is theirs. Makes own_<table>(id), whether a row is theirs, and own_<table>_ids(), which
-- the lists ask for; they read as the owner of the tables, so that no wall is asked twice. `seen_as` is the resource's
-- table, where that is a view over this one. Rows of others may still be written: what an operation of one's own posts
-- elsewhere is its business; what it answers (`returning`) has to be one's own. `too` names a column that holds a second
-- person whose row it is.
create function keep_own(name regclass, owner text, parent text default null, seen_as text default null, too text default null)
returns void language plpgsql as $$
declare
  known text := coalesce(seen_as, name::text);
  person text := case when too is null then format('%I = current_person()', owner)
    else format('current_person() in (%I, %I)', owner, too) end;
begin
  execute format($function$
    create function own_%1$s(record uuid) returns boolean language sql stable security definer parallel safe cost 1
      set search_path = %2$I
    as $body$ select exists (
      select from %3$s t where t.tenant_id = current_tenant() and t.id = record and %4$s) $body$ $function$,
    known, current_schema(), name,
    case when parent is null then person else format('own_%s(t.%I)', parent, owner) end);
  execute format($function$
    create function own_%1$s_ids() returns setof uuid language sql stable security definer parallel safe
      set search_path = %2$I
    as $body$ select t.id from %3$s t where t.tenant_id = current_tenant() and %4$s $body$ $function$,
    known, current_schema(), name,
    case when parent is null then person
      else format('t.%I = any(array(select own_%s_ids()))', owner, parent) end);
  execute format('revoke execute on function own_%1$s(uuid), own_%1$s_ids() from public', known);
  execute format('grant execute on function own_%1$s(uuid), own_%1$s_ids() to lastmile_app', known);
  execute format('create policy own_wall on %s as restrictive to lastmile_app using (%s) with check (true)', name,
    keep_own_condition(known,
      case when parent is null then person else format('own_%s(%I)', parent, owner) end));
end $$;

-- A table of the installation itself: for the platform's role alone, with the stamps of a change.
create function secure_platform_resource(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s add column if not exists created_at timestamptz not null default now(),
    add column if not exists updated_at timestamptz not null, add column if not exists version int not null,
    add column if not exists changed_xid xid8 not null', name);
  execute format('create trigger stamp_change before insert or update on %s for each row execute function stamp_change()', name);
  execute format('grant select, insert, update, delete on %s to lastmile_platform', name);
end $$;

-- Rows that are written once and never again, by whomever.
create function make_append_only(name regclass) returns void language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from lastmile_app, lastmile_platform', name);
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', name);
  execute format('create trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', name);
end $$;

-- A text as it is searched: in lower case, each byte of a letter that is not ASCII as three digits. So every script has
-- trigrams, whatever the database's locale takes for a letter.
create function search_form(given text) returns text language sql immutable strict parallel safe
as $$ select replace(encode(convert_to(lower(given), 'UTF8'), 'escape'), '\', '') $$;

-- Makes a table's columns searchable by any part of their text: one index led by the tenant, and `search_<table>`, which
-- answers the ids of the tenant's rows that hold the text, `most` of them at most. It reads as the owner: to a role that
-- row-level security binds, no index answers a pattern. So it names the tenant itself, and it is planned anew each time:
-- for the average tenant an index of trigrams is not worth its while.
create function make_searchable(name regclass, variadic columns text[]) returns void language plpgsql as $$
declare
  form text;
  matches text;
begin
  select format('search_form(%s)', string_agg(format('coalesce(%I, '''')', one), ' || E''\x1F'' || ' order by at)),
    string_agg(format('%I ilike %%2$L', one), ' or ' order by at)
  into form, matches from unnest(columns) with ordinality as given (one, at);
  execute format('create index %I on %s using gin (tenant_id, (%s) gin_trgm_ops)', name || '_search', name, form);
  execute format($function$
    create function %1$I(given text, most int) returns setof uuid language plpgsql stable security definer
      set search_path = %2$I set enable_seqscan = off
    as $body$
    declare
      part text := replace(replace(replace(given, '\', '\\'), '%%', '\%%'), '_', '\_');
      form text := replace(replace(search_form(given), '%%', '\%%'), '_', '\_');
    begin
      return query execute format(%3$L, current_tenant(), '%%' || part || '%%', '%%' || form || '%%', most);
    end $body$ $function$,
    'search_' || name, current_schema(),
    format('select id from %s where tenant_id = %%1$L and %s like %%3$L and (%s) limit %%4$s', name,
      replace(form, '%', '%%'), matches));
  execute format('revoke execute on function %I(text, int) from public', 'search_' || name);
  execute format('grant execute on function %I(text, int) to lastmile_app', 'search_' || name);
end $$;

-- Readiness is asked for with the platform role. The table is made by the program that runs these files.
grant select on migrations to lastmile_platform;
