// An invoice's journal, and what of the invoice was set by hand (contract §2, §4.1, §4.2).
import { add, type Minor, max, negate, subtract, ZERO } from "../../kernel/money.ts";
import type { CarriedPart } from "../ledger/money-records.ts";
import type { NewInvoice, NewInvoiceLine } from "../ledger/plan.rules.ts";
import type { PostingDraft } from "../ledger/posting.rules.ts";
import { type Charge, type ChargeSource, chargesOf, giveUp } from "../tax/credit-split.rules.ts";
import { givenUpDrafts } from "../tax/write-off.rules.ts";
import type { TaxedLine } from "./invoice-line.rules.ts";

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

/** Whether a line is of somebody's hand: it gives something back, or its tax is not what its code makes. */
export const isLineByHand = (line: TaxedLine): boolean =>
  isNegativeLine(line) || line.tax_amount !== line.code_tax;

export function overridesOf(
  invoice: NewInvoice,
  lines: readonly TaxedLine[],
  defaults: InvoiceDefaults,
): InvoiceOverride[] {
  const found: [InvoiceOverride, boolean][] = [
    ["total_payable", invoice.total_payable !== computedTotal(invoice)],
    ["discount", invoice.discount !== defaults.discount],
    ["previous_due", invoice.previous_due !== defaults.previous_due],
    ["lines", lines.some(isLineByHand)],
  ];
  return found.filter(([, is]) => is).map(([name]) => name);
}

/** What an invoice charges by source and tax code, after its discounts: its lines, opening debt, what a total by hand adds. */
function chargedBy(lines: readonly TaxedLine[], opening: Minor, more: Minor): Charge[] {
  const untaxed = (source: ChargeSource, net: Minor) => ({ source, tax_code: null, net, tax: ZERO });
  return chargesOf([
    ...lines.map(({ source, tax_code, net, tax_amount: tax }) => ({ source, tax_code, net, tax })),
    untaxed(lines[0]?.source ?? "OTHER", max(more, ZERO)),
    untaxed("OPENING", opening),
  ]);
}

/**
 * REVENUE, DISCOUNTS and WAIVER of a line, each with what it is for and its tax code. A line whose tax was set by hand
 * above what a discount leaves of it keeps its revenue, too.
 */
function lineDrafts(line: TaxedLine, byHand: boolean, draft: Drafting): PostingDraft[] {
  const { source, tax_code, list, net } = line;
  if (!byHand && list >= 0n && net >= 0n) return [draft("REVENUE", net, { source, tax_code })];
  return [
    list < 0n
      ? draft("WAIVER", list, { source: "GOODWILL", tax_code })
      : draft("REVENUE", list, { source, tax_code }),
    draft("DISCOUNTS", subtract(net, list), { source, tax_code }),
  ];
}

type Drafting = (
  account: PostingDraft["account"],
  credit: Minor,
  dims?: PostingDraft["dims"],
) => PostingDraft;

export interface InvoicePosting {
  carried: PostingDraft[];
  drafts: PostingDraft[];
  /** What the invoice itself charged, with what its total by hand gave back of it. */
  charges: Charge[];
  /** What that total gave up of earlier dues, which is more than it charges itself. */
  rest: Minor;
}

/**
 * An invoice's journal but for what its total gives up of earlier dues: what it carries comes off the customer per
 * carried invoice, so that each can be explained; then total_payable is charged. The customer's own discount is part of
 * their price; one given by hand goes to DISCOUNTS, what a given total or a negative line takes off to WAIVER: nothing
 * that is given up ever lowers REVENUE. A given total takes its share of the tax off with it. What no line explains is
 * opening debt, or where the total was given, a charge.
 */
export function invoicePosting(
  invoice: NewInvoice,
  lines: readonly TaxedLine[],
  parts: readonly CarriedPart[],
  defaults: InvoiceDefaults,
): InvoicePosting {
  const source = { source_type: "invoice", source_id: invoice.id } as const;
  const draft: Drafting = (account, credit, dims) => ({
    ...{ account, entry_type: "INVOICE", credit, source },
    ...(dims ? { dims } : {}),
  });
  const opening = subtract(invoice.previous_due, add(...parts.map((part) => part.amount)));
  const more = subtract(invoice.total_payable, computedTotal(invoice));
  const byHand = invoice.discount !== defaults.discount;
  const beyond = subtract(invoice.discount, add(...lines.map(({ share }) => share)));
  const charged = chargedBy(lines, opening, more);
  const { charges, parts: given_up } = giveUp(charged, max(negate(more), ZERO));
  const up = add(...given_up.flatMap(({ net, tax }) => [net, tax]));
  const drafts = [
    ...lines.map(({ tax_amount, tax_code }) => draft("TAX", tax_amount, { tax_code })),
    draft("OPENING", opening),
    ...lines.flatMap((line) => lineDrafts(line, byHand, draft)),
    draft("REVENUE", max(more, ZERO), { source: lines[0]?.source ?? "OTHER", tax_code: null }),
    draft("DISCOUNTS", negate(beyond), { source: "OTHER", tax_code: null }),
    ...givenUpDrafts(up, given_up, "GOODWILL", { entry_type: "INVOICE", source }),
  ];
  const carried = parts.map(
    (part): PostingDraft => ({
      account: "customer",
      entry_type: "CARRY_FORWARD",
      credit: part.amount,
      source: { source_type: "invoice", source_id: part.invoice },
    }),
  );
  const rest = subtract(max(negate(more), ZERO), up);
  return { carried, drafts: [draft("customer", negate(invoice.total_payable)), ...drafts], charges, rest };
}
