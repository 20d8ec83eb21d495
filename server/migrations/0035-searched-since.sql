-- When what a customer is called has changed: what a search has found holds as long as none has. (Rows that are there are of the
-- oldest transaction: nobody knows anything of them yet.)
alter table customer_texts add changed_xid xid8 not null default '0';
alter table customer_texts alter changed_xid drop default;
create trigger stamp_change before insert or update on customer_texts for each row execute function stamp_deletion();
create index on customer_texts (tenant_id, changed_xid);

-- As 0025 made it, with the stamp: it is for rows that are written where no trigger runs.
create or replace function fill_customer_texts() returns void language sql as $$
  insert into customer_texts (tenant_id, id, searched, changed_xid)
    select tenant_id, id, searched_text(name, username, phone, customer_code, address), pg_current_xact_id() from customers
  on conflict do nothing $$;
