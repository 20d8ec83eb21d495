// A plan in the words of a screen: what is now, and what will be.
import type { Day } from "../../kernel/day.ts";
import type { Minor } from "../../kernel/money.ts";
import {
  type CustomerMoney,
  type CustomerStatus,
  type InvoiceMoney,
  type InvoiceStatus,
  type MoneyPlan,
  type NetworkIntent,
  netBalance,
} from "../ledger/ledger.rules.ts";

export interface Change<T> {
  before: T;
  after: T;
}

export interface InvoiceChange {
  id: string;
  invoice_number: string;
  total_payable: Change<Minor>;
  paid_amount: Change<Minor>;
  due_amount: Change<Minor>;
  status: Change<InvoiceStatus>;
}

export interface PlanDescription {
  status: Change<CustomerStatus>;
  expiry_date: Change<Day | null>;
  due_amount: Change<Minor>;
  advance_amount: Change<Minor>;
  balance: Change<Minor>;
  /** The existing invoices that change, in the plan's order. */
  invoices: InvoiceChange[];
  network: NetworkIntent | null;
}

/** Before and after of everything that a plan changes; `before.invoices` holds at least the invoices it touches. */
export function describePlan(
  before: { customer: CustomerMoney; invoices: readonly InvoiceMoney[] },
  plan: MoneyPlan,
): PlanDescription {
  const from = before.customer;
  const to = plan.customer;
  return {
    status: { before: from.status, after: to.status },
    expiry_date: { before: from.expiry_date, after: to.expiry_date },
    due_amount: { before: from.due_amount, after: to.due_amount },
    advance_amount: { before: from.advance_amount, after: to.advance_amount },
    balance: { before: netBalance(from), after: plan.balance },
    invoices: plan.invoices.map((after) => describeInvoice(before.invoices, after)),
    network: plan.network,
  };
}

function describeInvoice(invoices: readonly InvoiceMoney[], after: InvoiceMoney): InvoiceChange {
  const before = invoices.find((invoice) => invoice.id === after.id);
  if (!before) throw new Error(`The snapshot lacks invoice ${after.id}`);
  return {
    id: after.id,
    invoice_number: after.invoice_number,
    total_payable: { before: before.total_payable, after: after.total_payable },
    paid_amount: { before: before.paid_amount, after: after.paid_amount },
    due_amount: { before: before.due_amount, after: after.due_amount },
    status: { before: before.status, after: after.status },
  };
}
