// What money was paid for is not changed by writing another package into the record (contract C3).
import { monthOf } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { coversFromBefore } from "./invoiced.ts";

/** Whether a customer has a bill of this month, or of a later one. */
async function isBilled({ tx, tenant, today }: OperationContext, customer: string): Promise<boolean> {
  const [billed] =
    await tx`select from invoices t where t.tenant_id = ${tenant.id} and t.customer = ${customer} and t.is_recurring
    and (t.billing_month >= ${monthOf(today)} or ${coversFromBefore(tx, monthOf(today))}) and t.voided_at is null limit 1`;
  return billed !== undefined;
}

/**
 * Another package, or none, or one after none: all of them would change what was paid for.
 * @throws Failure USE_CHANGE_PACKAGE while paid days are left or the month is billed, but for who may and says why.
 */
export async function refuseOtherPackage(
  ctx: OperationContext,
  wanted: string | null | undefined,
  { id, package: had, expiry_date }: Pick<Customer, "id" | "package" | "expiry_date">,
  reason: string | null | undefined,
): Promise<void> {
  if (wanted === undefined || wanted === had) return;
  if (reason && ctx.can("subscribers.customer.override_package")) return;
  const is_paid = expiry_date !== null && expiry_date >= ctx.today;
  if (!is_paid && !(await isBilled(ctx, id))) return;
  throw new Failure("USE_CHANGE_PACKAGE", undefined, {
    extra: { permission: "subscribers.customer.override_package" },
  });
}
