// What reversing a recharge will change, from this computer's records. Pure.

import type { Invoice, PaymentAllocation, Recharge, Transaction } from "../../../shared/billing/index.ts";
import type { Allocation, InvoiceMoney } from "../../../shared/billing/ledger/money-records.ts";
import { describePlan, type PlanDescription } from "../../../shared/billing/payment/preview.rules.ts";
import { planReversal, type ReversalSnapshot } from "../../../shared/billing/payment/reversal.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { minorOf } from "../../kernel/money-format.ts";
import { customerMoney, type Expected, expectedOf, invoiceMoney } from "../expected.ts";

/** Money that came in and can be taken back, by the command that does it. */
export interface Reversible {
  readonly kind: "recharge" | "transaction";
  readonly id: string;
  /** What it is called: its receipt number. */
  readonly number: string;
  /** Decimal text. */
  readonly amount: string;
  /** Who took it (username), and when. */
  readonly by: string;
  readonly at: string;
}

export interface ReversalRecords {
  readonly customer: Customer;
  /** Null: a plain payment. */
  readonly recharge: Recharge | null;
  readonly transaction: Transaction;
  readonly allocations: readonly PaymentAllocation[];
  /** All of the customer's: the chain of carried invoices is among them. */
  readonly invoices: readonly Invoice[];
}

function snapshotOf(records: ReversalRecords, digits: number): ReversalSnapshot {
  const { customer, recharge, transaction, allocations, invoices } = records;
  return {
    customer: customerMoney(customer, digits),
    transaction: {
      id: transaction.id,
      amount: minorOf(transaction.amount, digits),
      method: transaction.method,
      status: transaction.status,
      unallocated_amount: minorOf(transaction.unallocated_amount, digits),
      reseller_charge: transaction.reseller_charge ? minorOf(transaction.reseller_charge, digits) : null,
      holder: transaction.holder,
      deposit: transaction.deposit,
      refunded_amount: minorOf(transaction.refunded_amount, digits),
    },
    recharge: recharge && {
      id: recharge.id,
      validity_days: recharge.validity_days,
      previous_expiry_date: recharge.previous_expiry_date,
      new_expiry_date: recharge.new_expiry_date,
      is_reversed: recharge.is_reversed,
    },
    adjustment: null,
    allocations: allocations.map(
      ({ id, payment_transaction, invoice, allocated_amount }): Allocation => ({
        id,
        payment_transaction,
        invoice,
        allocated_amount: minorOf(allocated_amount, digits),
      }),
    ),
    invoices: invoices.map((invoice): InvoiceMoney => invoiceMoney(invoice, digits)),
  };
}

interface ReversalEffect {
  readonly description: PlanDescription;
  readonly expected: Expected;
}

/** What reversing will do, or why it will be refused. */
export interface ReversalOutcome {
  /** Null when it is reversed already or this computer lacks a record of it. */
  readonly effect: ReversalEffect | null;
  readonly problem: Failure | null;
}

/** The outcome, said before it is asked for: money that was paid out again since is no reason to show nothing at all. */
export function reversalOutcome(...known: Parameters<typeof reversalEffect>): ReversalOutcome {
  try {
    return { effect: reversalEffect(...known), problem: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { effect: null, problem: error };
  }
}

/**
 * The effect, or null when it is reversed already or this computer lacks a record of it.
 * @throws Failure as planReversal does.
 */
function reversalEffect(
  records: ReversalRecords,
  digits: number,
  moment: { today: string; now: string },
): ReversalEffect | null {
  const known = new Set(records.invoices.map(({ id }) => id));
  const lacking = [
    ...records.allocations.map(({ invoice }) => invoice),
    ...records.invoices.flatMap(({ carried_to }) => (carried_to ? [carried_to] : [])),
  ].some((id) => !known.has(id));
  if (lacking) return null;
  const snapshot = snapshotOf(records, digits);
  const plan = planReversal(snapshot, { ...moment, newId });
  if (plan === null) return null;
  return { description: describePlan(snapshot, plan), expected: expectedOf(plan, digits) };
}
