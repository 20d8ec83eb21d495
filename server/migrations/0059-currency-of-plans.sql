-- What was planned in another currency than the company has by now is not posted: amounts would become the same numbers of another
-- currency. The request is planned anew, as when the books were closed meanwhile (0015).
create or replace function check_journals() returns trigger language plpgsql security definer as $$
declare
  posted record;
  tenant uuid;
  closed date;
  present text;
begin
  -- A restore compares the whole ledger afterwards.
  if is_restoring() then return null; end if;
  perform from added group by tenant_id, journal having sum(debit) <> sum(credit);
  if found then
    raise exception 'A journal does not balance' using errcode = 'check_violation';
  end if;
  for posted in
    select tenant_id, account, customer, min(entry_date) as first_day from added
    group by tenant_id, account, customer order by tenant_id
  loop
    perform from billing_accounts
    where tenant_id = posted.tenant_id and id = posted.account and customer is not distinct from posted.customer;
    if not found then
      raise exception 'A journal posts to an account that is not its tenant''s' using errcode = 'foreign_key_violation';
    end if;
    if tenant is distinct from posted.tenant_id then
      tenant := posted.tenant_id;
      -- Whoever closes the books (lock_period) waits for what is being posted, and the other way round.
      perform pg_advisory_xact_lock_shared(hashtextextended('period ' || tenant, 0));
      select lock_date, currency into closed, present from company_settings where tenant_id = tenant;
      if nullif(current_setting('app.currency', true), '') <> present then
        raise exception 'The company''s currency came to be % meanwhile', present using errcode = 'LM001';
      end if;
    end if;
    if posted.first_day <= closed then
      raise exception 'The books were closed up to % meanwhile: nothing is booked on that day or before', closed
        using errcode = 'LM001';
    end if;
  end loop;
  return null;
end $$;
do $$ begin execute format('alter function check_journals() set search_path = %I', current_schema()); end $$;
