-- Pauses of customers' services (contract C4).
create table service_pauses (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  customer uuid not null,
  from_date date not null,
  to_date date not null,
  resumed_on date,
  days int not null check (days >= 0),
  state text not null check (state in ('SCHEDULED', 'RUNNING', 'ENDED', 'CANCELLED')),
  fee_invoice uuid,
  reason text,
  created_by text not null,
  -- How its days are paid for: PREPAID ones move the last paid day, those of POSTPAID are on no bill.
  mode text not null check (mode in ('PREPAID', 'POSTPAID')),
  -- What of bills was given back for its days, as of a change of package.
  credited jsonb not null default '[]',
  primary key (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  foreign key (tenant_id, fee_invoice) references invoices (tenant_id, id),
  check (to_date >= from_date)
);
select secure_resource('service_pauses');
select keep_own('service_pauses', 'customer', 'customers');
create index on service_pauses (tenant_id, customer, from_date desc, id desc);
create index on service_pauses (tenant_id, state, from_date desc, id desc);
create index on service_pauses (tenant_id, from_date desc, id desc);
-- One at a time; what is due next; and what bills leave out.
create unique index on service_pauses (tenant_id, customer) where state in ('SCHEDULED', 'RUNNING');
create index on service_pauses (tenant_id, from_date) where state = 'SCHEDULED';
create index on service_pauses (tenant_id, to_date) where state = 'RUNNING';
create index on service_pauses (tenant_id, customer) where mode = 'POSTPAID' and state <> 'CANCELLED';
select make_countable('service_pauses');

alter table customers drop constraint customers_suspended_for_check,
  add constraint customers_suspended_for_check check (suspended_for in ('NONPAYMENT', 'STAFF', 'PAUSE'));
