-- What has several spellings is one thing in its normal form (contract §1), which the program fills in: the database's own
-- lower knows ASCII alone where it was made without a locale. Rows that are there are filled behind this file, in its
-- transaction (kernel/db/normal/fill.ts), which fails with a list where two of them become one; 0045 has the keys.
alter table users add username_normal text;
grant select (username_normal), insert (username_normal) on users to lastmile_app;
alter table customers add username_normal text, add customer_code_normal text;
alter table employees add employee_code_normal text;
alter table invoices add invoice_number_normal text;
alter table payment_events add provider_normal text, add payment_ref_normal text;
alter table payment_transactions add trx_id_normal text;
alter table saas_payments add trx_id_normal text;
alter table store_items add sku_normal text;
alter table tax_codes add code_normal text;

-- A provider that says nothing of whose its payment is: it is nobody's, and in the books.
alter table payment_events alter column account_ref drop not null;

-- Of which normal forms there will be one (0045): what was typed, what else is in the key beside the tenant, and of which rows.
create function normal_keys() returns table ("table" text, spelled text[], beside text[], only_where text) language sql immutable as $$
  values ('users', array['username'], array[]::text[], 'true'),
    ('customers', array['username'], array[]::text[], 'true'),
    ('customers', array['customer_code'], array[]::text[], 'true'),
    ('employees', array['employee_code'], array[]::text[], 'true'),
    ('invoices', array['invoice_number'], array[]::text[], 'true'),
    ('payment_events', array['provider'], array['event_id'], 'true'),
    ('payment_events', array['provider', 'payment_ref'], array[]::text[], 'true'),
    ('payment_transactions', array['trx_id'], array[]::text[], 'true'),
    ('saas_payments', array['trx_id'], array[]::text[], 'not is_reversed and reverses is null'),
    ('store_items', array['sku'], array[]::text[], 'true'),
    ('tax_codes', array['code'], array['valid_from'], 'true') $$;
