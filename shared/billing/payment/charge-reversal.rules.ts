// Undoing a charge by hand (an adjustment DEBIT): its due is taken back wherever it is by now, what was paid of it becomes
// advance (contract §4.11).
import { add, type Minor, min, negate, subtract, ZERO } from "../../kernel/money.ts";
import {
  type Allocation,
  type Credit,
  type CustomerMoney,
  type InvoiceMoney,
  invoiceStatus,
  journalOf,
  type MoneyPlan,
  netBalance,
  oldestFirst,
  type PlanContext,
  type PostingDraft,
  planOf,
} from "../ledger/ledger.rules.ts";
import { describePlan, type PlanDescription } from "./preview.rules.ts";
import { invoiceSource, withPart } from "./reversal.rules.ts";

export interface ChargeSnapshot {
  customer: CustomerMoney;
  adjustment: { id: string; amount: Minor; is_reversed: boolean };
  /** The invoice that the charge made. */
  invoice: string;
  /** That invoice, and every one that took over something of it, however far on; others of the customer do no harm. */
  invoices: readonly InvoiceMoney[];
  /** Every allocation to one of them. */
  allocations: readonly Allocation[];
  /** What is unallocated of the allocations' transactions; one that is left out has nothing left. */
  credits: readonly Credit[];
}

/** The records while a charge is taken out of them. */
class Unwinding {
  readonly invoices = new Map<string, InvoiceMoney>();
  readonly touched = new Set<string>();
  readonly allocations: Map<string, Allocation>;
  readonly credits = new Map<string, Credit>();
  readonly drafts: PostingDraft[] = [];
  readonly #context: PlanContext;
  due: Minor = ZERO;
  released: Minor = ZERO;

  constructor(snapshot: ChargeSnapshot, context: PlanContext) {
    for (const invoice of snapshot.invoices) this.invoices.set(invoice.id, invoice);
    this.allocations = new Map(snapshot.allocations.map((allocation) => [allocation.id, allocation]));
    for (const credit of snapshot.credits) this.credits.set(credit.payment_transaction, credit);
    this.#context = context;
  }

  invoice(id: string): InvoiceMoney {
    const invoice = this.invoices.get(id);
    if (!invoice) throw new Error(`The reversal's snapshot lacks invoice ${id}`);
    return invoice;
  }

