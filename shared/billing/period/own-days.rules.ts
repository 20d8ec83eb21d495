// Each thing on its own day (contract §4.4 "Accounting day"): what settles a bill of a later day is an advance until then, so
// that on no day a customer owes less than nothing, or other than their bills say. Pure.
import type { Day } from "../../kernel/day.ts";
import { add, type Minor, max, min, negate, subtract, ZERO } from "../../kernel/money.ts";
import type { InvoiceMoney } from "../ledger/money-records.ts";
import type { MoneyPlan } from "../ledger/plan.rules.ts";
import { journalOf, type Posting } from "../ledger/posting.rules.ts";

/** By how much something moved on a day. */
export interface Move {
  day: Day;
  change: Minor;
}

/** An amount as it is, and how it came to that after some day. */
export interface Standing {
  now: Minor;
  moves: readonly Move[];
}

/** An invoice as it is, and how it moved after some day. */
export interface InvoiceHistory {
  /** The day from which it counts. */
  day: Day;
  due: Standing;
  /** Its total after credits: what is due of it is never more. */
  left: Standing;
}

/** A customer's money before a plan, as it is and as it was since some day. */
export interface MoneyHistory {
  due: Standing;
  advance: Standing;
  /** At least those that the plan touches. */
  invoices: ReadonlyMap<string, InvoiceHistory>;
}

/** An advance that pays a bill from a day on which there are both. */
export interface LaterJournal {
  day: Day;
  postings: readonly Posting[];
  settled: readonly { invoice: string; amount: Minor }[];
}

/** A plan whose day is decided, with what of it counts on later days. */
export interface DatedPlan extends MoneyPlan {
  later: readonly LaterJournal[];
}

interface Piece {
  day: Day;
  invoice: string;
  amount: Minor;
}

/** What a plan changes, taken together. */
interface Effect {
  due: Minor;
  advance: Minor;
  invoices: readonly { id: string; due: Minor; left: Minor }[];
}

const leftOf = (invoice: Pick<InvoiceMoney, "total_payable" | "credited_amount">): Minor =>
  subtract(invoice.total_payable, invoice.credited_amount);

const fixed = (now: Minor): Standing => ({ now, moves: [] });

/** What an amount was at the end of a day. */
const asOf = ({ now, moves }: Standing, day: Day): Minor =>
  moves.reduce((sum, move) => (move.day > day ? subtract(sum, move.change) : sum), now);

const daysAfter = (day: Day, ...standings: readonly Standing[]): Day[] =>
  [...new Set(standings.flatMap(({ moves }) => moves.map((move) => move.day)))]
    .filter((one) => one > day)
    .sort();

/** The least that an amount has been since a day. */
function leastSince(standing: Standing, day: Day): Minor {
  const amounts = [day, ...daysAfter(day, standing)].map((one) => asOf(standing, one));
  return amounts.reduce((least, amount) => min(least, amount));
}

/** How one amount exceeded another: the least of it since a day. */
function leastOver(high: Standing, low: Standing, day: Day): Minor {
  const days = [day, ...daysAfter(day, high, low)];
  return days
    .map((one) => subtract(asOf(high, one), asOf(low, one)))
    .reduce((least, amount) => min(least, amount));
}

const customersOf = (plan: MoneyPlan): Posting[] =>
  plan.postings.filter(({ account }) => account.kind === "customer");

/** With the invoice that a plan makes, which nothing has happened to. */
function withNew(history: MoneyHistory, { invoice }: MoneyPlan, day: Day): MoneyHistory {
  if (!invoice) return history;
  const made = { day, due: fixed(invoice.total_payable), left: fixed(invoice.total_payable) };
  return { ...history, invoices: new Map([...history.invoices, [invoice.id, made]]) };
}

function known({ invoices }: MoneyHistory, id: string): InvoiceHistory {
  const found = invoices.get(id);
  if (!found) throw new Error(`The history lacks invoice ${id}`);
  return found;
}

function effectOf(plan: MoneyPlan, history: MoneyHistory): Effect {
  const own = customersOf(plan);
  const advance = add(...own.map(({ advance_change }) => advance_change));
  const debits = add(...own.map(({ debit, credit }) => subtract(debit, credit)));
  const invoices = plan.invoices.map((after) => {
    const { due, left } = known(history, after.id);
    return {
      id: after.id,
      due: subtract(after.due_amount, due.now),
      left: subtract(leftOf(after), left.now),
    };
  });
  return { due: add(debits, advance), advance, invoices };
}

