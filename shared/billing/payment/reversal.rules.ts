// Undoing a payment or recharge by mirrored entries; also when what it paid was carried forward since (contract §4.5).
import { addDays, type Day } from "../../kernel/day.ts";
import { Failure } from "../../kernel/failure.ts";
import { add, type Minor, negate, subtract, ZERO } from "../../kernel/money.ts";
import { hasAccess } from "../../subscribers/index.ts";
import { cashAccount } from "../ledger/holder.rules.ts";
import {
  type Allocation,
  type CarriedPart,
  type CustomerMoney,
  type InvoiceMoney,
  invoiceStatus,
  netBalance,
  type PaymentMethod,
  type PlanContext,
  type TransactionStatus,
} from "../ledger/money-records.ts";
import { type CoveredDays, type MoneyPlan, planOf } from "../ledger/plan.rules.ts";
import {
  journalOf,
  type PostedPart,
  type PostingDraft,
  type PostingSource,
} from "../ledger/posting.rules.ts";
import { reversingEntry } from "../ledger/reversing-entry.rules.ts";
import { type GivenUpFor, takeBack, type WrittenOff } from "../tax/credit-split.rules.ts";
import { givenUpDrafts } from "../tax/write-off.rules.ts";
import { describePlan, type PlanDescription } from "./preview.rules.ts";

export interface TransactionMoney {
  id: string;
  amount: Minor;
  method: PaymentMethod;
  status: TransactionStatus;
  unallocated_amount: Minor;
  reseller_charge: Minor | null;
  /** What of it was paid out again; of a waiver: taken back with the charge that it had settled. */
  refunded_amount: Minor;
  /** Who took the cash, and so has it less now; null: no cash was taken. */
  holder: string | null;
  /** The deposit that it was paid with, which has it again then; null: money that came in. */
  deposit: string | null;
}

export interface RechargeTerms {
  id: string;
  validity_days: number;
  previous_expiry_date: Day | null;
  new_expiry_date: Day | null;
  is_reversed: boolean;
  /** A recharge made later stands; default: none does. */
  is_built_on?: boolean;
  /** The days of recharges made later that stand; default: none do. */
  later?: readonly { id: string; covers_from: Day; covers_to: Day }[];
  /** A change of package took days of it over, and holds. */
  is_changed?: boolean;
  /** How many periods of a promotion it used; null or left out: none. */
  promo_periods?: number | null;
  /** Recharges made before this one and reversed since, the latest first: their days were taken off already. */
  undone_before?: readonly Pick<
    RechargeTerms,
    "validity_days" | "previous_expiry_date" | "new_expiry_date"
  >[];
}

export interface ReversalSnapshot {
  customer: CustomerMoney;
  transaction: TransactionMoney;
  /** Null: a plain payment, or an adjustment. */
  recharge: RechargeTerms | null;
  /** The adjustment by which it was given; null: money that came in. */
  adjustment: string | null;
  /** The adjustment is a waiver: of what was taken back already, nothing is left to undo. */
  is_waiver?: boolean;
  /** What the adjustment's journal put on the system accounts; left out: WAIVER. */
  posted?: readonly PostedPart[];
  /** Why it was given up; null: money that came in. */
  category?: GivenUpFor | null;
  /** What a waiver still gives up of whose charges; those invoices stand among the others. */
  given_up?: readonly WrittenOff[];
  /** Every allocation of the transaction, also those made later through an advance. */
  allocations: readonly Allocation[];
  /** The invoices of the allocations, and every invoice that follows one of them along carried_to; open or not. */
  invoices: readonly InvoiceMoney[];
}

/** A due that comes back: the invoices with their new values, and the entries that move it along the chain. */
interface Reopening {
  invoices: Map<string, InvoiceMoney>;
  drafts: PostingDraft[];
}

function known(reopening: Reopening, snapshot: ReversalSnapshot, id: string): InvoiceMoney {
  const invoice = reopening.invoices.get(id) ?? snapshot.invoices.find((candidate) => candidate.id === id);
  if (!invoice) throw new Error(`The reversal's snapshot lacks invoice ${id}`);
  return invoice;
}

