// Periods of a promotion that a recharge or a bill used are there again once it is taken back (contract C2).
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { refreshPrices } from "../../subscribers/index.ts";

/** Gives them back, after the plans were written. */
export async function restorePromos(ctx: OperationContext, plans: readonly MoneyPlan[]): Promise<void> {
  const { tx, tenant } = ctx;
  const voided = plans.flatMap(({ voided }) => voided ?? []);
  const reversed = plans.flatMap(({ reversed }) =>
    reversed?.promo_periods ? (reversed.recharge ?? []) : [],
  );
  if (voided.length === 0 && reversed.length === 0) return;
  const given = await tx<{ customer: string }[]>`
    update services s set promo_left = least(s.promo_periods, s.promo_left + u.periods) from (
      select promo_service, sum(periods) as periods from (
        select promo_service, 1 as periods from invoices
          where tenant_id = ${tenant.id} and id = any(${voided}::text[]::uuid[]) and promo_service is not null
        union all
        select promo_service, promo_periods from recharges
          where tenant_id = ${tenant.id} and id = any(${reversed}::text[]::uuid[]) and promo_service is not null
      ) used group by promo_service
    ) u where s.tenant_id = ${tenant.id} and s.id = u.promo_service and s.promo_left is not null returning s.customer`;
  if (given.length === 0) return;
  ctx.markChanged("services");
  await refreshPrices(ctx, tx`c.id = any(${given.map(({ customer }) => customer)}::text[]::uuid[])`);
}
