-- Callbacks in (outside O1.3): the keys in their addresses, and each call as it came, kept before anything is understood.
create table callback_keys (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  source text not null check (source in ('GATEWAY', 'CHANNEL')),
  -- By which code calls are understood (server/kernel/callbacks/receivers.ts).
  receiver text not null,
  account uuid not null,
  key_hash bytea not null,
  key_encrypted bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Null: the one that is told.
  ends_at timestamptz,
  primary key (tenant_id, id)
);
create index on callback_keys (key_hash);
create index on callback_keys (tenant_id, account);
select secure_tenant_table('callback_keys');

create table inbound_calls (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  source text not null check (source in ('GATEWAY', 'CHANNEL')),
  receiver text not null,
  account uuid not null,
  received_at timestamptz not null,
  address text not null,
  method text not null,
  query text not null,
  headers jsonb not null,
  -- As it came; in base64 where it is no text.
  body text not null,
  is_base64 boolean not null,
  -- Null: it was not looked at yet.
  verdict text check (verdict in ('VERIFIED', 'CONFIRM_NEEDED', 'BAD_SIGNATURE', 'STALE', 'UNREADABLE', 'HANDSHAKE')),
  status text not null default 'RECEIVED' check (status in ('RECEIVED', 'APPLIED', 'IGNORED', 'WAITING', 'FAILED')),
  attempts int not null default 0,
  next_try_at timestamptz,
  last_error text,
  payment_events jsonb not null default '[]',
  primary key (tenant_id, id)
);
select secure_resource('inbound_calls');
create index on inbound_calls (tenant_id, received_at desc, id desc);
create index on inbound_calls (tenant_id, account, received_at desc, id desc);
create index on inbound_calls (tenant_id, verdict, received_at desc, id desc);
create index on inbound_calls (tenant_id, status, received_at desc, id desc);
create index on inbound_calls (tenant_id, source, received_at desc, id desc);
create index on inbound_calls (tenant_id, next_try_at) where next_try_at is not null;
create index on inbound_calls (received_at);

alter table review_items drop constraint review_items_kind_check;
alter table review_items add constraint review_items_kind_check check (kind in ('SUSPENSE', 'CLOCK', 'CONFLICT',
  'RECEIPT_NUMBER', 'DRIFT', 'BELOW_PRICE', 'PAYMENT_EVENT', 'GAP', 'REFUSED', 'FAILED', 'PLAN_LIMIT', 'SHORTAGE', 'PERIOD',
  'DRAWER', 'EXPIRY_HELD', 'AUTHOR_UNPROVEN', 'LATE_HAND_IN', 'WEBHOOK', 'CALLBACK'));
