// What an operation on one customer's money writes: the same shape for each, so that one writer writes all (contract §4).
import type { Day, Month } from "../../kernel/day.ts";
import type { Minor } from "../../kernel/money.ts";
import type { ChargedPart } from "../service/period.rules.ts";
import type { GivenUpFor, WrittenOff } from "../tax/credit-split.rules.ts";
import type { LineSource } from "../tax/tax.rules.ts";
import {
  type Allocation,
  type Credit,
  type CustomerMoney,
  type InvoiceMoney,
  type NetworkIntent,
  netBalance,
  type PaymentMethod,
} from "./money-records.ts";
import type { PostedPart, Posting } from "./posting.rules.ts";

export interface NewTransaction {
  id: string;
  customer: string;
  amount: Minor;
  method: PaymentMethod;
  status: "COMPLETED";
  unallocated_amount: Minor;
  /** What of it buys days: all of it where it does, and nothing else may spend it (free money). */
  bound_amount: Minor;
  received_at: string;
  /** What a reseller's balance was charged instead of cash; null when the money came to the provider. */
  reseller_charge: Minor | null;
  /** The deposit that it was paid with, in place of money that came in. */
  deposit: string | null;
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
  covers_from: Day | null;
  covers_to: Day | null;
  /** The service whose first periods it bought, and how many; left out: none. */
  promo_service?: string | null;
  promo_periods?: number | null;
}

/** A service whose first periods are cheaper, with how many of them are left. */
export interface PromoLeft {
  service: string;
  promo_left: number;
}

/** The days that a recharge pays for, as they now are; null: a change of package took all of them over. */
export interface CoveredDays {
  id: string;
  covers_from: Day | null;
  covers_to: Day | null;
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
  /** The days of the service that it charges; null or left out: it says none. */
  period?: ChargedPart | null;
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
  /** How many months it covers. */
  billing_months: number;
  /** The service one of whose first periods it is for; left out: none. */
  promo_service?: string | null;
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

/** What a waiver gives up, after some of it was taken back. */
export interface StandingWaiver {
  adjustment: string;
  given_up: readonly WrittenOff[];
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

/** A charge that waited for the next bill, as it is after it. */
export interface BilledCharge {
  id: string;
  state: "PENDING" | "BILLED";
  /** The bill that has it as a line; null: it waits. */
  invoice: string | null;
}

/**
 * Exactly the rows that one operation writes, the same shape for every operation, so that one writer writes all.
 * Rows under `invoices` and `credits` exist already and carry their new values; all other rows are new.
 */
export interface MoneyPlan {
  /** The customer as they then are; `balance` is their account's balance. */
  customer: CustomerMoney;
  balance: Minor;
  /** One journal, debits = credits, in the order of posting; empty: no journal. */
  postings: readonly Posting[];
  /** The day that the journal counts on in the books; null: the day on which the thing happened. */
  entry_date: Day | null;
  transaction: NewTransaction | null;
  recharge: NewRecharge | null;
  /** Existing recharges whose days moved. */
  covers: readonly CoveredDays[];
  /** Existing transactions of which another part is bound to days than before. */
  bound: readonly { payment_transaction: string; bound_amount: Minor }[];
  adjustment: NewAdjustment | null;
  invoice: NewInvoice | null;
  invoices: readonly InvoiceMoney[];
  allocations: readonly Allocation[];
  removed_allocations: readonly Allocation[];
  credits: readonly Credit[];
  /** Existing transactions with their new values. */
  paid_out: readonly PaidOut[];
  /** Existing waivers with what they still give up of whose charges. */
  waivers: readonly StandingWaiver[];
  credit_note: NewCreditNote | null;
  refund: NewRefund | null;
  /** The transaction that becomes REFUNDED (unallocated_amount 0), and what becomes is_reversed with it. */
  reversed: {
    payment_transaction: string | null;
    recharge: string | null;
    adjustment: string | null;
    refund?: string;
    credit_note?: string;
    /** How many periods of a promotion the recharge used. */
    promo_periods?: number;
  } | null;
  /** The invoice, among `invoices`, that is void from now on. */
  voided: string | null;
  network: NetworkIntent | null;
  /** Charges that this bill takes, or that a void one gives back. */
  billed_charges: readonly BilledCharge[];
  /** What is left of a promotion after this bill or recharge; null: it used none. */
  promo: PromoLeft | null;
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
    covers: [],
    bound: [],
    adjustment: null,
    invoice: null,
    invoices: [],
    allocations: [],
    removed_allocations: [],
    credits: [],
    paid_out: [],
    waivers: [],
    credit_note: null,
    refund: null,
    reversed: null,
    voided: null,
    network: null,
    billed_charges: [],
    promo: null,
    ...changes,
  };
}
