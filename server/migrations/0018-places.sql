-- Where a company's rows are stamped. One PostgreSQL is one place without a name; on a cluster a part of a node is one, and a
-- company that is moved comes to another (server/kernel/db/cluster/places.ts).

-- The place's name, as the table that lies there knows it. It stays what it is for as long as the table lies there.
create function place_of(part oid) returns text language sql immutable parallel safe as $$ select ''::text $$;

-- feed_bound(), with the place whose transactions it counts: both of one moment.
create function feed_bound_here() returns table (xmin xid8, place text) language sql stable as $$
  select feed_bound(), ''::text
$$;

-- Places in which no row has a stamp of another count that lies ahead.
create table settled_places (place text primary key);
grant select on settled_places to lastmile_app, lastmile_platform;

-- Where `until` counts: sums of another place begin anew.
alter table sums_kept add column place text not null default '';

-- Brings rows of the future into the present: a reader stops at the oldest transaction under way, so it would never come to
-- them. Triggers are off meanwhile: nothing about the records changes, and some tables take no changes at all. Of a table
-- of which nobody has to hear (every replica starts afresh), such rows are forgotten.
create function restamp(name regclass, is_forgotten boolean) returns void language plpgsql as $$
declare
  ahead text := format('from %s where changed_xid >= pg_snapshot_xmax(pg_current_snapshot())', name);
  is_ahead boolean;
begin
  execute format('select exists (select %s)', ahead) into is_ahead;
  if not is_ahead then return; end if;
  if is_forgotten then
    execute format('delete %s', ahead);
    return;
  end if;
  execute format('alter table %s disable trigger user', name);
  execute format('update %s set changed_xid = pg_current_xact_id() where changed_xid >= pg_snapshot_xmax(pg_current_snapshot())', name);
  execute format('alter table %s enable trigger user', name);
end $$;
revoke execute on function restamp(regclass, boolean) from public;
