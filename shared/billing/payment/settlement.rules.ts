// Money that comes in: settle open invoices oldest first, keep the rest as advance, extend the service (contract §4.3, §4.4).
import { addDays, type Day, daysBetween, LAST_DAY, laterDay } from "../../kernel/day.ts";
import { invalid } from "../../kernel/failure.ts";
import { add, type Minor, min, negate, subtract, ZERO } from "../../kernel/money.ts";
import { hasAccess } from "../../subscribers/index.ts";
import { cashAccount } from "../ledger/holder.rules.ts";
import {
  type Allocation,
  type CustomerMoney,
  type InvoiceMoney,
  invoiceStatus,
  type MoneySnapshot,
  netBalance,
  oldestFirst,
  type PaymentMethod,
  type PlanContext,
} from "../ledger/money-records.ts";
import { type MoneyPlan, type NewRecharge, type PromoLeft, planOf } from "../ledger/plan.rules.ts";
import { type EntryType, journalOf, type PostingDraft, type PostingSource } from "../ledger/posting.rules.ts";

/** What a payment plan needs to know of the customer: credits play no part. */
export type PaymentSnapshot = Pick<MoneySnapshot, "customer" | "open_invoices" | "earlier_invoices">;

export interface PaymentInput {
  /** Above zero. */
  amount: Minor;
  method: PaymentMethod;
  /** Ids made by the client offline; made here when not given. */
  transaction_id?: string;
  /** When the money was taken (effectiveOccurredAt), RFC 3339; default `context.now`. */
  received_at?: string;
  /** The money already lies in SUSPENSE: draw it from there and not from cash (contract §5.3). */
  from_suspense?: boolean;
  /** The invoice that it was given for: settled before all others. */
  first?: string | undefined;
  /** The wholesale price charged to a reseller's balance instead of cash; the margin is their commission. */
  reseller_charge?: Minor | null;
  /** The deposit that it is paid with. */
  deposit?: string | null;
}

export interface RechargeInput extends PaymentInput {
  /** Whole days, 0 or more. */
  validity_days: number;
  package: string | null;
  recharge_id?: string;
  /** The tenant's day on which the money was taken, from which the service counts (contract §5.6); default today. */
  occurred_on?: Day;
  /** Of a promotion what it uses, and what is left then. */
  promo?: (PromoLeft & { periods: number }) | null;
}

/** A century: keeps every expiry a four-digit year; more is a slip of the hand. */
export const MAX_VALIDITY_DAYS = 36_500;

export interface Settlement {
  allocations: Allocation[];
  /** The invoices touched, with their new values. */
  invoices: InvoiceMoney[];
  allocated: Minor;
  /** What is left of the amount: the surplus. */
  rest: Minor;
}

/** Pays `amount` of an invoice's due. */
export function pay(invoice: InvoiceMoney, amount: Minor, today: Day): InvoiceMoney {
  const paid = {
    ...invoice,
    paid_amount: add(invoice.paid_amount, amount),
    due_amount: subtract(invoice.due_amount, amount),
  };
  return { ...paid, status: invoiceStatus(paid, today) };
}

/** Allocates `amount` of one transaction over open invoices, `first` before the oldest, never more than an invoice's due. */
export function settle(
  open_invoices: readonly InvoiceMoney[],
  amount: Minor,
  payment_transaction: string,
  context: PlanContext,
  first?: string,
): Settlement {
  const allocations: Allocation[] = [];
  const invoices: InvoiceMoney[] = [];
  let rest = amount;
  const oldest = oldestFirst(open_invoices);
  const order = [...oldest.filter(({ id }) => id === first), ...oldest.filter(({ id }) => id !== first)];
  for (const invoice of order) {
    if (rest === 0n) break;
    const allocated_amount = min(invoice.due_amount, rest);
    if (allocated_amount <= 0n) continue;
    rest = subtract(rest, allocated_amount);
    allocations.push({ id: context.newId(), payment_transaction, invoice: invoice.id, allocated_amount });
    invoices.push(pay(invoice, allocated_amount, context.today));
  }
  return { allocations, invoices, allocated: subtract(amount, rest), rest };
}

/** The debits of money that came in: cash by method, or SUSPENSE, or a reseller's balance with their margin forgone. */
function inflow(input: PaymentInput, source: PostingSource): PostingDraft[] {
  const debit = (account: PostingDraft["account"], amount: Minor): PostingDraft => ({
    account,
    entry_type: "PAYMENT",
    credit: negate(amount),
    source,
  });
  if (input.from_suspense) return [debit("SUSPENSE", input.amount)];
  const charge = input.reseller_charge ?? null;
  if (charge === null) return [debit(cashAccount(input.method), input.amount)];
  return [debit("RESELLER", charge), debit("COMMISSION", subtract(input.amount, charge))];
}

