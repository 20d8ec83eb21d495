// The records of a charge while it is taken out of them, wherever it is by now: owed or paid, here or in the invoices that
// took it over (contract §4.11).
import { add, type Minor, max, min, negate, subtract, ZERO } from "../../kernel/money.ts";
import {
  type Allocation,
  type Credit,
  type CustomerMoney,
  type InvoiceMoney,
  invoiceStatus,
  oldestFirst,
  type PlanContext,
} from "../ledger/money-records.ts";
import type { PostingDraft } from "../ledger/posting.rules.ts";
import { distribute } from "../ledger/reversing-entry.rules.ts";
import {
  type GivenUp,
  type GivenUpFor,
  lessParts,
  takeBack,
  type WrittenOff,
} from "../tax/credit-split.rules.ts";
import { sumsOf } from "../tax/round-credit.rules.ts";
import { givenUpDrafts } from "../tax/write-off.rules.ts";
import { invoiceSource, withPart } from "./reversal.rules.ts";

/** A waiver that settled something of the charge: given up, never paid. */
export interface WaivedMoney {
  payment_transaction: string;
  adjustment: string;
  amount: Minor;
  /** What of it was taken back before. */
  refunded_amount: Minor;
  category: GivenUpFor;
  /** What it gives up of whose charges, as far as that was not taken back before. */
  given_up: readonly WrittenOff[];
}

/** What is read of a charge that is taken back. */
export interface ChargeRecords {
  customer: CustomerMoney;
  /** The invoice that made the charge. */
  invoice: string;
  /** That invoice, and every one that took over something of it, however far on; others of the customer do no harm. */
  invoices: readonly InvoiceMoney[];
  /** Every allocation to one of them. */
  allocations: readonly Allocation[];
  /** What is unallocated of the allocations' transactions; one that is left out has nothing left. */
  credits: readonly Credit[];
  /** Those of the allocations' transactions that are waivers. */
  waived: readonly WaivedMoney[];
}

/** What must stay where it is, while a charge is taken out. */
interface Held {
  /** Of what one invoice carried into another. */
  carried(id: string, next: string): Minor;
  /** Of what a transaction settled of an invoice. */
  allocated(invoice: string, payment_transaction: string): Minor;
}

/** What is taken out of an invoice: what is owed of it, and what such allocations settled. */
interface Taking {
  due: boolean;
  of(allocation: Allocation): boolean;
  held?: Held;
}

const EVERYTHING: Taking = { due: true, of: () => true };

/** What write-offs gave up of one invoice. */
export const partsOf = (written_off: readonly WrittenOff[], invoice: string): GivenUp[] =>
  written_off.flatMap((one) => (one.invoice === invoice ? one.parts : []));

const sumOf = (parts: readonly GivenUp[]): Minor => add(...parts.flatMap(({ net, tax }) => [net, tax]));

/** So much of these parts, each in proportion: nets and taxes together come to exactly that. @param amount at most all of them. */
function shareOfParts(parts: readonly GivenUp[], amount: Minor): GivenUp[] {
  const shares = distribute(
    amount,
    parts.flatMap(({ net, tax }) => [net, tax]),
  );
  return parts.map((part, at) => ({
    ...part,
    net: shares?.[2 * at] ?? ZERO,
    tax: shares?.[2 * at + 1] ?? ZERO,
  }));
}

/** The records while a charge is taken out of them. */
export class ChargeTrace {
  readonly invoices = new Map<string, InvoiceMoney>();
  readonly touched = new Set<string>();
  readonly allocations: Map<string, Allocation>;
  readonly credits = new Map<string, Credit>();
  readonly waived = new Map<string, WaivedMoney>();
  readonly drafts: PostingDraft[] = [];
  readonly #context: PlanContext;
  /** What was still owed of it. */
  due: Minor = ZERO;
  /** What had been paid of it, and is advance now. */
  released: Minor = ZERO;
  /** What had been waived of it. */
  unwaived: Minor = ZERO;

  constructor(
    records: Pick<ChargeRecords, "invoices" | "allocations" | "credits" | "waived">,
    context: PlanContext,
  ) {
    for (const invoice of records.invoices) this.invoices.set(invoice.id, invoice);
    this.allocations = new Map(records.allocations.map((allocation) => [allocation.id, allocation]));
    for (const credit of records.credits) this.credits.set(credit.payment_transaction, credit);
    for (const waived of records.waived) this.waived.set(waived.payment_transaction, waived);
    this.#context = context;
  }

  #copy(): ChargeTrace {
    const { invoices, allocations, credits, waived } = this;
    const records = {
      invoices: [...invoices.values()],
      allocations: [...allocations.values()],
      credits: [...credits.values()],
      waived: [...waived.values()],
    };
    return new ChargeTrace(records, this.#context);
  }

