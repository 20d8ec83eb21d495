// Calls as people log them: whose number it was, and who spoke.
import { type callLog, callLogVerbs } from "../../shared/callcenter/index.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";

async function phoneOf(
  { tx, tenant }: OperationContext,
  customer: string | null | undefined,
): Promise<string> {
  if (!customer) return "";
  const [row] = await tx<{ phone: string }[]>`
    select phone from customers where tenant_id = ${tenant.id} and id = ${customer}`;
  return row?.phone ?? "";
}

/** The caller as a member of the staff; null for a machine. */
async function staffOf({ tx, tenant, actor }: OperationContext): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from staff_profiles where tenant_id = ${tenant.id} and "user" = ${actor.user_id}`;
  return row?.id ?? null;
}

const hooks: Hooks<typeof callLog> = {
  create: {
    async before(ctx, draft) {
      const phone_number = draft.phone_number || (await phoneOf(ctx, draft.customer));
      // A call that was made offline is never refused.
      if (!phone_number && ctx.call.command === null)
        throw invalid("phone_number", "Give the number or the customer", "REQUIRED");
      const agent = draft.agent === undefined ? await staffOf(ctx) : draft.agent;
      return { started_at: ctx.call.occurred_at.toISOString(), ...draft, phone_number, agent };
    },
  },
};

export const callLogOperations = crudOperations(callLogVerbs, hooks);
