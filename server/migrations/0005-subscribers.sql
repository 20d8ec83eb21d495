-- Broadband plans and the people who have them.

-- Taxes on what is sold. A row is a rate from a day on; rows of one code are its history.
create table tax_codes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  code text not null,
  rate numeric(7, 4) not null check (rate between 0 and 100),
  is_inclusive boolean not null default false,
  is_default boolean not null default false,
  valid_from date,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, code, valid_from)
);
create unique index tax_codes_default on tax_codes (tenant_id) where is_default;
select secure_resource('tax_codes');

create table packages (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  price amount not null check (price >= 0),
  bandwidth_mbps numeric(12, 3) not null check (bandwidth_mbps > 0),
  upload_mbps numeric(12, 3) check (upload_mbps > 0),
  burst text,
  -- RouterOS's own profiles carry everybody who was made by hand: no package may rewrite them.
  router_profile text not null check (router_profile not in ('default', 'default-encryption')),
  address_pool text,
  queue_type text,
  validity_days int not null check (validity_days >= 1),
  tax_code uuid,
  description text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, tax_code) references tax_codes (tenant_id, id)
);
select secure_resource('packages');

create table customers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  customer_code text not null,
  name text not null,
  username text not null,
  password_encrypted bytea,
  phone text not null,
  email text,
  address text,
  area text,
  latitude numeric(9, 6),
  longitude numeric(9, 6),
  national_id text,
  connection_type text not null default 'PPPOE' check (connection_type in ('PPPOE', 'HOTSPOT', 'STATIC')),
  ip_address text,
  mac_address text,
  router uuid,
  package uuid,
  onu uuid,
  onu_serial text,
  reseller uuid,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'EXPIRED', 'TERMINATED')),
  -- Why a SUSPENDED customer is: a payment lifts NONPAYMENT, never a decision of the staff.
  suspended_for text check (suspended_for in ('NONPAYMENT', 'STAFF')),
  due_amount amount not null default 0 check (due_amount >= 0),
  advance_amount amount not null default 0 check (advance_amount >= 0),
  discount amount not null default 0 check (discount >= 0),
  expiry_date date,
  promise_date date,
  grace_period_until date,
  -- Days on which grace was given, the latest last (shared/subscribers/promise.rules.ts).
  promised_on jsonb not null default '[]',
  notes text,
  joined_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, username),
  unique (tenant_id, customer_code),
  foreign key (tenant_id, router) references routers (tenant_id, id),
  foreign key (tenant_id, reseller) references resellers (tenant_id, id),
  foreign key (tenant_id, onu) references onus (tenant_id, id) on delete set null (onu),
  foreign key (tenant_id, package) references packages (tenant_id, id)
);
create index on customers (tenant_id, name, id);
create index on customers (tenant_id, created_at desc, id desc);
create index on customers (tenant_id, phone);
create index on customers (tenant_id, status, name, id);
create index on customers (tenant_id, router, name, id);
create index on customers (tenant_id, package, name, id);
create index on customers (tenant_id, area, name, id);
create index on customers (tenant_id, reseller, name, id) where reseller is not null;
create index on customers (tenant_id, name, id) where due_amount > 0;
create index on customers (tenant_id, expiry_date, id);
select secure_resource('customers');
select keep_own('customers', 'reseller', 'resellers');
-- What routers are told and seen to do for them.
select keep_own('network_sync_jobs', 'customer', 'customers');
select keep_own('user_sessions', 'customer', 'customers');
select keep_own('onus', 'customer', 'customers');
-- Each says whose the other is.
create unique index on customers (tenant_id, onu) where onu is not null;
create index on customers (tenant_id, onu_serial) where onu_serial is not null;
alter table onus add foreign key (tenant_id, customer) references customers (tenant_id, id)
  on delete set null (customer) deferrable;
alter table incident_onus add foreign key (tenant_id, customer) references customers (tenant_id, id)
  on delete set null (customer);
select make_searchable('customers', 'name', 'username', 'phone', 'customer_code', 'address');
