// The money of one customer: what a plan reads, what a plan writes, and the rules that every plan keeps (contract §4).
import type { Day, Month } from "../../kernel/day.ts";
import { add, type Minor, negate, subtract, ZERO } from "../../kernel/money.ts";
import type { Charge, GivenUpFor, WrittenOff } from "../tax/give-back.rules.ts";
import type { LineSource } from "../tax/tax.rules.ts";
import type { SystemAccount } from "./chart-of-accounts.ts";
import type { LedgerEntry } from "./ledger-entry.ts";

export type CustomerStatus = "ACTIVE" | "SUSPENDED" | "EXPIRED" | "TERMINATED";
export type InvoiceStatus = "UNPAID" | "PARTIAL" | "OVERDUE" | "PAID" | "VOID";
export type PaymentMethod = "CASH" | "BANK" | "CARD" | "MOBILE" | "ONLINE" | "ADJUSTMENT";
export type TransactionStatus = "PENDING" | "COMPLETED" | "FAILED" | "REFUNDED";
/** The network job to enqueue in the same transaction. */
export type NetworkIntent = "ENABLE_USER" | "DISABLE_USER";

export interface CustomerMoney {
  id: string;
  account_id: string;
  status: CustomerStatus;
  /** Σ due_amount of the open invoices. */
  due_amount: Minor;
  /** Σ unallocated_amount of the completed transactions. */
  advance_amount: Minor;
  /** The profile's discount, inherited by an invoice that gives none. */
  discount: Minor;
  /** Null: no time limit. */
  expiry_date: Day | null;
  grace_period_until: Day | null;
  promise_date: Day | null;
  /** Why a SUSPENDED customer is suspended; only NONPAYMENT ends with a recharge. Null unless SUSPENDED. */
  suspended_for: "NONPAYMENT" | "STAFF" | null;
}

/** What a later invoice took over of an earlier one's due. */
export interface CarriedPart {
  invoice: string;
  amount: Minor;
}

/** An invoice's money. Always: total_payable = paid_amount + carried_amount + credited_amount + due_amount. */
export interface InvoiceMoney {
  id: string;
  invoice_number: string;
  issue_date: Day;
  due_date: Day;
  previous_due: Minor;
  total_payable: Minor;
  paid_amount: Minor;
  carried_amount: Minor;
  /** What was taken back of the charge itself. */
  credited_amount: Minor;
  due_amount: Minor;
  status: InvoiceStatus;
  /** The later invoice that took over the whole rest of this one; null while the invoice bears its own due. */
  carried_to: string | null;
  /** What this one took over of earlier ones, in the order of settling. */
  carried_from: readonly CarriedPart[];
  /** What it charged itself by source and tax code, and what was given back of each. */
  charges: readonly Charge[];
  /** RFC 3339, UTC: orders the invoices of one day. */
  created_at: string;
}

/** An invoice with due_amount > 0. */
export type OpenInvoice = InvoiceMoney;

/** What is unallocated of one completed payment transaction: the customer's advance is the sum of these. */
export interface Credit {
  payment_transaction: string;
  unallocated_amount: Minor;
  received_at: string;
}

export interface Allocation {
  id: string;
  payment_transaction: string;
  invoice: string;
  allocated_amount: Minor;
}

/** What is read under the lock of the customer's account before a plan is made. */
export interface MoneySnapshot {
  customer: CustomerMoney;
  open_invoices: readonly OpenInvoice[];
  /** What those took over, however far back; only where something is to be given up of it. */
  earlier_invoices?: readonly InvoiceMoney[];
  credits: readonly Credit[];
}

/** What a plan may not find out by itself: the tenant's day, the instant, and new ids. */
export interface PlanContext {
  /** The tenant's current day: decides invoice statuses and whether access is left. */
  today: Day;
  /** The current instant, RFC 3339, UTC. */
  now: string;
  newId: () => string;
}

export type EntryType =
  | "INVOICE"
  | "PAYMENT"
  | "REVERSAL"
  | "ADVANCE"
  | "CARRY_FORWARD"
  | "ADJUSTMENT"
  | "WAIVER"
  | "REFUND"
  | "SUSPENSE"
  | "SALARY"
  | "TRANSFER"
  | "OVER_SHORT";

export type PostingAccount = { kind: "customer" } | { kind: "system"; code: SystemAccount };

export interface PostingSource {
  source_type: LedgerEntry["source_type"];
  source_id: string;
}

