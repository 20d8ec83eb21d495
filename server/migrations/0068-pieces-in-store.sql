-- A piece with a serial number is one thing (contract §1: serial numbers are kept unique in their normal form): where those
-- that a movement ever named are. What people have with them stands with them (held_stock); what is neither here nor there has
-- left. Written under the item's lock.
create table store_pieces (
  tenant_id uuid not null references tenants (id),
  store_item uuid not null,
  serial_normal text not null,
  in_store boolean not null,
  -- Of the movement that said so: one of before it that comes in late says nothing any more.
  moved_at timestamptz not null,
  primary key (tenant_id, store_item, serial_normal),
  foreign key (tenant_id, store_item) references store_items (tenant_id, id)
);
select secure_tenant_table('store_pieces');
create index on store_pieces (tenant_id, store_item) where in_store;

-- What came in or was counted last is there; what went out last is not, nor what a later count by names did not find.
insert into store_pieces (tenant_id, store_item, serial_normal, in_store, moved_at)
select distinct on (m.tenant_id, m.store_item, btrim(folded_text(s.serial)))
  m.tenant_id, m.store_item, btrim(folded_text(s.serial)), m.movement_type <> 'OUT' and not exists (
    select from store_movements later
    where later.tenant_id = m.tenant_id and later.store_item = m.store_item and later.movement_type = 'ADJUST'
      and later.serial_numbers <> '[]' and (later.moved_at, later.id) > (m.moved_at, m.id)), m.moved_at
from store_movements m
  join store_items i on i.tenant_id = m.tenant_id and i.id = m.store_item and i.serial_tracked
  cross join jsonb_array_elements_text(m.serial_numbers) s (serial)
order by m.tenant_id, m.store_item, btrim(folded_text(s.serial)), m.moved_at desc, m.id desc;

-- What moves between a person and the store is in one place: the item is locked before the holding, as movements do it.
create function lock_item_of(tenant uuid, held uuid) returns void language plpgsql as $$
declare
  whose uuid;
begin
  select store_item into whose from held_stock where tenant_id = tenant and id = held;
  perform from store_items where tenant_id = tenant and id = whose for no key update;
end $$;
