// Prepaid service is earned as it is used: what of a recharge's days has passed, and the bill that says so. Pure.

import { addDays, type Day, daysBetween, type Month } from "../../kernel/day.ts";
import { add, type Minor, max, min, subtract, ZERO } from "../../kernel/money.ts";
import type { TaxRate } from "../../subscribers/index.ts";
import { type InvoicePlan, planInvoice } from "../invoice/invoice.rules.ts";
import type { LineInput } from "../invoice/invoice-line.rules.ts";
import type { CustomerMoney, PlanContext } from "../ledger/money-records.ts";
import type { MoneyPlan } from "../ledger/plan.rules.ts";
import { planAdvance } from "../payment/advance.rules.ts";
import { share } from "../service/proration.rules.ts";
import { rateInForce, taxOn } from "../tax/tax.rules.ts";

/** A recharge of whose money something is not allocated yet. */
export interface PrepaidRecharge {
  payment_transaction: string;
  received_at: string;
  amount: Minor;
  unallocated_amount: Minor;
  /** What of its money bought days: the rest was freed by a change of package, and is used by other things. */
  bound_amount: Minor;
  validity_days: number;
  /** The first of its days, as they now are. */
  covers_from: Day;
  /** What the bill's line says. */
  package_name: string | null;
  /** Its package's. */
  tax_code: string | null;
}

/** What of a recharge is used by the end of a day, at its own price a day, rounded half-up; all of it once its days are over. */
export function usedBy(
  { amount, validity_days, covers_from }: Pick<PrepaidRecharge, "amount" | "validity_days" | "covers_from">,
  day: Day,
): Minor {
  return share(amount, validity_days, daysBetween(covers_from, day) + 1);
}

/**
 * What is to be earned of a recharge by the end of a day: what is used, less what of its money went somewhere already (an
 * earlier closing, a bill that it paid, a refund). So nothing is earned twice, whatever months were closed, in whatever order.
 */
function unearned(recharge: PrepaidRecharge, day: Day): Minor {
  const { bound_amount, unallocated_amount } = recharge;
  const spent = subtract(bound_amount, min(unallocated_amount, bound_amount));
  return max(subtract(min(usedBy(recharge, day), bound_amount), spent), ZERO);
}

export interface UsageInput {
  closing: string;
  month: Month;
  day: Day;
  invoice_number: string;
  rates: readonly TaxRate[];
}

/**
 * The days of a recharge that have passed, and what they were worth. That much was paid, whatever its tax: with a code that
 * prices don't hold the line's price is the rest.
 */
function lineOf(
  recharge: PrepaidRecharge,
  amount: Minor,
  { day, rates }: Pick<UsageInput, "day" | "rates">,
): LineInput {
  const { package_name, tax_code, validity_days, covers_from } = recharge;
  const covers_to = addDays(covers_from, validity_days - 1);
  const last = day < covers_to ? day : covers_to;
  const description = `${package_name ? `${package_name} · ` : ""}${covers_from} – ${last}`;
  const line = { description, quantity: "1", tax_code, source: "PACKAGE" } as const;
  const rate = rateInForce(rates, tax_code, day);
  if (!rate || rate.is_inclusive) return { ...line, unit_price: amount };
  const tax_amount = taxOn(amount, { ...rate, is_inclusive: true });
  return { ...line, unit_price: subtract(amount, tax_amount), tax_amount };
}

/**
 * One customer's bill of a closing: a line per recharge, made and paid from those very recharges' advance in one journal, so
 * that the statement explains it and nothing is ever owed by it.
 * @returns null when nothing is to be earned of them.
 */
export function planUsage(
  customer: CustomerMoney,
  recharges: readonly PrepaidRecharge[],
  { closing, month, day, invoice_number, rates }: UsageInput,
  context: PlanContext,
): MoneyPlan | null {
  const earned = recharges
    .map((recharge) => ({ recharge, amount: unearned(recharge, day) }))
    .filter(({ amount }) => amount > 0n);
  if (earned.length === 0) return null;
  const lines = earned.map(({ recharge, amount }) => lineOf(recharge, amount, { day, rates }));
  const bill: InvoicePlan = planInvoice(
    { customer, open_invoices: [] },
    {
      ...{ invoice_number, lines, rates, closing, billing_month: month, issue_date: day, due_date: day },
      ...{ discount: ZERO, previous_due: ZERO },
    },
    context,
  );
  const credits = earned.map(({ recharge: { payment_transaction, received_at }, amount }) => ({
    ...{ payment_transaction, received_at, unallocated_amount: amount },
  }));
  const payment = planAdvance({ customer: bill.customer, credits }, bill.invoice, context);
  const paid = payment && add(...payment.allocations.map(({ allocated_amount }) => allocated_amount));
  if (!payment || paid !== bill.invoice.total_payable)
    throw new Error("A closing's bill is not what its recharges pay");
  return {
    ...payment,
    postings: [...bill.postings, ...payment.postings],
    entry_date: day,
    invoice: bill.invoice,
    credits: earned.map(({ recharge: { payment_transaction, received_at, unallocated_amount }, amount }) => ({
      ...{ payment_transaction, received_at, unallocated_amount: subtract(unallocated_amount, amount) },
    })),
  };
}
