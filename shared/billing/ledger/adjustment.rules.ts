// Staff's adjustments of what a customer owes: credit, waiver, extra charge (contract §3 Adjustment).
import { type Day, monthOf } from "../../kernel/day.ts";
import { Failure, invalid } from "../../kernel/failure.ts";
import { add, type Minor, negate, ZERO } from "../../kernel/money.ts";
import { planInvoice } from "../invoice/invoice.rules.ts";
import { creditCustomer, type PaymentSnapshot } from "../payment/settlement.rules.ts";
import {
  journalOf,
  type MoneyPlan,
  type NewAdjustment,
  netBalance,
  type PlanContext,
  type PostingSource,
} from "./ledger.rules.ts";

interface AdjustmentBase {
  /** Above zero, whatever the type. */
  amount: Minor;
  reason: string;
  adjustment_id?: string;
}

export type AdjustmentInput =
  | (AdjustmentBase & { adjustment_type: "CREDIT" | "WAIVER" })
  /** A charge becomes an open invoice, which needs a number and a due date. */
  | (AdjustmentBase & { adjustment_type: "DEBIT"; invoice_number: string; due_date: Day });

export type AdjustmentPlan = MoneyPlan & { adjustment: NewAdjustment };

/**
 * POST /adjustments/. CREDIT and WAIVER give up WAIVER's money to the customer and settle oldest first; a CREDIT's
 * surplus becomes advance, a WAIVER never exceeds what is due. DEBIT charges one open invoice, described by the reason.
 * @throws Failure VALIDATION (amount not above zero), OVER_ALLOCATION (a waiver above what is due).
 */
export function planAdjustment(
  snapshot: PaymentSnapshot,
  input: AdjustmentInput,
  context: PlanContext,
): AdjustmentPlan {
  if (input.amount <= 0n) throw invalid("amount", "The amount must be above zero", "TOO_SMALL");
  const { amount, adjustment_type, reason } = input;
  const id = input.adjustment_id ?? context.newId();
  const adjustment = { id, customer: snapshot.customer.id, amount, adjustment_type, reason };
  const source: PostingSource = { source_type: "adjustment", source_id: id };
  switch (input.adjustment_type) {
    case "DEBIT":
      return { ...planCharge(snapshot, input, source, context), adjustment };
    case "CREDIT":
      return { ...planGift(snapshot, amount, "ADJUSTMENT", source, context), adjustment };
    case "WAIVER": {
      const due = add(...snapshot.open_invoices.map((invoice) => invoice.due_amount));
      if (amount > due) throw new Failure("OVER_ALLOCATION", "A waiver can't exceed what is due");
      return { ...planGift(snapshot, amount, "WAIVER", source, context), adjustment };
    }
  }
}

/** Money given up: a transaction of method ADJUSTMENT, paid by the WAIVER account. */
function planGift(
  snapshot: PaymentSnapshot,
  amount: Minor,
  entry_type: "ADJUSTMENT" | "WAIVER",
  source: PostingSource,
  context: PlanContext,
): MoneyPlan {
  const debits = [{ account: "WAIVER", entry_type, credit: negate(amount), source } as const];
  return creditCustomer(snapshot, { amount, method: "ADJUSTMENT" }, context, { entry_type, source, debits });
}

/** A charge: an invoice of one line without carry-forward, posted as ADJUSTMENT. */
function planCharge(
  snapshot: PaymentSnapshot,
  input: Extract<AdjustmentInput, { adjustment_type: "DEBIT" }>,
  source: PostingSource,
  context: PlanContext,
): MoneyPlan {
  const plan = planInvoice(
    snapshot,
    {
      invoice_number: input.invoice_number,
      billing_month: monthOf(context.today),
      issue_date: context.today,
      due_date: input.due_date,
      lines: [{ description: input.reason, quantity: "1", unit_price: input.amount }],
      discount: ZERO,
      previous_due: ZERO,
    },
    context,
  );
  const postings = journalOf(
    [
      { account: "customer", entry_type: "ADJUSTMENT", credit: negate(input.amount), source },
      { account: "REVENUE", entry_type: "ADJUSTMENT", credit: input.amount, source },
    ],
    netBalance(snapshot.customer),
  );
  return { ...plan, postings };
}