/** Whether everything can count on one day: nothing falls below zero then or since, and no bill is owed beyond its total. */
function fits({ due, advance, invoices }: Effect, day: Day, history: MoneyHistory): boolean {
  if (due < 0n && add(leastSince(history.due, day), due) < 0n) return false;
  if (advance < 0n && add(leastSince(history.advance, day), advance) < 0n) return false;
  return invoices.every((change) => {
    if (change.due === 0n && change.left === 0n) return true;
    const before = known(history, change.id);
    if (before.day > day) return false;
    if (change.due < 0n && add(leastSince(before.due, day), change.due) < 0n) return false;
    const room = add(leastOver(before.left, before.due, day), subtract(change.left, change.due));
    return change.left >= change.due || room >= 0n;
  });
}

/** The first day, from one on, on which all of it can count: at the latest that on which something moved last. */
function firstDay(effect: Effect, day: Day, history: MoneyHistory): Day {
  const touched = effect.invoices.map(({ id }) => known(history, id));
  const standings = touched.flatMap(({ due, left }) => [due, left]);
  const days = [
    ...daysAfter(day, history.due, history.advance, ...standings),
    ...touched.map((invoice) => invoice.day).filter((one) => one > day),
  ].sort();
  return [day, ...days].find((one) => fits(effect, one, history)) ?? days.at(-1) ?? day;
}

/** From which days on how much of an amount can be taken: as much as there has been ever since. */
function pieces(amount: Minor, from: Day, days: readonly Day[], most: (day: Day) => Minor): Move[] {
  const found: Move[] = [];
  let taken: Minor = ZERO;
  for (const day of [from, ...days]) {
    const more = subtract(min(amount, max(most(day), ZERO)), taken);
    if (more <= 0n) continue;
    found.push({ day, change: more });
    taken = add(taken, more);
  }
  const rest = subtract(amount, taken);
  // Books of before this rule may hold less than they should: the rest counts with what came last.
  return rest > 0n ? [...found, { day: days.at(-1) ?? from, change: rest }] : found;
}

/**
 * From which days on an invoice can be paid so much: as far as that has been due of it ever since, and of the customer as a
 * whole (a bill that was dated back may bear dues of later days), and all else (an advance) was there.
 */
function payable(
  { invoice, amount }: { invoice: InvoiceHistory; amount: Minor },
  day: Day,
  ...standings: readonly Standing[]
): Move[] {
  const all = [invoice.due, ...standings];
  const days = [...daysAfter(day, ...all), ...(invoice.day > day ? [invoice.day] : [])].sort();
  return pieces(amount, day, days, (one) =>
    one < invoice.day ? ZERO : all.map((standing) => leastSince(standing, one)).reduce(min),
  );
}

const lessened = ({ now, moves }: Standing, by: readonly Move[]): Standing => ({
  now: subtract(now, add(...by.map(({ change }) => change))),
  moves: [...moves, ...by.map(({ day, change }) => ({ day, change: negate(change) }))],
});

/** The entries that draw an advance down for a bill: the balance does not move. */
function drawn(parts: readonly Piece[], balance: Minor): Posting[] {
  return journalOf(
    parts.flatMap(({ invoice, amount }) => {
      const source = { source_type: "invoice", source_id: invoice } as const;
      return [
        { account: "customer", entry_type: "PAYMENT", credit: amount, source } as const,
        {
          account: "customer",
          entry_type: "ADVANCE",
          credit: negate(amount),
          advance: negate(amount),
          source,
        } as const,
      ];
    }),
    balance,
  );
}

function laterJournals(parts: readonly Piece[], balance: Minor): LaterJournal[] {
  const days = [...new Set(parts.map(({ day }) => day))].sort();
  return days.map((day) => {
    const own = parts.filter((part) => part.day === day);
    return {
      day,
      postings: drawn(own, balance),
      settled: own.map(({ invoice, amount }) => ({ invoice, amount })),
    };
  });
}

