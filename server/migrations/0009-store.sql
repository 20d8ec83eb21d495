-- What the store keeps, and how its stock moved.

create table store_items (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  sku text,
  category text,
  unit text not null,
  quantity numeric(15, 3) not null check (quantity >= 0),
  unit_cost amount not null check (unit_cost >= 0),
  sale_price amount not null check (sale_price >= 0),
  reorder_level numeric(12, 3) not null check (reorder_level >= 0),
  needs_reorder boolean not null generated always as (reorder_level > 0 and quantity <= reorder_level) stored,
  location text,
  serial_tracked boolean not null,
  is_onu boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, sku)
);
select secure_resource('store_items');

-- Each explains the stock that it left; nobody changes one.
create table store_movements (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  store_item uuid not null,
  movement_type text not null check (movement_type in ('IN', 'OUT', 'ADJUST')),
  quantity numeric(12, 3) not null,
  quantity_change numeric(15, 3) not null,
  quantity_after numeric(15, 3) not null check (quantity_after >= 0),
  shortage numeric(12, 3) not null check (shortage >= 0),
  serial_numbers jsonb not null default '[]',
  task uuid,
  customer uuid,
  staff uuid,
  note text not null,
  moved_by text not null,
  moved_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, store_item) references store_items (tenant_id, id),
  foreign key (tenant_id, task) references tasks (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id) on delete set null (customer),
  foreign key (tenant_id, staff) references staff_profiles (tenant_id, id)
);
select secure_resource('store_movements');
revoke update, delete on store_movements from lastmile_app, lastmile_platform;
create index on store_movements (tenant_id, moved_at desc, id desc);
create index on store_movements (tenant_id, store_item, moved_at desc, id desc);
create index on store_movements (tenant_id, task, moved_at desc, id desc);
create index on store_movements (tenant_id, customer, moved_at desc, id desc);

-- What people have with them: changed under its own lock; given out and brought back under the item's first.
create table held_stock (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  store_item uuid not null,
  staff uuid not null,
  quantity numeric(15, 3) not null check (quantity >= 0),
  serial_numbers jsonb not null default '[]',
  primary key (tenant_id, id),
  unique (tenant_id, store_item, staff),
  foreign key (tenant_id, store_item) references store_items (tenant_id, id),
  foreign key (tenant_id, staff) references staff_profiles (tenant_id, id)
);
select secure_resource('held_stock');
create index on held_stock (tenant_id, staff);

create table part_uses (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  held_stock uuid not null,
  store_item uuid not null,
  staff uuid not null,
  quantity numeric(12, 3) not null check (quantity > 0),
  serial_numbers jsonb not null default '[]',
  task uuid,
  customer uuid,
  used_at timestamptz not null,
  used_by text not null,
  note text not null,
  shortage numeric(12, 3) not null check (shortage >= 0),
  replaced_serial text,
  taken_back_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, held_stock) references held_stock (tenant_id, id),
  foreign key (tenant_id, store_item) references store_items (tenant_id, id),
  foreign key (tenant_id, staff) references staff_profiles (tenant_id, id),
  foreign key (tenant_id, task) references tasks (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id) on delete set null (customer)
);
select secure_resource('part_uses');
revoke delete on part_uses from lastmile_app, lastmile_platform;
create index on part_uses (tenant_id, used_at desc, id desc);
create index on part_uses (tenant_id, held_stock, used_at desc, id desc);
create index on part_uses (tenant_id, task, used_at desc, id desc);
create index on part_uses (tenant_id, customer, used_at desc, id desc);
