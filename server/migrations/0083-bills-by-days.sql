-- Bills of several months, and first months by their days (contract C2, C3).
alter table company_settings
  add column prorate_first_month boolean not null default false,
  -- Pauses (contract C4): so many days at least and at most, and so many a year; what one costs.
  add column pause_min_days int not null default 7 check (pause_min_days between 1 and 366),
  add column pause_max_days int not null default 90 check (pause_max_days between 1 and 3650),
  add column pause_max_days_a_year int not null default 120 check (pause_max_days_a_year between 0 and 366),
  add column pause_fee amount not null default 0 check (pause_fee >= 0);

-- How many months a recurring bill covers, from its billing_month on.
alter table invoices add column billing_months int not null default 1 check (billing_months between 1 and 60);
create index invoices_of_months on invoices (tenant_id, customer, billing_month) where is_recurring and billing_months > 1;
select make_countable('invoices');
