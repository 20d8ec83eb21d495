-- Invoices, money received, and the double-entry ledger under both.

-- Tables that a recharge writes name their tenant and a system account without a foreign key: each insert would lock the
-- tenant's one row and the account that everybody posts to. The tenant wall checks the tenant, check_journals the account.

-- A customer's account, or one of the tenant's system accounts (code, no customer). Every customer has theirs from the
-- start, under their own id: so there is always a row to lock. Only a customer's balance is kept and locked; a system
-- account is never locked, so it is never the row that everybody waits for.
create table billing_accounts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  account_number text not null,
  code text,
  customer uuid,
  currency text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'CLOSED')),
  balance amount not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, account_number),
  -- In this order, so that a batch walks its tenant's accounts by it.
  unique (tenant_id, customer),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  check ((code is null) <> (customer is null)),
  check (customer = id)
);
create unique index on billing_accounts (tenant_id, code) where code is not null;
select secure_resource('billing_accounts');
select keep_own('billing_accounts', 'customer', 'customers');
select make_searchable('billing_accounts', 'account_number');

-- Promotions that generate-batch takes off a package's price.
create table offers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  title text not null,
  description text,
  discount_type text not null check (discount_type in ('PERCENT', 'FIXED')),
  discount_value amount not null check (discount_value > 0),
  package uuid,
  start_date date not null,
  end_date date not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, package) references packages (tenant_id, id),
  check (end_date >= start_date)
);
create index on offers (tenant_id, end_date);
create index on offers (tenant_id, package);
select secure_resource('offers');

create table invoices (
  tenant_id uuid not null,
  id uuid not null,
  invoice_number text not null,
  invoice_no text not null generated always as (invoice_number) stored,
  customer uuid not null,
  billing_month text not null,
  -- Made by generate-batch, and not taken back with its run: at most one a customer and month, which is what makes a repeated run safe.
  is_recurring boolean not null default false,
  package_name text,
  package_amount amount,
  amount amount not null,
  previous_due amount not null default 0,
  discount amount not null default 0,
  total_payable amount not null check (total_payable >= 0),
  paid_amount amount not null default 0,
  carried_amount amount not null default 0,
  carried_to uuid,
  -- What this invoice took over of earlier ones, each with its amount: carried_to alone can't tell of an invoice that was
  -- carried on in parts.
  carried_from jsonb not null default '[]',
  -- What it charged itself by source and tax code, and what was given back of each: what is given up of it follows these.
  charges jsonb not null default '[]',
  -- What its total by hand gave up of the charges of earlier ones, whose dues it took over: a void charges it again.
  given_up jsonb not null default '[]',
  -- What was taken back of the charge.
  credited_amount amount not null default 0 check (credited_amount >= 0),
  due_amount amount not null check (due_amount >= 0),
  status text not null check (status in ('UNPAID', 'PAID', 'PARTIAL', 'OVERDUE', 'VOID')),
  issue_date date not null,
  due_date date not null,
  -- The accounting day of its own journal, where a till sent it in after that of its issue was closed; null: issue_date.
  booked_on date,
  -- How what is due of it moved since: [{day, due, left, from}], in the order of posting, and the last of the days. `left` is
  -- of the total after credits, `from` what it had taken over until then. So is told how old dues were on a past day.
  moves jsonb not null default '[]',
  moved_on date,
  -- The closing that made it of what was used of recharges.
  closing uuid,
  notes text,
  voided_at timestamptz,
  voided_by text,
  void_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, invoice_number),
  check (voided_at is null or status = 'VOID' and paid_amount = 0 and carried_amount = 0),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  -- Deferrable for a restore alone, which puts rows back in the order of their ids.
  foreign key (tenant_id, carried_to) references invoices (tenant_id, id) deferrable,
  check (total_payable = paid_amount + carried_amount + credited_amount + due_amount)
);
create index on invoices (tenant_id, closing, customer) where closing is not null;
create unique index invoices_recurring on invoices (tenant_id, billing_month, customer) where is_recurring;
create index on invoices (tenant_id, customer, created_at desc, id desc);
create index on invoices (tenant_id, customer, issue_date desc);
create index invoices_open on invoices (tenant_id, customer, issue_date, id) where due_amount > 0;
create index on invoices (tenant_id, billing_month, status, created_at desc, id desc);
-- An old month in the list's own order: all younger bills would be walked through to the first of it.
create index on invoices (tenant_id, billing_month, created_at desc, id desc);
create index on invoices (tenant_id, status, created_at desc, id desc);
create index on invoices (tenant_id, status, due_date);
create index on invoices (tenant_id, created_at desc, id desc);
select secure_resource('invoices');
select keep_own('invoices', 'customer', 'customers');
select make_searchable('invoices', 'invoice_number', 'package_name');

