// Employees: their accounts, and which one the caller is.
import { type employee, employeeVerbs, ownEmployeeAnswer, withSalary } from "../../shared/hr/index.ts";
import { type Day, type Month, monthOf } from "../../shared/kernel/day.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import { type Route, route } from "../kernel/area.ts";
import { inTenant } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { tenantOf } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Draft } from "../kernel/resource/draft.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";

/** @throws Failure VALIDATION for a last day before the first one. */
async function checked(
  { tx, tenant }: OperationContext,
  draft: Draft<typeof employee>,
  known: Draft<typeof employee> = {},
): Promise<Draft<typeof employee>> {
  const { join_date, end_date } = { ...known, ...draft };
  if (join_date && end_date && end_date < join_date)
    throw invalid("end_date", "Before the first day", "TOO_SMALL");
  if (draft.staff === undefined) return draft;
  const [account] = await tx<{ user: string }[]>`
    select "user" from staff_profiles where tenant_id = ${tenant.id} and id = ${draft.staff}`;
  return { ...draft, user: account?.user ?? null };
}

/** @throws Failure VALIDATION for a salary that would not be the present one yet. */
function requirePresent(today: Day, from: Month | null | undefined, join_date: Day | null | undefined): void {
  if (!from || from <= monthOf(today) || (join_date && from <= monthOf(join_date))) return;
  throw invalid("salary_from", "A salary is changed once its month has begun", "TOO_LARGE");
}

/** A new employee's salary holds from the month of joining on, unless another one is given. */
function firstSalary(ctx: OperationContext, draft: Draft<typeof employee>) {
  const { salary = "0", join_date } = draft;
  const salary_from = draft.salary_from ?? (join_date ? monthOf(join_date) : null);
  requirePresent(ctx.today, salary_from, join_date);
  const since = { from: salary_from, salary: ctx.money(ctx.minor(salary, "salary")) };
  return { salary_from, salary_history: [since] };
}

/** A changed salary holds from this month on unless another one is given; a month alone moves the present one's beginning. */
function changedSalary(
  ctx: OperationContext,
  draft: Draft<typeof employee>,
  { salary_history, ...record }: RecordOf<typeof employee>,
): Draft<typeof employee> {
  const salary = ctx.money(ctx.minor(draft.salary ?? record.salary, "salary"));
  const isRaised = salary !== record.salary;
  if (!isRaised && draft.salary_from === undefined) return {};
  const from = draft.salary_from === undefined ? monthOf(ctx.today) : draft.salary_from;
  requirePresent(ctx.today, from, draft.join_date === undefined ? record.join_date : draft.join_date);
  const known = isRaised ? salary_history : salary_history.slice(0, -1);
  return { salary_from: from, salary_history: withSalary(known, { from, salary }) };
}

const hooks: Hooks<typeof employee> = {
  create: { before: async (ctx, draft) => ({ ...(await checked(ctx, draft)), ...firstSalary(ctx, draft) }) },
  update: {
    before: async (ctx, draft, record) => ({
      ...(await checked(ctx, draft, record)),
      ...changedSalary(ctx, draft, record),
    }),
  },
};

export const employeeOperations = crudOperations(employeeVerbs, hooks);

export const ownEmployeeRoute: Route = route({
  method: "GET",
  path: "/employees/me/",
  operation_id: "getOwnEmployee",
  summary: "The employee that the caller is, if they are one",
  area: "hr",
  permission: "hr.attendance.check_in",
  output: ownEmployeeAnswer,
  async handler({ services, principal }) {
    if (!principal) throw new Error("The route is not public");
    const tenant = tenantOf(principal);
    const [own] = await inTenant(
      services.db,
      tenant,
      (tx) => tx<{ id: string; name: string; employee_code: string }[]>`
        select id, name, employee_code from employees where tenant_id = ${tenant.id} and "user" = ${principal.user_id}`,
    );
    return { employee: own ?? null };
  },
});
