-- Lists count what matches up to 10,000. The wall around own records asks each row for its owner, so an index that lacks the owner
-- sent each counted row to its table: 10,000 pages read in place of 120.
create index on customers (tenant_id, status, name, id) include (reseller);
create index on customers (tenant_id, router, name, id) include (reseller);
create index on customers (tenant_id, package, name, id) include (reseller);
create index on customers (tenant_id, area, name, id) include (reseller);
create index on customers (tenant_id, expiry_date, id) include (reseller);
create index customers_owing on customers (tenant_id, name, id) include (reseller) where due_amount > 0;
drop index customers_tenant_id_status_name_id_idx;
drop index customers_tenant_id_router_name_id_idx;
drop index customers_tenant_id_package_name_id_idx;
drop index customers_tenant_id_area_name_id_idx;
drop index customers_tenant_id_expiry_date_id_idx;
drop index customers_tenant_id_name_id_idx1;

create index on invoices (tenant_id, billing_month, status, created_at desc, id desc) include (customer);
create index on invoices (tenant_id, billing_month, created_at desc, id desc) include (customer);
create index on invoices (tenant_id, status, created_at desc, id desc) include (customer);
drop index invoices_tenant_id_billing_month_status_created_at_id_idx;
drop index invoices_tenant_id_billing_month_created_at_id_idx;
drop index invoices_tenant_id_status_created_at_id_idx;
