-- Changes of packages (contract C3): what each settled, cost, freed and moved, so that it can be taken back to the cent.
create table service_changes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  customer uuid not null,
  from_package uuid,
  to_package uuid not null,
  from_service uuid,
  to_service uuid not null,
  "when" text not null check ("when" in ('NOW', 'AT_EXPIRY', 'DATE')),
  effective_date date not null,
  priced_from date not null,
  mode text not null check (mode in ('PREPAID', 'POSTPAID', 'NONE')),
  settle text not null check (settle in ('KEEP_DAYS', 'CONVERT')),
  direction text not null check (direction in ('UPGRADE', 'DOWNGRADE', 'SAME')),
  rest_days int not null default 0,
  rest_value amount not null default 0,
  cost amount not null default 0,
  to_pay amount not null default 0,
  freed amount not null default 0,
  credit_amount amount not null default 0,
  credit_note uuid,
  charge_amount amount not null default 0,
  invoice uuid,
  payment_transaction uuid,
  previous_expiry_date date,
  new_expiry_date date,
  state text not null check (state in ('SCHEDULED', 'DONE', 'CANCELLED', 'UNDONE')),
  reason text,
  differs jsonb,
  created_by text not null,
  done_at timestamptz,
  -- The days that its cost pays for, as they now are; null: none.
  covers_from date,
  covers_to date,
  -- How many days its cost bought, whatever became of them since.
  covered_days int not null default 0,
  -- What covered those days before, as it was: [{kind, id, covers_from, covers_to}].
  cut jsonb not null default '[]',
  -- Whose money became free: [{payment_transaction, amount}].
  freed_parts jsonb not null default '[]',
  primary key (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  foreign key (tenant_id, from_package) references packages (tenant_id, id),
  foreign key (tenant_id, to_package) references packages (tenant_id, id),
  foreign key (tenant_id, from_service) references services (tenant_id, id),
  foreign key (tenant_id, to_service) references services (tenant_id, id),
  foreign key (tenant_id, invoice) references invoices (tenant_id, id),
  foreign key (tenant_id, credit_note) references credit_notes (tenant_id, id),
  foreign key (tenant_id, payment_transaction) references payment_transactions (tenant_id, id),
  check ((state in ('DONE', 'UNDONE')) = (done_at is not null))
);
select secure_resource('service_changes');
select keep_own('service_changes', 'customer', 'customers');
create index on service_changes (tenant_id, customer, created_at desc, id desc);
create index on service_changes (tenant_id, state, created_at desc, id desc);
create index on service_changes (tenant_id, created_at desc, id desc);
-- One waits at a time.
create unique index on service_changes (tenant_id, customer) where state = 'SCHEDULED';
select make_countable('service_changes');

-- A change and what it begins name each other.
alter table services
  add foreign key (tenant_id, previous_service) references services (tenant_id, id) deferrable initially deferred,
  add foreign key (tenant_id, service_change) references service_changes (tenant_id, id) deferrable initially deferred;
alter table pending_charges add foreign key (tenant_id, service_change) references service_changes (tenant_id, id);