  invoice(id: string): InvoiceMoney {
    const invoice = this.invoices.get(id);
    if (!invoice) throw new Error(`The snapshot lacks invoice ${id}`);
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
  takeOut(id: string, amount: Minor, out: Taking = EVERYTHING): Minor {
    let rest = out.due ? subtract(amount, this.#takeDue(id, amount)) : amount;
    for (const next of this.#successors(id)) {
      if (rest === 0n) break;
      rest = subtract(rest, this.#takeBack(id, next, rest, out));
    }
    if (rest > 0n) rest = subtract(rest, this.#release(id, rest, out));
    return subtract(amount, rest);
  }

  /**
   * Takes up to `amount` of what is owed and of what was paid. What waivers gave up of this invoice's charges, or of others that
   * went the same way, stays where it is: taken away, it would be there no longer when more of those charges is given back.
   * @returns how much there was.
   */
  takeOutUnwaived(id: string, amount: Minor): Minor {
    return this.takeOut(id, amount, {
      due: true,
      of: ({ payment_transaction }) => !this.waived.has(payment_transaction),
      held: this.#heldByWaivers(),
    });
  }

  /** Where everything lies that waivers gave up of charges; `but` what that one gave up of this invoice's. */
  #heldByWaivers(but?: { id: string; payment_transaction: string }): Held {
    const before = this.#copy();
    const trial = this.#copy();
    for (const waived of this.waived.values())
      for (const { invoice, parts } of waived.given_up) {
        const is_own = but?.id === invoice && but.payment_transaction === waived.payment_transaction;
        if (!is_own && trial.invoices.has(invoice)) trial.#takeOutWaived(invoice, waived, sumOf(parts));
      }
    return {
      carried: (id, next) => subtract(before.#carried(id, next), trial.#carried(id, next)),
      allocated: (id, of) => subtract(before.#allocated(id, of), trial.#allocated(id, of)),
    };
  }

  /** Takes up to so much of what a waiver settled of an invoice out of it, wherever that is by now. @returns how much there was. */
  #takeOutWaived(id: string, { payment_transaction }: WaivedMoney, amount: Minor, held?: Held): Minor {
    const of = (allocation: Allocation) => allocation.payment_transaction === payment_transaction;
    return this.takeOut(id, amount, { due: false, of, ...(held && { held }) });
  }

  /** The same of what it gave up of this invoice's charges: what it gave up of others stays, as long as there is enough. */
  #takeOutOwn(id: string, waived: WaivedMoney, amount: Minor): Minor {
    const { payment_transaction } = waived;
    return this.#takeOutWaived(id, waived, amount, this.#heldByWaivers({ id, payment_transaction }));
  }

  /** Books what a waiver gives up of an invoice no longer, once it is taken out: these parts, and what no part of it explains. */
  #unwaived(id: string, waived: WaivedMoney, parts: readonly GivenUp[], unexplained: Minor): void {
    const amount = add(unexplained, ...parts.flatMap(({ net, tax }) => [net, tax]));
    const { payment_transaction, category, given_up, adjustment } = waived;
    const posting = {
      entry_type: "REVERSAL",
      source: { source_type: "adjustment", source_id: adjustment },
    } as const;
    for (const draft of givenUpDrafts(amount, parts, category, posting))
      this.drafts.push({ ...draft, credit: negate(draft.credit) });
    const charged = this.invoice(id);
    this.set({ ...charged, charges: takeBack(charged.charges, parts) });
    const refunded_amount = add(waived.refunded_amount, amount);
    const left = { ...waived, refunded_amount, given_up: lessParts(given_up, id, parts) };
    this.waived.set(payment_transaction, left);
    this.unwaived = add(this.unwaived, amount);
  }

  /**
   * Takes back what waivers gave up beyond what is charged, once so much of the charges is given back.
   * @param most what is taken back of the invoice: where its own total by hand gave some of it up, its charges say more.
   */
  unwaiveOver(id: string, given_back: readonly GivenUp[], most: Minor): void {
    for (const charge of this.invoice(id).charges) {
      const back = sumsOf(given_back, charge);
      let net = max(subtract(add(back.net, charge.net_back), charge.net), ZERO);
      let tax = max(subtract(add(back.tax, charge.tax_back), charge.tax), ZERO);
      for (const waived of [...this.waived.values()].reverse()) {
        const held = sumsOf(partsOf(waived.given_up, id), charge);
        const more_tax = min(min(tax, held.tax), subtract(most, this.unwaived));
        const more_net = min(min(net, held.net), subtract(subtract(most, this.unwaived), more_tax));
        if (more_net === 0n && more_tax === 0n) continue;
        const { source, tax_code } = charge;
        const amount = add(more_net, more_tax);
        const own = this.#takeOutOwn(id, waived, amount);
        const taken = add(own, this.#takeOutWaived(id, waived, subtract(amount, own)));
        if (taken !== amount) throw new Error(`Of ${amount} waived of invoice ${id} there is ${taken}`);
        this.#unwaived(id, waived, [{ source, tax_code, net: more_net, tax: more_tax }], ZERO);
        net = subtract(net, more_net);
        tax = subtract(tax, more_tax);
      }
    }
  }

  /**
   * What nothing else settled: up to so much of what waivers gave up, of this invoice's charges first, then of what no charge
   * explains, and of other charges only where nothing else is left. @returns how much there was.
   */
  unwaiveUpTo(id: string, amount: Minor): Minor {
    let rest = amount;
    for (const waived of [...this.waived.values()].reverse()) {
      // Taken, not counted: what two ways lead to, because an invoice carried to two that carried on to one, is there once.
      const found = this.#takeOutOwn(id, waived, rest);
      rest = subtract(rest, found);
      const own = partsOf(waived.given_up, id);
      const explained = min(found, sumOf(own));
      if (found > 0n) this.#unwaived(id, waived, shareOfParts(own, explained), subtract(found, explained));
    }
    for (const waived of [...this.waived.values()].reverse()) {
      const found = this.#takeOutWaived(id, waived, rest);
      rest = subtract(rest, found);
      this.#unwaivedOfOthers(id, waived, found);
    }
    return subtract(amount, rest);
  }

  /** Books that a waiver gives up no longer what it gave up of other charges than this invoice's, and then what none explains. */
  #unwaivedOfOthers(id: string, { payment_transaction, given_up }: WaivedMoney, amount: Minor): void {
    let rest = amount;
    for (const { invoice, parts } of given_up) {
      const part = min(rest, sumOf(parts));
      if (part === 0n || !this.invoices.has(invoice)) continue;
      rest = subtract(rest, part);
      this.#unwaived(invoice, this.#waiver(payment_transaction), shareOfParts(parts, part), ZERO);
    }
    if (rest > 0n) this.#unwaived(id, this.#waiver(payment_transaction), [], rest);
  }

  /** As it is by now. */
  #waiver(payment_transaction: string): WaivedMoney {
    const waived = this.waived.get(payment_transaction);
    if (!waived) throw new Error(`The snapshot lacks waiver ${payment_transaction}`);
    return waived;
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

  #carried(id: string, next: string): Minor {
    return this.invoice(next).carried_from.find((part) => part.invoice === id)?.amount ?? ZERO;
  }

  #allocated(invoice: string, payment_transaction: string): Minor {
    const those = [...this.allocations.values()].filter(
      (one) => one.invoice === invoice && one.payment_transaction === payment_transaction,
    );
    return add(...those.map(({ allocated_amount }) => allocated_amount));
  }

