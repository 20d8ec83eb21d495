// Payments for subscriptions: each transaction once (the database holds that), and what it pays for runs on.
import { saasPaymentVerbs } from "../../shared/saas/index.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { withColumns } from "../kernel/resource/draft.ts";
import { payUntil } from "./subscription.ts";

export const paymentOperations = crudOperations(saasPaymentVerbs, {
  create: {
    async before(ctx, draft) {
      const [subscription] = await ctx.tx<{ tenant: string }[]>`
        select tenant from tenant_subscriptions where id = ${draft.subscription ?? null}`;
      const { paid_at = ctx.call.occurred_at.toISOString() } = draft;
      return withColumns(draft, { tenant: subscription?.tenant, paid_at });
    },
    async after(ctx, { subscription, paid_until }) {
      if (paid_until !== null) await payUntil(ctx, subscription, paid_until);
    },
  },
});