/** What an invoice took over, with more (or less) of one earlier invoice. */
export function withPart(parts: readonly CarriedPart[], invoice: string, more: Minor): CarriedPart[] {
  const had = parts.find((part) => part.invoice === invoice);
  const amount = add(had?.amount ?? ZERO, more);
  if (!had) return [...parts, { invoice, amount }];
  return parts
    .map((part) => (part === had ? { invoice, amount } : part))
    .filter((part) => part.amount !== 0n);
}

export const invoiceSource = (source_id: string): PostingSource => ({ source_type: "invoice", source_id });

/**
 * Takes a payment of `amount` off an invoice. While it bears its own due, it reopens. If its rest was carried forward,
 * the amount follows: carried out of each invoice of the chain and charged to the next, down to the last one, so that
 * each invoice's INVOICE debits still sum to its total_payable and its CARRY_FORWARD credits to its carried_amount.
 */
function reopen(reopening: Reopening, snapshot: ReversalSnapshot, allocation: Allocation, today: Day): void {
  const amount = allocation.allocated_amount;
  const first = known(reopening, snapshot, allocation.invoice);
  let invoice: InvoiceMoney = { ...first, paid_amount: subtract(first.paid_amount, amount) };
  while (invoice.carried_to !== null) {
    reopening.invoices.set(invoice.id, { ...invoice, carried_amount: add(invoice.carried_amount, amount) });
    const next = known(reopening, snapshot, invoice.carried_to);
    reopening.drafts.push(
      { account: "customer", entry_type: "CARRY_FORWARD", credit: amount, source: invoiceSource(invoice.id) },
      { account: "customer", entry_type: "INVOICE", credit: negate(amount), source: invoiceSource(next.id) },
    );
    invoice = {
      ...next,
      carried_from: withPart(next.carried_from, invoice.id, amount),
      previous_due: add(next.previous_due, amount),
      total_payable: add(next.total_payable, amount),
    };
  }
  const open = { ...invoice, due_amount: add(invoice.due_amount, amount) };
  reopening.invoices.set(open.id, { ...open, status: invoiceStatus(open, today) });
}

/**
 * Back to the day before the recharge if none moved the expiry since, else less its validity (contract §4.5). Where
 * recharges before it were reversed first, whatever the order, it is the day before those.
 */
function expiryWithout(recharge: RechargeTerms | null, expiry_date: Day | null): Day | null {
  if (recharge === null || expiry_date === null) return expiry_date;
  const { validity_days, previous_expiry_date, new_expiry_date, is_built_on, undone_before = [] } = recharge;
  const less = undone_before.reduce((days, undone) => days + undone.validity_days, 0);
  const untouched = new_expiry_date !== null && expiry_date === addDays(new_expiry_date, -less);
  if (is_built_on || !untouched) return addDays(expiry_date, -validity_days);
  let before = previous_expiry_date;
  for (const undone of undone_before) {
    if (before === null) return null;
    const follows = undone.new_expiry_date === before;
    before = follows ? undone.previous_expiry_date : addDays(before, -undone.validity_days);
  }
  return before;
}

/** What was bought after it moves along with the last day: by as many days as are taken back. */
function movedBack(recharge: RechargeTerms | null): CoveredDays[] {
  const { validity_days, later = [] } = recharge ?? { validity_days: 0 };
  if (validity_days === 0) return [];
  return later.map(({ id, covers_from, covers_to }) => ({
    id,
    covers_from: addDays(covers_from, -validity_days),
    covers_to: addDays(covers_to, -validity_days),
  }));
}

/** What is left of the money to take back: a waiver may have been taken back in part. */
const leftOf = ({ amount, refunded_amount }: TransactionMoney): Minor => subtract(amount, refunded_amount);

/** The accounts that get the money back: where it came from, an adjustment's from where it was given up. */
function outflow(snapshot: ReversalSnapshot, source: PostingSource): PostingDraft[] {
  const { transaction, posted, is_waiver, category, given_up = [] } = snapshot;
  const credit = (account: PostingDraft["account"], amount: Minor): PostingDraft => ({
    account,
    entry_type: "REVERSAL",
    credit: amount,
    source,
  });
  const { amount, method, reseller_charge, holder, refunded_amount } = transaction;
  if (method === "ADJUSTMENT") {
    if (!is_waiver) return reversingEntry(posted ?? [{ account: "WAIVER", credit: negate(amount) }], source);
    const parts = given_up.flatMap((one) => one.parts);
    const posting = { entry_type: "REVERSAL", source } as const;
    const borne = givenUpDrafts(subtract(amount, refunded_amount), parts, category ?? "GOODWILL", posting);
    return borne.map((draft) => ({ ...draft, credit: negate(draft.credit) }));
  }
  if (method === "DEPOSIT") return [credit("DEPOSITS", amount)];
  if (reseller_charge === null) return [{ ...credit(cashAccount(method), amount), dims: { holder } }];
  return [credit("RESELLER", reseller_charge), credit("COMMISSION", subtract(amount, reseller_charge))];
}

