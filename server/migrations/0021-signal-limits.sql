-- An ONU's signal is graded by its company's limits. They are read once in a transaction: a reading of a chassis writes ten
-- thousand ONUs at once, and on a node of a cluster each look at another table is planned anew.
create or replace function keep_onu_signal() returns trigger language plpgsql as $$
declare
  known text[] := string_to_array(current_setting('app.signal_limits', true), ' ');
begin
  if known[1] is distinct from new.tenant_id::text then
    select array[c.tenant_id::text, c.signal_too_strong_dbm::text, c.signal_weak_dbm::text, c.signal_critical_dbm::text] into known
    from company_settings c where c.tenant_id = new.tenant_id;
    perform set_config('app.signal_limits', array_to_string(known, ' '), true);
  end if;
  new.signal := onu_signal(new.rx_power_dbm, known[2]::numeric, known[3]::numeric, known[4]::numeric);
  if tg_op = 'INSERT' or new.signal is distinct from old.signal then new.signal_since := now(); end if;
  return new;
end $$;

create or replace function follow_signal_limits() returns trigger language plpgsql as $$
begin
  perform set_config('app.signal_limits', '', true);
  update onus o set signal_since = now(),
    signal = onu_signal(o.rx_power_dbm, new.signal_too_strong_dbm, new.signal_weak_dbm, new.signal_critical_dbm)
  where o.tenant_id = new.tenant_id and o.signal
    <> onu_signal(o.rx_power_dbm, new.signal_too_strong_dbm, new.signal_weak_dbm, new.signal_critical_dbm);
  update olts t set onu_weak = (select count(*) from onus o where o.tenant_id = new.tenant_id and o.olt = t.id
    and o.signal in ('WEAK', 'CRITICAL')) where t.tenant_id = new.tenant_id;
  return null;
end $$;
