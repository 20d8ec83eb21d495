-- What an index of trigrams has gathered is put in order by whoever writes when it is full: with PostgreSQL's own 4 MB a till
-- waits for that, and the feed behind it, in one of some 2,700 changes of a customer. A quarter of it is waited for a quarter
-- as long, and costs such a change a twentieth more.
do $$
declare
  one regclass;
begin
  for one in select i.indexrelid from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and c.relnamespace = current_schema()::regnamespace
  loop
    execute format('alter index %s set (gin_pending_list_limit = 1024)', one);
  end loop;
end $$;
