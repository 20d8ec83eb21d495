// What a change of package costs the reseller whose user makes it: the new days at their rate, less what is left of what they were
// charged for the days that are settled, parted by the one rule (docs/money-rules.md).
import { wholesaleOfPayment } from "../../../shared/billing/reseller/wholesale.rules.ts";
import { type ChangeFigures, type Covering, worthOf } from "../../../shared/billing/service/change.rules.ts";
import { costOfDays } from "../../../shared/billing/service/proration.rules.ts";
import { type Minor, max, parseMoney, subtract, ZERO } from "../../../shared/kernel/money.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { chargedTo, lockActingReseller, rateOf, type Wholesale } from "../reseller/wallet.ts";
import type { ReadChange } from "./read-change.ts";

interface WholesaleOfChange extends Wholesale {
  /** What the new days cost the reseller. */
  cost: Minor;
}

/** What covers days, at what a reseller was charged for it; what none was charged for, at what the customer paid. */
async function atWholesale(ctx: OperationContext, covers: readonly Covering[]): Promise<Covering[]> {
  const { tx, tenant } = ctx;
  const rows = await tx<{ id: string; amount: string }[]>`
    select payment_transaction as id, amount from reseller_ledger where tenant_id = ${tenant.id} and entry_type = 'CHARGE'
      and payment_transaction = any(${covers.flatMap((one) => one.payment_transaction ?? [])}::text[]::uuid[])
    union all
    select id, wholesale from service_changes where tenant_id = ${tenant.id} and wholesale is not null
      and id = any(${covers.map(({ id }) => id)}::text[]::uuid[])`;
  const charged = new Map(rows.map(({ id, amount }) => [id, parseMoney(amount, tenant.digits)]));
  return covers.map((one) => ({
    ...one,
    amount: charged.get(one.payment_transaction ?? one.id) ?? one.amount,
  }));
}

/**
 * Null where no reseller's user acts. What a change frees leaves their balance as it is.
 * @param amount the money that came with it.
 * @throws Failure CREDIT_LIMIT_EXCEEDED.
 */
export async function wholesaleOfChange(
  ctx: OperationContext,
  { locked, snapshot }: ReadChange,
  { mode, days, priced_from, previous_expiry_date, to_pay }: ChangeFigures,
  amount: Minor,
): Promise<WholesaleOfChange | null> {
  const seller = await lockActingReseller(ctx, locked);
  if (!seller) return null;
  if (mode !== "PREPAID" || previous_expiry_date === null)
    return { ...chargedTo(ctx, seller, amount), cost: ZERO };
  const { to, covers } = snapshot;
  const [rate, charged] = await Promise.all([rateOf(ctx, seller.id, to.id), atWholesale(ctx, covers)]);
  const cost = costOfDays(rate ?? to.price, to.validity_days, days);
  const difference = max(subtract(cost, worthOf(charged, priced_from, previous_expiry_date)), ZERO);
  return { ...chargedTo(ctx, seller, wholesaleOfPayment(amount, to_pay, difference)), cost };
}
