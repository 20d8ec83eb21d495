-- Two lines of one router with one address: the second one has no service, or the first one's. No unique key, since a company may
-- have such lines from before: they are left as they are until one of them changes. It looks past the wall around own records.
create index on customers (tenant_id, router, ip_address) where ip_address is not null;

create function keep_addresses_apart() returns trigger language plpgsql security definer as $$
begin
  if tg_op = 'UPDATE' and old.status <> 'TERMINATED'
    and old.router is not distinct from new.router and old.ip_address is not distinct from new.ip_address then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'address', new.tenant_id, new.router, new.ip_address), 0));
  if exists (select from customers c where c.tenant_id = new.tenant_id and c.router = new.router and c.ip_address = new.ip_address
    and c.id <> new.id and c.status <> 'TERMINATED')
  then
    raise unique_violation using message = 'another line of the router has this address', table = 'customers',
      constraint = 'customers_tenant_id_router_ip_address_key';
  end if;
  return null;
end $$;
create trigger keep_addresses_apart after insert or update of router, ip_address, status on customers for each row
  when (new.router is not null and new.ip_address is not null and new.status <> 'TERMINATED' and not is_restoring())
  execute function keep_addresses_apart();
