-- One of each normal form, and nothing without it.
create function keep_in_normal_form(name regclass, variadic columns text[]) returns void language plpgsql as $$
declare
  one text;
begin
  foreach one in array columns loop
    execute format('alter table %1$s add constraint %2$I check ((%3$I is null) = (%4$I is null))',
      name, name || '_' || one || '_normal_check', one || '_normal', one);
  end loop;
end $$;

select keep_in_normal_form('users', 'username');
create unique index users_username_normal_key on users (username_normal);
drop index users_username;

select keep_in_normal_form('customers', 'username', 'customer_code');
alter table customers add unique (tenant_id, username_normal), add unique (tenant_id, customer_code_normal),
  drop constraint customers_tenant_id_username_key;

select keep_in_normal_form('employees', 'employee_code');
alter table employees add unique (tenant_id, employee_code_normal);

select keep_in_normal_form('invoices', 'invoice_number');
alter table invoices add unique (tenant_id, invoice_number_normal), drop constraint invoices_tenant_id_invoice_number_key;

select keep_in_normal_form('payment_events', 'provider', 'payment_ref');
alter table payment_events add unique (tenant_id, provider_normal, event_id),
  add unique (tenant_id, provider_normal, payment_ref_normal),
  drop constraint payment_events_tenant_id_provider_event_id_key,
  drop constraint payment_events_tenant_id_provider_payment_ref_key;

select keep_in_normal_form('payment_transactions', 'trx_id');
alter table payment_transactions add unique (tenant_id, trx_id_normal), drop constraint payment_transactions_tenant_id_trx_id_key;

select keep_in_normal_form('saas_payments', 'trx_id');
create unique index saas_payments_trx_id_normal_key on saas_payments (trx_id_normal) where not is_reversed and reverses is null;
drop index saas_payments_trx_id_key;

select keep_in_normal_form('store_items', 'sku');
alter table store_items add unique (tenant_id, sku_normal), drop constraint store_items_tenant_id_sku_key;

select keep_in_normal_form('tax_codes', 'code');
alter table tax_codes add unique nulls not distinct (tenant_id, code_normal, valid_from),
  drop constraint tax_codes_tenant_id_code_valid_from_key;