/** By what an account is told apart within itself; left out: by nothing. */
export interface Dimensions {
  /** Who holds the cash: a till's device code, a username, OFFICE or BANK. Left out of CASH: whoever acts (journal.ts). */
  holder?: string | null;
  /** REVENUE, DISCOUNTS: what it was charged for (RevenueSource). WAIVER, BAD_DEBT: why it was given up. */
  source?: string | null;
  /** The tax code of TAX and of what it was computed on. */
  tax_code?: string | null;
}

/** One ledger entry. Exactly one of debit and credit is above zero. */
export interface Posting extends PostingSource {
  account: PostingAccount;
  entry_type: EntryType;
  debit: Minor;
  credit: Minor;
  /** The customer's balance after this entry; null for system accounts. */
  balance_after: Minor | null;
  /** How much of a customer's entry raises their advance; the rest lowers what they owe. Zero for system accounts. */
  advance_change: Minor;
  dims: Dimensions;
}

/** A journal's line on a system account, with what tells it apart there; below zero: a debit. */
export interface PostedPart {
  account: SystemAccount;
  credit: Minor;
  dims?: Dimensions;
}

/** A line of a journal before it is checked: `credit` below zero means a debit. */
export interface PostingDraft {
  account: "customer" | SystemAccount;
  entry_type: EntryType;
  credit: Minor;
  source: PostingSource;
  /** A customer's line: by how much it raises their advance; default: by nothing, it moves what they owe. */
  advance?: Minor;
  dims?: Dimensions;
}

export interface NewTransaction {
  id: string;
  customer: string;
  amount: Minor;
  method: PaymentMethod;
  status: "COMPLETED";
  unallocated_amount: Minor;
  received_at: string;
  /** What a reseller's balance was charged instead of cash; null when the money came to the provider. */
  reseller_charge: Minor | null;
}

export interface NewRecharge {
  id: string;
  customer: string;
  package: string | null;
  amount: Minor;
  validity_days: number;
  payment_transaction: string;
  previous_expiry_date: Day | null;
  new_expiry_date: Day | null;
}

export interface NewInvoiceLine {
  id: string;
  description: string;
  /** Decimal text with at most six digits behind the point. */
  quantity: string;
  unit_price: Minor;
  discount: Minor;
  tax_amount: Minor;
  /** The row of the code whose rate counted; null: no tax. */
  tax_code: string | null;
  source: LineSource;
  total: Minor;
}

export interface NewInvoice extends InvoiceMoney {
  customer: string;
  billing_month: Month;
  package_name: string | null;
  package_amount: Minor | null;
  /** Σ line totals: what this invoice itself charges, before its discount. */
  amount: Minor;
  discount: Minor;
  is_recurring: boolean;
  /** The closing that made it; null: it was made for itself. */
  closing: string | null;
  notes: string | null;
  lines: readonly NewInvoiceLine[];
}

export interface NewAdjustment {
  id: string;
  customer: string;
  amount: Minor;
  adjustment_type: "CREDIT" | "DEBIT" | "WAIVER";
  /** Why something is given up; null: a charge. */
  category: GivenUpFor | null;
  reason: string;
  /** What a waiver gave up of whose charges. */
  given_up: readonly WrittenOff[];
}

/** What of a transaction was paid out again, or of a waiver taken back, in all: it is neither allocated nor advance. */
export interface PaidOut {
  payment_transaction: string;
  refunded_amount: Minor;
}

export interface NewCreditNoteLine {
  id: string;
  /** Null: what no line explains. */
  invoice_line: string | null;
  description: string;
  /** Null: credited by amount. */
  quantity: string | null;
  /** With tax. */
  amount: Minor;
  tax_amount: Minor;
  /** What of the invoice's journal it mirrors. */
  parts: readonly PostedPart[];
}

export interface NewCreditNote {
  id: string;
  invoice: string;
  customer: string;
  /** What it gives back, with tax: due_reduced + made_advance + written_off. */
  amount: Minor;
  tax_amount: Minor;
  /** What was still owed. */
  due_reduced: Minor;
  /** What had been paid. */
  made_advance: Minor;
  /** What had been given up before. */
  written_off: Minor;
  due_after: Minor;
  advance_after: Minor;
  reason: string;
  issue_date: Day;
  lines: readonly NewCreditNoteLine[];
}

export interface NewRefund {
  id: string;
  customer: string;
  amount: Minor;
  method: PaymentMethod;
  reason: string;
  /** The credits that it drew on, in order. */
  parts: readonly { payment_transaction: string; amount: Minor }[];
}

/**
 * Exactly the rows that one operation writes, the same shape for every operation, so that one writer writes all.
 * Rows under `invoices` and `credits` exist already and carry their new values; all other rows are new.
 */
