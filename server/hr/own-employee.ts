// The employee that the caller is, and what is done where they are none.
import { Failure } from "../../shared/kernel/failure.ts";
import { because } from "../../shared/platform/index.ts";
import { isAboveAll } from "../identity/index.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { addReviewItem } from "../kernel/sync/review.ts";

/**
 * Does what a caller does for themselves, with their employee locked. What was done offline is never refused: where the
 * caller is no employee any more, it goes on the review list.
 * @throws Failure NO_EMPLOYEE, for what was not done offline.
 */
export async function asOwnEmployee<T>(
  ctx: OperationContext,
  what: string,
  input: Row,
  work: (employee: string) => Promise<T>,
): Promise<T | Row> {
  const { tx, tenant, actor } = ctx;
  const [own] = await tx<{ id: string }[]>`
    select id from employees where tenant_id = ${tenant.id} and "user" = ${actor.user_id}`;
  if (own) {
    await ctx.lockRecord("employees", own.id, tx`id`);
    return work(own.id);
  }
  if (ctx.call.command === null) throw new Failure("NO_EMPLOYEE");
  const names = { who: actor.username, step: what };
  await addReviewItem(ctx, { kind: "CONFLICT", ...because("NO_EMPLOYEE_LINKED", names, { payload: input }) });
  return {};
}

/**
 * Callers do not grant their own requests, except the owner.
 * @throws Failure OWN_REQUEST.
 */
export async function refuseOwn({ tx, tenant, actor }: OperationContext, employee: string): Promise<void> {
  if (actor.user_id === null || isAboveAll(actor)) return;
  const [own] = await tx`select 1 from employees
    where tenant_id = ${tenant.id} and id = ${employee} and "user" = ${actor.user_id}`;
  if (own) throw new Failure("OWN_REQUEST");
}

/** Who decided on a request, and when. */
export const decidedBy = ({ actor, call }: OperationContext, reason?: string) => ({
  decided_by: actor.full_name || actor.username,
  decided_at: call.occurred_at.toISOString(),
  decision_reason: reason ?? null,
});
