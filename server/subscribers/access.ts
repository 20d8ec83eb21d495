// Suspend, resume, grace: a change of status with the job that carries it to the router, in one transaction.
import {
  customer,
  grantGracePeriod,
  planGrace,
  planToggle,
  toggleStatus,
} from "../../shared/subscribers/index.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { type Implementation, implement } from "../kernel/operation/run-operation.ts";
import { requireRecord } from "../kernel/resource/crud.ts";
import { enqueueJob } from "../network/index.ts";
import { type LockedCustomer, lockCustomer } from "./customer-lock.ts";
import { requireLongGrace } from "./terms.ts";

interface Plan {
  customer: LockedCustomer;
  network: "ENABLE_USER" | "DISABLE_USER";
}

async function carryOut(
  ctx: OperationContext,
  id: string,
  action: string,
  reason: string | null | undefined,
  plan: (customer: LockedCustomer) => Plan,
): Promise<Row> {
  const locked = await lockCustomer(ctx, id);
  const { customer: next, network } = plan(locked);
  const before = await requireRecord(ctx, customer, id);
  const { status, suspended_for, grace_period_until, promise_date } = next;
  const change = { status, suspended_for, grace_period_until, promise_date };
  await ctx.tx`update customers set ${ctx.tx(change)} where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  const after = await requireRecord(ctx, customer, id);
  const note = reason || undefined;
  ctx.audit({ action, module: "subscribers", object_type: "customer", object_id: id, before, after, note });
  ctx.markChanged("customers");
  await enqueueJob(ctx, { kind: network, router: locked.router, customer: id });
  return after;
}

export const accessOperations: Implementation[] = [
  implement(toggleStatus, (ctx, input, id) =>
    carryOut(ctx, id, toggleStatus.name, input.reason, (locked) => planToggle(locked, input, ctx.today)),
  ),
  implement(grantGracePeriod, (ctx, { reason, ...input }, id) =>
    carryOut(ctx, id, grantGracePeriod.name, reason, (locked) => {
      const asked = { days: input.days ?? null, promise_date: input.promise_date ?? null };
      const plan = planGrace(asked, locked, ctx.today);
      requireLongGrace(ctx, plan.customer.grace_period_until);
      return plan;
    }),
  ),
];
