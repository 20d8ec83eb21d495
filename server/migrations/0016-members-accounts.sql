-- Whether an account is a member's is asked of accounts that there are: a new one is nobody's yet. In a cluster it is written
-- on every node, and none of them has to ask for its members.
drop policy own_members on users;
create policy own_members on users for select to lastmile_app using (is_member(id));
create policy own_members_change on users for update to lastmile_app using (is_member(id));

-- As two questions: in a cluster the second one is asked of every node.
create or replace function user_is_shared(account uuid) returns boolean language plpgsql stable security definer as $$
declare
  tenant uuid := current_tenant();
begin
  perform from users where id = account and is_superuser;
  if found then return true; end if;
  perform from staff_memberships where "user" = account and tenant_id is distinct from tenant limit 1;
  return found;
end $$;
do $$ begin execute format('alter function user_is_shared(uuid) set search_path = %I', current_schema()); end $$;
