-- An id is no proof: who did what a command says is proven with a key of its author's, and a device with its secret.

-- What a company's keys are made of (server/kernel/sync/device-keys.ts). No role of a request may read it, and no backup holds it.
create table sync_keys (
  tenant_id uuid primary key,
  root bytea not null
);
select secure_tenant_table('sync_keys', 'select, insert');
revoke all on sync_keys from lastmile_app;

-- SHA-256 of the device's secret. A device of before has none, and no session is bound to it any more.
alter table devices add column secret_hash bytea;
alter table devices drop column hand_in_key;

-- No later command of the device happened before this: the latest time that is believed of it up to here.
alter table commands add column not_before timestamptz;

-- As whom the first try judged it, where that is a person; and whether it named another author without a proof.
alter table command_retries add column judged_author uuid;
alter table command_retries add column is_unproven boolean not null default false;

alter table review_items drop constraint review_items_kind_check;
alter table review_items add constraint review_items_kind_check
  check (kind in ('SUSPENSE', 'CLOCK', 'CONFLICT', 'RECEIPT_NUMBER', 'DRIFT', 'BELOW_PRICE', 'PAYMENT_EVENT',
    'GAP', 'REFUSED', 'FAILED', 'PLAN_LIMIT', 'SHORTAGE', 'PERIOD', 'DRAWER', 'AUTHOR_UNPROVEN', 'LATE_HAND_IN'));

-- Whoever was bound before had shown an id alone.
delete from device_sessions;
