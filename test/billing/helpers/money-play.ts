// Plays the steps of a random life through the plans, on a model.
import { planInvoiceWithAdvance } from "../../../shared/billing/invoice/invoice.rules.ts";
import { planAdjustment } from "../../../shared/billing/ledger/adjustment.rules.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import { planAdvance } from "../../../shared/billing/payment/advance.rules.ts";
import { planReversal } from "../../../shared/billing/payment/reversal.rules.ts";
import { planPayment, planRecharge } from "../../../shared/billing/payment/settlement.rules.ts";
import { addDays } from "../../../shared/kernel/day.ts";
import { Failure, type FailureCode } from "../../../shared/kernel/failure.ts";
import {
  applyPlan,
  contextOf,
  creditsOf,
  type MoneyModel,
  openInvoices,
  reversalSnapshot,
} from "./money-model.ts";
import type { MoneyStep } from "./money-sequences.ts";
import { modelAdjustmentReversal, nth, planUndoing } from "./money-undoing.ts";
import { RATES } from "./samples.ts";

/**
 * The plans of one step, in the order in which they are written; none when the step finds nothing to act on.
 * @param day that a bill is dated on.
 */
export function plansOf(model: MoneyModel, step: MoneyStep, day = model.today): MoneyPlan[] {
  const { customer } = model;
  const context = contextOf(model);
  const snapshot = {
    customer,
    open_invoices: openInvoices(model),
    earlier_invoices: [...model.invoices.values()].filter((invoice) => invoice.due_amount === 0n),
    credits: creditsOf(model),
  };
  switch (step.kind) {
    case "recharge":
      return [planRecharge(snapshot, { ...step, method: "CASH", package: "package" }, context)];
    case "payment":
      return [planPayment(snapshot, step, context)];
    case "invoice": {
      const dates = { issue_date: day, due_date: addDays(day, step.due_in_days) };
      const numbers = { invoice_number: `INV-${model.ticks}`, billing_month: day.slice(0, 7) };
      const { lines, discount, previous_due, total_payable } = step;
      const input = { ...dates, ...numbers, lines, discount, previous_due, total_payable, rates: RATES };
      const { invoice, advance } = planInvoiceWithAdvance(snapshot, input, step.apply_advance, context);
      return advance ? [invoice, advance] : [invoice];
    }
    case "apply_advance": {
      const invoice = nth(snapshot.open_invoices, step.pick);
      const plan = invoice ? planAdvance(snapshot, invoice, context) : null;
      return plan ? [plan] : [];
    }
    case "adjustment": {
      const due_date = addDays(model.today, 7);
      const input = { ...step, reason: "Late fee", invoice_number: `ADJ-${model.ticks}`, due_date };
      return [planAdjustment(snapshot, input, context)];
    }
    case "reverse": {
      const recharge = nth([...model.recharges.values()], step.pick);
      const plan = recharge
        ? planReversal(reversalSnapshot(model, recharge.payment_transaction), context)
        : null;
      return plan ? [plan] : [];
    }
    case "reverse_payment": {
      const plain = [...model.transactions.values()].filter(
        ({ id, method }) =>
          method !== "ADJUSTMENT" &&
          ![...model.recharges.values()].some(({ payment_transaction }) => payment_transaction === id),
      );
      const payment = nth(plain, step.pick);
      const plan = payment ? planReversal(reversalSnapshot(model, payment.id), context) : null;
      return plan ? [plan] : [];
    }
    case "reverse_adjustment": {
      const adjustment = nth([...model.adjustments.values()], step.pick);
      const plan = adjustment ? modelAdjustmentReversal(model, adjustment, context) : null;
      return plan ? [plan] : [];
    }
    case "void":
    case "credit_note":
    case "refund":
    case "reverse_refund": {
      const plan = planUndoing(model, step, context);
      return plan ? [plan] : [];
    }
    case "days_pass":
      model.today = addDays(model.today, step.days);
      return [];
  }
}

/** Plays one step; a Failure leaves every record as it was and is answered by its code. */
export function playStep(model: MoneyModel, step: MoneyStep): FailureCode | "APPLIED" | "NOTHING" {
  try {
    const plans = plansOf(model, step);
    for (const plan of plans) applyPlan(model, plan);
    return plans.length > 0 ? "APPLIED" : "NOTHING";
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