export interface MoneyPlan {
  /** The customer as he then is; `balance` is his account's balance. */
  customer: CustomerMoney;
  balance: Minor;
  /** One journal, debits = credits, in the order of posting; empty: no journal. */
  postings: readonly Posting[];
  /** The day that the journal counts on in the books; null: the day on which the thing happened. */
  entry_date: Day | null;
  transaction: NewTransaction | null;
  recharge: NewRecharge | null;
  adjustment: NewAdjustment | null;
  invoice: NewInvoice | null;
  invoices: readonly InvoiceMoney[];
  allocations: readonly Allocation[];
  removed_allocations: readonly Allocation[];
  credits: readonly Credit[];
  /** Existing transactions with their new values. */
  paid_out: readonly PaidOut[];
  credit_note: NewCreditNote | null;
  refund: NewRefund | null;
  /** The transaction that becomes REFUNDED (unallocated_amount 0), and what becomes is_reversed with it. */
  reversed: {
    payment_transaction: string | null;
    recharge: string | null;
    adjustment: string | null;
    refund?: string;
  } | null;
  /** The invoice, among `invoices`, that is void from now on. */
  voided: string | null;
  network: NetworkIntent | null;
}

/** Customer net balance = advance_amount − due_amount = BillingAccount.balance (contract §4). */
export function netBalance(customer: Pick<CustomerMoney, "advance_amount" | "due_amount">): Minor {
  return subtract(customer.advance_amount, customer.due_amount);
}

/**
 * Turns drafts into one journal's entries: drops zeros, gives customer entries their running balance_after from
 * `balance` (the customer's balance before). Contract §4.1.
 * @throws Error when debits and credits differ: a defect of the plan, never the caller's fault.
 */
export function journalOf(drafts: readonly PostingDraft[], balance: Minor = ZERO): Posting[] {
  const difference = add(...drafts.map((draft) => draft.credit));
  if (difference !== 0n) throw new Error(`Journal out of balance by ${difference} minor units`);
  let running = balance;
  return drafts
    .filter((draft) => draft.credit !== 0n)
    .map(({ account, entry_type, credit, source, advance = ZERO, dims = {} }) => {
      const ofCustomer = account === "customer";
      if (ofCustomer) running = add(running, credit);
      return {
        ...source,
        account: ofCustomer ? { kind: "customer" } : { kind: "system", code: account },
        entry_type,
        debit: credit < 0n ? negate(credit) : ZERO,
        credit: credit > 0n ? credit : ZERO,
        balance_after: ofCustomer ? running : null,
        advance_change: advance,
        dims,
      };
    });
}

/** A plan that leaves everything but the customer as it is: the start of every plan. */
export function planOf(customer: CustomerMoney, changes: Partial<MoneyPlan>): MoneyPlan {
  return {
    customer,
    balance: netBalance(customer),
    postings: [],
    entry_date: null,
    transaction: null,
    recharge: null,
    adjustment: null,
    invoice: null,
    invoices: [],
    allocations: [],
    removed_allocations: [],
    credits: [],
    paid_out: [],
    credit_note: null,
    refund: null,
    reversed: null,
    voided: null,
    network: null,
    ...changes,
  };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order in which invoices are settled and carried: issue_date, then created_at, then id. */
export function oldestFirst<T extends Pick<InvoiceMoney, "issue_date" | "created_at" | "id">>(
  invoices: readonly T[],
): T[] {
  return [...invoices].sort(
    (a, b) => byText(a.issue_date, b.issue_date) || byText(a.created_at, b.created_at) || byText(a.id, b.id),
  );
}

/** The order in which credits are used up: received_at, then id. */
export function oldestCreditFirst(credits: readonly Credit[]): Credit[] {
  return [...credits].sort(
    (a, b) => byText(a.received_at, b.received_at) || byText(a.payment_transaction, b.payment_transaction),
  );
}

/**
 * An invoice's status from its amounts and due date (contract §4.5, §4.9). VOID: something of the charge was taken back,
 * and nothing of it was ever paid or carried on.
 */
export function invoiceStatus(
  invoice: Pick<
    InvoiceMoney,
    "due_amount" | "due_date" | "paid_amount" | "carried_amount" | "credited_amount"
  >,
  today: Day,
): InvoiceStatus {
  const settled = invoice.paid_amount > 0n || invoice.carried_amount > 0n;
  if (invoice.due_amount === 0n) return invoice.credited_amount > 0n && !settled ? "VOID" : "PAID";
  if (today > invoice.due_date) return "OVERDUE";
  return settled || invoice.credited_amount > 0n ? "PARTIAL" : "UNPAID";
}
