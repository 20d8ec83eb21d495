// One customer's money as plain rows, what the plans read of it, and how they are written down.
import type { ChargedInvoice } from "../../../shared/billing/credit-note/credit-note.rules.ts";
import {
  type Allocation,
  type Credit,
  type CustomerMoney,
  type InvoiceMoney,
  oldestFirst,
  type PlanContext,
  type TransactionStatus,
} from "../../../shared/billing/ledger/money-records.ts";
import type {
  MoneyPlan,
  NewAdjustment,
  NewCreditNote,
  NewInvoice,
  NewRecharge,
  NewRefund,
  NewTransaction,
} from "../../../shared/billing/ledger/plan.rules.ts";
import type { PostedPart, Posting } from "../../../shared/billing/ledger/posting.rules.ts";
import type { ChargeRecords } from "../../../shared/billing/payment/charge-trace.rules.ts";
import type { ReversalSnapshot } from "../../../shared/billing/payment/reversal.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { type Minor, ZERO } from "../../../shared/kernel/money.ts";

export interface ModelTransaction extends Omit<NewTransaction, "status"> {
  status: TransactionStatus;
  refunded_amount: Minor;
}

export interface ModelRefund extends NewRefund {
  is_reversed: boolean;
}

export interface ModelRecharge extends NewRecharge {
  is_reversed: boolean;
}

export interface ModelAdjustment extends NewAdjustment {
  payment_transaction: string | null;
  invoice: string | null;
  is_reversed: boolean;
}

/** One customer's records as plain rows: what the tables would hold. */
export interface MoneyModel {
  today: Day;
  customer: CustomerMoney;
  invoices: Map<string, InvoiceMoney>;
  /** The rows as they were inserted, with their lines. */
  issued: Map<string, NewInvoice>;
  transactions: Map<string, ModelTransaction>;
  recharges: Map<string, ModelRecharge>;
  adjustments: Map<string, ModelAdjustment>;
  allocations: Map<string, Allocation>;
  credit_notes: Map<string, NewCreditNote>;
  refunds: Map<string, ModelRefund>;
  postings: Posting[];
  /** Counts ids and instants: the same steps give the same records. */
  ticks: number;
}

/** A customer without any past, ACTIVE, until 2026-12-01. */
export function newModel(overrides: Partial<CustomerMoney> = {}): MoneyModel {
  return {
    today: "2026-11-20",
    customer: {
      id: "customer",
      account_id: "account",
      status: "ACTIVE",
      due_amount: ZERO,
      advance_amount: ZERO,
      discount: ZERO,
      expiry_date: "2026-12-01",
      grace_period_until: null,
      promise_date: null,
      suspended_for: null,
      ...overrides,
    },
    invoices: new Map(),
    issued: new Map(),
    transactions: new Map(),
    recharges: new Map(),
    adjustments: new Map(),
    allocations: new Map(),
    credit_notes: new Map(),
    refunds: new Map(),
    postings: [],
    ticks: 0,
  };
}

export function openInvoices(model: MoneyModel): InvoiceMoney[] {
  return oldestFirst([...model.invoices.values()].filter((invoice) => invoice.due_amount > 0n));
}

export function creditsOf(model: MoneyModel): Credit[] {
  return [...model.transactions.values()]
    .filter((transaction) => transaction.status === "COMPLETED" && transaction.unallocated_amount > 0n)
    .map(({ id, unallocated_amount, received_at }) => ({
      payment_transaction: id,
      unallocated_amount,
      received_at,
    }));
}

export function contextOf(model: MoneyModel): PlanContext {
  model.ticks += 1;
  const now = new Date(Date.parse(`${model.today}T08:00:00Z`) + model.ticks).toISOString();
  const newId = (): string => {
    model.ticks += 1;
    return `id-${String(model.ticks).padStart(6, "0")}`;
  };
  return { today: model.today, now, newId };
}

/** What a reversal reads: the transaction with its allocations, their invoices and the chains behind these. */
export function reversalSnapshot(model: MoneyModel, transactionId: string): ReversalSnapshot {
  const transaction = { ...model.transactions.get(transactionId)!, holder: "D1" };
  const allocations = [...model.allocations.values()].filter(
    (allocation) => allocation.payment_transaction === transactionId,
  );
  const invoices = new Map<string, InvoiceMoney>();
  for (const allocation of allocations) {
    for (let id: string | null = allocation.invoice; id !== null; id = invoices.get(id)!.carried_to) {
      invoices.set(id, model.invoices.get(id)!);
    }
  }
  const recharge =
    [...model.recharges.values()].find((candidate) => candidate.payment_transaction === transactionId) ??
    null;
  const adjustment = [...model.adjustments.values()].find(
    (candidate) => candidate.payment_transaction === transactionId,
  );
  for (const { invoice } of adjustment?.given_up ?? []) invoices.set(invoice, model.invoices.get(invoice)!);
  const { customer } = model;
  return {
    ...{ customer, transaction, recharge, allocations, invoices: [...invoices.values()] },
    adjustment: adjustment?.id ?? null,
    is_waiver: adjustment?.adjustment_type === "WAIVER",
    ...(adjustment && {
      ...{ posted: postedBy(model, adjustment.id), given_up: adjustment.given_up },
      category: adjustment.category,
    }),
  };
}