/** Money that came in: what settles a bill that was not due yet is paid ahead until it is. */
function settledLater(plan: MoneyPlan, effect: Effect, day: Day, history: MoneyHistory): DatedPlan {
  let owed = history.due;
  const late = effect.invoices.flatMap(({ id, due }): Piece[] => {
    const found = payable({ invoice: known(history, id), amount: negate(due) }, day, owed);
    owed = lessened(owed, found);
    return found
      .filter((piece) => piece.day > day)
      .map((piece) => ({ day: piece.day, invoice: id, amount: piece.change }));
  });
  const ahead = add(...late.map(({ amount }) => amount));
  const [own] = customersOf(plan);
  const postings = plan.postings.map((posting) =>
    posting === own ? { ...posting, advance_change: add(posting.advance_change, ahead) } : posting,
  );
  return { ...plan, postings, later: laterJournals(late, plan.balance) };
}

/** The bill that a plan pays from the advance, and how much of it; null: it pays none. */
function paidFromAdvance(plan: MoneyPlan): { invoice: string; amount: Minor; rest: Posting[] } | null {
  const [payment, advance] = plan.postings.slice(-2);
  if (payment?.entry_type !== "PAYMENT" || advance?.entry_type !== "ADVANCE") return null;
  return { invoice: payment.source_id, amount: payment.credit, rest: plan.postings.slice(0, -2) };
}

/** An advance pays a bill from the first day on which there are both, and have been since. */
function drawnLater(
  plan: MoneyPlan,
  paid: NonNullable<ReturnType<typeof paidFromAdvance>>,
  day: Day,
  history: MoneyHistory,
): DatedPlan {
  const invoice = known(history, paid.invoice);
  // Of a bill that the plan itself makes, what is owed in all is what it was, and the bill.
  const owed = plan.invoice ? [] : [history.due];
  const found = payable({ invoice, amount: paid.amount }, day, history.advance, ...owed).map(
    (piece): Piece => ({ day: piece.day, invoice: paid.invoice, amount: piece.change }),
  );
  const entry_date = paid.rest.length > 0 ? day : (found[0]?.day ?? day);
  const now = found.filter((piece) => piece.day <= entry_date);
  const later = found.filter((piece) => piece.day > entry_date);
  const postings = [...paid.rest, ...drawn(now, plan.balance)];
  return { ...plan, entry_date, postings, later: laterJournals(later, plan.balance) };
}

/** Something is given up or taken back, or a bill is made: not money that came in. */
const isMoneyIn = (plan: MoneyPlan): boolean =>
  plan.transaction !== null &&
  plan.removed_allocations.length === 0 &&
  customersOf(plan).every(({ entry_type }) => entry_type !== "WAIVER");

/**
 * A plan with each of its parts on its own day. Money that came in keeps its day, and pays a bill of a later day from that
 * day on. What an advance pays is paid as soon as there are both. All else (something given up, taken back, a bill whose
 * total by hand lowers dues of a later day) counts as a whole, on the first day on which it can.
 * @param day on which it would be booked.
 * @param before the customer's money before it, since that day.
 */
export function onOwnDays(plan: MoneyPlan, day: Day, before: MoneyHistory): DatedPlan {
  const history = withNew(before, plan, day);
  const effect = effectOf(plan, history);
  // The dues that a bill takes over only move within what is owed.
  const weighed = plan.invoice ? { ...effect, invoices: [] } : effect;
  if (fits(weighed, day, history)) return { ...plan, later: [] };
  const paid = paidFromAdvance(plan);
  if (paid) return drawnLater(plan, paid, day, history);
  if (isMoneyIn(plan)) return settledLater(plan, effect, day, history);
  return { ...plan, entry_date: firstDay(weighed, day, history), later: [] };
}

/** The customer's money after a plan that is booked on `day`, for the plan that is written with it. */
export function historyAfter(before: MoneyHistory, plan: DatedPlan, day: Day): MoneyHistory {
  const history = withNew(before, plan, plan.entry_date ?? day);
  const effect = effectOf(plan, history);
  const at = plan.entry_date ?? day;
  const moved = ({ now, moves }: Standing, change: Minor): Standing => ({
    now: add(now, change),
    moves: change === 0n ? moves : [...moves, { day: at, change }],
  });
  const invoices = new Map(history.invoices);
  for (const { id, due, left } of effect.invoices) {
    const invoice = known(history, id);
    invoices.set(id, { ...invoice, due: moved(invoice.due, due), left: moved(invoice.left, left) });
  }
  return { due: moved(history.due, effect.due), advance: moved(history.advance, effect.advance), invoices };
}
