// Steps of a random life that take something back: adjustments, invoices, credit notes, refunds.
import {
  type ChargedInvoice,
  creditables,
  planCreditNote,
} from "../../../shared/billing/credit-note/credit-note.rules.ts";
import { planVoid } from "../../../shared/billing/invoice/void.rules.ts";
import type { InvoiceMoney, PlanContext } from "../../../shared/billing/ledger/money-records.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import { planAdjustmentReversal } from "../../../shared/billing/payment/adjustment-reversal.rules.ts";
import { planRefund, planRefundReversal } from "../../../shared/billing/payment/refund.rules.ts";
import { planReversal } from "../../../shared/billing/payment/reversal.rules.ts";
import { add, type Minor } from "../../../shared/kernel/money.ts";
import {
  chargedInvoice,
  chargeRecords,
  type ModelAdjustment,
  type MoneyModel,
  postedBy,
  reversalSnapshot,
} from "./money-model.ts";
import type { MoneyStep } from "./money-sequences.ts";

/** The record that a step picks. */
export const nth = <T>(items: readonly T[], pick: number): T | undefined =>
  items[pick % Math.max(items.length, 1)];

/** The plan that undoes an adjustment: by its transaction, or by the invoice that it made. */
export function modelAdjustmentReversal(
  model: MoneyModel,
  adjustment: ModelAdjustment,
  context: PlanContext,
): MoneyPlan | null {
  const { payment_transaction, invoice } = adjustment;
  if (payment_transaction) return planReversal(reversalSnapshot(model, payment_transaction), context);
  const posted = postedBy(model, adjustment.id);
  return planAdjustmentReversal({ ...chargeRecords(model, invoice!), adjustment, posted }, context);
}

/** Invoices that are undone as such: not those of adjustments. */
function ownInvoices(model: MoneyModel): InvoiceMoney[] {
  const byHand = new Set([...model.adjustments.values()].map(({ invoice }) => invoice));
  return [...model.invoices.values()].filter(({ id }) => !byHand.has(id));
}

type Undoing = Extract<MoneyStep, { kind: "void" | "credit_note" | "refund" | "reverse_refund" }>;

/** The input of a credit note: everything, a part of what is left, or a part of what is left of one line. */
function creditNoteInput(charged: ChargedInvoice, step: Extract<MoneyStep, { kind: "credit_note" }>) {
  const reason = "Wrong";
  if (step.part === 0) return { reason };
  const partOf = (left: Minor) => ((left * BigInt(step.part) + 999n) / 1_000n) as Minor;
  const among = creditables(charged);
  if (step.line === null) return { reason, amount: partOf(add(...among.map(({ left }) => left))) };
  const line = nth(
    among.filter(({ invoice_line }) => invoice_line !== null),
    step.line,
  )!;
  return { reason, lines: [{ invoice_line: line.invoice_line!, amount: partOf(line.left) }] };
}

/** The plan of a step that takes something back; null when it finds nothing to act on. */
export function planUndoing(model: MoneyModel, step: Undoing, context: PlanContext): MoneyPlan | null {
  const { customer } = model;
  const refundable = [...model.transactions.values()]
    .filter(({ status }) => status === "COMPLETED")
    .map(({ id, ...transaction }) => ({ ...transaction, payment_transaction: id }));
  if (step.kind === "refund") {
    return planRefund({ customer, credits: refundable }, { ...step, reason: "Leaves" }, context);
  }
  if (step.kind === "reverse_refund") {
    const refund = nth([...model.refunds.values()], step.pick);
    const snapshot = refund && { customer, credits: refundable, refund: { ...refund, holder: "D1" } };
    return snapshot ? planRefundReversal(snapshot) : null;
  }
  const invoice = nth(ownInvoices(model), step.pick);
  if (!invoice) return null;
  const charged = chargedInvoice(model, invoice.id);
  if (step.kind === "void") {
    const taken_back = [...model.adjustments.values()].flatMap(({ is_reversed, invoice: of }) =>
      is_reversed && of ? [of] : [],
    );
    const earlier = [...model.invoices.values()];
    return planVoid({ ...charged, customer, invoice, earlier, taken_back, taken: [] }, context);
  }
  const is_void = invoice.status === "VOID";
  const records = { ...chargeRecords(model, invoice.id), ...charged, is_void };
  return planCreditNote(records, creditNoteInput(charged, step), context);
}
