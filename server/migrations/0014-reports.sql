-- Months' ends: their steps, and who did which when. What reports need to know of the past, kept as it happens.

create table month_ends (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  month text not null,
  day date not null,
  status text not null check (status in ('OPEN', 'LOCKED')),
  begun_by text not null,
  locked_before date,
  primary key (tenant_id, id),
  unique (tenant_id, month)
);
select secure_resource('month_ends');

create table month_end_steps (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  month_end uuid not null,
  position int not null,
  step text not null check (step in
    ('FREEZE', 'PREVIEW', 'RUN', 'REMIND', 'EARN', 'SETTLE', 'PAYROLL', 'TAX', 'LOCK')),
  status text not null check (status in ('WAITING', 'DONE', 'SKIPPED')),
  count int,
  amount amount,
  note text,
  done_by text,
  done_at timestamptz,
  undone_by text,
  undone_at timestamptz,
  undo_reason text,
  task_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, month_end, step),
  foreign key (tenant_id, month_end) references month_ends (tenant_id, id),
  check ((status = 'WAITING') = (done_at is null))
);
select secure_resource('month_end_steps');
create index on month_end_steps (tenant_id, month_end, position, id);

-- How a customer's part of the monthly revenue changed in a month: before its first change, and after its last. A customer
-- counts while ACTIVE with a package: its price as of 30 days (contract §3, MRR).
create table mrr_months (
  tenant_id uuid not null references tenants (id),
  month text not null,
  customer uuid not null,
  before numeric not null,
  after numeric not null,
  primary key (tenant_id, month, customer),
  foreign key (tenant_id, customer) references customers (tenant_id, id) on delete cascade
);
create index on mrr_months (tenant_id, customer);
select secure_tenant_table('mrr_months');

create function mrr_of(status text, price numeric, validity_days int) returns numeric language sql immutable parallel safe
as $$ select case when status = 'ACTIVE' and validity_days > 0 then price * 30 / validity_days else 0 end $$;

create function mrr_month(tenant uuid) returns text language sql stable
as $$ select to_char(now() at time zone s.timezone, 'YYYY-MM') from company_settings s where s.tenant_id = tenant $$;

create function note_mrr() returns trigger language plpgsql as $$
declare
  old_value numeric := 0;
  new_value numeric;
begin
  select mrr_of(new.status, p.price, p.validity_days) into new_value
    from packages p where p.tenant_id = new.tenant_id and p.id = new.package;
  if tg_op = 'UPDATE' then
    select mrr_of(old.status, p.price, p.validity_days) into old_value
      from packages p where p.tenant_id = old.tenant_id and p.id = old.package;
  end if;
  new_value := coalesce(new_value, 0);
  old_value := coalesce(old_value, 0);
  if new_value <> old_value then
    insert into mrr_months (tenant_id, month, customer, before, after)
      select new.tenant_id, m.month, new.id, old_value, new_value from mrr_month(new.tenant_id) as m (month) where m.month is not null
    on conflict (tenant_id, month, customer) do update set after = excluded.after;
  end if;
  return null;
end $$;

create trigger note_mrr_of_new after insert on customers for each row
  when (new.status = 'ACTIVE' and new.package is not null and not is_restoring()) execute function note_mrr();
create trigger note_mrr after update of status, package on customers for each row
  when (old.status <> new.status or old.package is distinct from new.package) execute function note_mrr();

-- Another price is another value of everybody who has the package.
create function note_price() returns trigger language plpgsql as $$
begin
  insert into mrr_months (tenant_id, month, customer, before, after)
    select c.tenant_id, m.month, c.id, mrr_of(c.status, old.price, old.validity_days), mrr_of(c.status, new.price, new.validity_days)
    from customers c, mrr_month(new.tenant_id) as m (month)
    where c.tenant_id = new.tenant_id and c.package = new.id and c.status = 'ACTIVE' and m.month is not null
  on conflict (tenant_id, month, customer) do update set after = excluded.after;
  return null;
end $$;

create trigger note_price after update of price, validity_days on packages for each row
  when (old.price * 30 / old.validity_days <> new.price * 30 / new.validity_days) execute function note_price();

-- Who gets the dashboard by mail, and when; and which day's report was written, so that none is written twice.
create table report_schedules (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  staff uuid not null,
  email text not null,
  frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY')),
  weekday int not null check (weekday between 0 and 6),
  month_day int not null check (month_day between 1 and 28),
  hour int not null check (hour between 0 and 23),
  language text not null check (language in ('en', 'bn')),
  is_active boolean not null,
  next_at timestamptz not null,
  last_period date,
  primary key (tenant_id, id),
  foreign key (tenant_id, staff) references staff_profiles (tenant_id, id)
);
select secure_resource('report_schedules');
create index on report_schedules (next_at) where is_active;

create table report_sendings (
  tenant_id uuid not null,
  schedule uuid not null,
  period date not null,
  mail uuid not null,
  primary key (tenant_id, schedule, period),
  foreign key (tenant_id, schedule) references report_schedules (tenant_id, id) on delete cascade
);
select secure_tenant_table('report_sendings');

-- Sums that jobs keep for companies with much to add up (server/billing/figures/kept-sums.ts): who asks adds what has changed
-- since. Nothing here is written by who moves money: a row that every recharge changed would make all of them wait.

-- Which sums of a company are kept. They lack changes of transactions from `until` on; `through`: how far they have come the
-- first time. Made for the hours of one time zone, where hours matter.
create table sums_kept (
  tenant_id uuid not null references tenants (id),
  sums text not null check (sums in ('figures', 'collected', 'cash')),
  until xid8 not null,
  timezone text,
  through text,
  is_whole boolean not null default false,
  primary key (tenant_id, sums)
);
select secure_tenant_table('sums_kept');

-- Of the owner's figures: [{figure, key, count, amount}] of a customer, as they are in the sums.
create table figure_parts (
  tenant_id uuid not null,
  customer uuid not null,
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  primary key (tenant_id, customer)
);
select secure_tenant_table('figure_parts');

create table figure_sums (
  tenant_id uuid not null,
  figure text not null,
  key text not null,
  count bigint not null,
  amount numeric not null,
  primary key (tenant_id, figure, key)
);
select secure_tenant_table('figure_sums');

-- What each holder of cash has by the entries that are summed up.
create table cash_held (
  tenant_id uuid not null,
  holder text not null,
  amount numeric not null,
  primary key (tenant_id, holder)
);
select secure_tenant_table('cash_held');

-- What came in, by the hour of the company's own clock: an hour in which a payment has changed since is read anew
-- (server/reports/received-kept.ts).
create table collected_hours (
  tenant_id uuid not null,
  hour timestamp not null,
  received_by text not null,
  method text not null,
  -- Empty: of no package.
  package text not null,
  payments int not null,
  amount numeric not null,
  primary key (tenant_id, hour, received_by, method, package)
);
select secure_tenant_table('collected_hours');
