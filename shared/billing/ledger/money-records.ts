// The money of one customer as plans read it, and the orders and figures that follow from it (contract §4).
import type { Day } from "../../kernel/day.ts";
import { type Minor, max, subtract, ZERO } from "../../kernel/money.ts";
import type { Charge, WrittenOff } from "../tax/credit-split.rules.ts";

export type CustomerStatus = "ACTIVE" | "SUSPENDED" | "EXPIRED" | "TERMINATED";
export type InvoiceStatus = "UNPAID" | "PARTIAL" | "OVERDUE" | "PAID" | "VOID";
export type PaymentMethod = "CASH" | "BANK" | "CARD" | "MOBILE" | "ONLINE" | "ADJUSTMENT" | "DEPOSIT";
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
  /** What their recurring add-ons cost a period, with tax; only where money is compared with a price. */
  addons?: Minor;
  /** Null: no time limit. */
  expiry_date: Day | null;
  grace_period_until: Day | null;
  promise_date: Day | null;
  /** Why a SUSPENDED customer is suspended; only NONPAYMENT ends with a recharge. Null unless SUSPENDED. */
  suspended_for: "NONPAYMENT" | "STAFF" | "PAUSE" | null;
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
  /** What its total by hand gave up of charges of earlier invoices, whose dues it took over. */
  given_up: readonly WrittenOff[];
  /** RFC 3339, UTC: orders the invoices of one day. */
  created_at: string;
}

/** An invoice with due_amount > 0. */
export type OpenInvoice = InvoiceMoney;

/** What is unallocated of one completed payment transaction: the customer's advance is the sum of these. */
export interface Credit {
  payment_transaction: string;
  unallocated_amount: Minor;
  /** What of it bought days, and is bound to them; left out: nothing. */
  bound_amount?: Minor;
  received_at: string;
}

/** What of a credit is free: it bought no days, or the days that it bought are given up. */
export const freeOf = ({ unallocated_amount, bound_amount = ZERO }: Credit): Minor =>
  max(subtract(unallocated_amount, bound_amount), ZERO);

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

/** Customer net balance = advance_amount − due_amount = BillingAccount.balance (contract §4). */
export function netBalance(customer: Pick<CustomerMoney, "advance_amount" | "due_amount">): Minor {
  return subtract(customer.advance_amount, customer.due_amount);
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
export function oldestCreditFirst<C extends Credit>(credits: readonly C[]): C[] {
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
