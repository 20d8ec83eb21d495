// Random lives of one customer's money: steps to replay, a model that runs them through the plans, and what must always hold.
import fc from "fast-check";
import { planInvoiceWithAdvance } from "../../../shared/billing/invoice/invoice.rules.ts";
import type { LineInput } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { planAdjustment } from "../../../shared/billing/ledger/adjustment.rules.ts";
import {
  type Allocation,
  type Credit,
  type CustomerMoney,
  type InvoiceMoney,
  type MoneyPlan,
  type NewAdjustment,
  type NewInvoice,
  type NewRecharge,
  type NewTransaction,
  oldestFirst,
  type PlanContext,
  type Posting,
  type TransactionStatus,
} from "../../../shared/billing/ledger/ledger.rules.ts";
import { planAdvance } from "../../../shared/billing/payment/advance.rules.ts";
import {
  type ChargeSnapshot,
  planChargeReversal,
} from "../../../shared/billing/payment/charge-reversal.rules.ts";
import { planReversal, type ReversalSnapshot } from "../../../shared/billing/payment/reversal.rules.ts";
import { planPayment, planRecharge } from "../../../shared/billing/payment/settlement.rules.ts";
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import { Failure, type FailureCode } from "../../../shared/kernel/failure.ts";
import { type Minor, ZERO } from "../../../shared/kernel/money.ts";
import { RATES } from "./samples.ts";

/** One step of a customer's life. `pick` chooses among what exists by then (modulo), so that every sequence is playable. */
export type MoneyStep =
  | { kind: "recharge"; amount: Minor; validity_days: number }
  | { kind: "payment"; amount: Minor; method: "CASH" | "BANK" | "MOBILE" }
  | {
      kind: "invoice";
      lines: LineInput[];
      discount: Minor | null;
      previous_due: Minor | null;
      total_payable: Minor | null;
      due_in_days: number;
      apply_advance: boolean;
    }
  | { kind: "apply_advance"; pick: number }
  | { kind: "adjustment"; adjustment_type: "CREDIT" | "DEBIT" | "WAIVER"; amount: Minor }
  | { kind: "reverse"; pick: number }
  | { kind: "reverse_payment"; pick: number }
  | { kind: "reverse_adjustment"; pick: number }
  | { kind: "days_pass"; days: number };

const money = (most: bigint): fc.Arbitrary<Minor> => fc.bigInt({ min: 1n, max: most }) as fc.Arbitrary<Minor>;

const givenBack = money(40_000n).map((amount) => -amount as Minor);

const line: fc.Arbitrary<LineInput> = fc.record({
  description: fc.constantFrom("Home 20 Mbps", "Installation", "Router"),
  quantity: fc.constantFrom("1", "2", "0.5", "1.333333", "3.25"),
  unit_price: fc.oneof({ weight: 6, arbitrary: money(150_000n) }, { weight: 1, arbitrary: givenBack }),
  discount: fc.option(fc.constantFrom(ZERO, 1n as Minor), { nil: null }),
  tax_amount: fc.option(money(9_000n), { nil: null }),
  tax_code: fc.constantFrom(null, "vat", "gst"),
  source: fc.constantFrom("PACKAGE" as const, "HARDWARE" as const, null),
});

/** Sequences of steps; without `days` no time passes, for a replay against a server with a real clock. */
export function moneySequences(options: { days: boolean; maxLength?: number }): fc.Arbitrary<MoneyStep[]> {
  const pick = fc.nat(50);
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("recharge" as const),
        amount: money(250_000n),
        validity_days: fc.constantFrom(0, 1, 7, 30),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("payment" as const),
        amount: money(200_000n),
        method: fc.constantFrom("CASH" as const, "BANK" as const, "MOBILE" as const),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("invoice" as const),
        lines: fc.array(line, { minLength: 1, maxLength: 3 }),
        discount: fc.option(money(20_000n), { nil: null }),
        previous_due: fc.option(fc.oneof(fc.constant(ZERO), money(200_000n)), { nil: null, freq: 2 }),
        total_payable: fc.option(fc.oneof(fc.constant(ZERO), money(300_000n)), { nil: null, freq: 4 }),
        due_in_days: fc.constantFrom(0, 7, 15),
        apply_advance: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("apply_advance" as const), pick }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("adjustment" as const),
        adjustment_type: fc.constantFrom("CREDIT" as const, "DEBIT" as const, "WAIVER" as const),
        amount: money(60_000n),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("reverse" as const), pick }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("reverse_payment" as const), pick }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("reverse_adjustment" as const), pick }) },
    ...(options.days
      ? [
          {
            weight: 2,
            arbitrary: fc.record({
              kind: fc.constant("days_pass" as const),
              days: fc.integer({ min: 1, max: 40 }),
            }),
          },
        ]
      : []),
  );
  return fc.array(step, { minLength: 1, maxLength: options.maxLength ?? 25, size: "max" });
}

