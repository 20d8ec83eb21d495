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
  incident uuid,
  primary key (tenant_id, id),
  unique (tenant_id, ticket_number),
  foreign key (tenant_id, customer) references customers (tenant_id, id) on delete set null (customer),
  foreign key (tenant_id, kind) references ticket_categories (tenant_id, id),
  foreign key (tenant_id, incident) references incidents (tenant_id, id) on delete set null (incident),
  foreign key (tenant_id, assigned_to) references staff_profiles (tenant_id, id) on delete set null (assigned_to)
);
select secure_resource('tickets');
select keep_own('tickets', 'customer', 'customers');
create index on tickets (tenant_id, created_at desc, id desc);
create index on tickets (tenant_id, status, created_at desc, id desc);
create index on tickets (tenant_id, customer, created_at desc, id desc);
create index on tickets (tenant_id, assigned_to, created_at desc, id desc);
create index on tickets (tenant_id, incident, created_at desc, id desc);
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

create table task_templates (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  task_type text not null check (task_type in ('INSTALLATION', 'REPAIR', 'INSPECTION')),
  checklist jsonb not null default '[]',
  priority text not null default 'MEDIUM' check (priority in ('LOW', 'MEDIUM', 'HIGH', 'URGENT')),
  minutes_expected int check (minutes_expected between 1 and 1440),
  needs_rx boolean not null default false,
  needs_signature boolean not null default false,
  needs_photo boolean not null default false,
  is_active boolean not null default true,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select secure_resource('task_templates');

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
  window_from text,
  window_to text,
  sequence int,
  ticket uuid,
  incident uuid,
  template uuid,
  follows uuid,
  location jsonb,
  checklist jsonb not null default '[]',
  started_at timestamptz,
  resumed_at timestamptz,
  paused_at timestamptz,
  worked_seconds int not null default 0 check (worked_seconds >= 0),
  rx_before_dbm numeric,
  rx_after_dbm numeric,
  signed_by text,
  left_unfixed text,
  completed_at timestamptz,
  completion_notes text,
  cancel_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id) on delete set null (customer),
  foreign key (tenant_id, assigned_to) references staff_profiles (tenant_id, id) on delete set null (assigned_to),
  foreign key (tenant_id, ticket) references tickets (tenant_id, id),
  foreign key (tenant_id, incident) references incidents (tenant_id, id) on delete set null (incident),
  foreign key (tenant_id, template) references task_templates (tenant_id, id) on delete set null (template),
  foreign key (tenant_id, follows) references tasks (tenant_id, id) deferrable,
  check ((status = 'COMPLETED') = (completed_at is not null)),
  check ((window_from is null) = (window_to is null) and window_from < window_to),
  -- Somebody is at it, or it rests: one of the two, and only between its start and its end.
  check (num_nonnulls(resumed_at, paused_at) = case status when 'IN_PROGRESS' then 1 else 0 end)
);
select secure_resource('tasks');
create index on tasks (tenant_id, created_at desc, id desc);
create index on tasks (tenant_id, status, created_at desc, id desc);
create index on tasks (tenant_id, customer, created_at desc, id desc);
create index on tasks (tenant_id, assigned_to, created_at desc, id desc);
create index on tasks (tenant_id, due_date);
create index on tasks (tenant_id, ticket, created_at desc, id desc) where ticket is not null;
create index on tasks (tenant_id, incident, created_at desc, id desc) where incident is not null;
create index on tasks (tenant_id, template) where template is not null;
create index on tasks (tenant_id, follows) where follows is not null;
select make_searchable('tasks', 'title', 'description');

create table task_photos (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  task uuid not null,
  kind text not null check (kind in ('PHOTO', 'SIGNATURE')),
  taken_at timestamptz not null,
  taken_by text not null,
  content_type text not null check (content_type in ('image/jpeg', 'image/webp', 'image/png')),
  bytes int not null check (bytes between 1 and 1048576),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  width int not null check (width > 0),
  height int not null check (height > 0),
  note text,
  arrived_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, task) references tasks (tenant_id, id)
);
select secure_resource('task_photos');
create index on task_photos (tenant_id, taken_at, id);
create index on task_photos (tenant_id, task, taken_at, id);

-- The pictures themselves: read one at a time, by no list and no replica.
create table task_photo_files (
  tenant_id uuid not null references tenants (id),
  photo uuid not null,
  data bytea not null check (length(data) between 1 and 1048576),
  primary key (tenant_id, photo),
  foreign key (tenant_id, photo) references task_photos (tenant_id, id) on delete cascade
);
-- They are compressed already.
alter table task_photo_files alter column data set storage external;
select secure_tenant_table('task_photo_files');