create table invoice_lines (
  tenant_id uuid not null,
  id uuid not null,
  invoice uuid not null,
  position int not null,
  description text not null,
  quantity numeric(15, 6) not null,
  unit_price amount not null,
  discount amount not null default 0,
  tax_amount amount not null default 0,
  tax_code uuid,
  source text not null check (source in ('PACKAGE', 'INSTALLATION', 'HARDWARE', 'OTHER')),
  total amount not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice) references invoices (tenant_id, id),
  foreign key (tenant_id, tax_code) references tax_codes (tenant_id, id)
);
create index on invoice_lines (tenant_id, invoice, position, id);
create index on invoice_lines (tenant_id, tax_code) where tax_code is not null;
select secure_resource('invoice_lines');
select keep_own('invoice_lines', 'invoice', 'invoices');

create table recharges (
  tenant_id uuid not null,
  id uuid not null,
  customer uuid not null,
  package uuid,
  amount amount not null check (amount > 0),
  validity_days int not null check (validity_days >= 0),
  method text not null,
  recharged_by text not null,
  receipt_number text not null,
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
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  foreign key (tenant_id, package) references packages (tenant_id, id)
);
create index on recharges (tenant_id, customer, occurred_at desc, id desc);
create index on recharges (tenant_id, occurred_at desc, id desc);
select secure_resource('recharges');
select keep_own('recharges', 'customer', 'customers');
select make_searchable('recharges', 'receipt_number');

create table payment_transactions (
  tenant_id uuid not null,
  id uuid not null,
  trx_id text not null,
  -- Null where no money changed hands (ADJUSTMENT).
  receipt_number text,
  -- Null only while the money is in SUSPENSE.
  customer uuid,
  amount amount not null check (amount > 0),
  unallocated_amount amount not null default 0 check (unallocated_amount >= 0),
  method text not null check (method in ('CASH', 'BANK', 'CARD', 'MOBILE', 'ONLINE', 'ADJUSTMENT')),
  status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED', 'REFUNDED')),
  reference text,
  received_by text not null,
  received_at timestamptz not null,
  recharge uuid,
  device uuid,
  -- What a reseller's balance was charged in place of cash.
  reseller_charge amount,
  -- What of it was paid out again; of a waiver, what was taken back with the charge that it had settled.
  refunded_amount amount not null default 0 check (refunded_amount >= 0 and refunded_amount <= amount),
  -- Of money in suspense that went to nobody.
  suspense_resolution text check (suspense_resolution is null
    or suspense_resolution in ('REFUNDED', 'WRITTEN_OFF') and customer is null),
  -- Who took the cash: the till's device code, the username, BANK; null where no cash was taken.
  holder text,
  -- What the receipt said as the money was taken: null where none was given (an adjustment, money in suspense).
  receipt jsonb,
  reversed_at timestamptz,
  reversed_by text,
  reversal_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, trx_id),
  unique (tenant_id, receipt_number),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  foreign key (tenant_id, recharge) references recharges (tenant_id, id),
  check ((status = 'REFUNDED') = (reversed_at is not null))
);
create index on payment_transactions (tenant_id, customer, received_at) where unallocated_amount > 0;
create index on payment_transactions (tenant_id, customer, received_at desc, id desc);
create index on payment_transactions (tenant_id, recharge) where recharge is not null;
create index on payment_transactions (tenant_id, method, received_at desc, id desc);
create index on payment_transactions (tenant_id, status, received_at desc, id desc);
create index on payment_transactions (tenant_id, received_at desc, id desc);
select secure_resource('payment_transactions');
select keep_own('payment_transactions', 'customer', 'customers');
select make_searchable('payment_transactions', 'trx_id', 'receipt_number', 'reference');

