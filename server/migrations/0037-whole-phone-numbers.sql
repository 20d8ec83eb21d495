-- The end of a phone number is hardly anybody else's, of whatever company: its letters alone find it. Beside them the index read
-- the list of all customers of the company, from one of the few found to the next: 0.2 to 0.3 ms of a million, and 0.02 without.
-- As 0026 made it but for that. The nodes of a cluster have to be told whose rows are asked for.
create or replace function search_customers(given text, most int) returns setof uuid language plpgsql stable security definer
  set enable_seqscan = off set max_parallel_workers_per_gather = 0
as $$
declare
  part text := searched_text(given);
  rare text := rare_part(part, 10);
  letters text[] := array(select distinct substr(rare, least(at, length(rare) - 4), 5) from generate_series(1, length(rare), 5) at);
  own text := case when part ~ '[0-9]{9}$' and to_regclass('pg_catalog.pg_dist_partition') is null then 'tenant_id::text' else 'tenant_id' end;
begin
  return query execute format('select id from customer_texts where %s = %L and %s limit %s', own, current_tenant(),
    case when length(part) < 5 then format('searched like %L', '%' || regexp_replace(part, '([\\%_])', '\\\1', 'g') || '%')
    else format('five_letters(searched) @> %L and strpos(searched, %L) > 0', letters, part) end, most);
end $$;
do $$ begin execute format('alter function search_customers(text, int) set search_path = %I', current_schema()); end $$;
