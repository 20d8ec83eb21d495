-- Who works for the company, when they came, their leave, and what they are paid.

-- Equality beside ranges in one exclusion constraint.
create extension if not exists btree_gist;

create table employees (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  employee_code text not null,
  name text not null,
  designation text not null,
  department text not null,
  phone text not null,
  email text,
  salary amount not null check (salary >= 0),
  join_date date,
  end_date date,
  is_active boolean not null,
  staff uuid,
  "user" uuid references users (id),
  primary key (tenant_id, id),
  unique (tenant_id, employee_code),
  unique (tenant_id, staff),
  unique (tenant_id, "user"),
  foreign key (tenant_id, staff) references staff_profiles (tenant_id, id),
  check (end_date >= join_date)
);
select secure_resource('employees');
select keep_own('employees', 'user');

-- Locks the employee of a record, whose employee never changes: what makes somebody's pay is changed under that lock. Two
-- statements, because one that waits for a lock reads beside it what has become old.
create function lock_employee_of(kind regclass, tenant uuid, record uuid) returns void language plpgsql as $$
declare
  whose uuid;
begin
  execute format('select employee from %s where tenant_id = $1 and id = $2', kind) into whose using tenant, record;
  perform from employees where tenant_id = tenant and id = whose for no key update;
end $$;

create table attendance (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  employee uuid not null,
  "date" date not null,
  check_in timestamptz,
  check_out timestamptz,
  status text not null check (status in ('PRESENT', 'LATE', 'ABSENT')),
  note text,
  primary key (tenant_id, id),
  unique (tenant_id, employee, "date"),
  foreign key (tenant_id, employee) references employees (tenant_id, id),
  check (check_out >= check_in)
);
select secure_resource('attendance');
select keep_own('attendance', 'employee', 'employees');
create index on attendance (tenant_id, "date" desc, id desc);
create index on attendance (tenant_id, employee, "date" desc, id desc);
create index on attendance (tenant_id, status, "date" desc, id desc);

create table leaves (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  employee uuid not null,
  leave_type text not null check (leave_type in ('CASUAL', 'SICK', 'ANNUAL', 'UNPAID')),
  start_date date not null,
  end_date date not null,
  reason text,
  status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED', 'CANCELLED')),
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, employee) references employees (tenant_id, id),
  check (end_date >= start_date),
  -- Nobody is on leave twice on one day.
  constraint leaves_overlap exclude using gist
    (tenant_id with =, employee with =, daterange(start_date, end_date, '[]') with &&) where (status = 'APPROVED')
);
select secure_resource('leaves');
select keep_own('leaves', 'employee', 'employees');
create index on leaves (tenant_id, start_date desc, id desc);
create index on leaves (tenant_id, employee, start_date desc, id desc);
create index on leaves (tenant_id, status, start_date desc, id desc);

create table payrolls (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  employee uuid not null,
  month text not null,
  basic_salary amount not null check (basic_salary >= 0),
  bonus amount not null check (bonus >= 0),
  deductions amount not null check (deductions >= 0),
  net_salary amount not null check (net_salary >= 0),
  breakdown jsonb not null,
  status text not null check (status in ('DRAFT', 'PAID')),
  paid_at timestamptz,
  paid_by text,
  method text,
  holder text,
  reversed_at timestamptz,
  reversed_by text,
  reversal_reason text,
  primary key (tenant_id, id),
  unique (tenant_id, employee, month),
  foreign key (tenant_id, employee) references employees (tenant_id, id),
  check (net_salary = basic_salary + bonus - deductions),
  check ((status = 'PAID') = (paid_at is not null)),
  check (status = 'PAID' or (method is null and holder is null)),
  check (reversed_at is null or status = 'DRAFT')
);
select secure_resource('payrolls');
create index on payrolls (tenant_id, month desc, id desc);
create index on payrolls (tenant_id, employee, month desc, id desc);
create index on payrolls (tenant_id, status, month desc, id desc);

create table advance_salaries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  employee uuid not null,
  amount amount not null check (amount > 0),
  request_date date not null,
  deduction_month text not null,
  reason text,
  status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED', 'DEDUCTED')),
  payroll uuid,
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  method text,
  holder text,
  reversed_at timestamptz,
  reversed_by text,
  reversal_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, employee) references employees (tenant_id, id),
  foreign key (tenant_id, payroll) references payrolls (tenant_id, id),
  check ((status = 'DEDUCTED') = (payroll is not null)),
  check (status in ('APPROVED', 'DEDUCTED') or (method is null and holder is null))
);
select secure_resource('advance_salaries');
create index on advance_salaries (tenant_id, request_date desc, id desc);
create index on advance_salaries (tenant_id, employee, request_date desc, id desc);
create index on advance_salaries (tenant_id, status, request_date desc, id desc);
create index on advance_salaries (tenant_id, deduction_month, request_date desc, id desc);
