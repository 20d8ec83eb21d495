-- What a company's own programs are told (outside O4): endpoints with their secrets, events, and what became of each delivery.
create table webhook_endpoints (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  url text not null,
  description text,
  events jsonb not null,
  role uuid not null,
  is_active boolean not null,
  state text not null check (state in ('ACTIVE', 'DISABLED')),
  disabled_reason text check (disabled_reason in ('GONE', 'FAILING', 'BY_HAND')),
  failing_since timestamptz,
  -- Failed attempts since then.
  failures int not null default 0,
  -- It asked for less: one delivery at a time.
  is_slow boolean not null default false,
  last_success_at timestamptz,
  old_secret_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, role) references roles (tenant_id, id),
  check (is_active = (state = 'ACTIVE')),
  check ((state = 'DISABLED') = (disabled_reason is not null))
);
-- What each delivery moves is no news.
select secure_resource('webhook_endpoints', 'url, description, events, role, is_active, state, disabled_reason, failing_since,
  old_secret_until');
create index on webhook_endpoints (tenant_id, role);

create table webhook_secrets (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  endpoint uuid not null,
  secret_encrypted bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Null: the one in force.
  ends_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint) references webhook_endpoints (tenant_id, id) on delete cascade
);
create index on webhook_secrets (tenant_id, endpoint);
select secure_tenant_table('webhook_secrets');

create table webhook_events (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  type text not null,
  "timestamp" timestamptz not null default now(),
  record uuid,
  -- The row as its cause left it, and as it was before; until the body is made of them.
  new_row jsonb,
  old_row jsonb,
  body text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id)
);
create index on webhook_events (tenant_id, "timestamp" desc, id desc);
create index on webhook_events (tenant_id, type, "timestamp" desc, id desc);
create index on webhook_events (tenant_id, record, "timestamp" desc, id desc);
create index on webhook_events ("timestamp");
select secure_tenant_table('webhook_events');

create table webhook_deliveries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  event uuid not null,
  endpoint uuid not null,
  type text not null,
  attempt int not null default 0,
  status text not null default 'PENDING' check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  response_status int,
  response_head text,
  duration_ms int,
  error text,
  next_at timestamptz default now(),
  is_replay boolean not null default false,
  -- The task that replays it: done again after a crash, it replays nothing twice.
  task uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, event) references webhook_events (tenant_id, id) on delete cascade,
  foreign key (tenant_id, endpoint) references webhook_endpoints (tenant_id, id) on delete cascade,
  check ((status = 'PENDING') = (next_at is not null))
);
create index on webhook_deliveries (tenant_id, created_at desc, id desc);
create index on webhook_deliveries (tenant_id, event, created_at desc, id desc);
create index on webhook_deliveries (tenant_id, endpoint, created_at desc, id desc);
create index on webhook_deliveries (tenant_id, type, created_at desc, id desc);
create index on webhook_deliveries (tenant_id, status, created_at desc, id desc);
-- What an endpoint is told next.
create index webhook_deliveries_due on webhook_deliveries (tenant_id, endpoint, next_at) where status = 'PENDING';
create index on webhook_deliveries (tenant_id, task, event) where task is not null;
select secure_tenant_table('webhook_deliveries');

-- Writes an event with the transaction that causes it, and a delivery to each endpoint that wants to hear of it. Only where
-- somebody may want to know later, too: a company without such an endpoint writes none. Arguments: the type, and the columns
-- that nobody is told. Which rows of which tables call it, the program's declarations say (server/integrations/triggers.ts).
create function tell_webhooks() returns trigger language plpgsql as $$
declare
  company uuid := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end;
  patterns text[] := array['*', split_part(tg_argv[0], '.', 1) || '.*', tg_argv[0]];
  kept text[] := string_to_array(tg_argv[1], ',');
  event uuid;
begin
  if is_restoring() or not exists (
    select from webhook_endpoints e where e.tenant_id = company and e.events ?| patterns) then return null; end if;
  event := new_id();
  insert into webhook_events (tenant_id, id, type, record, new_row, old_row) values (company, event, tg_argv[0],
    case when tg_op = 'DELETE' then old.id else new.id end,
    case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end - kept,
    case when tg_op = 'UPDATE' then to_jsonb(old) - kept end);
  insert into webhook_deliveries (tenant_id, id, event, endpoint, type)
    select company, new_id(), event, e.id, tg_argv[0] from webhook_endpoints e
    where e.tenant_id = company and e.is_active and e.events ?| patterns;
  return null;
end $$;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('TEST', 'REPORT', 'REMINDER', 'BILL', 'ACCOUNT', 'WEBHOOK'));
alter table review_items drop constraint review_items_kind_check;
alter table review_items add constraint review_items_kind_check check (kind in ('SUSPENSE', 'CLOCK', 'CONFLICT',
  'RECEIPT_NUMBER', 'DRIFT', 'BELOW_PRICE', 'PAYMENT_EVENT', 'GAP', 'REFUSED', 'FAILED', 'PLAN_LIMIT', 'SHORTAGE', 'PERIOD',
  'DRAWER', 'EXPIRY_HELD', 'AUTHOR_UNPROVEN', 'LATE_HAND_IN', 'WEBHOOK'));
