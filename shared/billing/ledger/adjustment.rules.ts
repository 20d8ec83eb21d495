// Staff's adjustments of what a customer owes: credit, waiver, extra charge (contract §3 Adjustment).
import { type Day, monthOf } from "../../kernel/day.ts";
import { Failure, invalid } from "../../kernel/failure.ts";
import { add, type Minor, negate, ZERO } from "../../kernel/money.ts";
import { planInvoice } from "../invoice/invoice.rules.ts";
import { planAdvance } from "../payment/advance.rules.ts";
import { creditCustomer, type PaymentSnapshot, settle } from "../payment/settlement.rules.ts";
import type { GivenUpFor, WrittenOff } from "../tax/credit-split.rules.ts";
import { givenUpDrafts, joined, writeOff } from "../tax/write-off.rules.ts";
import { dueFrom } from "./ageing.rules.ts";
import { type Credit, freeOf, netBalance, type PlanContext } from "./money-records.ts";
import type { MoneyPlan, NewAdjustment } from "./plan.rules.ts";
import { journalOf, type PostingSource } from "./posting.rules.ts";

interface AdjustmentBase {
  /** Above zero, whatever the type. */
  amount: Minor;
  reason: string;
  adjustment_id?: string;
}

export type AdjustmentInput =
  | (AdjustmentBase & { adjustment_type: "CREDIT" | "WAIVER"; category?: GivenUpFor | null })
  /** A charge becomes an open invoice, which needs a number and a due date. */
  | (AdjustmentBase & { adjustment_type: "DEBIT"; invoice_number: string; due_date: Day });

export type AdjustmentPlan = MoneyPlan & { adjustment: NewAdjustment };

/**
 * POST /adjustments/. CREDIT and WAIVER give up money of WAIVER (BAD_DEBT, where that is the category) to the customer
 * and settle oldest first; a CREDIT's surplus becomes advance, a WAIVER never exceeds what is due, and the tax of what it
 * writes off comes back from TAX. DEBIT charges one open invoice, described by the reason.
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
  const source: PostingSource = { source_type: "adjustment", source_id: id };
  const adjustment = { id, customer: snapshot.customer.id, amount, adjustment_type, reason };
  if (input.adjustment_type === "DEBIT") {
    const plan = planCharge(snapshot, input, source, context);
    return { ...plan, adjustment: { ...adjustment, category: null, given_up: [] } };
  }
  const category = input.category ?? "GOODWILL";
  const { written_off, ...plan } =
    input.adjustment_type === "CREDIT"
      ? planGift(snapshot, amount, category, source, context)
      : planWaiver(snapshot, amount, category, source, context);
  return { ...plan, adjustment: { ...adjustment, category, given_up: written_off } };
}

/**
 * What a company that pays new bills from the advance pays at once of the bill that a charge makes; null: nothing. Of free money
 * alone: what bought days pays for these (contract §4.3).
 */
export function advanceOnCharge(
  { customer, invoice }: MoneyPlan,
  credits: readonly Credit[],
  context: PlanContext,
): MoneyPlan | null {
  return invoice && planAdvance({ customer, credits }, invoice, context, freeOf);
}

type Gift = MoneyPlan & { written_off: readonly WrittenOff[] };

/** Money given up: a transaction of method ADJUSTMENT, paid by the WAIVER account. */
function planGift(
  snapshot: PaymentSnapshot,
  amount: Minor,
  category: GivenUpFor,
  source: PostingSource,
  context: PlanContext,
): Gift {
  const posting = { entry_type: "ADJUSTMENT", source } as const;
  const debits = joined(givenUpDrafts(amount, [], category, posting));
  const plan = creditCustomer(snapshot, { amount, method: "ADJUSTMENT" }, context, { ...posting, debits });
  return { ...plan, written_off: [] };
}

/** The same for what is due, with the tax of what first charged it. */
function planWaiver(
  snapshot: PaymentSnapshot,
  amount: Minor,
  category: GivenUpFor,
  source: PostingSource,
  context: PlanContext,
): Gift {
  const { open_invoices, earlier_invoices = [] } = snapshot;
  const due = add(...open_invoices.map((invoice) => invoice.due_amount));
  if (amount > due) throw new Failure("OVER_ALLOCATION", "A waiver can't exceed what is due");
  const posting = { entry_type: "WAIVER", source } as const;
  const settlement = settle(open_invoices, amount, "", context);
  const { written_off, invoices, moved } = writeOff(
    [...open_invoices, ...earlier_invoices],
    settlement.allocations.map(({ invoice, allocated_amount }) => {
      const open = open_invoices.find(({ id }) => id === invoice);
      const from = open ? dueFrom(open) : ZERO;
      return { invoice, from, to: add(from, allocated_amount) };
    }),
  );
  const parts = written_off.flatMap((part) => part.parts);
  const debits = joined(givenUpDrafts(amount, parts, category, posting));
  const plan = creditCustomer(snapshot, { amount, method: "ADJUSTMENT" }, context, { ...posting, debits });
  const paid = new Map(plan.invoices.map((invoice) => [invoice.id, invoice]));
  const touched = invoices.flatMap((invoice) => {
    const own = paid.get(invoice.id) ?? (moved.has(invoice.id) ? invoice : null);
    return own ? [{ ...own, charges: invoice.charges }] : [];
  });
  return { ...plan, invoices: touched, written_off };
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
      {
        account: "REVENUE",
        entry_type: "ADJUSTMENT",
        credit: input.amount,
        source,
        dims: { source: "OTHER", tax_code: null },
      },
    ],
    netBalance(snapshot.customer),
  );
  return { ...plan, postings };
}
