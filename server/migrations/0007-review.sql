-- What people have to look at.

-- An item outlives its customer, its command and its device.
create table review_items (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('SUSPENSE', 'CLOCK', 'CONFLICT', 'RECEIPT_NUMBER', 'DRIFT', 'BELOW_PRICE', 'PAYMENT_EVENT',
    'GAP', 'REFUSED', 'FAILED', 'PLAN_LIMIT', 'SHORTAGE', 'PERIOD', 'DRAWER')),
  status text not null default 'OPEN' check (status in ('OPEN', 'RESOLVED')),
  command uuid,
  device uuid,
  author text not null,
  detail text not null,
  problem jsonb,
  payload jsonb,
  amount amount,
  customer uuid,
  payment_transaction uuid,
  occurred_at timestamptz,
  resolved_by text,
  resolved_at timestamptz,
  resolution text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_transaction) references payment_transactions (tenant_id, id)
);
create index on review_items (tenant_id, status, created_at desc, id desc);
create index on review_items (tenant_id, kind, created_at desc, id desc);
create index on review_items (tenant_id, customer, created_at desc, id desc);
create index on review_items (tenant_id, command);
create index on review_items (tenant_id, created_at desc, id desc);
select secure_resource('review_items');
select make_searchable('review_items', 'author');
