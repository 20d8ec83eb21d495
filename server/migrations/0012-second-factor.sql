-- The second factor of an account: since when it is in force (null: not), its sealed secret, its recovery codes.
alter table users add column otp_since timestamptz;
grant select (otp_since), update (otp_since) on users to lastmile_app;

create table otp_factors (
  "user" uuid primary key references users (id) on delete cascade,
  secret_encrypted bytea not null,
  -- The time step of the last code that was used: each code counts once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on otp_factors to lastmile_platform;

create table otp_recovery_codes (
  "user" uuid not null references otp_factors ("user") on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key ("user", code_hash)
);
grant select, insert, update, delete on otp_recovery_codes to lastmile_platform;

-- A session says from where and with what it was opened.
alter table auth_tokens add column address text, add column user_agent text;

-- Who of the staff has one is seen by those who see the staff.
create or replace view staff with (security_invoker = true) as
select p.id, p.tenant_id, p."user", u.username, u.full_name, u.email, p.phone, p.designation,
  m.role, r.name as role_name, p.is_active, p.created_at,
  greatest(p.updated_at, m.updated_at, u.updated_at, r.updated_at) as updated_at,
  p.version + m.version + u.version + coalesce(r.version, 0) as version,
  greatest(p.changed_xid, m.changed_xid, u.changed_xid, r.changed_xid) as changed_xid,
  u.otp_since is not null as has_otp
from staff_profiles p
  join staff_memberships m on m.tenant_id = p.tenant_id and m."user" = p."user"
  join users u on u.id = p."user"
  left join roles r on r.tenant_id = p.tenant_id and r.id = m.role;

-- A new password makes all devices unknown, whoever gave it: they may have been the reason for it.
create function forget_devices() returns trigger language plpgsql security definer as $$
begin
  delete from known_devices where "user" = new.id;
  return null;
end $$;
do $$ begin execute format('alter function forget_devices() set search_path = %I', current_schema()); end $$;
create trigger forget_devices after update of password_hash on users for each row execute function forget_devices();
