-- What each customer was sold, at which price, on which days (contract C2): one row a service, whose days never overlap.

-- An id as programs make them: in order of time.
create function new_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid
$$;

alter table packages add column billing_months int not null default 1 check (billing_months between 1 and 60);
alter table customers add column billing_mode text not null default 'AUTO'
  check (billing_mode in ('AUTO', 'PREPAID', 'POSTPAID'));
select make_countable('customers');

create table services (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  customer uuid not null,
  package uuid not null,
  package_name text not null,
  price amount not null check (price >= 0),
  validity_days int not null check (validity_days > 0),
  billing_months int not null check (billing_months between 1 and 60),
  tax_code uuid,
  from_date date not null,
  -- The last day; null: it runs.
  to_date date,
  state text not null check (state in ('SCHEDULED', 'ACTIVE', 'ENDED', 'CANCELLED')),
  reason text not null check (reason in ('START', 'UPGRADE', 'DOWNGRADE', 'CHANGE', 'PRICE', 'IMPORT', 'RETURN')),
  previous_service uuid,
  service_change uuid,
  -- Whether it is what the next recharge buys while it waits: one that waits for a day of its own is not.
  sells_next boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id),
  foreign key (tenant_id, package) references packages (tenant_id, id),
  foreign key (tenant_id, tax_code) references tax_codes (tenant_id, id),
  check (state = 'CANCELLED' or to_date is null or to_date >= from_date),
  check (state <> 'ENDED' or to_date is not null),
  constraint services_days_overlap exclude using gist (tenant_id with =, customer with =,
    daterange(from_date, to_date, '[]') with &&) where (state <> 'CANCELLED')
);
select secure_resource('services');
select keep_own('services', 'customer', 'customers');
create unique index on services (tenant_id, customer) where state = 'ACTIVE';
create unique index on services (tenant_id, customer) where state = 'SCHEDULED';
create index on services (tenant_id, from_date) where state = 'SCHEDULED';
create index on services (tenant_id, customer, from_date desc, id desc);
create index on services (tenant_id, package, from_date desc, id desc);
create index on services (tenant_id, state, from_date desc, id desc);
create index on services (tenant_id, reason, from_date desc, id desc);
create index on services (tenant_id, from_date desc, id desc);
select make_countable('services');

-- Who is served now has been since they joined, at today's price.
insert into services (tenant_id, id, customer, package, package_name, price, validity_days, billing_months, tax_code,
  from_date, state, reason)
select c.tenant_id, new_id(), c.id, p.id, p.name, p.price, p.validity_days, p.billing_months, p.tax_code,
  least((c.joined_at at time zone s.timezone)::date, (now() at time zone s.timezone)::date), 'ACTIVE', 'START'
from customers c
  join packages p on p.tenant_id = c.tenant_id and p.id = c.package
  join company_settings s on s.tenant_id = c.tenant_id
where c.status <> 'TERMINATED';
