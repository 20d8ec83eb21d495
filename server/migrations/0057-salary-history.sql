-- Since when somebody earns what. Of what there was before nothing is known but the present salary: it holds since they joined.
alter table employees
  add column salary_from text,
  add column salary_history jsonb not null default '[]';
update employees set
  salary_from = to_char(join_date, 'YYYY-MM'),
  salary_history = jsonb_build_array(jsonb_build_object('from', to_char(join_date, 'YYYY-MM'), 'salary',
    case when salary = round(salary, 2) then round(salary, 2) else salary end::text));
alter table employees
  alter column salary_history drop default,
  -- A salary never changes beside its history.
  add constraint employees_salary_history check (
    (salary_history -> -1 ->> 'salary')::numeric = salary and salary_history -> -1 ->> 'from' is not distinct from salary_from);

-- A view has the columns that its table had when it was made: of each that came since, a list that was filtered by it had no
-- count and no answer (employees.salary_from, shifts.cash_holder, transactions.booked_on).
do $$
declare
  one regclass;
begin
  for one in select c.oid from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
      and to_regclass('whole_' || c.relname) is not null
  loop
    perform make_countable(one);
  end loop;
end $$;
