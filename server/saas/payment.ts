// Payments for subscriptions: each transaction once (the database holds that), and what it pays for runs on, until it is undone.
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { negate } from "../../shared/kernel/money.ts";
import {
  reverseSaasPayment,
  type SaasPayment,
  saasPayment,
  saasPaymentVerbs,
  tenantSubscription,
} from "../../shared/saas/index.ts";
import type { Standing } from "../../shared/saas/subscription.rules.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { withColumns } from "../kernel/resource/draft.ts";
import { changeRecord, createRecord } from "../kernel/resource/write-record.ts";
import { payUntil, standingBefore, takeBackPaidDay } from "./subscription.ts";

interface Paid extends Standing {
  tenant: string;
}

/** The subscription that is paid for, locked: what the payment leaves of it is said from how it is now. */
async function lockPaid({ tx }: OperationContext, id: string | undefined): Promise<Paid | undefined> {
  const [found] = await tx<Paid[]>`
    select tenant, status, end_date from tenant_subscriptions where id = ${id ?? null} for no key update`;
  return found;
}

/** Books the mirror image of a payment, of this moment: what was counted in an earlier month stays counted there. */
async function mirror(ctx: OperationContext, payment: SaasPayment): Promise<void> {
  const { subscription, tenant, amount, payment_method, trx_id } = payment;
  const paid_at = ctx.call.occurred_at.toISOString();
  await createRecord(ctx, saasPayment, {
    ...{ subscription, tenant, payment_method, trx_id, paid_at, reverses: payment.id },
    amount: ctx.money(negate(ctx.minor(amount))),
  });
}

export const paymentOperations = [
  ...crudOperations(saasPaymentVerbs, {
    create: {
      async before(ctx, draft) {
        if (!/[1-9]/.test(String(draft.amount)) || String(draft.amount).startsWith("-"))
          throw invalid("amount", "More than 0", "TOO_SMALL");
        const { paid_at = ctx.call.occurred_at.toISOString(), paid_until = null } = draft;
        const paid = await lockPaid(ctx, draft.subscription);
        // Also of one that moves nothing now: it counts once those that reach further are taken back.
        const counts = paid !== undefined && paid_until !== null && draft.subscription !== undefined;
        const now = paid && { status: paid.status, end_date: paid.end_date };
        const subscription_before = counts && now ? await standingBefore(ctx, draft.subscription, now) : null;
        return withColumns(draft, { tenant: paid?.tenant, paid_at, subscription_before });
      },
      async after(ctx, { subscription, paid_until }) {
        if (paid_until !== null) await payUntil(ctx, subscription, paid_until);
      },
    },
  }),

  implement(reverseSaasPayment, (ctx, { reason }, id) =>
    changeRecord(ctx, reverseSaasPayment, id, (payment) => {
      if (payment.reverses !== null)
        throw new Failure("NOT_REVERSIBLE", "This is itself the mirror image of a payment");
      if (payment.is_reversed) return null;
      const { subscription, paid_until, subscription_before } = payment;
      return {
        set: {
          is_reversed: true,
          reversed_by: ctx.actor.username,
          reversed_at: ctx.call.occurred_at.toISOString(),
          reversal_reason: reason,
        },
        note: reason,
        async after() {
          await mirror(ctx, payment);
          if (paid_until === null || subscription_before === null) return;
          const act = { name: reverseSaasPayment.name, on: tenantSubscription };
          await takeBackPaidDay(ctx, act, { id: subscription, before: subscription_before });
        },
      };
    }),
  ),
];
