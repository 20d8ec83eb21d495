-- Deposits: customers' money that is kept for them and is no advance (docs/bookkeeping.md).
create table deposits (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  deposit_number text not null,
  customer uuid not null,
  amount amount not null check (amount > 0),
  balance amount not null check (balance >= 0),
  applied_amount amount not null check (applied_amount >= 0),
  refunded_amount amount not null check (refunded_amount >= 0),
  method text not null check (method in ('CASH', 'BANK', 'CARD', 'MOBILE', 'ONLINE')),
  reason text not null,
  status text not null check (status in ('HELD', 'SETTLED', 'REVERSED')),
  holder text not null,
  taken_by text not null,
  occurred_at timestamptz not null,
  device uuid,
  reversed_at timestamptz,
  reversed_by text,
  reversal_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  version int not null,
  changed_xid xid8 not null,
  primary key (tenant_id, id),
  unique (tenant_id, deposit_number),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  foreign key (tenant_id, device) references devices (tenant_id, id),
  -- Nothing of it is lost, and only one of which nothing was used is taken back.
  check (balance + applied_amount + refunded_amount = case status when 'REVERSED' then 0 else amount end),
  check ((status = 'HELD') = (balance > 0)),
  check ((status = 'REVERSED') = (reversed_at is not null))
);
create index on deposits (tenant_id, customer, occurred_at desc, id desc);
create index on deposits (tenant_id, status, occurred_at desc, id desc);
create index on deposits (tenant_id, method, occurred_at desc, id desc);
create index on deposits (tenant_id, occurred_at desc, id desc);
create index on deposits (tenant_id, customer) where balance > 0;
select secure_resource('deposits');
select keep_own('deposits', 'customer', 'customers');
select make_searchable('deposits', 'deposit_number');
-- As every search index (0022).
do $$
declare
  one regclass;
begin
  for one in select i.indexrelid from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and i.indrelid = 'deposits'::regclass
  loop
    execute format('alter index %s set (gin_pending_list_limit = 1024)', one);
  end loop;
end $$;
select make_countable('deposits');
-- Companies have the account DEPOSITS, and their default roles the rights, as the program starts.

-- What a payment was made with, where no money came in.
alter table payment_transactions add column deposit uuid;
alter table payment_transactions
  add foreign key (tenant_id, deposit) references deposits (tenant_id, id),
  drop constraint payment_transactions_method_check,
  add constraint payment_transactions_method_check
    check (method in ('CASH', 'BANK', 'CARD', 'MOBILE', 'ONLINE', 'ADJUSTMENT', 'DEPOSIT')),
  add constraint payment_transactions_deposit check ((method = 'DEPOSIT') = (deposit is not null));
create index on payment_transactions (tenant_id, deposit) where deposit is not null;
select make_countable('payment_transactions');