-- At the commit: a recharge is written before its transaction, which refers back to it.
alter table recharges add foreign key (tenant_id, payment_transaction) references payment_transactions (tenant_id, id)
  deferrable initially deferred;

create table payment_allocations (
  tenant_id uuid not null,
  id uuid not null,
  payment_transaction uuid not null,
  invoice uuid not null,
  allocated_amount amount not null check (allocated_amount > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_transaction) references payment_transactions (tenant_id, id),
  foreign key (tenant_id, invoice) references invoices (tenant_id, id)
);
create index on payment_allocations (tenant_id, payment_transaction, created_at desc, id desc);
create index on payment_allocations (tenant_id, invoice, created_at desc, id desc);
create index on payment_allocations (tenant_id, created_at desc, id desc);
select secure_resource('payment_allocations');
select keep_own('payment_allocations', 'payment_transaction', 'payment_transactions');

-- entry_no is the order of posting; within one account it follows the lock on that account, so balance_after is a chain.
create table ledger_entries (
  tenant_id uuid not null,
  id uuid not null,
  entry_no bigint generated always as identity,
  journal uuid not null,
  account uuid not null,
  customer uuid,
  entry_type text not null,
  debit amount not null default 0 check (debit >= 0),
  credit amount not null default 0 check (credit >= 0),
  balance_after amount,
  -- Of a customer's entry: how much of it raises their advance; the rest lowers what they owe.
  advance_change amount not null default 0,
  -- The accounting day.
  entry_date date not null,
  holder text,
  source text,
  tax_code uuid,
  source_type text not null,
  source_id uuid not null,
  posted_by text not null,
  posted_at timestamptz not null default now(),
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  check ((debit = 0) <> (credit = 0))
);
create index on ledger_entries (tenant_id, account, entry_no desc);
create index on ledger_entries (tenant_id, customer, entry_no desc) where customer is not null;
create index on ledger_entries (tenant_id, entry_no desc);
create index on ledger_entries (tenant_id, entry_type, entry_no desc);
create index on ledger_entries (tenant_id, journal, entry_no desc);
create index on ledger_entries (tenant_id, holder, entry_no desc) where holder is not null;
create index on ledger_entries (tenant_id, source, entry_no desc) where source is not null;
create index on ledger_entries (tenant_id, entry_no desc) where advance_change <> 0;
create index on ledger_entries (tenant_id, posted_at);
create index on ledger_entries (tenant_id, entry_date, entry_no desc);
create index on ledger_entries (tenant_id, tax_code, entry_date) where tax_code is not null;
-- A till's or collector's cash: its day, and what it held in the morning, without a look at the table.
create index on ledger_entries (tenant_id, holder, entry_date, account) include (debit, credit) where holder is not null;
-- What a charge, or what was given up, put on the system accounts: mirrored when it is taken back.
create index ledger_entries_charged on ledger_entries (tenant_id, source_id)
  where customer is null and entry_type in ('INVOICE', 'ADJUSTMENT', 'WAIVER');
create trigger stamp_change before insert on ledger_entries for each row execute function stamp_change();
create index on ledger_entries (tenant_id, changed_xid, id);
select secure_tenant_table('ledger_entries', 'select, insert');
select make_append_only('ledger_entries');
select keep_own('ledger_entries', 'customer', 'customers');

-- It reads as the owner: system accounts are nobody's own. Each statement that posts must balance, journal by journal, on accounts of its own tenant, a customer's lines on the
-- customer's account: also against a bug in the program.
create function check_journals() returns trigger language plpgsql security definer as $$
begin
  -- A restore compares the whole ledger afterwards.
  if is_restoring() then return null; end if;
  if exists (select from added group by tenant_id, journal having sum(debit) <> sum(credit)) then
    raise exception 'A journal does not balance' using errcode = 'check_violation';
  end if;
  if exists (
    select from added a where not exists (
      select from billing_accounts b
      where b.tenant_id = a.tenant_id and b.id = a.account and b.customer is not distinct from a.customer)
  ) then
    raise exception 'A journal posts to an account that is not its tenant''s' using errcode = 'foreign_key_violation';
  end if;
  -- Whoever closes the books (lock_period) waits for what is being posted, and the other way round.
  perform pg_advisory_xact_lock_shared(hashtextextended('period ' || tenant_id, 0))
    from (select distinct tenant_id from added) t;
  if exists (
    select from added a join company_settings s on s.tenant_id = a.tenant_id where a.entry_date <= s.lock_date
  ) then
    raise exception 'The books were closed up to % meanwhile: nothing is booked on that day or before',
      (select max(s.lock_date) from added a join company_settings s on s.tenant_id = a.tenant_id) using errcode = 'LM001';
  end if;
  return null;
