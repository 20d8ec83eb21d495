-- What is known of each machine's clock, and whose access is held back until somebody has looked.

-- The last look of a machine's programs at its clock.
create table clock_watches (
  machine text primary key,
  -- Which start of the machine it was, and for how long it had run: that moves only with the time that passes.
  boot text not null,
  uptime_ms bigint not null,
  seen_at timestamptz not null,
  -- How far the clock has moved against the time that passed, and since when that is not explained; 0 and null: it is believed.
  off_ms bigint not null default 0,
  off_since timestamptz
);
grant select, insert, update on clock_watches to lastmile_platform;

-- How many customers' access ended in an hour: what is usual.
create table expiry_hours (
  tenant_id uuid not null references tenants (id),
  hour timestamptz not null,
  customers int not null,
  primary key (tenant_id, hour)
);
select secure_tenant_table('expiry_hours', 'select, insert, update');

-- A company whose customers' access did not end by itself (contract §4.9), with the item of the review list that asks.
create table expiry_holds (
  tenant_id uuid primary key references tenants (id),
  review_item uuid not null,
  -- Since when the clock is off that it was held for; null: it was held for the number alone.
  off_since timestamptz
);
select secure_tenant_table('expiry_holds');

alter table review_items drop constraint review_items_kind_check;
alter table review_items add constraint review_items_kind_check check (kind in ('SUSPENSE', 'CLOCK', 'CONFLICT',
  'RECEIPT_NUMBER', 'DRIFT', 'BELOW_PRICE', 'PAYMENT_EVENT', 'GAP', 'REFUSED', 'FAILED', 'PLAN_LIMIT', 'SHORTAGE', 'PERIOD',
  'DRAWER', 'EXPIRY_HELD', 'AUTHOR_UNPROVEN', 'LATE_HAND_IN'));
