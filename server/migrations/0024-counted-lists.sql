-- How many of a list match, an index alone could say, but for the wall around own records: it asks each row for its owner. So who
-- sees all of a table counts in whole_<table>, which asks once whether that is so and shows nobody else anything. Bound by the
-- tenant's wall it is not, as it reads as the owner of the tables: it names the tenant itself. A cluster's nodes read each statement
-- as whoever sent it, so there it would show no more than the table does. Called again once a table has got another column.
create function make_countable(name regclass) returns void language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'citus') then return; end if;
  execute format('drop view if exists %I', 'whole_' || name);
  execute format('create view %I as select * from %s where tenant_id = current_tenant() and %s',
    'whole_' || name, name, keep_own_condition(name::text, 'false'));
  execute format('grant select on %I to lastmile_app', 'whole_' || name);
end $$;

do $$
declare
  one regclass;
begin
  for one in select c.oid from pg_policy p join pg_class c on c.oid = p.polrelid
    where p.polname = 'own_wall' and c.relnamespace = current_schema()::regnamespace
  loop
    perform make_countable(one);
  end loop;
end $$;
