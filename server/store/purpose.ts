// For which work order and customer stock leaves: also of work that was done offline.
import type { OperationContext } from "../kernel/operation/context.ts";

/**
 * What stock was moved for. A task or customer that never came to be, or is gone, is no reason to lose work that was done.
 */
export async function readPurpose(
  { tx, tenant, call }: OperationContext,
  {
    task = null,
    customer = null,
  }: { task?: string | null | undefined; customer?: string | null | undefined },
) {
  if (call.command === null) return { task, customer };
  const [known] = await tx<{ task: string | null; customer: string | null }[]>`select
    (select id from tasks where tenant_id = ${tenant.id} and id = ${task}) as task,
    (select id from customers where tenant_id = ${tenant.id} and id = ${customer}) as customer`;
  return { task: known?.task ?? null, customer: known?.customer ?? null };
}
