-- An advance on a salary is taken back over several months' pays, each of which says what it took of which advance.
alter table advance_salaries
  add column instalments integer not null default 1,
  add column deducted amount not null default 0;
update advance_salaries set deducted = amount where status = 'DEDUCTED';
alter table advance_salaries
  alter column instalments drop default,
  alter column deducted drop default,
  add constraint advance_salaries_instalments check (instalments between 1 and 120),
  -- Only what was paid out is taken back, never more than that, and whoever took the last of it is named.
  add constraint advance_salaries_deducted check (deducted between 0 and amount
    and (deducted = 0 or status in ('APPROVED', 'DEDUCTED')) and (status = 'DEDUCTED') = (deducted = amount));

update payrolls p set breakdown = breakdown || jsonb_build_object('of_advances', coalesce(
  (select jsonb_agg(jsonb_build_object('advance', a.id,
      'amount', case when a.amount = round(a.amount, 2) then round(a.amount, 2) else a.amount end::text)
      order by a.deduction_month, a.request_date, a.id)
    from advance_salaries a where a.tenant_id = p.tenant_id and a.employee = p.employee and case p.status
      when 'PAID' then a.payroll = p.id else a.status = 'APPROVED' and a.deduction_month = p.month end), '[]'));
