-- What the server knows of a device's receipts, so that a desktop restored to an older state goes on behind them.
alter table devices add column last_receipt bigint not null default 0;
