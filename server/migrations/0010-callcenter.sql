-- Calls with customers, and the gateway that makes automated ones.

create table call_logs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  customer uuid,
  phone_number text not null,
  call_type text not null check (call_type in ('INBOUND', 'OUTBOUND')),
  disposition text check (disposition in ('ANSWERED', 'NO_ANSWER', 'BUSY', 'CALLBACK', 'RESOLVED', 'COMPLAINT')),
  callback_at timestamptz,
  started_at timestamptz not null,
  duration_seconds int not null check (duration_seconds between 0 and 86400),
  agent uuid,
  notes text,
  recording_url text,
  -- No foreign key: a backup holds the call, and not the task that was under way.
  broadcast uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id) on delete set null (customer),
  foreign key (tenant_id, agent) references staff_profiles (tenant_id, id) on delete set null (agent)
);
select secure_resource('call_logs');
create index on call_logs (tenant_id, started_at desc, id desc);
create index on call_logs (tenant_id, customer, started_at desc, id desc);
create index on call_logs (tenant_id, agent, started_at desc, id desc);
create index on call_logs (tenant_id, disposition, started_at desc, id desc);
create index on call_logs (tenant_id, call_type, started_at desc, id desc);
create index on call_logs (tenant_id, broadcast, started_at desc, id desc);
select make_searchable('call_logs', 'phone_number');

create table voice_settings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  provider_name text not null,
  api_endpoint text not null,
  caller_id text,
  credentials_encrypted bytea,
  is_active boolean not null,
  calls_per_minute int not null check (calls_per_minute between 1 and 6000),
  answer_seconds int not null check (answer_seconds between 1 and 60),
  ivr_config jsonb,
  primary key (tenant_id, id)
);
select secure_resource('voice_settings');
create unique index voice_settings_is_active on voice_settings (tenant_id) where is_active;

create table voice_templates (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  script_text text not null,
  audio_file text,
  template_type text not null check (template_type in ('BILL_DUE', 'WELCOME', 'OUTAGE')),
  primary key (tenant_id, id)
);
select secure_resource('voice_templates');

-- Whom a broadcast is to call, each once: the id goes to the gateway with every try, and is the call log's afterwards.
create table broadcast_calls (
  tenant_id uuid not null references tenants (id),
  task uuid not null,
  customer uuid not null,
  id uuid not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'CALLED', 'FAILED', 'NO_PHONE', 'NOTHING_DUE', 'LEFT')),
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  tried_at timestamptz,
  primary key (tenant_id, task, customer),
  foreign key (tenant_id, task) references background_tasks (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id) on delete cascade
);
create index on broadcast_calls (tenant_id, task, next_try_at, customer) where status = 'QUEUED';
-- The pace is the tenant's, whichever broadcast made the last call.
create index on broadcast_calls (tenant_id, tried_at);
select secure_tenant_table('broadcast_calls');