/** The customer after the reversal; ACTIVE without access left turns EXPIRED. */
function afterReversal(snapshot: ReversalSnapshot, today: Day): Pick<MoneyPlan, "customer" | "network"> {
  const { customer, transaction, recharge, allocations } = snapshot;
  const reopened = add(...allocations.map((allocation) => allocation.allocated_amount));
  const after: CustomerMoney = {
    ...customer,
    due_amount: add(customer.due_amount, reopened),
    advance_amount: subtract(customer.advance_amount, transaction.unallocated_amount),
    expiry_date: expiryWithout(recharge, customer.expiry_date),
  };
  const lapses = recharge !== null && after.status === "ACTIVE" && !hasAccess(after, today);
  if (!lapses) return { customer: after, network: null };
  return { customer: { ...after, status: "EXPIRED" }, network: "DISABLE_USER" };
}

/**
 * POST /recharges/{id}/reverse/, /transactions/{id}/reverse/ and the reversal of an adjustment that credited the customer
 * (contract §4.5, §4.11): every allocation undone, unspent advance reclaimed, one REVERSAL debit of
 * the full amount, the expiry taken back.
 * @returns null when it is reversed already: nothing to write.
 * @throws Failure NOT_REVERSIBLE when the transaction never completed, REVERSE_THE_REFUND when some of it was paid out since.
 */
export function planReversal(snapshot: ReversalSnapshot, context: PlanContext): MoneyPlan | null {
  const { customer, transaction, recharge, allocations } = snapshot;
  if (transaction.status === "REFUNDED" || recharge?.is_reversed) return null;
  if (transaction.status !== "COMPLETED") {
    throw new Failure("NOT_REVERSIBLE", "Only a completed payment can be reversed");
  }
  if (recharge?.is_changed)
    throw new Failure("NOT_REVERSIBLE", "A change of package was made of its days: take that back first");
  if (transaction.refunded_amount > 0n && !snapshot.is_waiver) throw new Failure("REVERSE_THE_REFUND");
  const reopening: Reopening = { invoices: new Map(), drafts: [] };
  for (const allocation of allocations) reopen(reopening, snapshot, allocation, context.today);
  const { adjustment, given_up = [] } = snapshot;
  for (const { invoice, parts } of given_up) {
    const charged = known(reopening, snapshot, invoice);
    reopening.invoices.set(invoice, { ...charged, charges: takeBack(charged.charges, parts) });
  }
  const source: PostingSource = adjustment
    ? { source_type: "adjustment", source_id: adjustment }
    : { source_type: "payment_transaction", source_id: transaction.id };
  const drafts: PostingDraft[] = [
    {
      account: "customer",
      entry_type: "REVERSAL",
      credit: negate(leftOf(transaction)),
      advance: negate(transaction.unallocated_amount),
      source,
    },
    ...outflow(snapshot, source),
    ...reopening.drafts,
  ];
  const { customer: after, network } = afterReversal(snapshot, context.today);
  return planOf(after, {
    postings: journalOf(drafts, netBalance(customer)),
    invoices: [...reopening.invoices.values()],
    removed_allocations: allocations,
    covers: movedBack(recharge),
    reversed: {
      ...{ payment_transaction: transaction.id, recharge: recharge?.id ?? null, adjustment },
      promo_periods: recharge?.promo_periods ?? 0,
    },
    network,
  });
}

/** What a reversal would change, for the person who is about to confirm it; null when there is nothing to undo. */
export function describeReversal(snapshot: ReversalSnapshot, context: PlanContext): PlanDescription | null {
  const plan = planReversal(snapshot, context);
  return plan && describePlan({ customer: snapshot.customer, invoices: snapshot.invoices }, plan);
}
