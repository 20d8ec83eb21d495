// What waits when a company's subscription to this service has ended.
import { Failure } from "../../shared/kernel/failure.ts";
import type { OperationContext } from "../kernel/operation/context.ts";

/**
 * A company that has not paid goes on taking money; its settings and its calls to everybody wait. Super administrators may still help.
 * @throws Failure SUBSCRIPTION_ENDED.
 */
export async function refuseAfterEnd({ tx, tenant, actor }: OperationContext): Promise<void> {
  if (actor.is_superuser) return;
  const [ended] = await tx`select 1 from tenant_limits where tenant_id = ${tenant.id} and is_ended`;
  if (ended) throw new Failure("SUBSCRIPTION_ENDED");
}
