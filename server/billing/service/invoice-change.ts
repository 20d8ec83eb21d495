// The bill of a change of package: what is to be paid, by the payment that came with it first, then by free money.
import type { LineInput } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import type { SoldPackage } from "../../../shared/billing/service/change.rules.ts";
import type { ChargedDaysOf } from "../../../shared/billing/service/postpaid.rules.ts";
import { rateInForce, taxOn } from "../../../shared/billing/tax/tax.rules.ts";
import { type Minor, subtract } from "../../../shared/kernel/money.ts";

/** So much is to be paid, whatever its tax: with a code that prices don't hold the line's price is the rest. */
export function lineToPay(
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

/** How days are called that are charged by themselves. */
export const daysCharged = (
  { name }: Pick<SoldPackage, "name">,
  { from, to }: ChargedDaysOf["part"],
): string => `${name} · ${from} – ${to}`;

/** Days of a billed month at the new price, as a line of a bill. */
export const lineOfDays = (of: SoldPackage, { part, net }: ChargedDaysOf): LineInput => ({
  ...{ description: daysCharged(of, part), quantity: "1", unit_price: net, period: part },
  ...{ tax_code: of.tax_code, source: "PACKAGE" },
});