/** Credits an amount to the customer, settles oldest first and keeps the surplus as advance. */
export function creditCustomer(
  snapshot: PaymentSnapshot,
  input: PaymentInput,
  context: PlanContext,
  posting: { entry_type: EntryType; source?: PostingSource; debits?: readonly PostingDraft[] },
): MoneyPlan {
  if (input.amount <= 0n) throw invalid("amount", "The amount must be above zero", "TOO_SMALL");
  const { customer } = snapshot;
  const id = input.transaction_id ?? context.newId();
  const settlement = settle(snapshot.open_invoices, input.amount, id, context, input.first);
  const source: PostingSource = posting.source ?? { source_type: "payment_transaction", source_id: id };
  const after: CustomerMoney = {
    ...customer,
    due_amount: subtract(customer.due_amount, settlement.allocated),
    advance_amount: add(customer.advance_amount, settlement.rest),
  };
  const drafts: PostingDraft[] = [
    ...(posting.debits ?? inflow(input, source)),
    {
      account: "customer",
      entry_type: posting.entry_type,
      credit: input.amount,
      advance: settlement.rest,
      source,
    },
  ];
  return planOf(after, {
    postings: journalOf(drafts, netBalance(customer)),
    transaction: {
      id,
      customer: customer.id,
      amount: input.amount,
      method: input.method,
      status: "COMPLETED",
      unallocated_amount: settlement.rest,
      bound_amount: ZERO,
      received_at: input.received_at ?? context.now,
      reseller_charge: input.reseller_charge ?? null,
      deposit: input.deposit ?? null,
    },
    invoices: settlement.invoices,
    allocations: settlement.allocations,
  });
}

/**
 * POST /transactions/: a payment settles like a recharge but moves neither expiry nor status (contract §3).
 * @throws Failure VALIDATION when the amount is not above zero.
 */
export function planPayment(
  snapshot: PaymentSnapshot,
  input: PaymentInput,
  context: PlanContext,
): MoneyPlan & { transaction: NonNullable<MoneyPlan["transaction"]> } {
  const plan = creditCustomer(snapshot, input, context, { entry_type: "PAYMENT" });
  if (plan.transaction === null) throw new Error("A payment without a transaction");
  return { ...plan, transaction: plan.transaction };
}

/** The days that a service can still be extended by, to the last day that there is. */
export function roomLeft(expiry_date: Day | null, occurred_on: Day): number {
  return daysBetween(laterDay(expiry_date, occurred_on) ?? occurred_on, LAST_DAY);
}

/**
 * new expiry_date = max(day of the recharge, expiry_date) + validity_days (contract §4.4). Without an expiry_date and
 * with validity_days 0 nothing limits the service, so it stays null.
 * @throws Failure VALIDATION when that is beyond the last day there is.
 */
export function extendedExpiry(expiry_date: Day | null, validity_days: number, occurred_on: Day): Day | null {
  if (expiry_date === null && validity_days === 0) return null;
  const from = laterDay(expiry_date, occurred_on) ?? occurred_on;
  const room = roomLeft(expiry_date, occurred_on);
  if (validity_days > room) {
    const message = `The service can last until ${LAST_DAY} at most: ${room} days more than until ${from}`;
    throw invalid("validity_days", message, "TOO_LARGE");
  }
  return addDays(from, validity_days);
}

/** The days that a recharge pays for: its last ones; none where it buys none. */
function coveredDays(
  new_expiry_date: Day | null,
  validity_days: number,
): Pick<NewRecharge, "covers_from" | "covers_to"> {
  if (new_expiry_date === null || validity_days === 0) return { covers_from: null, covers_to: null };
  return { covers_from: addDays(new_expiry_date, 1 - validity_days), covers_to: new_expiry_date };
}

/** After a recharge EXPIRED and SUSPENDED-for-nonpayment turn ACTIVE, if access is left today (contract §4.4). */
function revive(customer: CustomerMoney, today: Day): Pick<MoneyPlan, "customer" | "network"> {
  const lapsed =
    customer.status === "EXPIRED" ||
    (customer.status === "SUSPENDED" && customer.suspended_for === "NONPAYMENT");
  if (!lapsed || !hasAccess(customer, today)) return { customer, network: null };
  return { customer: { ...customer, status: "ACTIVE", suspended_for: null }, network: "ENABLE_USER" };
}

/**
 * POST /recharges/ (contract §4.4): a payment that also extends the service and brings a lapsed customer back.
 * @throws Failure VALIDATION when amount is not above zero or validity_days is no whole number of 0 or more.
 */
export function planRecharge(
  snapshot: PaymentSnapshot,
  input: RechargeInput,
  context: PlanContext,
): MoneyPlan & {
  transaction: NonNullable<MoneyPlan["transaction"]>;
  recharge: NonNullable<MoneyPlan["recharge"]>;
} {
  const { validity_days } = input;
  if (!Number.isInteger(validity_days) || validity_days < 0 || validity_days > MAX_VALIDITY_DAYS) {
    throw invalid("validity_days", `validity_days must be a whole number from 0 to ${MAX_VALIDITY_DAYS}`);
  }
  const payment = planPayment(snapshot, input, context);
  const previous_expiry_date = snapshot.customer.expiry_date;
  const occurred_on = input.occurred_on ?? context.today;
  const new_expiry_date = extendedExpiry(previous_expiry_date, validity_days, occurred_on);
  return {
    ...payment,
    ...revive({ ...payment.customer, expiry_date: new_expiry_date }, context.today),
    transaction: { ...payment.transaction, bound_amount: validity_days > 0 ? input.amount : ZERO },
    promo: input.promo ? { service: input.promo.service, promo_left: input.promo.promo_left } : null,
    recharge: {
      ...(input.promo && { promo_service: input.promo.service, promo_periods: input.promo.periods }),
      id: input.recharge_id ?? context.newId(),
      customer: snapshot.customer.id,
      package: input.package,
      amount: input.amount,
      validity_days,
      payment_transaction: payment.transaction.id,
      previous_expiry_date,
      new_expiry_date,
      ...coveredDays(new_expiry_date, validity_days),
    },
  };
}