end $$;
do $$ begin execute format('alter function check_journals() set search_path = %I', current_schema()); end $$;
create trigger check_journals after insert on ledger_entries
  referencing new table as added for each statement execute function check_journals();

create function lock_period() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('period ' || new.tenant_id, 0));
  return new;
end $$;
create trigger lock_period before update of lock_date on company_settings
  for each row when (new.lock_date is distinct from old.lock_date) execute function lock_period();

create table adjustments (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  account uuid not null,
  customer uuid not null,
  amount amount not null check (amount > 0),
  adjustment_type text not null check (adjustment_type in ('CREDIT', 'DEBIT', 'WAIVER')),
  category text check (category in ('GOODWILL', 'SLA', 'ERROR', 'BAD_DEBT')),
  given_up jsonb not null default '[]',
  reason text not null,
  approved_by uuid not null,
  created_by text not null,
  payment_transaction uuid,
  invoice uuid,
  is_reversed boolean not null default false,
  reversed_at timestamptz,
  reversed_by text,
  reversal_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, account) references billing_accounts (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  foreign key (tenant_id, approved_by) references staff_profiles (tenant_id, id),
  foreign key (tenant_id, payment_transaction) references payment_transactions (tenant_id, id),
  foreign key (tenant_id, invoice) references invoices (tenant_id, id)
);
create index on adjustments (tenant_id, customer, created_at desc, id desc);
create index on adjustments (tenant_id, adjustment_type, created_at desc, id desc);
create index on adjustments (tenant_id, created_at desc, id desc);
select secure_resource('adjustments');
select keep_own('adjustments', 'customer', 'customers');
select make_searchable('adjustments', 'reason');

-- What invoices charged and is given back, in whole or in part. The numbers have no gaps and follow issued_at.
create table credit_notes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  credit_note_number text not null,
  invoice uuid not null,
  customer uuid not null,
  amount amount not null check (amount > 0),
  tax_amount amount not null,
  due_reduced amount not null check (due_reduced >= 0),
  made_advance amount not null check (made_advance >= 0),
  written_off amount not null check (written_off >= 0),
  due_after amount not null,
  advance_after amount not null,
  reason text not null,
  issue_date date not null,
  -- By the clock, as the number is drawn: a transaction may have begun before another that drew first.
  issued_at timestamptz not null default clock_timestamp(),
  issued_by text not null,
  clerk text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, credit_note_number),
  foreign key (tenant_id, invoice) references invoices (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  check (amount = due_reduced + made_advance + written_off)
);
create index on credit_notes (tenant_id, customer, issued_at desc, id desc);
create index on credit_notes (tenant_id, invoice, issued_at desc, id desc);
create index on credit_notes (tenant_id, issued_at desc, id desc);
select secure_resource('credit_notes');
select keep_own('credit_notes', 'customer', 'customers');
select make_searchable('credit_notes', 'credit_note_number');

create table credit_note_lines (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  credit_note uuid not null,
  position int not null,
  invoice_line uuid,
  description text not null,
  quantity numeric(15, 6),
  amount amount not null check (amount <> 0),
  tax_amount amount not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, credit_note) references credit_notes (tenant_id, id),
  foreign key (tenant_id, invoice_line) references invoice_lines (tenant_id, id)
);
create index on credit_note_lines (tenant_id, credit_note, position, id);
create index on credit_note_lines (tenant_id, invoice_line);
select secure_resource('credit_note_lines');
select keep_own('credit_note_lines', 'credit_note', 'credit_notes');

