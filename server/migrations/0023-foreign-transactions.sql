-- Transactions under way that can write no row of ours: those of other databases of this PostgreSQL, and of its own upkeep, which
-- holds one while it analyzes a table and puts its index in order. Readers of the change feed do not wait for them. A row goes
-- once its transaction has ended, never before: the bound must not move back.
create table foreign_transactions (xid xid8 primary key);
grant select on foreign_transactions to lastmile_app;
grant select, delete on foreign_transactions to lastmile_platform;

-- Notes them. By the rights of the tables' owner: nobody else may see whose a transaction is. An owner who may not, either
-- (neither superuser nor in pg_read_all_stats), notes none, and the feed waits for them.
create function pass_over_foreign_transactions() returns void language plpgsql security definer as $$
declare
  seen text[];
begin
  delete from foreign_transactions where xid not in (select pg_snapshot_xip(pg_current_snapshot()));
  select array_agg(concat(pid, ' ', backend_start, ' ', backend_xid)) into seen from pg_stat_activity
  where backend_xid is not null and (datname <> current_database() or backend_type = 'autovacuum worker');
  if seen is null then return; end if;
  -- Seen twice: a process may end while it is looked at, and its place be taken by one of ours.
  perform pg_stat_clear_snapshot();
  insert into foreign_transactions (xid)
  select (case when low > at % 4294967296 + 2147483648 then at - at % 4294967296 + low - 4294967296
      when low < at % 4294967296 - 2147483648 then at - at % 4294967296 + low + 4294967296
      else at - at % 4294967296 + low end)::text::xid8
  from (
    select backend_xid::text::numeric as low, pg_snapshot_xmax(pg_current_snapshot())::text::numeric as at
    from pg_stat_activity
    where (datname <> current_database() or backend_type = 'autovacuum worker')
      and concat(pid, ' ', backend_start, ' ', backend_xid) = any(seen)
  ) known
  on conflict do nothing;
end $$;
revoke execute on function pass_over_foreign_transactions() from public;
grant execute on function pass_over_foreign_transactions() to lastmile_platform;
do $$ begin execute format('alter function pass_over_foreign_transactions() set search_path = %I', current_schema()); end $$;

create or replace function feed_bound() returns xid8 language sql stable
as $$
  select case
    when not exists (select from unread_transactions) and not exists (select from foreign_transactions)
      then pg_snapshot_xmin(s.taken)
    else coalesce(
      (select min(x) from pg_snapshot_xip(s.taken) x
        where x not in (select xid from unread_transactions union all select xid from foreign_transactions)),
      pg_snapshot_xmax(s.taken)) end
  from (select pg_current_snapshot() as taken) s
$$;