  /** Takes back what `id` carried into `next`, as far as it is still to be found there. */
  #takeBack(id: string, next: string, amount: Minor, out: Taking): Minor {
    const there = subtract(this.#carried(id, next), out.held?.carried(id, next) ?? ZERO);
    const taken = this.takeOut(next, min(there, amount), out);
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

  /** What settled the invoice is taken off it, the last first; an allocation may be parted. */
  #release(id: string, amount: Minor, out: Taking): Minor {
    let rest = amount;
    const paid = [...this.allocations.values()]
      .filter((allocation) => allocation.invoice === id && out.of(allocation))
      .sort((a, b) => (a.id < b.id ? 1 : -1));
    for (const allocation of paid) {
      const { payment_transaction, allocated_amount } = allocation;
      const stays = out.held?.allocated(id, payment_transaction) ?? ZERO;
      const free = max(subtract(this.#allocated(id, payment_transaction), stays), ZERO);
      const taken = min(min(allocated_amount, free), rest);
      if (taken === 0n) continue;
      rest = subtract(rest, taken);
      this.#returnTo(allocation.payment_transaction, taken);
      this.allocations.delete(allocation.id);
      const kept = subtract(allocation.allocated_amount, taken);
      if (kept === 0n) continue;
      const smaller = { ...allocation, id: this.#context.newId(), allocated_amount: kept };
      this.allocations.set(smaller.id, smaller);
    }
    const released = subtract(amount, rest);
    const invoice = this.invoice(id);
    if (released > 0n) this.set({ ...invoice, paid_amount: subtract(invoice.paid_amount, released) });
    return released;
  }

  /** Money that paid becomes advance again; what was waived was never paid, so it is only given up no longer. */
  #returnTo(payment_transaction: string, amount: Minor): void {
    if (this.waived.has(payment_transaction)) return;
    const credit = this.credits.get(payment_transaction);
    const unallocated_amount = add(credit?.unallocated_amount ?? ZERO, amount);
    const received_at = credit?.received_at ?? "";
    this.credits.set(payment_transaction, { payment_transaction, received_at, unallocated_amount });
    this.released = add(this.released, amount);
  }
}
