-- What was written last into fields that a record may leave empty: once it is empty the router's value is taken back where it
-- is still ours, and left alone where it was set by hand.
alter table router_users add column caller_id text, add column queue_type text;

create table router_profiles (
  tenant_id uuid not null references tenants (id),
  router uuid not null,
  connection text not null check (connection in ('PPPOE', 'HOTSPOT')),
  name text not null,
  address_pool text,
  queue_type text,
  primary key (tenant_id, router, connection, name),
  foreign key (tenant_id, router) references routers (tenant_id, id) on delete cascade
);
select secure_tenant_table('router_profiles');

-- Routers that are known already were given what the records say.
update router_users u set caller_id = c.mac_address from customers c
  where c.tenant_id = u.tenant_id and c.id = u.customer and c.mac_address is not null;
update router_users u set queue_type = p.queue_type from customers c, packages p
  where u.connection = 'STATIC' and c.tenant_id = u.tenant_id and c.id = u.customer
    and p.tenant_id = c.tenant_id and p.id = c.package and p.queue_type is not null;
insert into router_profiles (tenant_id, router, connection, name, address_pool, queue_type)
  select r.tenant_id, r.id, kind.connection, p.router_profile, p.address_pool, p.queue_type
  from routers r join packages p on p.tenant_id = r.tenant_id
    cross join (values ('PPPOE'), ('HOTSPOT')) kind (connection)
  where p.address_pool is not null or p.queue_type is not null
on conflict do nothing;
