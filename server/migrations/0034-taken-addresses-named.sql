-- Of a node's error a coordinator hands on the message alone: it names the key as PostgreSQL's own message of a key does.
create or replace function keep_addresses_apart() returns trigger language plpgsql security definer as $$
begin
  if tg_op = 'UPDATE' and old.status <> 'TERMINATED'
    and old.router is not distinct from new.router and old.ip_address is not distinct from new.ip_address then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'address', new.tenant_id, new.router, new.ip_address), 0));
  if exists (select from customers c where c.tenant_id = new.tenant_id and c.router = new.router and c.ip_address = new.ip_address
    and c.id <> new.id and c.status <> 'TERMINATED')
  then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "customers_tenant_id_router_ip_address_key"',
      table = 'customers', constraint = 'customers_tenant_id_router_ip_address_key';
  end if;
  return null;
end $$;
