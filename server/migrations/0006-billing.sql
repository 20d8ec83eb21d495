-- Invoices, money received, and the double-entry ledger under both.

-- Tables that a recharge writes name their tenant and a system account without a foreign key: each insert would lock the
-- tenant's one row and the account that everybody posts to. The tenant wall checks the tenant, the journal's writer the account.

-- A customer's account, or one of the tenant's system accounts (code, no customer). Only a customer's balance is kept and
-- locked; a system account is never locked, so it is never the row that everybody waits for.
create table billing_accounts (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  account_number text not null,
  code text,
  customer uuid references customers (id) on delete cascade,
  currency text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'CLOSED')),
  balance amount not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id(),
  unique (tenant_id, account_number),
  -- In this order, so that a batch walks its tenant's accounts by it.
  unique (tenant_id, customer),
  check ((code is null) <> (customer is null))
);
create unique index on billing_accounts (tenant_id, code) where code is not null;
select secure_resource('billing_accounts', 'billing_accounts');

-- Every customer has his account from the start, under his own id: so there is always a row to lock.
create function open_account() returns trigger language plpgsql as $$
begin
  insert into billing_accounts (id, tenant_id, account_number, customer, currency)
  select new.id, new.tenant_id, 'AC-' || new.customer_code, new.id, s.currency
  from company_settings s where s.tenant_id = new.tenant_id;
  return null;
end $$;
create trigger open_account after insert on customers for each row execute function open_account();

-- Promotions that generate-batch takes off a package's price.
create table offers (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  title text not null,
  description text,
  discount_type text not null check (discount_type in ('PERCENT', 'FIXED')),
  discount_value amount not null check (discount_value > 0),
  package uuid references packages (id),
  start_date date not null,
  end_date date not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id(),
  check (end_date >= start_date)
);
create index on offers (tenant_id, end_date);
select secure_resource('offers', 'offers');

create table invoices (
  id uuid primary key,
  tenant_id uuid not null,
  invoice_number text not null,
  invoice_no text not null generated always as (invoice_number) stored,
  customer uuid not null references customers (id),
  billing_month text not null,
  -- Made by generate-batch: at most one a customer and month, which is what makes a repeated run safe.
  is_recurring boolean not null default false,
  package_name text,
  package_amount amount,
  amount amount not null,
  previous_due amount not null default 0,
  discount amount not null default 0,
  total_payable amount not null check (total_payable >= 0),
  paid_amount amount not null default 0,
  carried_amount amount not null default 0,
  carried_to uuid references invoices (id),
  due_amount amount not null check (due_amount >= 0),
  status text not null check (status in ('UNPAID', 'PAID', 'PARTIAL', 'OVERDUE')),
  issue_date date not null,
  due_date date not null,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id(),
  unique (tenant_id, invoice_number),
  check (total_payable = paid_amount + carried_amount + due_amount)
);
create unique index invoices_recurring on invoices (tenant_id, billing_month, customer) where is_recurring;
create index on invoices (tenant_id, customer, issue_date desc);
create index invoices_open on invoices (customer, issue_date, id) where due_amount > 0;
create index on invoices (tenant_id, billing_month, status);
create index on invoices (tenant_id, status, due_date);
create index on invoices (tenant_id, created_at desc, id desc);
select secure_resource('invoices', 'invoices');

