-- Commands in order and by author, ends that can be told apart, and what each member might do when.

-- When a membership or an account ended: its commands from before still come in (contract §2, §5.7).
alter table staff_memberships add column ended_at timestamptz;
alter table users add column ended_at timestamptz;
create function stamp_end() returns trigger language plpgsql as $$
begin
  new.ended_at := case when new.is_active then null when old.is_active then now() else new.ended_at end;
  return new;
end $$;
create trigger stamp_end before update on staff_memberships for each row execute function stamp_end();
create trigger stamp_end before update on users for each row execute function stamp_end();

-- What each member of staff might do from a moment on: a command is judged by when it was made, not by when it came in.
-- `permissions` as the role had them; none after the end of a membership.
create table rights_history (
  tenant_id uuid not null references tenants (id),
  "user" uuid not null,
  since timestamptz not null,
  permissions jsonb not null,
  primary key (tenant_id, "user", since)
);
select secure_tenant_table('rights_history', 'select');

create function note_rights(tenant uuid, member uuid, rights jsonb) returns void language sql security definer
as $$
  insert into rights_history values (tenant, member, now(), rights)
  on conflict (tenant_id, "user", since) do update set permissions = excluded.permissions
$$;
create function note_membership() returns trigger language plpgsql security definer as $$
begin
  perform note_rights(new.tenant_id, new."user",
    coalesce((select permissions from roles where id = new.role and tenant_id = new.tenant_id and new.is_active), '[]'));
  return null;
end $$;
create function note_role() returns trigger language plpgsql security definer as $$
begin
  perform note_rights(new.tenant_id, m."user", new.permissions)
  from staff_memberships m where m.tenant_id = new.tenant_id and m.role = new.id and m.is_active;
  return null;
end $$;
do $$
declare name text;
begin
  foreach name in array array['note_rights(uuid, uuid, jsonb)', 'note_membership()', 'note_role()'] loop
    execute format('alter function %s set search_path = %I', name, current_schema());
    execute format('revoke execute on function %s from public', name);
  end loop;
end $$;
create trigger note_membership after insert or update of role, is_active on staff_memberships
  for each row execute function note_membership();
create trigger note_role after update of permissions on roles
  for each row when (old.permissions is distinct from new.permissions) execute function note_role();
insert into rights_history
select m.tenant_id, m."user", m.created_at, case when m.is_active then coalesce(r.permissions, '[]') else '[]' end
from staff_memberships m left join roles r on r.id = m.role and r.tenant_id = m.tenant_id;

-- Ends the streams of a session that is ended, whoever ends it (the channel of server/kernel/feed.ts).
create function tell_session_end() returns trigger language plpgsql as $$
begin
  if new.tenant_id is not null then perform pg_notify('lastmile_changes', new.tenant_id || ' sessions'); end if;
  return null;
end $$;
create trigger tell_session_end after update of revoked_at on auth_tokens
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function tell_session_end();

-- Which sessions hand in for which device, and whose they are.
create table device_sessions (
  tenant_id uuid not null references tenants (id),
  device uuid not null references devices (id),
  session uuid not null,
  "user" uuid,
  bound_at timestamptz not null default now(),
  primary key (tenant_id, device, session)
);
create index on device_sessions (session);
select secure_tenant_table('device_sessions', 'select, insert');
alter table devices drop column last_seq;

-- A command's fingerprint tells a repeat from another command under the same id. What can't be read has no time or place.
alter table commands add column fingerprint text, add column handed_in_by text;
alter table commands alter column device_seq drop not null, alter column occurred_at drop not null;

-- Commands that failed by a fault of ours, and wait to be sent again: nothing of their device goes past them.
create table command_retries (
  tenant_id uuid not null references tenants (id),
  command uuid not null,
  device uuid not null references devices (id),
  device_seq bigint not null,
  content jsonb not null,
  tries int not null default 1,
  first_failed_at timestamptz not null default now(),
  primary key (tenant_id, command)
);
create index on command_retries (tenant_id, device, device_seq);
select secure_tenant_table('command_retries');

alter table review_items drop constraint review_items_kind_check;
alter table review_items add constraint review_items_kind_check
  check (kind in ('SUSPENSE', 'CLOCK', 'CONFLICT', 'RECEIPT_NUMBER', 'DRIFT', 'BELOW_PRICE', 'PAYMENT_EVENT', 'GAP',
    'REFUSED', 'FAILED'));
create index on review_items (tenant_id, command);

-- Secrets that earlier versions kept.
update commands set payload = payload - 'password' where payload ? 'password';
update review_items set payload = payload - 'password' where payload ? 'password';
update review_items set payload = payload - 'value' - 'base' where payload->>'field' = 'password';
