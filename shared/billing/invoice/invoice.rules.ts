// An invoice: its lines, what it carries forward, its journal; one by one and in the monthly batch (contract §4.2, §4.7).
import { addDays, type Day, type Month } from "../../kernel/day.ts";
import { Failure, invalid } from "../../kernel/failure.ts";
import { add, type Minor, max, min, subtract, ZERO } from "../../kernel/money.ts";
import type { TaxRate } from "../../subscribers/index.ts";
import {
  type CarriedPart,
  type CustomerMoney,
  type InvoiceMoney,
  invoiceStatus,
  type MoneySnapshot,
  netBalance,
  oldestFirst,
  type PlanContext,
} from "../ledger/money-records.ts";
import { type MoneyPlan, type NewInvoice, type PromoLeft, planOf } from "../ledger/plan.rules.ts";
import { journalOf, type PostingDraft } from "../ledger/posting.rules.ts";
import { planAdvance } from "../payment/advance.rules.ts";
import type { SoldLines } from "../service/sold-days.rules.ts";
import type { WrittenOff } from "../tax/credit-split.rules.ts";
import { untaxedSum } from "../tax/tax.rules.ts";
import { givenUpDrafts, joined, writeOff } from "../tax/write-off.rules.ts";
import {
  type LineInput,
  type OfferTerms,
  offerDiscount,
  type PackagePrice,
  pricedLine,
  storedLines,
  type TaxedLine,
} from "./invoice-line.rules.ts";
import {
  computedTotal,
  type InvoiceDefaults,
  type InvoiceOverride,
  invoicePosting,
  overridesOf,
} from "./invoice-posting.rules.ts";

/** A line beside the package's: an add-on's, or a charge that waited. */
export interface BesideLine extends LineInput {
  /** The charge that waited; null: an add-on. */
  charge: string | null;
}

export interface InvoiceInput {
  invoice_number: string;
  billing_month: Month;
  issue_date: Day;
  due_date: Day;
  /** Absent or empty: the package is billed as one line. */
  lines?: readonly LineInput[] | null;
  /** The customer's package, used when there are no lines. */
  package?: PackagePrice | null;
  /** The tenant's tax codes; where no line has one, none need be given. */
  rates?: readonly TaxRate[];
  /** The package's lines where it is charged by days, and the customer's discount on them; only generate-batch gives it. */
  sold?: SoldLines | null;
  /** The promotion that it is for one of the periods of, and what that takes off; only generate-batch gives it. */
  promo?: (PromoLeft & { off: Minor }) | null;
  /** How many months it covers; default: one. */
  billing_months?: number;
  /** What is charged beside the package, behind its line; only generate-batch gives it. */
  besides?: readonly BesideLine[];
  /** Offers that lower the package's line; only generate-batch gives them. */
  offers?: readonly OfferTerms[];
  /** Null or absent: the customer's, as far as something is charged; "0.00" stays 0. */
  discount?: Minor | null;
  /** Null or absent: the customer's due now. */
  previous_due?: Minor | null;
  /** Preserved as given. */
  package_name?: string | null;
  package_amount?: Minor | null;
  total_payable?: Minor | null;
  notes?: string | null;
  is_recurring?: boolean;
  /** The closing that makes it. */
  closing?: string | null;
  invoice_id?: string;
}

/** The one line of an invoice without lines: the package, less a running offer. */
function packageLine(input: InvoiceInput): LineInput {
  const unit_price = input.package_amount ?? input.package?.price;
  const description = input.package_name ?? input.package?.name;
  if (unit_price === undefined || description === undefined) {
    throw new Failure("NO_PACKAGE", "The customer has no package: give the invoice lines");
  }
  const offered = offerDiscount(
    unit_price,
    input.offers ?? [],
    input.package?.id ?? null,
    input.billing_month,
  );
  const discount = max(offered, input.promo?.off ?? ZERO);
  const tax_code = input.package?.tax_code ?? null;
  return { description, quantity: "1", unit_price, discount, tax_code, source: "PACKAGE" };
}

interface Carrying {
  /** The carried invoices with their new values. */
  invoices: InvoiceMoney[];
  parts: CarriedPart[];
  carried: Minor;
}

/**
 * Moves open dues into a new invoice, oldest first, up to `previous_due` (contract §4.2). An invoice whose rest moves
 * names its successor in carried_to; one that is carried only in part stays open and bears its own rest.
 */
function carryForward(
  open_invoices: readonly InvoiceMoney[],
  previous_due: Minor,
  into: string,
  today: Day,
): Carrying {
  const carrying: Carrying = { invoices: [], parts: [], carried: ZERO };
  for (const invoice of oldestFirst(open_invoices)) {
    const amount = min(invoice.due_amount, subtract(previous_due, carrying.carried));
    if (amount <= 0n) continue;
    const due_amount = subtract(invoice.due_amount, amount);
    const carried_amount = add(invoice.carried_amount, amount);
    const carried_to = due_amount === 0n ? into : invoice.carried_to;
    const moved = { ...invoice, carried_amount, due_amount, carried_to };
    carrying.invoices.push({ ...moved, status: invoiceStatus(moved, today) });
    carrying.parts.push({ invoice: invoice.id, amount });
    carrying.carried = add(carrying.carried, amount);
  }
  return carrying;
}

