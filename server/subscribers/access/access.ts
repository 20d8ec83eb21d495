// Suspend, resume, grace: a change of status with the job that carries it to the router, in one transaction.

import type { Minor } from "../../../shared/kernel/money.ts";
import {
  type AccessPlan,
  type Customer,
  grantGracePeriod,
  planPromise,
  planToggle,
  toggleStatus,
} from "../../../shared/subscribers/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { type Implementation, implement } from "../../kernel/operation/run-operation.ts";
import { changeRecord } from "../../kernel/resource/write-record.ts";
import { enqueueJob } from "../../network/index.ts";
import { followPackage } from "../service/history.ts";
import { takePlaces } from "../subscriber-limit.ts";
import { policyFor, requireLongGrace } from "../terms.ts";

type Subscriber = Omit<Customer, "due_amount"> & { due_amount: Minor };

function changeAccess(
  ctx: OperationContext,
  operation: typeof toggleStatus | typeof grantGracePeriod,
  id: string,
  note: string | null | undefined,
  plan: (customer: Subscriber) => AccessPlan<Subscriber>,
): Promise<Customer> {
  return changeRecord(ctx, operation, id, (record) => {
    const planned = plan({ ...record, due_amount: ctx.minor(record.due_amount) });
    const { status, suspended_for, grace_period_until, promise_date, promised_on } = planned.customer;
    return {
      set: { status, suspended_for, grace_period_until, promise_date, promised_on },
      note,
      after: async () => {
        // Who comes back needs a place again.
        if (record.status === "TERMINATED" && status !== "TERMINATED") await takePlaces(ctx, 1, id);
        await followPackage(ctx, { ...record, status }, record);
        await enqueueJob(ctx, { kind: planned.network, router: record.router, customer: id });
      },
    };
  });
}

export const accessOperations: Implementation[] = [
  implement(toggleStatus, (ctx, input, id) =>
    changeAccess(ctx, toggleStatus, id, input.reason, (locked) => planToggle(locked, input, ctx.today)),
  ),
  implement(grantGracePeriod, (ctx, { reason, ...input }, id) =>
    changeAccess(ctx, grantGracePeriod, id, reason, (locked) => {
      const asked = { days: input.days ?? null, promise_date: input.promise_date ?? null };
      const plan = planPromise(asked, locked, ctx.today, policyFor(ctx));
      requireLongGrace(ctx, plan.customer.grace_period_until);
      return plan;
    }),
  ),
];
