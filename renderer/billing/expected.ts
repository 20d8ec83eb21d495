// What the screen shows until the server's word arrives: the server's own plans, run on this machine's records.
import type { CustomerMoney, InvoiceMoney, MoneyPlan } from "../../shared/billing/ledger/ledger.rules.ts";
import type { PaymentSnapshot } from "../../shared/billing/payment/settlement.rules.ts";
import { formatMoney } from "../../shared/kernel/money.ts";
import { minorOf } from "../kernel/money-format.ts";
import type { QueuedCommand } from "../kernel/replica/index.ts";
import type { Customer, Invoice, KeptReceipt, Transaction } from "../records.ts";
import {
  type Changed,
  type ExpectedCustomer,
  expectations,
  expectedCustomer,
  suspendedFor,
} from "../subscribers/index.ts";

/** A money command's expected effect, kept with it in the outbox and laid over the records that it touches. */
export interface Expected extends ExpectedCustomer {
  readonly invoices?: readonly Changed<Invoice>[];
  /** The money as it will be listed under the customer's payments. */
  readonly payment?: ExpectedPayment;
  /** The payment that is taken back, by its receipt number. */
  readonly reversed_payment?: { readonly number: string; readonly amount: string };
}

export interface ExpectedPayment {
  /** The recharge's, or of a plain payment the transaction's. */
  readonly id: string;
  readonly receipt_number: string;
  /** Null: a plain payment. */
  readonly recharge: { readonly package: string | null; readonly validity_days: number } | null;
  readonly amount: string;
  readonly method: Transaction["method"];
  /** Username. */
  readonly by: string;
  readonly at: string;
  readonly receipt: KeptReceipt;
}

/** Invoices with the values that open commands will leave. */
export function expectedInvoices(
  invoices: readonly Invoice[],
  commands: readonly QueuedCommand[],
): Invoice[] {
  const changes = expectations<Expected>(commands).flatMap(({ invoices: changed }) => changed ?? []);
  if (changes.length === 0) return [...invoices];
  return invoices.map((invoice) =>
    Object.assign({}, invoice, ...changes.filter(({ id }) => id === invoice.id)),
  );
}

export function customerMoney(customer: Customer, digits: number): CustomerMoney {
  return {
    id: customer.id,
    account_id: customer.id,
    status: customer.status,
    due_amount: minorOf(customer.due_amount, digits),
    advance_amount: minorOf(customer.advance_amount, digits),
    discount: minorOf(customer.discount, digits),
    expiry_date: customer.expiry_date,
    grace_period_until: customer.grace_period_until,
    promise_date: customer.promise_date,
    suspended_for: suspendedFor(customer, digits),
  };
}

export function invoiceMoney(invoice: Invoice, digits: number): InvoiceMoney {
  return {
    id: invoice.id,
    invoice_number: invoice.invoice_number,
    issue_date: invoice.issue_date,
    due_date: invoice.due_date,
    previous_due: minorOf(invoice.previous_due, digits),
    total_payable: minorOf(invoice.total_payable, digits),
    paid_amount: minorOf(invoice.paid_amount, digits),
    carried_amount: minorOf(invoice.carried_amount, digits),
    credited_amount: minorOf(invoice.credited_amount, digits),
    due_amount: minorOf(invoice.due_amount, digits),
    status: invoice.status,
    carried_to: invoice.carried_to,
    carried_from: invoice.carried_from.map((part) => ({ ...part, amount: minorOf(part.amount, digits) })),
    created_at: invoice.created_at,
  };
}

/** What a payment plan reads: the customer and his open invoices, as they will be once open commands are through. */
export function paymentSnapshot(
  customer: Customer,
  invoices: readonly Invoice[],
  commands: readonly QueuedCommand[],
  digits: number,
): PaymentSnapshot {
  const now = expectedInvoices(invoices, commands).map((invoice) => invoiceMoney(invoice, digits));
  return {
    customer: customerMoney(expectedCustomer(customer, commands), digits),
    open_invoices: now.filter((invoice) => invoice.due_amount > 0n),
  };
}

/** A plan's effect in the fields of the records. */
export function expectedOf(plan: MoneyPlan, digits: number): Expected {
  const { customer } = plan;
  return {
    customer: {
      id: customer.id,
      status: customer.status,
      suspended_for: customer.suspended_for,
      due_amount: formatMoney(customer.due_amount, digits),
      advance_amount: formatMoney(customer.advance_amount, digits),
      expiry_date: customer.expiry_date,
      grace_period_until: customer.grace_period_until,
      promise_date: customer.promise_date,
    },
    invoices: plan.invoices.map((invoice) => ({
      id: invoice.id,
      paid_amount: formatMoney(invoice.paid_amount, digits),
      carried_amount: formatMoney(invoice.carried_amount, digits),
      credited_amount: formatMoney(invoice.credited_amount, digits),
      carried_to: invoice.carried_to,
      carried_from: invoice.carried_from.map((part) => ({
        ...part,
        amount: formatMoney(part.amount, digits),
      })),
      previous_due: formatMoney(invoice.previous_due, digits),
      due_amount: formatMoney(invoice.due_amount, digits),
      total_payable: formatMoney(invoice.total_payable, digits),
      status: invoice.status,
    })),
  };
}
