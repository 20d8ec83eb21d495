-- A change of package within a month that is billed (contract C3): which days of the service lines of bills charge and which of them were
-- given back, what a change gave back, and credit notes that are reversed.

-- {from, to, start, days, price, back}; null: it charges no days, or as the first line of a month's bill all of them.
alter table invoice_lines add column period jsonb;
alter table pending_charges add column period jsonb;

-- What a change gave back: [{kind, id, from, to, credit_note, amount}], so that it can be charged again.
alter table service_changes add column credited jsonb not null default '[]';

alter table credit_notes
  add column is_reversed boolean not null default false,
  add column reversed_at timestamptz,
  add column reversed_by text,
  add column reversal_reason text,
  add constraint credit_notes_reversed check (is_reversed = (reversed_at is not null));
select make_countable('invoice_lines');
select make_countable('pending_charges');
select make_countable('service_changes');
select make_countable('credit_notes');
