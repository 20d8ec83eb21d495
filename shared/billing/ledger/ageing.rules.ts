// Dues by age: each unpaid amount counts from the due date of the invoice that first charged it (contract §4.15).
import { type Day, daysBetween } from "../../kernel/day.ts";
import { add, type Minor, max, min, subtract, ZERO } from "../../kernel/money.ts";
import { type InvoiceMoney, oldestFirst } from "./money-records.ts";

/** Days past due; the first bucket is not due yet, its due date included. */
export const AGE_BUCKETS = ["CURRENT", "1-30", "31-60", "61-90", "90+"] as const;
export type AgeBucket = (typeof AGE_BUCKETS)[number];

export function bucketOf(due_date: Day, today: Day): AgeBucket {
  const late = daysBetween(due_date, today);
  if (late <= 0) return "CURRENT";
  if (late <= 30) return "1-30";
  if (late <= 60) return "31-60";
  return late <= 90 ? "61-90" : "90+";
}

/** What is read of an invoice to find what first charged its total. */
type ChargedInvoice = Readonly<
  Pick<
    InvoiceMoney,
    | "id"
    | "issue_date"
    | "created_at"
    | "due_date"
    | "total_payable"
    | "credited_amount"
    | "due_amount"
    | "carried_from"
  >
>;

/** What ageing reads of an invoice. */
export type AgedInvoice = { readonly customer: string } & ChargedInvoice;

/** A part of what is owed, with the due date of the invoice that first charged it. */
export interface AgedDue {
  customer: string;
  invoice: string;
  due_date: Day;
  amount: Minor;
}

/**
 * An invoice's total as a stack: at the bottom what it took over, in that order, above it what it charged itself, less what
 * was credited of that. What was paid or given up comes off the bottom, then what later invoices took over in their order;
 * what is due is the top. So the oldest is settled first, also through any number of carries.
 */
interface Stack<I extends ChargedInvoice> {
  invoice: I;
  carried: Minor;
  height: Minor;
  /** What later invoices took over, the latest at the top, right below what is due. */
  taken: Map<string, { from: Minor; to: Minor }>;
}

function stackOf<I extends ChargedInvoice>(invoice: I): Stack<I> {
  const carried = add(...invoice.carried_from.map((part) => part.amount));
  return {
    invoice,
    carried,
    height: max(carried, subtract(invoice.total_payable, invoice.credited_amount)),
    taken: new Map(),
  };
}

function stacksOf<I extends ChargedInvoice>(invoices: readonly I[]): Map<string, Stack<I>> {
  const stacks = new Map(invoices.map((invoice) => [invoice.id, stackOf(invoice)]));
  const tops = new Map<string, Minor>();
  for (const later of oldestFirst(invoices).reverse()) {
    for (const { invoice: id, amount } of later.carried_from) {
      const stack = stacks.get(id);
      if (!stack) continue;
      const to = tops.get(id) ?? subtract(stack.height, stack.invoice.due_amount);
      const from = subtract(to, amount);
      stack.taken.set(later.id, { from, to });
      tops.set(id, from);
    }
  }
  return stacks;
}

/** A part of an invoice's total, and the invoice that first charged it. */
interface FirstCharge<I> {
  invoice: I;
  amount: Minor;
}

/** The charges between two heights of a stack, followed into the invoices that it took over. */
function chargesBetween<I extends ChargedInvoice>(
  stacks: ReadonlyMap<string, Stack<I>>,
  stack: Stack<I>,
  from: Minor,
  to: Minor,
): FirstCharge<I>[] {
  const { invoice, carried } = stack;
  const own = subtract(to, max(from, carried));
  const found: FirstCharge<I>[] = own > 0n ? [{ invoice, amount: own }] : [];
  let bottom: Minor = ZERO;
  for (const part of invoice.carried_from) {
    const top = add(bottom, part.amount);
    const low = max(from, bottom);
    const amount = subtract(min(to, top), low);
    const earlier = stacks.get(part.invoice);
    const slice = earlier?.taken.get(invoice.id);
    if (amount > 0n && earlier && slice) {
      const start = add(slice.from, subtract(low, bottom));
      found.push(...chargesBetween(stacks, earlier, start, add(start, amount)));
    } else if (amount > 0n) {
      // The earlier invoice is not among them: then this one is the first that is known.
      found.push({ invoice, amount });
    }
    bottom = top;
  }
  return found;
}

/** Where what is due of an invoice begins in its total, measured from the oldest; below it lies what was settled. */
export function dueFrom(invoice: ChargedInvoice): Minor {
  return subtract(stackOf(invoice).height, invoice.due_amount);
}

/**
 * Which invoices first charged a stretch of an invoice's total, measured from the oldest.
 * @param invoices that one, and every one that it took over something of, however far back.
 */
export function firstCharges(
  invoices: readonly ChargedInvoice[],
  id: string,
  from: Minor,
  to: Minor,
): { invoice: string; amount: Minor }[] {
  const stacks = stacksOf(invoices);
  const stack = stacks.get(id);
  const found = stack ? chargesBetween(stacks, stack, from, to) : [];
  return found.map(({ invoice, amount }) => ({ invoice: invoice.id, amount }));
}

/**
 * Everything that is owed, by the invoice that first charged it; the amounts add up to Σ due_amount.
 * @param invoices the open ones, and every one that they took over something of, however far back.
 */
export function agedDues(invoices: readonly AgedInvoice[]): AgedDue[] {
  const stacks = stacksOf(invoices);
  return [...stacks.values()]
    .flatMap((stack) => chargesBetween(stacks, stack, dueFrom(stack.invoice), stack.height))
    .map(({ invoice, amount }) => ({
      customer: invoice.customer,
      invoice: invoice.id,
      due_date: invoice.due_date,
      amount,
    }));
}

export interface AgeRow {
  readonly bucket: AgeBucket;
  readonly amount: Minor;
  /** How many invoices first charged it. */
  readonly invoices: number;
  readonly customers: number;
}

/** Dues by age; every bucket is there, also an empty one. */
export function byAge(dues: readonly AgedDue[], today: Day): AgeRow[] {
  return AGE_BUCKETS.map((bucket) => {
    const those = dues.filter(({ due_date }) => bucketOf(due_date, today) === bucket);
    return {
      bucket,
      amount: add(...those.map(({ amount }) => amount)),
      invoices: new Set(those.map(({ invoice }) => invoice)).size,
      customers: new Set(those.map(({ customer }) => customer)).size,
    };
  });
}
