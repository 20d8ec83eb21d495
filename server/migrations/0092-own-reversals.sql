-- Reversals at the counter (contract §4.16): a cashier's own within some minutes, counted as their drawer is closed, and the
-- asking for any other, which somebody with the right grants or declines.
alter table company_settings
  add column own_reversal_minutes int not null default 10 check (own_reversal_minutes between 0 and 1440);

alter table shifts
  add column own_reversals int check (own_reversals >= 0),
  add column own_reversed amount;

alter table review_items drop constraint review_items_kind_check;
alter table review_items
  add constraint review_items_kind_check check (kind in ('SUSPENSE', 'CLOCK', 'CONFLICT', 'RECEIPT_NUMBER', 'DRIFT',
    'BELOW_PRICE', 'PAYMENT_EVENT', 'GAP', 'REFUSED', 'FAILED', 'PLAN_LIMIT', 'SHORTAGE', 'PERIOD', 'DRAWER', 'EXPIRY_HELD',
    'AUTHOR_UNPROVEN', 'LATE_HAND_IN', 'REVERSAL_REQUESTED')),
  -- What was asked for and how it was answered; null: nothing was, or it waits.
  add column outcome text check (outcome in ('ACCEPTED', 'DECLINED')),
  -- When who had asked read the answer.
  add column answer_seen_at timestamptz,
  add constraint review_items_answered check (outcome is null or (kind = 'REVERSAL_REQUESTED' and status = 'RESOLVED')),
  add constraint review_items_read check (answer_seen_at is null or outcome is not null);
-- Asked twice it is one request.
create unique index review_items_tenant_id_payment_transaction_key on review_items (tenant_id, payment_transaction)
  where kind = 'REVERSAL_REQUESTED' and status = 'OPEN';

select make_countable('shifts');
