-- What is sold beside packages, and who has what of it (docs/money-rules.md).
create table addons (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('RECURRING', 'ONE_OFF')),
  price amount not null check (price >= 0),
  source text not null check (source in ('INSTALLATION', 'HARDWARE', 'ADDON', 'OTHER')),
  tax_code uuid,
  effect text not null check (effect in ('NONE', 'STATIC_IP', 'EXTRA_DEVICE')),
  is_active boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, tax_code) references tax_codes (tenant_id, id)
);
select secure_resource('addons');

create table customer_addons (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  customer uuid not null,
  addon uuid not null,
  addon_name text not null,
  kind text not null check (kind in ('RECURRING', 'ONE_OFF')),
  quantity integer not null check (quantity >= 1),
  price amount not null check (price >= 0),
  source text not null check (source in ('INSTALLATION', 'HARDWARE', 'ADDON', 'OTHER')),
  tax_code uuid,
  effect text not null check (effect in ('NONE', 'STATIC_IP', 'EXTRA_DEVICE')),
  value text,
  from_date date not null,
  to_date date,
  charged_to date,
  state text not null check (state in ('ACTIVE', 'ENDED')),
  end_reason text,
  invoice uuid,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  foreign key (tenant_id, addon) references addons (tenant_id, id),
  foreign key (tenant_id, tax_code) references tax_codes (tenant_id, id),
  foreign key (tenant_id, invoice) references invoices (tenant_id, id),
  check (to_date >= from_date and (state = 'ENDED') = (to_date is not null)),
  check (charged_to >= from_date),
  check (effect <> 'STATIC_IP' or value is not null)
);
create index on customer_addons (tenant_id, from_date desc, id desc);
create index on customer_addons (tenant_id, customer, from_date desc, id desc);
create index on customer_addons (tenant_id, addon, from_date desc, id desc);
create index on customer_addons (tenant_id, state, from_date desc, id desc);
-- What the bills of a chunk of customers charge.
create index on customer_addons (tenant_id, customer) where kind = 'RECURRING';
select secure_resource('customer_addons');
select keep_own('customer_addons', 'customer', 'customers');
select make_countable('customer_addons');

-- Charges that wait for their customer's next recurring bill (docs/money-rules.md).
create table pending_charges (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  customer uuid not null,
  description text not null,
  source text not null check (source in ('PACKAGE', 'INSTALLATION', 'HARDWARE', 'ADDON', 'OTHER')),
  amount amount not null check (amount >= 0),
  tax_code uuid,
  period_from date,
  period_to date,
  service_change uuid,
  customer_addon uuid,
  state text not null check (state in ('PENDING', 'BILLED', 'CANCELLED')),
  invoice uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  foreign key (tenant_id, tax_code) references tax_codes (tenant_id, id),
  foreign key (tenant_id, customer_addon) references customer_addons (tenant_id, id),
  foreign key (tenant_id, invoice) references invoices (tenant_id, id),
  check (period_from <= period_to and (period_from is null) = (period_to is null)),
  check ((state = 'BILLED') = (invoice is not null))
);
create index on pending_charges (tenant_id, created_at desc, id desc);
create index on pending_charges (tenant_id, customer, created_at desc, id desc);
create index on pending_charges (tenant_id, state, created_at desc, id desc);
-- What the bills of a chunk of customers take; what a void bill gives back.
create index on pending_charges (tenant_id, customer) where state = 'PENDING';
create index on pending_charges (tenant_id, invoice) where invoice is not null;
select secure_resource('pending_charges');
select keep_own('pending_charges', 'customer', 'customers');
select make_countable('pending_charges');

-- What is sold beside the service is revenue of its own.
alter table invoice_lines
  drop constraint invoice_lines_source_check,
  add constraint invoice_lines_source_check
    check (source in ('PACKAGE', 'INSTALLATION', 'HARDWARE', 'ADDON', 'OTHER'));
