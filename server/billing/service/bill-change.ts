// The bill of a change of package: what is to be paid, by the payment that came with it first, then by free money.
import type { LineInput } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import type { Credit } from "../../../shared/billing/ledger/money-records.ts";
import type { SoldPackage } from "../../../shared/billing/service/change.rules.ts";
import { rateInForce, taxOn } from "../../../shared/billing/tax/tax.rules.ts";
import { type Minor, subtract } from "../../../shared/kernel/money.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { type BilledAtOnce, type GivenMoney, planBillAtOnce } from "../invoice/bill-at-once.ts";
import { type Locked, planContext } from "../ledger/snapshot.ts";

export type Given = Omit<GivenMoney, "reseller_charge">;

/** So much is to be paid, whatever its tax: with a code that prices don't hold the line's price is the rest. */
function lineOf(
  { tax_code, rates }: SoldPackage,
  amount: Minor,
  description: string,
  day: string,
): LineInput {
  const line = { description, quantity: "1", tax_code, source: "PACKAGE" } as const;
  const rate = rateInForce(rates, tax_code, day);
  if (!rate || rate.is_inclusive) return { ...line, unit_price: amount };
  const tax_amount = taxOn(amount, { ...rate, is_inclusive: true });
  return { ...line, unit_price: subtract(amount, tax_amount), tax_amount };
}

/** Plans the bill, its payment and what free money pays of it; nothing is written. */
export function planBill(
  ctx: OperationContext,
  account: { locked: Locked; credits: readonly Credit[] },
  { amount, of, description }: { amount: Minor; of: SoldPackage; description: string },
  given: Given | null,
): Promise<BilledAtOnce> {
  const { today } = planContext(ctx.tenant, ctx.call.received_at);
  const line = amount > 0n ? lineOf(of, amount, description, today) : null;
  return planBillAtOnce(
    ctx,
    { ...account, rates: of.rates },
    line,
    given && { ...given, reseller_charge: null },
  );
}
