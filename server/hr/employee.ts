// Employees: whose account somebody's is, and who the caller is.
import { type employee, employeeVerbs, ownEmployeeAnswer } from "../../shared/hr/index.ts";
import { invalid } from "../../shared/kernel/failure.ts";
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

const hooks: Hooks<typeof employee> = {
  create: { before: (ctx, draft) => checked(ctx, draft) },
  update: { before: (ctx, draft, record) => checked(ctx, draft, record) },
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
