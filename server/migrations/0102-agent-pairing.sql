-- Codes that a computer in an office trades for an agent's token: found by their hash before any company is known.
create table agent_pairing_codes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  code_hash bytea not null,
  -- Null: devices that do not say where they stand.
  site text,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The token that it was traded for; it may be gone.
  api_token uuid,
  primary key (tenant_id, id),
  check ((used_at is null) = (api_token is null))
);
create index on agent_pairing_codes (code_hash);
create index on agent_pairing_codes (tenant_id, site, created_at desc);
select secure_tenant_table('agent_pairing_codes');