/** What an invoice's lines charge. */
export interface ChargedLines {
  lines: TaxedLine[];
  /** What is taken off their sum. */
  discount: Minor;
  /** What would be where none is given. */
  own_discount: Minor;
}

/**
 * The lines with their discount and the tax on what it leaves. Left out, the discount is the customer's standing one: it
 * takes off what is charged, never earlier dues, for an empty invoice must not pay them.
 */
export function chargeLines(
  given: readonly LineInput[],
  terms: Pick<InvoiceInput, "rates" | "issue_date" | "discount">,
  standing: Minor,
  newId: () => string,
): ChargedLines {
  const day = { rates: terms.rates ?? [], issue_date: terms.issue_date };
  const priced = given.map((line, index) => pricedLine(line, index, day));
  const own_discount = min(standing, max(untaxedSum(priced), ZERO));
  const discount = terms.discount ?? own_discount;
  return { lines: storedLines(priced, discount, newId), discount, own_discount };
}

interface Draft {
  draft: NewInvoice;
  lines: readonly TaxedLine[];
  defaults: InvoiceDefaults;
}

/** The new invoice's own row, nothing paid yet and nothing charged by source. */
function draftInvoice(
  customer: CustomerMoney,
  due_now: Minor,
  input: InvoiceInput,
  context: PlanContext,
): Draft {
  const given = input.lines ?? [];
  const fromPackage = given.length === 0;
  const { lines, discount, own_discount } = chargeLines(
    fromPackage ? [...(input.sold?.lines ?? [packageLine(input)]), ...(input.besides ?? [])] : given,
    input,
    fromPackage && input.sold ? input.sold.discount : customer.discount,
    context.newId,
  );
  const defaults = { previous_due: due_now, discount: own_discount };
  const previous_due = input.previous_due ?? defaults.previous_due;
  const amount = add(...lines.map((line) => line.total));
  const total_payable = input.total_payable ?? computedTotal({ previous_due, amount, discount });
  const money = {
    due_amount: total_payable,
    paid_amount: ZERO,
    carried_amount: ZERO,
    credited_amount: ZERO,
    due_date: input.due_date,
  };
  const draft: NewInvoice = {
    ...money,
    id: input.invoice_id ?? context.newId(),
    invoice_number: input.invoice_number,
    customer: customer.id,
    billing_month: input.billing_month,
    issue_date: input.issue_date,
    package_name: input.package_name ?? (fromPackage ? (input.package?.name ?? null) : null),
    package_amount: input.package_amount ?? (fromPackage ? (input.package?.price ?? null) : null),
    amount,
    previous_due,
    discount,
    total_payable,
    status: invoiceStatus(money, context.today),
    carried_to: null,
    carried_from: [],
    charges: [],
    given_up: [],
    is_recurring: input.is_recurring ?? false,
    billing_months: input.billing_months ?? 1,
    promo_service: input.promo?.service ?? null,
    closing: input.closing ?? null,
    notes: input.notes ?? null,
    created_at: context.now,
    lines,
  };
  return { draft, lines, defaults };
}

/** What a total by hand gives up of the dues that the invoice took over: the oldest first, wherever they were charged. */
function giveUpEarlier(
  invoice: NewInvoice,
  amount: Minor,
  carried: readonly InvoiceMoney[],
  before: readonly InvoiceMoney[],
): { invoices: InvoiceMoney[]; drafts: PostingDraft[]; given_up: readonly WrittenOff[] } {
  if (amount === 0n) return { invoices: [...carried], drafts: [], given_up: [] };
  const { written_off, invoices, moved } = writeOff(
    [...carried, ...before, invoice],
    [{ invoice: invoice.id, from: ZERO, to: amount }],
  );
  const touched = new Set([...carried.map(({ id }) => id), ...moved]);
  const source = { source_type: "invoice", source_id: invoice.id } as const;
  const parts = written_off.flatMap((part) => part.parts);
  return {
    invoices: invoices.filter(({ id }) => touched.has(id)),
    drafts: givenUpDrafts(amount, parts, "GOODWILL", { entry_type: "INVOICE", source }),
    given_up: written_off,
  };
}

export interface InvoicePlan extends MoneyPlan {
  invoice: NewInvoice;
  /** What needs a right of its own. */
  overrides: readonly InvoiceOverride[];
}

