// Voiding an invoice that nothing was settled of: as if it had never been made (contract §4.11).
import { Failure } from "../../kernel/failure.ts";
import { add, type Minor, min, negate, subtract, ZERO } from "../../kernel/money.ts";
import { type ChargedInvoice, creditables } from "../credit-note/credit-note.rules.ts";
import {
  type CustomerMoney,
  type InvoiceMoney,
  invoiceStatus,
  journalOf,
  type MoneyPlan,
  netBalance,
  type PlanContext,
  type PostingDraft,
  planOf,
} from "../ledger/ledger.rules.ts";
import { mirrorOf, sliceOf } from "../ledger/mirror.rules.ts";
import { describePlan, type PlanDescription } from "../payment/preview.rules.ts";
import { invoiceSource } from "../payment/reversal.rules.ts";

export interface VoidSnapshot extends ChargedInvoice {
  customer: CustomerMoney;
  invoice: InvoiceMoney;
  /** Those that it took dues over from. */
  earlier: readonly InvoiceMoney[];
  /** Of those, the ones of charges by hand that were taken back: what was written off of them stays so. */
  taken_back: readonly string[];
}

/** The dues that an invoice took over, back in their own invoices; credited there where the charge was taken back since. */
function returned({ invoice, earlier, taken_back }: VoidSnapshot, context: PlanContext): InvoiceMoney[] {
  return invoice.carried_from.map((part) => {
    const from = earlier.find(({ id }) => id === part.invoice);
    if (!from) throw new Error(`The snapshot lacks invoice ${part.invoice}`);
    const bears = taken_back.includes(from.id) ? "credited_amount" : "due_amount";
    const open = {
      ...from,
      carried_amount: subtract(from.carried_amount, part.amount),
      [bears]: add(from[bears], part.amount),
      carried_to: null,
    };
    return { ...open, status: invoiceStatus(open, context.today) };
  });
}

/** The movements of the dues that return: out of the invoice that is void, and into their own. */
function returns({ invoice }: VoidSnapshot, out: Minor): PostingDraft[] {
  return [
    { account: "customer", entry_type: "INVOICE", credit: out, source: invoiceSource(invoice.id) },
    ...invoice.carried_from.map(
      (part): PostingDraft => ({
        account: "customer",
        entry_type: "CARRY_FORWARD",
        credit: negate(part.amount),
        source: invoiceSource(part.invoice),
      }),
    ),
  ];
}

/**
 * POST /invoices/{id}/void/: mirrors what the invoice's own journal charged and no credit note has given back yet; the dues
 * that it took over return to their invoices.
 * @returns null when it is void already: nothing to write.
 * @throws Failure INVOICE_SETTLED when something was paid on it or carried from it.
 */
export function planVoid(snapshot: VoidSnapshot, context: PlanContext): MoneyPlan | null {
  const { customer, invoice, taken_back } = snapshot;
  if (invoice.status === "VOID") return null;
  if (invoice.paid_amount > 0n || invoice.carried_amount > 0n) throw new Failure("INVOICE_SETTLED");
  const source = invoiceSource(invoice.id);
  const carried: Minor = add(...invoice.carried_from.map((part) => part.amount));
  // With a total by hand it may have written off of what it took over: no more leaves it than it holds.
  const out = min(carried, invoice.due_amount);
  const charged = subtract(invoice.due_amount, out);
  const mirrored = creditables(snapshot).flatMap(({ parts, amount, credited }) =>
    mirrorOf(sliceOf(parts, { whole: amount, from: credited, to: amount }), source),
  );
  const nothing: InvoiceMoney = {
    ...invoice,
    previous_due: subtract(invoice.previous_due, out),
    total_payable: subtract(invoice.total_payable, out),
    credited_amount: add(invoice.credited_amount, charged),
    due_amount: ZERO,
    carried_from: [],
    status: "VOID",
  };
  // It came back from WAIVER already, with the charge.
  const lost = add(
    ...invoice.carried_from.map((part) => (taken_back.includes(part.invoice) ? part.amount : ZERO)),
  );
  const drafts: PostingDraft[] = [
    ...mirrored,
    { account: "WAIVER", entry_type: "REVERSAL", credit: negate(lost), source },
    { account: "customer", entry_type: "REVERSAL", credit: add(charged, lost), source },
    ...returns(snapshot, out),
  ];
  const after = {
    ...customer,
    due_amount: subtract(add(customer.due_amount, carried), add(invoice.due_amount, lost)),
  };
  return planOf(after, {
    postings: journalOf(drafts, netBalance(customer)),
    invoices: [nothing, ...returned(snapshot, context)],
    voided: invoice.id,
  });
}

/** What that would change, for the person who is about to confirm it; null when it is void already. */
export function describeVoid(snapshot: VoidSnapshot, context: PlanContext): PlanDescription | null {
  const plan = planVoid(snapshot, context);
  const invoices = [snapshot.invoice, ...snapshot.earlier];
  return plan && describePlan({ customer: snapshot.customer, invoices }, plan);
}
