-- Changes of packages come from tills as well, and resellers pay their part of them.
alter table review_items drop constraint review_items_kind_check;
alter table review_items add constraint review_items_kind_check check (kind in ('SUSPENSE', 'CLOCK', 'CONFLICT',
  'RECEIPT_NUMBER', 'DRIFT', 'BELOW_PRICE', 'PAYMENT_EVENT', 'GAP', 'REFUSED', 'FAILED', 'PLAN_LIMIT', 'SHORTAGE', 'PERIOD',
  'DRAWER', 'EXPIRY_HELD', 'AUTHOR_UNPROVEN', 'LATE_HAND_IN', 'CHANGE_DIFFERS'));

-- What the days of a change cost the reseller whose user took its money, as `cost` is what they cost the customer; null: nobody's did.
alter table service_changes add column wholesale amount;
select make_countable('service_changes');
