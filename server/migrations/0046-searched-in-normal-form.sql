-- What is searched is compared in its normal form as well (shared/kernel/normal): "ÅSE" finds "åse" whatever the database's locale
-- knows. A search looks into millions of texts where they lie, so SQL says here what the program's normalText does, letter by
-- letter, and a test compares the two for every character that there is (test/kernel/normal/searched.test.ts). The texts are
-- in UTF-8.
do $$
declare
  small text := '';
  capital text := '';
  zeros constant int[] := array[
      48, 1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240, 6112,
      6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016, 66720, 68912,
      68928, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360, 71376, 71386, 71472, 71904, 72016, 72688, 72784,
      73040, 73120, 73184, 73552, 90416, 92768, 92864, 93008, 93552, 123200, 123632, 124144, 124401, 125264];
  other_digits text := '';
  plain text := '';
  unseen constant text := U&'[\00AD\034F\061C\115F\1160\17B4\17B5\180B-\180F\200B-\200F\202A-\202E\2060-\206F\FE00-\FE0F\FEFF\FFF0-\FFF8\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0000-\+0E0FFF]';
  -- Within these all letters lie that have capitals; Bengali, Arabic, Chinese have none, and are spared the list of them.
  cased constant text := U&'[\00B5-\0587\10A0-\10FF\13A0-\13FD\1C80-\1CBF\1D00-\1DBF\1E00-\1FFF\2100-\24FF\2C00-\2D2F\A640-\A7FF\AB30-\ABBF\+010400-\+010FFF\+0118A0-\+0118DF\+016E40-\+016EBF\+01E900-\+01E943]';
  form text;
  one record;