/**
 * create_invoice_with_lines (contract §4.2): the invoice with its lines, the earlier invoices carried into it, one journal.
 * Afterwards the sum over open invoices has grown by exactly what this invoice charges.
 * @throws Failure NEGATIVE_TOTAL (total_payable below zero), NO_PACKAGE (neither lines nor package), VALIDATION
 * (previous_due below zero, due_date before issue_date, a quantity that is none, a total too large).
 */
export function planInvoice(
  snapshot: Pick<MoneySnapshot, "customer" | "open_invoices" | "earlier_invoices">,
  input: InvoiceInput,
  context: PlanContext,
): InvoicePlan {
  const { customer, open_invoices } = snapshot;
  if (input.previous_due != null && input.previous_due < 0n) {
    throw invalid("previous_due", "previous_due can't be below zero", "TOO_SMALL");
  }
  if (input.due_date < input.issue_date) throw invalid("due_date", "due_date can't be before issue_date");
  const due_now = add(...open_invoices.map((open) => open.due_amount));
  const { draft, lines, defaults } = draftInvoice(customer, due_now, input, context);
  if (draft.total_payable < 0n) throw new Failure("NEGATIVE_TOTAL", "The discount exceeds what is billed");
  const carrying = carryForward(open_invoices, draft.previous_due, draft.id, context.today);
  const posting = invoicePosting(draft, lines, carrying.parts, defaults);
  const charged = { ...draft, carried_from: carrying.parts, charges: posting.charges };
  const earlier = giveUpEarlier(charged, posting.rest, carrying.invoices, snapshot.earlier_invoices ?? []);
  const invoice = { ...charged, given_up: earlier.given_up };
  const after: CustomerMoney = {
    ...customer,
    due_amount: add(subtract(customer.due_amount, carrying.carried), invoice.total_payable),
  };
  return {
    ...planOf(after, {
      postings: journalOf(
        [...posting.carried, ...joined([...posting.drafts, ...earlier.drafts])],
        netBalance(customer),
      ),
      entry_date: invoice.issue_date,
      promo: input.promo ? { service: input.promo.service, promo_left: input.promo.promo_left } : null,
      invoices: earlier.invoices,
      billed_charges: (input.besides ?? []).flatMap(({ charge: id }) =>
        id === null ? [] : [{ id, state: "BILLED", invoice: invoice.id }],
      ),
    }),
    invoice,
    overrides: overridesOf(invoice, lines, defaults),
  };
}

export interface RecurringSettings {
  /** Whether the advance is applied to the new invoice at once. */
  auto_apply_advance: boolean;
  invoice_due_days: number;
}

/** An invoice and, where advance was applied to it, the second journal's plan; write them in this order. */
export interface InvoicePlans {
  invoice: InvoicePlan;
  advance: MoneyPlan | null;
}

/** POST /invoices/ with its advance (contract §4.2, §4.3): the advance plan starts from what the invoice plan left. */
export function planInvoiceWithAdvance(
  snapshot: MoneySnapshot,
  input: InvoiceInput,
  apply_advance: boolean,
  context: PlanContext,
): InvoicePlans {
  const invoice = planInvoice(snapshot, input, context);
  const advance = apply_advance
    ? planAdvance({ customer: invoice.customer, credits: snapshot.credits }, invoice.invoice, context)
    : null;
  // What had been paid ahead pays the bill on the bill's day.
  return { invoice, advance: advance && { ...advance, entry_date: invoice.entry_date } };
}

/**
 * One customer's share of generate-batch (contract §4.7): the package less the best running offer, less the customer's
 * discount.
 */
export function planRecurringInvoice(
  snapshot: MoneySnapshot,
  input: {
    package: PackagePrice;
    offers: readonly OfferTerms[];
    besides?: InvoiceInput["besides"];
    sold?: InvoiceInput["sold"];
    promo?: InvoiceInput["promo"];
    billing_months?: number;
    rates?: readonly TaxRate[];
    billing_month: Month;
    /** Not after today. */
    issue_date: Day;
    invoice_number: string;
    invoice_id?: string;
  },
  settings: RecurringSettings,
  context: PlanContext,
): InvoicePlans {
  const recurring: InvoiceInput = {
    ...input,
    due_date: addDays(input.issue_date, settings.invoice_due_days),
    is_recurring: true,
  };
  return planInvoiceWithAdvance(snapshot, recurring, settings.auto_apply_advance, context);
}

/** Plans that were made before the invoice had its number, as if it had been known. */
export function numbered<I extends InvoicePlan, A extends MoneyPlan>(
  { invoice, advance }: { invoice: I; advance: A | null },
  invoice_number: string,
): { invoice: I; advance: A | null } {
  const { id } = invoice.invoice;
  const named = (one: InvoiceMoney) => (one.id === id ? { ...one, invoice_number } : one);
  return {
    invoice: { ...invoice, invoice: { ...invoice.invoice, invoice_number } },
    advance: advance && { ...advance, invoices: advance.invoices.map(named) },
  };
}
