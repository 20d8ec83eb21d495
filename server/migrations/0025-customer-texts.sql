-- The texts by which customers are searched lie beside them: a customer changes with each sale, and their name hardly ever. As an
-- index of the customers' own rows it was written anew each time, which was half of what a change of their money cost.

-- A text of letters that any locale takes for letters: each byte that is not ASCII as two capitals, of the texts in lower case
-- that are searched. A first one is never a second one, so what is found as a part of it is a part of the text.
create function in_ascii(given text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(given) = length(given) then given else (
    select string_agg(case when byte < 128 then chr(byte) else chr(ascii('A') + byte / 16 - 8) || chr(ascii('I') + byte % 16) end,
      '' order by at)
    from (select at, get_byte(convert_to(given, 'UTF8'), at) as byte from generate_series(0, octet_length(given) - 1) at) bytes) end $$;

-- Texts as they are searched, one behind the other.
create function searched_text(variadic given text[]) returns text language sql immutable parallel safe as $$
  select string_agg(in_ascii(replace(lower(part), E'\x1F', ' ')), E'\x1F' order by at)
  from unnest(given) with ordinality as parts (part, at) $$;

-- All that stand in a searched text as five letters in a row. Of a million customers a hundred share five digits of a number; three are
-- shared by thousands, whom an index of trigrams compares with each other.
create function five_letters(searched text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(part, at, 5)), '{}')
  from unnest(string_to_array(searched, E'\x1F')) part, generate_series(1, length(part) - 4) at $$;

create table customer_texts (
  tenant_id uuid not null,
  id uuid not null,
  searched text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references customers (tenant_id, id) on delete cascade
);
select secure_tenant_table('customer_texts');

create function keep_customer_texts() returns trigger language plpgsql as $$
begin
  insert into customer_texts (tenant_id, id, searched)
    values (new.tenant_id, new.id, searched_text(new.name, new.username, new.phone, new.customer_code, new.address))
  on conflict (tenant_id, id) do update set searched = excluded.searched;
  return null;
end $$;
create trigger keep_texts_of_new after insert on customers for each row execute function keep_customer_texts();
create trigger keep_texts after update of name, username, phone, customer_code, address on customers for each row
  when ((old.name, old.username, old.phone, old.customer_code, old.address)
    is distinct from (new.name, new.username, new.phone, new.customer_code, new.address)) execute function keep_customer_texts();

-- For rows that were written where no trigger ran.
create function fill_customer_texts() returns void language sql as $$
  insert into customer_texts (tenant_id, id, searched)
    select tenant_id, id, searched_text(name, username, phone, customer_code, address) from customers
  on conflict do nothing $$;
select fill_customer_texts();

create index customer_texts_search on customer_texts using gin (tenant_id, searched gin_trgm_ops)
  with (gin_pending_list_limit = 1024);
create index customer_texts_letters on customer_texts using gin (tenant_id, five_letters(searched))
  with (gin_pending_list_limit = 1024);
drop index customers_search;

-- As make_searchable made it, of the texts beside: what the index finds by five letters, or by three where fewer are given, is
-- looked at there.
create or replace function search_customers(given text, most int) returns setof uuid language plpgsql stable security definer
  set enable_seqscan = off set max_parallel_workers_per_gather = 0
as $$
declare
  part text := searched_text(given);
  letters text[] := array(select distinct substr(part, least(at, length(part) - 4), 5) from generate_series(1, length(part), 5) at);
begin
  return query execute format('select id from customer_texts where tenant_id = %L and %s limit %s', current_tenant(),
    case when length(part) < 5 then format('searched like %L', '%' || regexp_replace(part, '([\\%_])', '\\\1', 'g') || '%')
    else format('five_letters(searched) @> %L and strpos(searched, %L) > 0', letters, part) end, most);
end $$;
do $$ begin execute format('alter function search_customers(text, int) set search_path = %I', current_schema()); end $$;
