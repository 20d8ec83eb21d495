-- How often cashiers took back their own receipts today is counted without reading the day's payments.
create index payment_transactions_own_reversals on payment_transactions (tenant_id, reversed_at)
  where reversed_by = received_by;