begin
  -- From, to, by, and how far away the small one is.
  for one in select * from (values
    (65, 90, 1, 32),
    (198, 198, 1, 32), (208, 208, 1, 32), (216, 216, 1, 32), (222, 222, 1, 32), (272, 272, 1, 1), (294, 294, 1, 1),
    (321, 321, 1, 1), (330, 330, 1, 1), (338, 338, 1, 1), (358, 358, 1, 1), (385, 385, 1, 210), (386, 388, 2, 1),
    (390, 390, 1, 206), (391, 391, 1, 1), (393, 394, 1, 205), (395, 395, 1, 1), (398, 398, 1, 79), (399, 399, 1, 202),
    (400, 400, 1, 203), (401, 401, 1, 1), (403, 403, 1, 205), (404, 404, 1, 207), (406, 406, 1, 211), (407, 407, 1, 209),
    (408, 408, 1, 1), (412, 412, 1, 211), (413, 413, 1, 213), (415, 415, 1, 214), (418, 420, 2, 1), (422, 422, 1, 218),
    (423, 423, 1, 1), (425, 425, 1, 218), (428, 428, 1, 1), (430, 430, 1, 218), (433, 434, 1, 217), (435, 437, 2, 1),
    (439, 439, 1, 219), (440, 440, 1, 1), (444, 444, 1, 1), (484, 484, 1, 1), (502, 502, 1, -97), (503, 503, 1, -56),
    (540, 540, 1, 1), (544, 544, 1, -130), (546, 548, 2, 1), (570, 570, 1, 10795), (571, 571, 1, 1), (573, 573, 1, -163),
    (574, 574, 1, 10792), (577, 577, 1, 1), (579, 579, 1, -195), (580, 580, 1, 69), (581, 581, 1, 71), (582, 590, 2, 1),
    (837, 837, 1, 116), (880, 882, 2, 1), (886, 886, 1, 1), (895, 895, 1, 116), (913, 929, 1, 32), (931, 937, 1, 32),
    (962, 962, 1, 1), (975, 975, 1, 8), (984, 1006, 2, 1), (1015, 1015, 1, 1), (1018, 1018, 1, 1), (1021, 1023, 1, -130),
    (1026, 1028, 2, 80), (1029, 1030, 1, 80), (1032, 1035, 1, 80), (1039, 1039, 1, 80), (1040, 1048, 1, 32),
    (1050, 1071, 1, 32), (1120, 1140, 2, 1), (1144, 1152, 2, 1), (1162, 1214, 2, 1), (1216, 1216, 1, 15), (1219, 1229, 2, 1),
    (1236, 1236, 1, 1), (1240, 1240, 1, 1), (1248, 1248, 1, 1), (1256, 1256, 1, 1), (1270, 1270, 1, 1), (1274, 1326, 2, 1),
    (1329, 1366, 1, 48), (4256, 4293, 1, 7264), (4295, 4295, 1, 7264), (4301, 4301, 1, 7264), (5112, 5117, 1, -8),
    (7296, 7296, 1, -6222), (7297, 7297, 1, -6221), (7298, 7298, 1, -6212), (7299, 7300, 1, -6210), (7301, 7301, 1, -6211),
    (7302, 7302, 1, -6204), (7303, 7303, 1, -6180), (7304, 7304, 1, 35267), (7305, 7305, 1, 1), (7312, 7354, 1, -3008),
    (7357, 7359, 1, -3008), (7930, 7934, 2, 1), (8498, 8498, 1, 28), (8579, 8579, 1, 1), (11264, 11311, 1, 48),
    (11360, 11360, 1, 1), (11362, 11362, 1, -10743), (11363, 11363, 1, -3814), (11364, 11364, 1, -10727), (11367, 11371, 2, 1),
    (11373, 11373, 1, -10780), (11374, 11374, 1, -10749), (11375, 11375, 1, -10783), (11376, 11376, 1, -10782),
    (11378, 11378, 1, 1), (11381, 11381, 1, 1), (11390, 11391, 1, -10815), (11392, 11490, 2, 1), (11499, 11501, 2, 1),
    (11506, 11506, 1, 1), (42560, 42604, 2, 1), (42624, 42650, 2, 1), (42786, 42798, 2, 1), (42802, 42862, 2, 1),
    (42873, 42875, 2, 1), (42877, 42877, 1, -35332), (42878, 42886, 2, 1), (42891, 42891, 1, 1), (42893, 42893, 1, -42280),
    (42896, 42898, 2, 1), (42902, 42920, 2, 1), (42922, 42922, 1, -42308), (42923, 42923, 1, -42319),
    (42924, 42924, 1, -42315), (42925, 42925, 1, -42305), (42926, 42926, 1, -42308), (42928, 42928, 1, -42258),
    (42929, 42929, 1, -42282), (42930, 42930, 1, -42261), (42931, 42931, 1, 928), (42932, 42946, 2, 1), (42948, 42948, 1, -48),
    (42949, 42949, 1, -42307), (42950, 42950, 1, -35384), (42951, 42953, 2, 1), (42955, 42955, 1, -42343),
    (42956, 42970, 2, 1), (42972, 42972, 1, -42561), (42997, 42997, 1, 1), (43888, 43967, 1, -38864), (66560, 66599, 1, 40),
    (66736, 66771, 1, 40), (66928, 66938, 1, 39), (66940, 66954, 1, 39), (66956, 66962, 1, 39), (66964, 66965, 1, 39),
    (68736, 68786, 1, 64), (68944, 68965, 1, 32), (71840, 71871, 1, 32), (93760, 93791, 1, 32), (93856, 93880, 1, 27),
    (125184, 125217, 1, 34)
    ) as folded (first, last, step, away)
  loop
    select capital || string_agg(chr(code), '' order by code), small || string_agg(chr(code + one.away), '' order by code)
      into capital, small from generate_series(one.first, one.last, one.step) code;
  end loop;
  select string_agg(chr(zero + value), '' order by at, value), string_agg(value::text, '' order by at, value)
    into other_digits, plain from unnest(zeros) with ordinality as given (zero, at), generate_series(0, 9) value where zero > 127;
  -- NFKC and full case folding, without what nobody sees. An index is made where no function of ours is found by its name
  -- alone: so both say all of it.
  form := format('case when octet_length(given) = length(given) then lower(given collate "C")
    when normalize(given, NFKD) !~ %3$L then normalize(lower(regexp_replace(normalize(given, NFKD), %4$L, '''', ''g'') collate "C"), NFKC)
    else normalize(translate(replace(replace(regexp_replace(normalize(given, NFKD), %4$L, '''', ''g''),
      ''ß'', ''ss''), ''ẞ'', ''ss''), %1$L, %2$L), NFKC) end', capital, small, cased, unseen);
  execute format($function$
    create function folded_text(given text) returns text language sql immutable strict parallel safe as $body$
      select %s $body$ $function$, form);
  execute format($function$
    create or replace function search_form(given text) returns text language sql immutable strict parallel safe as $body$
      select replace(encode(convert_to(%s, 'UTF8'), 'escape'), '\', '') $body$ $function$, form);
  -- The digits of a number as somebody wrote it, of whatever script.
  execute format($function$
    create function digits_of(given text) returns text language sql immutable strict parallel safe as $body$
      select regexp_replace(case when octet_length(given) = length(given) then given
        else translate(normalize(given, NFKC), %L, %L) end, '[^0-9]', '', 'g') $body$ $function$, other_digits, plain);
end $$;

create or replace function searched_text(variadic given text[]) returns text language sql immutable parallel safe as $$
  select string_agg(in_ascii(replace(folded_text(part), E'\x1F', ' ')), E'\x1F' order by at)
  from unnest(given) with ordinality as parts (part, at) $$;

-- What search_form finds is looked at once more in the text itself, in every search that make_searchable made and will make.
do $$
declare
  one regprocedure;
begin
  for one in select p.oid from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f' and p.prosrc like '% ilike %'
      and p.proname <> 'search_payment_transactions'
  loop
    execute replace(regexp_replace(pg_get_functiondef(one), '("?[%\w]+"?) ilike ', 'folded_text(\1) like ', 'g'),
      'replace(replace(replace(given,', 'replace(replace(replace(folded_text(given),');
  end loop;
end $$;

-- As 0038 made them; the whole number is found in whatever case it was typed.
create or replace function search_invoices(given text, most int) returns setof uuid language plpgsql stable security definer
as $$
begin
  return query execute format('select id from invoices where tenant_id = %L and invoice_number_normal = %L',
    current_tenant(), btrim(folded_text(given)));
  if not found then return query select search_parts_of_invoices(given, most); end if;
end $$;

create or replace function search_payment_transactions(given text, most int) returns setof uuid language plpgsql stable security definer
  set enable_seqscan = off
as $$
declare
  referred constant text := 'select id from payment_transactions where tenant_id = %L and reference is not null and search_form(reference) like %L and folded_text(reference) like %L limit %s';
  whole uuid[];
begin
  execute format('select array_agg(id) from payment_transactions where tenant_id = %1$L and (receipt_number in (%2$L, %3$L) or trx_id_normal = %4$L)',
    current_tenant(), given, upper(given), btrim(folded_text(given))) into whole;
  if whole is null then return query select search_parts_of_payment_transactions(given, most);
  else return query execute format('select unnest(%L::uuid[]) union (' || referred || ')', whole, current_tenant(),
    containing(search_form(rare_part(given, 6))), containing(folded_text(given)), most);
  end if;
end $$;
do $$
declare
  one text;
begin
  foreach one in array array['invoices', 'payment_transactions'] loop
    execute format('alter function %I(text, int) set search_path = %I', 'search_' || one, current_schema());
  end loop;
end $$;

-- A telephone number is found by its digits, however each was written. Its last ones find those that may be the same (the
-- program compares their international forms, which another phone_country changes).
alter table customer_texts add phone_end text;

create function texts_of_customer(name text, username text, phone text, customer_code text, address text)
returns text language sql immutable parallel safe as $$
  select searched_text(name, username, phone, customer_code, address, case when phone !~ '^[0-9]+$' then digits_of(phone) end) $$;

create function end_of_phone(phone text) returns text language sql immutable strict parallel safe as $$
  select nullif(right(digits_of(phone), 6), '') $$;

create or replace function keep_customer_texts() returns trigger language plpgsql as $$
begin
  insert into customer_texts (tenant_id, id, searched, phone_end)
    values (new.tenant_id, new.id, texts_of_customer(new.name, new.username, new.phone, new.customer_code, new.address),
      end_of_phone(new.phone))
  on conflict (tenant_id, id) do update set searched = excluded.searched, phone_end = excluded.phone_end;
  return null;
end $$;

create or replace function fill_customer_texts() returns void language sql as $$
  insert into customer_texts (tenant_id, id, searched, phone_end, changed_xid)
    select tenant_id, id, texts_of_customer(name, username, phone, customer_code, address), end_of_phone(phone),
      pg_current_xact_id() from customers
  on conflict do nothing $$;

update customer_texts t set searched = texts_of_customer(c.name, c.username, c.phone, c.customer_code, c.address),
  phone_end = end_of_phone(c.phone)
from customers c where c.tenant_id = t.tenant_id and c.id = t.id;
create index on customer_texts (tenant_id, phone_end);

-- Numbers of calls are found likewise.
drop index call_logs_search;
create index call_logs_search on call_logs using gin (tenant_id, (search_form(coalesce(phone_number, '') || E'\x1F' || digits_of(phone_number))) gin_trgm_ops)
  with (gin_pending_list_limit = 1024);
create or replace function search_call_logs(given text, most int) returns setof uuid language plpgsql stable security definer
  set enable_seqscan = off
as $$
begin
  return query execute format('select id from call_logs where tenant_id = %1$L
    and search_form(coalesce(phone_number, '''') || E''\x1F'' || digits_of(phone_number)) like %2$L
    and folded_text(phone_number || E''\x1F'' || digits_of(phone_number)) like %3$L limit %4$s',
    current_tenant(), containing(search_form(rare_part(given, 6))), containing(folded_text(given)), most);
end $$;
do $$ begin execute format('alter function search_call_logs(text, int) set search_path = %I', current_schema()); end $$;

-- What the indexes know of texts that have letters beyond ASCII is of before.
do $$
declare
  one regclass;
begin
  for one in select i.indexrelid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and pg_get_indexdef(i.indexrelid) like '%search\_form(%'
      and c.relname <> 'call_logs_search'
  loop
    execute format('reindex index %s', one);
  end loop;
end $$;

-- The lists of staff and of accounts compare usernames in the normal form.
create or replace view staff with (security_invoker = true) as
select p.id, p.tenant_id, p."user", u.username, u.full_name, u.email, p.phone, p.designation,
  m.role, r.name as role_name, p.is_active, p.created_at,
  greatest(p.updated_at, m.updated_at, u.updated_at, r.updated_at) as updated_at,
  p.version + m.version + u.version + coalesce(r.version, 0) as version,
  greatest(p.changed_xid, m.changed_xid, u.changed_xid, r.changed_xid) as changed_xid,
  u.otp_since is not null as has_otp, u.username_normal
from staff_profiles p
  join staff_memberships m on m.tenant_id = p.tenant_id and m."user" = p."user"
  join users u on u.id = p."user"
  left join roles r on r.tenant_id = p.tenant_id and r.id = m.role;

-- The program gives each text its normal form. What somebody else writes, or a backup of before puts back, gets the same here.
create function give_normal_form() returns trigger language plpgsql as $$
declare
  form constant text := btrim(folded_text(to_jsonb(new) ->> tg_argv[0]));
begin
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0] || '_normal', form));
end $$;
do $$
declare
  one record;
begin
  for one in select c.relname as name, left(a.attname, -7) as spelled, a.attname as form
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attname like '%\_normal' and not a.attisdropped
  loop
    execute format('create trigger give_%1$s before insert on %2$I for each row
      when (new.%3$I is not null and new.%1$I is null) execute function give_normal_form(%3$L)', one.form, one.name, one.spelled);
    execute format('create trigger keep_%1$s before update of %3$I on %2$I for each row
      when (new.%3$I is distinct from old.%3$I and new.%1$I is not distinct from old.%1$I) execute function give_normal_form(%3$L)',
      one.form, one.name, one.spelled);
  end loop;
end $$;

-- Lists that are counted whole ask for the normal forms as well: their views are made of the columns that there are.
do $$
declare
  one text;
begin
  for one in select distinct c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attname like '%\_normal'
      and not a.attisdropped and to_regclass('whole_' || c.relname) is not null
  loop
    perform make_countable(one::regclass);
  end loop;
end $$;