export interface ModelTransaction extends Omit<NewTransaction, "status"> {
  status: TransactionStatus;
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
  const adjustment =
    [...model.adjustments.values()].find((candidate) => candidate.payment_transaction === transactionId)
      ?.id ?? null;
  const { customer } = model;
  return { customer, transaction, recharge, adjustment, allocations, invoices: [...invoices.values()] };
}

/** The plan that undoes an adjustment: by its transaction, or by the invoice that it made. */
function planAdjustmentReversal(
  model: MoneyModel,
  adjustment: ModelAdjustment,
  context: PlanContext,
): MoneyPlan | null {
  const { payment_transaction, invoice } = adjustment;
  if (payment_transaction) return planReversal(reversalSnapshot(model, payment_transaction), context);
  const snapshot: ChargeSnapshot = {
    customer: model.customer,
    adjustment,
    invoice: invoice!,
    invoices: [...model.invoices.values()],
    allocations: [...model.allocations.values()],
    credits: creditsOf(model),
  };
  return planChargeReversal(snapshot, context);
}

/** Writes a plan's rows, as the server does, with nothing computed here. */
function applyPlan(model: MoneyModel, plan: MoneyPlan): void {
  model.customer = plan.customer;
  model.postings.push(...plan.postings);
  if (plan.transaction) model.transactions.set(plan.transaction.id, plan.transaction);
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
      charges: plan.invoice.charges,
      created_at,
    });
  }
  for (const invoice of plan.invoices) {
    const { previous_due, total_payable, paid_amount, carried_amount, credited_amount } = invoice;
    const { due_amount, status, carried_to, carried_from, charges } = invoice;
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
  if (plan.reversed) {
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

const nth = <T>(items: readonly T[], pick: number): T | undefined => items[pick % Math.max(items.length, 1)];

/** The plans of one step, in the order in which they are written; none when the step finds nothing to act on. */
function plansOf(model: MoneyModel, step: MoneyStep): MoneyPlan[] {
  const { customer } = model;
  const context = contextOf(model);
  const snapshot = {
    customer,
    open_invoices: openInvoices(model),
    earlier_invoices: [...model.invoices.values()].filter((invoice) => invoice.due_amount === 0n),
    credits: creditsOf(model),
  };
  switch (step.kind) {
    case "recharge":
      return [planRecharge(snapshot, { ...step, method: "CASH", package: "package" }, context)];
    case "payment":
      return [planPayment(snapshot, step, context)];
    case "invoice": {
      const dates = { issue_date: model.today, due_date: addDays(model.today, step.due_in_days) };
      const numbers = { invoice_number: `INV-${model.ticks}`, billing_month: model.today.slice(0, 7) };
      const { lines, discount, previous_due, total_payable } = step;
      const input = { ...dates, ...numbers, lines, discount, previous_due, total_payable, rates: RATES };
      const { invoice, advance } = planInvoiceWithAdvance(snapshot, input, step.apply_advance, context);
      return advance ? [invoice, advance] : [invoice];
    }
    case "apply_advance": {
      const invoice = nth(snapshot.open_invoices, step.pick);
      const plan = invoice ? planAdvance(snapshot, invoice, context) : null;
      return plan ? [plan] : [];
    }
    case "adjustment": {
      const due_date = addDays(model.today, 7);
      const input = { ...step, reason: "Late fee", invoice_number: `ADJ-${model.ticks}`, due_date };
      return [planAdjustment(snapshot, input, context)];
    }
    case "reverse": {
      const recharge = nth([...model.recharges.values()], step.pick);
      const plan = recharge
        ? planReversal(reversalSnapshot(model, recharge.payment_transaction), context)
        : null;
      return plan ? [plan] : [];
    }
    case "reverse_payment": {
      const plain = [...model.transactions.values()].filter(
        ({ id, method }) =>
          method !== "ADJUSTMENT" &&
          ![...model.recharges.values()].some(({ payment_transaction }) => payment_transaction === id),
      );
      const payment = nth(plain, step.pick);
      const plan = payment ? planReversal(reversalSnapshot(model, payment.id), context) : null;
      return plan ? [plan] : [];
    }
    case "reverse_adjustment": {
      const adjustment = nth([...model.adjustments.values()], step.pick);
      const plan = adjustment ? planAdjustmentReversal(model, adjustment, context) : null;
      return plan ? [plan] : [];
    }
    case "days_pass":
      model.today = addDays(model.today, step.days);
      return [];
  }
}

/** Plays one step; a Failure leaves every record as it was and is answered by its code. */
export function playStep(model: MoneyModel, step: MoneyStep): FailureCode | "APPLIED" | "NOTHING" {
  try {
    const plans = plansOf(model, step);
    for (const plan of plans) applyPlan(model, plan);
    return plans.length > 0 ? "APPLIED" : "NOTHING";
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
