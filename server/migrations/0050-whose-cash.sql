-- Whose cash is whose (contract §4.12). On whom a counted drawer's difference was posted: where its cash lay.
alter table shifts add column cash_holder text;
-- Which drawers were open at a moment.
create index on shifts (tenant_id, closed_at);
-- Money that moves otherwise than as a receipt: what takes one back, is paid out, handed over. There is little of it.
create index ledger_entries_moves on ledger_entries (tenant_id, occurred_at)
  where holder is not null and entry_type not in ('PAYMENT', 'SUSPENSE');
-- At which holders somebody takes cash, and when they did last.
create index payment_transactions_takers on payment_transactions (tenant_id, received_by, holder, received_at)
  where method = 'CASH';
update shifts set cash_holder = holder where status = 'CLOSED';

select make_countable('shifts');