/** What a document that charges or gives up put on the system accounts. */
export function postedBy(model: MoneyModel, source_id: string): PostedPart[] {
  return model.postings.flatMap(({ account, source_id: of, entry_type, debit, credit, dims }) =>
    account.kind === "system" && of === source_id && CHARGING.has(entry_type)
      ? [{ account: account.code, credit: (credit - debit) as Minor, dims }]
      : [],
  );
}

const CHARGING: ReadonlySet<string> = new Set(["INVOICE", "ADJUSTMENT", "WAIVER"]);

/** What is read of a charge that is taken back. */
export function chargeRecords(model: MoneyModel, invoice: string): ChargeRecords {
  const waivers = [...model.adjustments.values()].filter(
    ({ adjustment_type, is_reversed }) => adjustment_type === "WAIVER" && !is_reversed,
  );
  return {
    customer: model.customer,
    invoice,
    invoices: [...model.invoices.values()],
    allocations: [...model.allocations.values()],
    credits: creditsOf(model),
    waived: waivers.map(({ id, payment_transaction, category, given_up }) => {
      const { amount, refunded_amount } = model.transactions.get(payment_transaction!)!;
      const of = { payment_transaction: payment_transaction!, adjustment: id };
      return { ...of, amount, refunded_amount, category: category ?? "GOODWILL", given_up };
    }),
  };
}

/** An invoice's lines, what its journal charged, and what credit notes gave back so far. */
export function chargedInvoice(model: MoneyModel, invoice: string): ChargedInvoice {
  const notes = [...model.credit_notes.values()].filter((note) => note.invoice === invoice);
  return {
    lines: model.issued.get(invoice)!.lines,
    posted: postedBy(model, invoice),
    credited: notes.flatMap((note) => note.lines),
  };
}

/** Writes a plan's rows, as the server does, with nothing computed here. */
export function applyPlan(model: MoneyModel, plan: MoneyPlan): void {
  model.customer = plan.customer;
  model.postings.push(...plan.postings);
  if (plan.transaction) {
    model.transactions.set(plan.transaction.id, { ...plan.transaction, refunded_amount: ZERO });
  }
  if (plan.recharge) model.recharges.set(plan.recharge.id, { ...plan.recharge, is_reversed: false });
  if (plan.invoice) {
    const { id, invoice_number, issue_date, due_date, previous_due, total_payable } = plan.invoice;
    const { paid_amount, carried_amount, credited_amount, due_amount } = plan.invoice;
    const { status, carried_to, carried_from, created_at } = plan.invoice;
    const amounts = {
      previous_due,
      total_payable,
      paid_amount,
      carried_amount,
      credited_amount,
      due_amount,
    };
    model.issued.set(id, plan.invoice);
    model.invoices.set(id, {
      id,
      invoice_number,
      issue_date,
      due_date,
      ...amounts,
      status,
      carried_to,
      carried_from,
      ...{ charges: plan.invoice.charges, given_up: plan.invoice.given_up },
      created_at,
    });
  }
  for (const invoice of plan.invoices) {
    const { previous_due, total_payable, paid_amount, carried_amount, credited_amount } = invoice;
    const { due_amount, status, carried_to, carried_from, charges, given_up } = invoice;
    const changes = {
      previous_due,
      total_payable,
      paid_amount,
      carried_amount,
      credited_amount,
      due_amount,
      status,
      carried_to,
      carried_from,
      charges,
      given_up,
    };
    model.invoices.set(invoice.id, { ...model.invoices.get(invoice.id)!, ...changes });
  }
  if (plan.adjustment) {
    const made = { payment_transaction: plan.transaction?.id ?? null, invoice: plan.invoice?.id ?? null };
    model.adjustments.set(plan.adjustment.id, { ...plan.adjustment, ...made, is_reversed: false });
  }
  for (const allocation of plan.allocations) model.allocations.set(allocation.id, allocation);
  for (const allocation of plan.removed_allocations) model.allocations.delete(allocation.id);
  for (const { payment_transaction, unallocated_amount } of plan.credits) {
    const transaction = model.transactions.get(payment_transaction)!;
    model.transactions.set(payment_transaction, { ...transaction, unallocated_amount });
  }
  for (const { payment_transaction, refunded_amount } of plan.paid_out) {
    const transaction = model.transactions.get(payment_transaction)!;
    model.transactions.set(payment_transaction, { ...transaction, refunded_amount });
  }
  for (const { adjustment, given_up } of plan.waivers) {
    model.adjustments.set(adjustment, { ...model.adjustments.get(adjustment)!, given_up });
  }
  if (plan.credit_note) model.credit_notes.set(plan.credit_note.id, plan.credit_note);
  if (plan.refund) model.refunds.set(plan.refund.id, { ...plan.refund, is_reversed: false });
  if (plan.reversed) {
    const { refund } = plan.reversed;
    if (refund) model.refunds.set(refund, { ...model.refunds.get(refund)!, is_reversed: true });
    const { payment_transaction, recharge, adjustment } = plan.reversed;
    if (payment_transaction) {
      const transaction = model.transactions.get(payment_transaction)!;
      const refunded = { ...transaction, status: "REFUNDED" as const, unallocated_amount: ZERO };
      model.transactions.set(payment_transaction, refunded);
    }
    if (adjustment) {
      model.adjustments.set(adjustment, { ...model.adjustments.get(adjustment)!, is_reversed: true });
    }
    if (recharge) model.recharges.set(recharge, { ...model.recharges.get(recharge)!, is_reversed: true });
  }
}
