-- Tickets, the kinds of trouble that a company tells apart, and work orders for the field.

create table ticket_categories (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  category text not null check (category in ('NO_INTERNET', 'SLOW', 'BILLING', 'HARDWARE', 'RELOCATION', 'OTHER')),
  sla_hours int not null check (sla_hours between 1 and 8760),
  is_active boolean not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select secure_resource('ticket_categories');

create table tickets (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  ticket_number text not null,
  customer uuid,
  subject text not null,
  description text not null,
  category text not null check (category in ('NO_INTERNET', 'SLOW', 'BILLING', 'HARDWARE', 'RELOCATION', 'OTHER')),
  kind uuid,
  priority text not null check (priority in ('LOW', 'MEDIUM', 'HIGH', 'URGENT')),
  status text not null check (status in ('OPEN', 'IN_PROGRESS', 'WAITING', 'RESOLVED', 'CLOSED')),
  assigned_to uuid,
  resolved_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, ticket_number),
  foreign key (tenant_id, customer) references customers (tenant_id, id) on delete set null (customer),
  foreign key (tenant_id, kind) references ticket_categories (tenant_id, id),
  foreign key (tenant_id, assigned_to) references staff_profiles (tenant_id, id) on delete set null (assigned_to)
);
select secure_resource('tickets');
select keep_own('tickets', 'customer', 'customers');
create index on tickets (tenant_id, created_at desc, id desc);
create index on tickets (tenant_id, status, created_at desc, id desc);
create index on tickets (tenant_id, customer, created_at desc, id desc);
create index on tickets (tenant_id, assigned_to, created_at desc, id desc);
select make_searchable('tickets', 'ticket_number', 'subject');

create table ticket_replies (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  ticket uuid not null,
  message text not null,
  is_internal boolean not null,
  author text not null,
  written_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket) references tickets (tenant_id, id)
);
select secure_resource('ticket_replies');
select keep_own('ticket_replies', 'ticket', 'tickets');
-- Notes of the staff are for the staff: who sees their own customers' tickets alone, a reseller, is none of them.
do $$ begin
  execute format('create policy staff_notes on ticket_replies as restrictive to lastmile_app using (%s) with check (true)',
    keep_own_condition('ticket_replies', 'not is_internal'));
end $$;
create index on ticket_replies (tenant_id, written_at, id);
create index on ticket_replies (tenant_id, ticket, written_at, id);

create table tasks (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  title text not null check (length(title) <= 200),
  description text not null,
  customer uuid,
  task_type text not null check (task_type in ('INSTALLATION', 'REPAIR', 'INSPECTION')),
  priority text not null check (priority in ('LOW', 'MEDIUM', 'HIGH', 'URGENT')),
  status text not null check (status in ('PENDING', 'ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
  assigned_to uuid,
  due_date date,
  location jsonb,
  checklist jsonb not null default '[]',
  completed_at timestamptz,
  completion_notes text,
  cancel_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id) on delete set null (customer),
  foreign key (tenant_id, assigned_to) references staff_profiles (tenant_id, id) on delete set null (assigned_to),
  check ((status = 'COMPLETED') = (completed_at is not null))
);
select secure_resource('tasks');
create index on tasks (tenant_id, created_at desc, id desc);
create index on tasks (tenant_id, status, created_at desc, id desc);
create index on tasks (tenant_id, customer, created_at desc, id desc);
create index on tasks (tenant_id, assigned_to, created_at desc, id desc);
create index on tasks (tenant_id, due_date);
select make_searchable('tasks', 'title', 'description');
