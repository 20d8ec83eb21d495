-- Documents of money keep what they said, and can be taken back.

-- What the receipt said as the money was taken: null where none was given (an adjustment, money in suspense).
alter table payment_transactions
  add receipt jsonb,
  add reversed_at timestamptz,
  add reversed_by text,
  add reversal_reason text,
  add check ((status = 'REFUNDED') = (reversed_at is not null));

alter table adjustments
  add is_reversed boolean not null default false,
  add reversed_at timestamptz,
  add reversed_by text,
  add reversal_reason text;

-- credited_amount is what was taken back of the charge; carried_from is what this invoice took over of earlier ones, each
-- with its amount: carried_to alone can't tell of an invoice that was carried on in parts.
alter table invoices
  add credited_amount amount not null default 0 check (credited_amount >= 0),
  add carried_from jsonb not null default '[]',
  drop constraint invoices_check,
  add check (total_payable = paid_amount + carried_amount + credited_amount + due_amount),
  drop constraint invoices_status_check,
  add constraint invoices_status_check check (status in ('UNPAID', 'PAID', 'PARTIAL', 'OVERDUE', 'VOID'));

-- A provider may report one payment by several events: it is credited once.
alter table payment_events add payment_ref text;
update payment_events set payment_ref = event_id;
alter table payment_events
  alter payment_ref set not null,
  add unique (tenant_id, provider, payment_ref);
