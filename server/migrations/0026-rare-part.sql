-- A number is searched as it stands on a paper or on a list: INV-202611-0042, +8801712345678. What it begins with is what all of
-- them begin with, and an index compares as many rows as have its rarest letters, each with all others: 50 ms among 2.4 million
-- invoices. The last letters find nearly the same rows in a fifth of that; each is compared with the whole text in any case.
create function rare_part(given text, most int) returns text language sql immutable strict parallel safe as $$
  select case when given ~ '[0-9]{4}$' then right(given, most) else given end $$;

-- In every search that make_searchable made, and in those that it will make.
do $$
declare
  one regprocedure;
begin
  for one in select p.oid from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f' and p.prosrc like '%search_form(given)%'
  loop
    execute replace(pg_get_functiondef(one), 'search_form(given)', 'search_form(rare_part(given, 6))');
  end loop;
end $$;

-- As 0025 made it, but for the letters by which an index finds a longer text.
create or replace function search_customers(given text, most int) returns setof uuid language plpgsql stable security definer
  set enable_seqscan = off set max_parallel_workers_per_gather = 0
as $$
declare
  part text := searched_text(given);
  rare text := rare_part(part, 10);
  letters text[] := array(select distinct substr(rare, least(at, length(rare) - 4), 5) from generate_series(1, length(rare), 5) at);
begin
  return query execute format('select id from customer_texts where tenant_id = %L and %s limit %s', current_tenant(),
    case when length(part) < 5 then format('searched like %L', '%' || regexp_replace(part, '([\\%_])', '\\\1', 'g') || '%')
    else format('five_letters(searched) @> %L and strpos(searched, %L) > 0', letters, part) end, most);
end $$;
do $$ begin execute format('alter function search_customers(text, int) set search_path = %I', current_schema()); end $$;
