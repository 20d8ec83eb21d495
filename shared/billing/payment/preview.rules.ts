// A plan in the words of a screen: what is now, and what will be.
import type { Day } from "../../kernel/day.ts";
import { add, type Minor, negate, subtract, ZERO } from "../../kernel/money.ts";
import {
  type CustomerMoney,
  type CustomerStatus,
  type InvoiceMoney,
  type InvoiceStatus,
  type NetworkIntent,
  netBalance,
} from "../ledger/money-records.ts";
import type { MoneyPlan } from "../ledger/plan.rules.ts";
import type { Posting } from "../ledger/posting.rules.ts";

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

/** What the journal will move on one account, taken together. */
export interface JournalChange {
  /** As the trial balance names it: customers' two sides stand for their accounts. */
  account: string;
  /** Whose cash; null: it is no cash, or that of whoever does it. */
  holder: string | null;
  /** What revenue was for, or why something was given up. */
  source: string | null;
  debit: Minor;
  credit: Minor;
}

export interface PlanDescription {
  status: Change<CustomerStatus>;
  expiry_date: Change<Day | null>;
  due_amount: Change<Minor>;
  advance_amount: Change<Minor>;
  balance: Change<Minor>;
  /** The existing invoices that change, in the plan's order. */
  invoices: InvoiceChange[];
  /** What will be booked; empty: nothing. */
  journal: JournalChange[];
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
    journal: describeJournal(plan.postings),
    network: plan.network,
  };
}

/** A posting on the accounts that the trial balance shows; below zero: a debit. */
function onAccounts({ account, debit, credit, advance_change }: Posting): [account: string, credit: Minor][] {
  const amount = subtract(credit, debit);
  if (account.kind === "system") return [[account.code, amount]];
  return [
    ["CUSTOMERS:RECEIVABLE", subtract(amount, advance_change)],
    ["CUSTOMERS:ADVANCE", advance_change],
  ];
}

/** A journal by account, holder and source: debits first, what cancels out left out. */
export function describeJournal(postings: readonly Posting[]): JournalChange[] {
  const sums = new Map<
    string,
    { account: string; holder: string | null; source: string | null; credit: Minor }
  >();
  for (const posting of postings) {
    const { holder = null, source = null } = posting.dims;
    for (const [account, credit] of onAccounts(posting)) {
      const key = JSON.stringify([account, holder, source]);
      const before = sums.get(key)?.credit ?? ZERO;
      sums.set(key, { account, holder, source, credit: add(before, credit) });
    }
  }
  const lines = [...sums.values()].filter(({ credit }) => credit !== 0n);
  return [...lines.filter(({ credit }) => credit < 0n), ...lines.filter(({ credit }) => credit > 0n)].map(
    ({ credit, ...line }) => ({
      ...line,
      debit: credit < 0n ? negate(credit) : ZERO,
      credit: credit > 0n ? credit : ZERO,
    }),
  );
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
