// What the screen shows until the server's word arrives: the server's own plans, run on this machine's records.

import type { Invoice, KeptReceipt, Transaction } from "../../shared/billing/index.ts";
import { invoice } from "../../shared/billing/index.ts";
import type { CustomerMoney, InvoiceMoney } from "../../shared/billing/ledger/money-records.ts";
import type { MoneyPlan } from "../../shared/billing/ledger/plan.rules.ts";
import type { PaymentSnapshot } from "../../shared/billing/payment/settlement.rules.ts";
import { toCharges, toWrittenOff } from "../../shared/billing/tax/credit-split.rules.ts";
import { formatMoney, type Minor } from "../../shared/kernel/money.ts";
import type { Customer } from "../../shared/subscribers/index.ts";
import { customer } from "../../shared/subscribers/index.ts";
import { changed } from "../kernel/expected/drafts.ts";
import type { Expected as ExpectedEffects } from "../kernel/expected/effects.ts";
import { minorOf } from "../kernel/money-format.ts";
import { suspendedFor } from "../subscribers/index.ts";

/** A money command's expected effects, kept with it in the outbox and laid over the records that it touches. */
export interface Expected extends ExpectedEffects {
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
    charges: toCharges(invoice.charges, digits),
    given_up: toWrittenOff(invoice.given_up, digits),
    created_at: invoice.created_at,
  };
}

/** What a payment plan reads: a customer and their open invoices, as they will be once open commands are through. */
export function paymentSnapshot(
  customer: Customer,
  invoices: readonly Invoice[],
  digits: number,
): PaymentSnapshot {
  const all = invoices.map((one) => invoiceMoney(one, digits));
  return {
    customer: customerMoney(customer, digits),
    open_invoices: all.filter(({ due_amount }) => due_amount > 0n),
  };
}

/** A plan's effects in the fields of the records. */
export function expectedOf(plan: MoneyPlan, digits: number): Expected {
  const text = (amount: Minor) => formatMoney(amount, digits);
  const { customer: after } = plan;
  const effects = [
    changed(customer, after.id, {
      status: after.status,
      suspended_for: after.suspended_for,
      due_amount: text(after.due_amount),
      advance_amount: text(after.advance_amount),
      expiry_date: after.expiry_date,
      grace_period_until: after.grace_period_until,
      promise_date: after.promise_date,
    }),
    ...plan.invoices.map((one) =>
      changed(invoice, one.id, {
        paid_amount: text(one.paid_amount),
        carried_amount: text(one.carried_amount),
        credited_amount: text(one.credited_amount),
        carried_to: one.carried_to,
        carried_from: one.carried_from.map((part) => ({ ...part, amount: text(part.amount) })),
        previous_due: text(one.previous_due),
        due_amount: text(one.due_amount),
        total_payable: text(one.total_payable),
        status: one.status,
      }),
    ),
  ];
  return { effects };
}
