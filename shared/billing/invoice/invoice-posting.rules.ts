// An invoice's journal, and what of the invoice was set by hand (contract §2, §4.1, §4.2).
import { add, type Minor, max, negate, subtract, ZERO } from "../../kernel/money.ts";
import type { CarriedPart, NewInvoice, NewInvoiceLine, PostingDraft } from "../ledger/ledger.rules.ts";

/** What the rules say where nothing is given. */
export interface InvoiceDefaults {
  /** What is due before the invoice. */
  previous_due: Minor;
  /** The customer's discount, as far as the invoice charges something to take it off. */
  discount: Minor;
}

/** What of an invoice needs the right to override: a value that the rules would have set as well is none. */
export type InvoiceOverride = "total_payable" | "discount" | "previous_due" | "lines";

/** A line's price without its tax: below zero, the line gives something back. */
const netOf = (line: Pick<NewInvoiceLine, "total" | "tax_amount">): Minor =>
  subtract(line.total, line.tax_amount);

/** Whether a line gives something back instead of charging. */
export function isNegativeLine(line: Pick<NewInvoiceLine, "total" | "tax_amount">): boolean {
  return netOf(line) < 0n;
}

/** previous_due + lines − discount: the total unless one is given. */
export function computedTotal(invoice: Pick<NewInvoice, "previous_due" | "amount" | "discount">): Minor {
  return subtract(add(invoice.previous_due, invoice.amount), invoice.discount);
}

export function overridesOf(invoice: NewInvoice, defaults: InvoiceDefaults): InvoiceOverride[] {
  const found: [InvoiceOverride, boolean][] = [
    ["total_payable", invoice.total_payable !== computedTotal(invoice)],
    ["discount", invoice.discount !== defaults.discount],
    ["previous_due", invoice.previous_due !== defaults.previous_due],
    ["lines", invoice.lines.some(isNegativeLine)],
  ];
  return found.filter(([, is]) => is).map(([name]) => name);
}

/**
 * An invoice's journal: what it carries comes off the customer per carried invoice, so that each can be explained; then
 * total_payable is charged. The customer's own discount is part of his price; one given by hand goes to DISCOUNTS, what a
 * given total or a negative line takes off to WAIVER: nothing that is given up ever lowers REVENUE. What no line explains
 * is opening debt, or where the total was given, a charge.
 */
export function invoiceDrafts(
  invoice: NewInvoice,
  parts: readonly CarriedPart[],
  defaults: InvoiceDefaults,
): PostingDraft[] {
  const source = { source_type: "invoice", source_id: invoice.id } as const;
  const nets = invoice.lines.map(netOf);
  const tax = add(...invoice.lines.map((line) => line.tax_amount));
  const opening = subtract(invoice.previous_due, add(...parts.map((part) => part.amount)));
  const more = subtract(invoice.total_payable, computedTotal(invoice));
  const byHand = invoice.discount !== defaults.discount;
  const given_up = add(...nets.map((net) => max(negate(net), ZERO)), max(negate(more), ZERO));
  const earned = add(...nets.map((net) => max(net, ZERO)), max(more, ZERO));
  const revenue = byHand ? earned : max(subtract(earned, invoice.discount), ZERO);
  const discounts = subtract(invoice.discount, subtract(earned, revenue));
  const line = (account: PostingDraft["account"], credit: Minor): PostingDraft => ({
    account,
    entry_type: "INVOICE",
    credit,
    source,
  });
  return [
    ...parts.map(
      (part): PostingDraft => ({
        account: "customer",
        entry_type: "CARRY_FORWARD",
        credit: part.amount,
        source: { source_type: "invoice", source_id: part.invoice },
      }),
    ),
    line("customer", negate(invoice.total_payable)),
    line("TAX", tax),
    line("OPENING", opening),
    line("REVENUE", revenue),
    line("DISCOUNTS", negate(discounts)),
    line("WAIVER", negate(given_up)),
  ];
}