create table invoice_lines (
  id uuid primary key,
  tenant_id uuid not null,
  invoice uuid not null references invoices (id),
  position int not null,
  description text not null,
  quantity numeric(15, 6) not null,
  unit_price amount not null,
  discount amount not null default 0,
  tax_amount amount not null default 0,
  total amount not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
create index on invoice_lines (invoice, position);
select secure_resource('invoice_lines', 'invoice_lines');

create table recharges (
  id uuid primary key,
  tenant_id uuid not null,
  customer uuid not null references customers (id),
  package uuid references packages (id),
  amount amount not null check (amount > 0),
  validity_days int not null check (validity_days >= 0),
  method text not null,
  recharged_by text not null,
  receipt_number text not null,
  -- Written before its transaction, which refers back to it.
  payment_transaction uuid not null,
  previous_expiry_date date,
  new_expiry_date date,
  is_reversed boolean not null default false,
  reversed_by text,
  reversed_at timestamptz,
  reversal_reason text,
  device uuid,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
create index on recharges (tenant_id, customer, occurred_at desc);
create index on recharges (tenant_id, occurred_at desc, id desc);
select secure_resource('recharges', 'recharges');

create table payment_transactions (
  id uuid primary key,
  tenant_id uuid not null,
  trx_id text not null,
  -- Null where no money changed hands (ADJUSTMENT).
  receipt_number text,
  -- Null only while the money is in SUSPENSE.
  customer uuid references customers (id),
  amount amount not null check (amount > 0),
  unallocated_amount amount not null default 0 check (unallocated_amount >= 0),
  method text not null check (method in ('CASH', 'BANK', 'CARD', 'MOBILE', 'ONLINE', 'ADJUSTMENT')),
  status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED', 'REFUNDED')),
  reference text,
  received_by text not null,
  received_at timestamptz not null,
  recharge uuid references recharges (id),
  device uuid,
  -- What a reseller's balance was charged in place of cash.
  reseller_charge amount,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id(),
  unique (tenant_id, trx_id),
  unique (tenant_id, receipt_number)
);
create index on payment_transactions (customer, received_at) where unallocated_amount > 0;
create index on payment_transactions (tenant_id, customer, received_at desc);
create index on payment_transactions (tenant_id, received_at desc, id desc);
select secure_resource('payment_transactions', 'transactions');

create table payment_allocations (
  id uuid primary key,
  tenant_id uuid not null,
  payment_transaction uuid not null references payment_transactions (id),
  invoice uuid not null references invoices (id),
  allocated_amount amount not null check (allocated_amount > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
create index on payment_allocations (payment_transaction);
create index on payment_allocations (invoice);
select secure_resource('payment_allocations', 'payment_allocations');

-- entry_no is the order of posting; within one account it follows the lock on that account, so balance_after is a chain.
create table ledger_entries (
  id uuid primary key,
  tenant_id uuid not null,
  entry_no bigint generated always as identity,
  journal uuid not null,
  account uuid not null,
  customer uuid,
  entry_type text not null,
  debit amount not null default 0 check (debit >= 0),
  credit amount not null default 0 check (credit >= 0),
  balance_after amount,
  source_type text not null,
  source_id uuid not null,
  posted_by text not null,
  posted_at timestamptz not null default now(),
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id(),
  check ((debit = 0) <> (credit = 0))
);
create index on ledger_entries (account, entry_no desc);
create index on ledger_entries (tenant_id, customer, entry_no desc) where customer is not null;
create index on ledger_entries (tenant_id, entry_no desc);
create index on ledger_entries (tenant_id, journal);
create index on ledger_entries (tenant_id, changed_xid, id);
select secure_tenant_table('ledger_entries', 'select, insert');
select make_append_only('ledger_entries');

-- Each statement that posts must balance, journal by journal: also against a bug in the program.
create function check_journals() returns trigger language plpgsql as $$
begin
  if exists (select from added group by journal having sum(debit) <> sum(credit)) then
    raise exception 'A journal does not balance' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger check_journals after insert on ledger_entries
  referencing new table as added for each statement execute function check_journals();

create table adjustments (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  account uuid not null references billing_accounts (id),
  customer uuid not null references customers (id),
  amount amount not null check (amount > 0),
  adjustment_type text not null check (adjustment_type in ('CREDIT', 'DEBIT', 'WAIVER')),
  reason text not null,
  approved_by uuid not null,
  created_by text not null,
  payment_transaction uuid references payment_transactions (id),
  invoice uuid references invoices (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id()
);
create index on adjustments (tenant_id, customer, created_at desc);
select secure_resource('adjustments', 'adjustments');

create table payment_events (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  provider text not null,
  event_id text not null,
  amount amount not null check (amount > 0),
  currency text not null,
  account_ref text not null,
  payer text,
  occurred_at timestamptz not null,
  payload jsonb,
  status text not null check (status in ('RECEIVED', 'APPLIED', 'UNMATCHED', 'REJECTED')),
  detail text,
  customer uuid references customers (id),
  payment_transaction uuid references payment_transactions (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  changed_xid xid8 not null default pg_current_xact_id(),
  unique (tenant_id, provider, event_id)
);
create index on payment_events (tenant_id, status, created_at desc);
select secure_resource('payment_events', 'payment_events');

-- A provider's signing secret, encrypted; set through /settings/.
create table payment_providers (
  tenant_id uuid not null references tenants (id),
  provider text not null,
  secret_encrypted bytea not null,
  primary key (tenant_id, provider)
);
select secure_tenant_table('payment_providers');