-- Advances that were paid out again.
create table refunds (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  refund_number text not null,
  customer uuid not null,
  amount amount not null check (amount > 0),
  method text not null check (method in ('CASH', 'BANK', 'CARD', 'MOBILE', 'ONLINE')),
  reason text not null,
  holder text not null,
  refunded_by text not null,
  occurred_at timestamptz not null,
  parts jsonb not null,
  device uuid,
  is_reversed boolean not null default false,
  reversed_at timestamptz,
  reversed_by text,
  reversal_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, refund_number),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  foreign key (tenant_id, device) references devices (tenant_id, id),
  check (is_reversed = (reversed_at is not null))
);
create index on refunds (tenant_id, customer, occurred_at desc, id desc);
create index on refunds (tenant_id, method, occurred_at desc, id desc);
create index on refunds (tenant_id, occurred_at desc, id desc);
select secure_resource('refunds');
select keep_own('refunds', 'customer', 'customers');
select make_searchable('refunds', 'refund_number');

-- What payment providers report. One may report a payment by several events: it is credited once.
create table payment_events (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  provider text not null,
  event_id text not null,
  payment_ref text not null,
  amount amount not null check (amount > 0),
  currency text not null,
  account_ref text not null,
  payer text,
  occurred_at timestamptz not null,
  payload jsonb,
  status text not null check (status in ('RECEIVED', 'APPLIED', 'UNMATCHED', 'REJECTED')),
  detail text,
  customer uuid,
  payment_transaction uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, provider, event_id),
  unique (tenant_id, provider, payment_ref),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  foreign key (tenant_id, payment_transaction) references payment_transactions (tenant_id, id)
);
create index on payment_events (tenant_id, status, created_at desc, id desc);
create index on payment_events (tenant_id, customer, created_at desc, id desc);
create index on payment_events (tenant_id, created_at desc, id desc);
select secure_resource('payment_events');
select make_searchable('payment_events', 'event_id', 'payment_ref', 'account_ref', 'payer');

-- A provider's signing secret, encrypted; set through /settings/.
create table payment_providers (
  tenant_id uuid not null references tenants (id),
  provider text not null,
  secret_encrypted bytea not null,
  primary key (tenant_id, provider)
);
select secure_tenant_table('payment_providers');

-- What packages cost resellers, where that is not their price: one rate in force for each.
create table reseller_pricing (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  reseller uuid not null,
  package uuid not null,
  custom_rate amount not null check (custom_rate >= 0),
  is_active boolean not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, reseller) references resellers (tenant_id, id),
  foreign key (tenant_id, package) references packages (tenant_id, id)
);
create unique index reseller_pricing_reseller_package_key on reseller_pricing (tenant_id, reseller, package) where is_active;
create index on reseller_pricing (tenant_id, package);
select secure_resource('reseller_pricing');
select keep_own('reseller_pricing', 'reseller', 'resellers');

-- entry_no is the order of posting; it follows the lock on the reseller's row, so balance_after is a chain.
create table reseller_ledger (
  tenant_id uuid not null,
  id uuid not null,
  entry_no bigint generated always as identity,
  reseller uuid not null,
  entry_type text not null check (entry_type in ('TOPUP', 'CHARGE', 'REFUND', 'ADJUSTMENT')),
  amount amount not null check (amount > 0 or entry_type = 'ADJUSTMENT' and amount <> 0),
  balance_after amount not null,
  method text check (method in ('CASH', 'BANK', 'CARD', 'MOBILE', 'ONLINE')),
  reference text,
  holder text,
  reason text,
  -- Taken back by this one.
  reverses uuid,
  payment_transaction uuid,
  posted_by text not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, reseller) references resellers (tenant_id, id),
  foreign key (tenant_id, payment_transaction) references payment_transactions (tenant_id, id),
  foreign key (tenant_id, reverses) references reseller_ledger (tenant_id, id) deferrable initially deferred
);
-- An entry is taken back once.
create unique index on reseller_ledger (tenant_id, reverses) where reverses is not null;
create index on reseller_ledger (tenant_id, reverses, entry_no desc);
-- A payment is charged once, and refunded once.
create unique index on reseller_ledger (tenant_id, payment_transaction, entry_type) where payment_transaction is not null;
create index on reseller_ledger (tenant_id, reseller, entry_no desc);
create index on reseller_ledger (tenant_id, entry_type, entry_no desc);
create index on reseller_ledger (tenant_id, entry_no desc);
create trigger stamp_change before insert on reseller_ledger for each row execute function stamp_change();
create index on reseller_ledger (tenant_id, changed_xid, id);
select secure_tenant_table('reseller_ledger', 'select, insert');
select make_append_only('reseller_ledger');
select keep_own('reseller_ledger', 'reseller', 'resellers');

