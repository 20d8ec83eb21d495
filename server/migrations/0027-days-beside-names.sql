-- Customers are listed by name, and asked for by their last days: those who lie between two days are found by walking the names,
-- until a page is full. With the day and the state beside the name that reads an index alone, not a row of each customer passed.
create index customers_by_name on customers (tenant_id, name, id) include (expiry_date, status);
drop index customers_tenant_id_name_id_idx;
