// Voiding an invoice that nothing was settled of: as if it had never been made (contract §4.11).
import { Failure } from "../../kernel/failure.ts";
import { add, type Minor, min, negate, subtract, ZERO } from "../../kernel/money.ts";
import { type ChargedInvoice, creditables } from "../credit-note/credit-note.rules.ts";
import {
  type CustomerMoney,
  type InvoiceMoney,
  invoiceStatus,
  netBalance,
  type PlanContext,
} from "../ledger/money-records.ts";
import { type BilledCharge, type MoneyPlan, planOf } from "../ledger/plan.rules.ts";
import { journalOf, type PostingDraft } from "../ledger/posting.rules.ts";
import { reversingEntry, sliceOf } from "../ledger/reversing-entry.rules.ts";
import { describePlan, type PlanDescription } from "../payment/preview.rules.ts";
import { invoiceSource } from "../payment/reversal.rules.ts";
import { takeBack } from "../tax/credit-split.rules.ts";
import { fitted } from "../tax/round-credit.rules.ts";

export interface VoidSnapshot extends ChargedInvoice {
  customer: CustomerMoney;
  invoice: InvoiceMoney;
  /** Those that it took dues over from, and those of whose charges its total by hand gave something up. */
  earlier: readonly InvoiceMoney[];
  /** Of those, the ones of charges by hand that were taken back: what was written off of them stays so. */
  taken_back: readonly string[];
  /** The charges that it took: they wait for the next bill again. */
  taken: readonly BilledCharge[];
}

function earlierOf({ earlier }: VoidSnapshot, id: string): InvoiceMoney {
  const found = earlier.find((one) => one.id === id);
  if (!found) throw new Error(`The snapshot lacks invoice ${id}`);
  return found;
}

/** The earlier invoices, with what the invoice's total by hand gave up of their charges charged again. */
function chargedAgain(snapshot: VoidSnapshot): Map<string, InvoiceMoney> {
  const known = new Map<string, InvoiceMoney>();
  for (const { invoice, parts } of snapshot.invoice.given_up) {
    const charged = known.get(invoice) ?? earlierOf(snapshot, invoice);
    known.set(invoice, { ...charged, charges: takeBack(charged.charges, parts) });
  }
  return known;
}

/** The dues that an invoice took over, back in their own invoices; credited there where the charge was taken back since. */
function returned(snapshot: VoidSnapshot, context: PlanContext): InvoiceMoney[] {
  const { invoice, taken_back } = snapshot;
  const known = chargedAgain(snapshot);
  for (const part of invoice.carried_from) {
    const from = known.get(part.invoice) ?? earlierOf(snapshot, part.invoice);
    const bears = taken_back.includes(from.id) ? "credited_amount" : "due_amount";
    const open = {
      ...from,
      carried_amount: subtract(from.carried_amount, part.amount),
      [bears]: add(from[bears], part.amount),
      carried_to: null,
    };
    known.set(from.id, { ...open, status: invoiceStatus(open, context.today) });
  }
  return [...known.values()];
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
  const mirrored = fitted(
    creditables(snapshot).map(({ source: of, parts, amount, credited }) => ({
      source: of,
      parts: sliceOf(parts, { whole: amount, from: credited, to: amount }),
    })),
    // Without a note it is the whole journal, with what that gave up of earlier charges.
    snapshot.credited.length > 0 ? invoice.charges : [],
    [],
  ).flatMap(({ parts }) => reversingEntry(parts, source));
  const nothing: InvoiceMoney = {
    ...invoice,
    previous_due: subtract(invoice.previous_due, out),
    total_payable: subtract(invoice.total_payable, out),
    credited_amount: add(invoice.credited_amount, charged),
    due_amount: ZERO,
    carried_from: [],
    given_up: [],
    status: "VOID",
  };
  const stays = invoice.carried_from.filter((part) => taken_back.includes(part.invoice));
  const lost = add(...stays.map((part) => part.amount));
  const drafts: PostingDraft[] = [
    ...mirrored,
    { account: "customer", entry_type: "REVERSAL", credit: charged, source },
    // It came back from WAIVER already, with the charge, whose it stays.
    ...stays.flatMap((part): PostingDraft[] => {
      const back = { entry_type: "REVERSAL", source: invoiceSource(part.invoice) } as const;
      return [
        { account: "WAIVER", credit: negate(part.amount), ...back },
        { account: "customer", credit: part.amount, ...back },
      ];
    }),
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
    billed_charges: snapshot.taken,
  });
}

/** What that would change, for the person who is about to confirm it; null when it is void already. */
export function describeVoid(snapshot: VoidSnapshot, context: PlanContext): PlanDescription | null {
  const plan = planVoid(snapshot, context);
  const invoices = [snapshot.invoice, ...snapshot.earlier];
  return plan && describePlan({ customer: snapshot.customer, invoices }, plan);
}