-- Cashiers' drawers. What came into one follows from who took it and when.
create table shifts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  "user" uuid references users (id),
  cashier text not null,
  -- Whose cash it is: the till's code, else the cashier's username.
  holder text not null,
  device uuid,
  status text not null check (status in ('OPEN', 'CLOSED')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  opening_float amount not null check (opening_float >= 0),
  totals jsonb,
  handed_over amount,
  expected_cash amount,
  counted_cash amount check (counted_cash >= 0),
  counts jsonb,
  difference amount,
  reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, device) references devices (tenant_id, id),
  check ((status = 'CLOSED') = (closed_at is not null)),
  check (difference = counted_cash - expected_cash)
);
create index on shifts (tenant_id, opened_at desc, id desc);
create index on shifts (tenant_id, cashier, opened_at desc, id desc);
create index on shifts (tenant_id, status, opened_at desc, id desc);
create index on shifts (tenant_id, "user", opened_at desc, id desc);
select secure_resource('shifts');
select keep_own('shifts', 'user');
create index on payment_transactions (tenant_id, received_by, received_at);
create index on payment_transactions (tenant_id, reversed_at) where reversed_at is not null;
create index on shifts (tenant_id, holder, opened_at desc);
create index on reseller_ledger (tenant_id, posted_by, occurred_at) where method is not null;

-- Money handed over: between `from` and `to` until the receiver confirms it. `user` sent it; `concerns`: who is at the till
-- or collector on the other side.
create table cash_transfers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  transfer_number text not null,
  "from" text not null,
  "to" text not null,
  amount amount not null check (amount > 0),
  method text not null check (method in ('CASH', 'BANK', 'CARD', 'MOBILE', 'ONLINE')),
  note text,
  status text not null check (status in ('IN_TRANSIT', 'CONFIRMED', 'CANCELLED')),
  sent_by text not null,
  sent_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  cancelled_by text,
  cancelled_at timestamptz,
  cancellation_reason text,
  "user" uuid references users (id),
  concerns uuid references users (id),
  device uuid,
  primary key (tenant_id, id),
  unique (tenant_id, transfer_number),
  foreign key (tenant_id, device) references devices (tenant_id, id),
  check ("from" <> "to"),
  check ((status = 'CONFIRMED') = (confirmed_at is not null)),
  check ((status = 'CANCELLED') = (cancelled_at is not null))
);
create index on cash_transfers (tenant_id, sent_at desc, id desc);
create index on cash_transfers (tenant_id, status, sent_at desc, id desc);
create index on cash_transfers (tenant_id, "from", sent_at desc, id desc);
create index on cash_transfers (tenant_id, "to", sent_at desc, id desc);
create index on cash_transfers (tenant_id, "user", sent_at desc, id desc);
create index on cash_transfers (tenant_id, concerns, sent_at desc, id desc);
select secure_resource('cash_transfers');
select keep_own('cash_transfers', 'user', too => 'concerns');
select make_searchable('cash_transfers', 'transfer_number', 'note');

-- Months in which what prepaid customers used was earned. One that was taken back makes room for another.
create table closings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  month text not null,
  day date not null,
  status text not null check (status in ('RUNNING', 'DONE', 'REVERSING', 'REVERSED')),
  invoices int not null default 0,
  amount amount not null default 0,
  task_id uuid,
  closed_by text not null,
  closed_at timestamptz,
  reversed_by text,
  reversed_at timestamptz,
  reversal_reason text,
  primary key (tenant_id, id)
);
create unique index closings_month on closings (tenant_id, month) where status <> 'REVERSED';
create index on closings (tenant_id, month desc, id desc);
create index on closings (tenant_id, status, month desc, id desc);
select secure_resource('closings');
alter table invoices add foreign key (tenant_id, closing) references closings (tenant_id, id);
