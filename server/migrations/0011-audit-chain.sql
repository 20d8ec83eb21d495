-- The audit log's chain: entries in the order in which they were sealed, each with the hash of itself and all before it.

create table audit_chain (
  tenant_id uuid not null references tenants (id),
  number bigint not null,
  entry uuid not null,
  -- The tenant's day of the entry, as it was when it was sealed.
  day date not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  primary key (tenant_id, number),
  unique (tenant_id, entry)
);
create index on audit_chain (tenant_id, day, number);
select secure_tenant_table('audit_chain', 'select, insert');
select make_append_only('audit_chain');