  set(invoice: InvoiceMoney): void {
    this.touched.add(invoice.id);
    const status = invoiceStatus(invoice, this.#context.today);
    this.invoices.set(invoice.id, { ...invoice, status });
  }

  /**
   * Takes up to `amount` out of what an invoice's total went to: first what is still owed of it, here and in the invoices
   * that took it over, then what was paid. The caller lowers the total. @returns how much there was.
   */
  takeOut(id: string, amount: Minor): Minor {
    let rest = subtract(amount, this.#takeDue(id, amount));
    for (const next of this.#successors(id)) {
      if (rest === 0n) break;
      rest = subtract(rest, this.#takeBack(id, next, rest));
    }
    if (rest > 0n) rest = subtract(rest, this.#release(id, rest));
    return subtract(amount, rest);
  }

  #takeDue(id: string, amount: Minor): Minor {
    const invoice = this.invoice(id);
    const taken = min(invoice.due_amount, amount);
    if (taken === 0n) return ZERO;
    this.due = add(this.due, taken);
    this.set({ ...invoice, due_amount: subtract(invoice.due_amount, taken) });
    return taken;
  }

  /** The invoices that took something over of this one, the newest first. */
  #successors(id: string): string[] {
    const those = [...this.invoices.values()].filter(({ carried_from }) =>
      carried_from.some((part) => part.invoice === id),
    );
    return oldestFirst(those)
      .map((invoice) => invoice.id)
      .reverse();
  }

  /** Takes back what `id` carried into `next`, as far as it is still to be found there. */
  #takeBack(id: string, next: string, amount: Minor): Minor {
    const carried = this.invoice(next).carried_from.find((part) => part.invoice === id)?.amount ?? ZERO;
    const taken = this.takeOut(next, min(carried, amount));
    if (taken === 0n) return ZERO;
    const invoice = this.invoice(id);
    const later = this.invoice(next);
    this.set({ ...invoice, carried_amount: subtract(invoice.carried_amount, taken) });
    this.set({
      ...later,
      previous_due: subtract(later.previous_due, taken),
      total_payable: subtract(later.total_payable, taken),
      carried_from: withPart(later.carried_from, id, negate(taken)),
    });
    this.drafts.push(
      { account: "customer", entry_type: "CARRY_FORWARD", credit: negate(taken), source: invoiceSource(id) },
      { account: "customer", entry_type: "INVOICE", credit: taken, source: invoiceSource(next) },
    );
    return taken;
  }

  /** Money that paid the invoice becomes advance again, the last first; an allocation may be parted. */
  #release(id: string, amount: Minor): Minor {
    let rest = amount;
    const paid = [...this.allocations.values()]
      .filter((allocation) => allocation.invoice === id)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
    for (const allocation of paid) {
      const taken = min(allocation.allocated_amount, rest);
      if (taken === 0n) break;
      rest = subtract(rest, taken);
      const { payment_transaction } = allocation;
      const credit = this.credits.get(payment_transaction);
      const unallocated_amount = add(credit?.unallocated_amount ?? ZERO, taken);
      this.credits.set(payment_transaction, {
        payment_transaction,
        received_at: credit?.received_at ?? "",
        unallocated_amount,
      });
      this.allocations.delete(allocation.id);
      const kept = subtract(allocation.allocated_amount, taken);
      if (kept === 0n) continue;
      const smaller = { ...allocation, id: this.#context.newId(), allocated_amount: kept };
      this.allocations.set(smaller.id, smaller);
    }
    const released = subtract(amount, rest);
    const invoice = this.invoice(id);
    if (released > 0n) this.set({ ...invoice, paid_amount: subtract(invoice.paid_amount, released) });
    this.released = add(this.released, released);
    return released;
  }
}

/**
 * POST /adjustments/{id}/reverse/ of a DEBIT: the charge is credited on its invoice, so that nothing of it is owed any
 * longer, in whichever invoice it is by now. What an invoice with a total given by hand wrote off of it comes back from
 * WAIVER and not to the customer.
 * @returns null when it is reversed already: nothing to write.
 */
export function planChargeReversal(snapshot: ChargeSnapshot, context: PlanContext): MoneyPlan | null {
  const { customer, adjustment } = snapshot;
  if (adjustment.is_reversed) return null;
  const unwinding = new Unwinding(snapshot, context);
  const taken = unwinding.takeOut(snapshot.invoice, adjustment.amount);
  const charged = unwinding.invoice(snapshot.invoice);
  const carried_to = charged.carried_amount === 0n ? null : charged.carried_to;
  unwinding.set({ ...charged, carried_to, credited_amount: add(charged.credited_amount, taken) });
  const source = { source_type: "adjustment", source_id: adjustment.id } as const;
  const written_off = subtract(adjustment.amount, taken);
  const drafts: PostingDraft[] = [
    { account: "REVENUE", entry_type: "REVERSAL", credit: negate(adjustment.amount), source },
    { account: "customer", entry_type: "REVERSAL", credit: taken, advance: unwinding.released, source },
    { account: "WAIVER", entry_type: "REVERSAL", credit: written_off, source },
    ...unwinding.drafts,
  ];
  const after: CustomerMoney = {
    ...customer,
    due_amount: subtract(customer.due_amount, unwinding.due),
    advance_amount: add(customer.advance_amount, unwinding.released),
  };
  const before = new Map(snapshot.allocations.map((allocation) => [allocation.id, allocation]));
  const changed = new Set(
    snapshot.allocations
      .filter(({ id }) => !unwinding.allocations.has(id))
      .map(({ payment_transaction }) => payment_transaction),
  );
  return planOf(after, {
    postings: journalOf(drafts, netBalance(customer)),
    invoices: [...unwinding.touched].map((id) => unwinding.invoice(id)),
    allocations: [...unwinding.allocations.values()].filter(({ id }) => !before.has(id)),
    removed_allocations: snapshot.allocations.filter(({ id }) => !unwinding.allocations.has(id)),
    credits: [...unwinding.credits.values()].filter(({ payment_transaction }) =>
      changed.has(payment_transaction),
    ),
    reversed: { payment_transaction: null, recharge: null, adjustment: adjustment.id },
  });
}

/** What that would change, for the person who is about to confirm it; null when there is nothing to undo. */
export function describeChargeReversal(
  snapshot: ChargeSnapshot,
  context: PlanContext,
): PlanDescription | null {
  const plan = planChargeReversal(snapshot, context);
  return plan && describePlan({ customer: snapshot.customer, invoices: snapshot.invoices }, plan);
}
