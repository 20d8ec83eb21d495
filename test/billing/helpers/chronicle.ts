// A model's money day by day: what was posted on which day, and how what is due of each bill moved, as the tables keep it.
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import type { Posting } from "../../../shared/billing/ledger/posting.rules.ts";
import {
  type DatedPlan,
  type MoneyHistory,
  type Move,
  onOwnDays,
} from "../../../shared/billing/period/own-days.rules.ts";
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import { Failure, type FailureCode } from "../../../shared/kernel/failure.ts";
import { add, type Minor, negate, subtract, ZERO } from "../../../shared/kernel/money.ts";
import { applyPlan, type MoneyModel } from "./money-model.ts";
import { plansOf } from "./money-play.ts";
import type { MoneyStep } from "./money-sequences.ts";

/** What one posting moved of an account on a day; debits above zero. */
export interface Line {
  day: Day;
  account: string;
  amount: Minor;
}

interface BillDays {
  day: Day;
  due: Move[];
  left: Move[];
}

export interface Chronicle {
  model: MoneyModel;
  lines: Line[];
  bills: Map<string, BillDays>;
}

export const chronicleOf = (model: MoneyModel): Chronicle => ({ model, lines: [], bills: new Map() });

function linesOf(day: Day, { account, debit, credit, advance_change }: Posting): Line[] {
  const amount = subtract(debit, credit);
  if (account.kind === "system") return [{ day, account: account.code, amount }];
  return [
    { day, account: "CUSTOMERS:RECEIVABLE", amount: add(amount, advance_change) },
    { day, account: "CUSTOMERS:ADVANCE", amount: negate(advance_change) },
  ];
}

const sum = (moves: readonly Move[]): Minor => add(...moves.map(({ change }) => change));

export interface Stand {
  day: Day;
  receivable: Minor;
  advance: Minor;
  /** What was due of the bills that counted by then. */
  bills: Minor;
}

/** What the customer owed and had paid ahead at the end of each day on which something moved. */
export function stands({ lines, bills }: Chronicle): Stand[] {
  const moved = new Map<Day, Omit<Stand, "day">>();
  const put = (day: Day, name: keyof Omit<Stand, "day">, change: Minor) => {
    const known = moved.get(day) ?? { receivable: ZERO, advance: ZERO, bills: ZERO };
    moved.set(day, { ...known, [name]: add(known[name], change) });
  };
  for (const { day, account, amount } of lines) {
    if (account === "CUSTOMERS:RECEIVABLE") put(day, "receivable", amount);
    if (account === "CUSTOMERS:ADVANCE") put(day, "advance", negate(amount));
  }
  for (const { due } of bills.values()) for (const { day, change } of due) put(day, "bills", change);
  let sums = { receivable: ZERO, advance: ZERO, bills: ZERO };
  return [...moved.keys()].sort().map((day) => {
    const { receivable, advance, bills: due } = moved.get(day) ?? sums;
    sums = {
      receivable: add(sums.receivable, receivable),
      advance: add(sums.advance, advance),
      bills: add(sums.bills, due),
    };
    return { day, ...sums };
  });
}

/** As it is read: what came after a day. */
function historyOf({ model, lines, bills }: Chronicle, after: Day): MoneyHistory {
  const moves = (account: string, sign: 1n | -1n): Move[] =>
    lines
      .filter((line) => line.day > after && line.account === account)
      .map(({ day, amount }) => ({ day, change: (sign * amount) as Minor }));
  const { due_amount, advance_amount } = model.customer;
  const invoices = [...bills].map(([id, { day, due, left }]) => {
    const later = ([, ...all]: readonly Move[], now: Minor) => ({
      ...{ now, moves: all.filter((move) => move.day > after) },
    });
    return [id, { day, due: later(due, sum(due)), left: later(left, sum(left)) }] as const;
  });
  return {
    due: { now: due_amount, moves: moves("CUSTOMERS:RECEIVABLE", 1n) },
    advance: { now: advance_amount, moves: moves("CUSTOMERS:ADVANCE", -1n) },
    invoices: new Map(invoices),
  };
}

/** Keeps what a plan moved of bills, as the writer does. */
function keepBills({ bills }: Chronicle, plan: DatedPlan, day: Day): void {
  const { invoice, invoices, later } = plan;
  if (invoice) {
    const first = [{ day, change: invoice.total_payable }];
    bills.set(invoice.id, { day, due: [...first], left: [...first] });
  }
  for (const { id, due_amount, total_payable, credited_amount } of invoices) {
    const bill = bills.get(id);
    if (!bill) throw new Error(`Nothing is kept of invoice ${id}`);
    const afterwards = later.flatMap(({ day: on, settled }): Move[] =>
      settled
        .filter((part) => part.invoice === id)
        .map(({ amount }) => ({ day: on, change: negate(amount) })),
    );
    const moved = subtract(due_amount, sum(bill.due));
    bill.due.push({ day, change: subtract(moved, sum(afterwards)) }, ...afterwards);
    bill.left.push({ day, change: subtract(subtract(total_payable, credited_amount), sum(bill.left)) });
  }
}

function write(chronicle: Chronicle, plan: MoneyPlan, day: Day): void {
  const booked = plan.entry_date ?? day;
  const dated = onOwnDays(plan, booked, historyOf(chronicle, booked));
  const on = dated.entry_date ?? day;
  keepBills(chronicle, dated, on);
  chronicle.lines.push(...dated.postings.flatMap((posting) => linesOf(on, posting)));
  for (const { day: later, postings } of dated.later)
    chronicle.lines.push(...postings.flatMap((posting) => linesOf(later, posting)));
  applyPlan(chronicle.model, {
    ...dated,
    postings: [...dated.postings, ...dated.later.flatMap(({ postings }) => postings)],
  });
}

/** What a till or a person may tell late; the others are of the day on which they are done. */
const TOLD_LATE: ReadonlySet<MoneyStep["kind"]> = new Set([
  ...(["recharge", "payment", "invoice", "adjustment"] as const),
  ...(["reverse", "reverse_payment", "reverse_adjustment"] as const),
]);

/** The day of which a step of so many days ago is: of no closed one. */
export function dayOfStep(
  { model }: Chronicle,
  { kind }: MoneyStep,
  { ago, lock_date }: { ago: number; lock_date: Day | null },
): Day {
  const wanted = addDays(model.today, TOLD_LATE.has(kind) ? -ago : 0);
  return lock_date !== null && wanted <= lock_date ? addDays(lock_date, 1) : wanted;
}

/** Plays a step of a day. @returns how it ended. */
export function playOn(chronicle: Chronicle, step: MoneyStep, day: Day): FailureCode | "APPLIED" | "NOTHING" {
  try {
    const plans = plansOf(chronicle.model, step, day);
    for (const plan of plans) write(chronicle, plan, day);
    return plans.length > 0 ? "APPLIED" : "NOTHING";
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

/** Every account as it stood at the end of each day before one. */
export function shownBefore(chronicle: Chronicle, day: Day): Map<string, Minor> {
  const sums = new Map<string, Minor>();
  for (const line of chronicle.lines) {
    if (line.day >= day) continue;
    const key = `${line.day} ${line.account}`;
    sums.set(key, add(sums.get(key) ?? ZERO, line.amount));
  }
  for (const [id, { due }] of chronicle.bills)
    for (const move of due) {
      if (move.day >= day) continue;
      const key = `${move.day} ${id}`;
      sums.set(key, add(sums.get(key) ?? ZERO, move.change));
    }
  return new Map([...sums].filter(([, amount]) => amount !== 0n));
}
