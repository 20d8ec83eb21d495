// What salaries and advances on them are in the books (docs/bookkeeping.md). Pure.
import {
  cashAccount,
  journalOf,
  type PostedPart,
  type Posting,
  type PostingDraft,
  reversingEntry,
} from "../billing/index.ts";
import { type Day, lastDayOf, type Month } from "../kernel/day.ts";
import { add, type Minor, negate } from "../kernel/money.ts";
import type { PaidFrom } from "./pay-out.ts";

type Source = PostingDraft["source"];

/** What leaves the till, the safe or the bank. */
function paidOut({ method, holder }: PaidFrom, amount: Minor, source: Source): PostingDraft {
  return { account: cashAccount(method), entry_type: "SALARY", credit: amount, source, dims: { holder } };
}

const credit = (account: PostingDraft["account"], amount: Minor, source: Source): PostingDraft => ({
  ...{ account, entry_type: "SALARY", credit: amount, source },
});

/** An advance is the company's claim on the employee, until a pay takes it back. */
export function advanceJournal(advance: { id: string; amount: Minor }, how: PaidFrom): Posting[] {
  const source: Source = { source_type: "advance_salary", source_id: advance.id };
  return journalOf([
    credit("SALARY_ADVANCES", negate(advance.amount), source),
    paidOut(how, advance.amount, source),
  ]);
}

export interface PaidSalary {
  id: string;
  /** What the employee gets now. */
  net: Minor;
  /** What they had got before. */
  advances: Minor;
}

/**
 * A month's pay as two journals: what the month cost (`cost`: SALARIES, for which advances are given back and the rest is
 * owed), and what is paid of it. Unpaid days and what HR takes off are no cost: they were never earned.
 */
export function salaryJournals({ id, net, advances }: PaidSalary, how: PaidFrom) {
  const source: Source = { source_type: "payroll", source_id: id };
  return {
    cost: journalOf([
      credit("SALARIES", negate(add(net, advances)), source),
      credit("SALARY_ADVANCES", advances, source),
      credit("SALARIES_PAYABLE", net, source),
    ]),
    payment: journalOf([credit("SALARIES_PAYABLE", negate(net), source), paidOut(how, net, source)]),
  };
}

/** A journal of a payment to an employee that is taken back. */
export interface PaidJournal {
  entry_date: Day;
  parts: readonly PostedPart[];
}

/**
 * What takes a payment back: each of its journals mirrored. What a month cost is taken back on the day on which it was
 * booked, where its books are open still, so that a month that is paid again bears its cost once; what was paid, on the day
 * on which it came back (null).
 */
export function takenBackJournals(
  paid: readonly PaidJournal[],
  source: Source,
  lock_date: Day | null,
): { lines: Posting[]; entry_date: Day | null }[] {
  return paid.map(({ entry_date, parts }) => {
    const is_cost = parts.some(({ account }) => account === "SALARIES");
    const is_open = lock_date === null || entry_date > lock_date;
    const lines = journalOf(reversingEntry(parts, source));
    return { lines, entry_date: is_cost && is_open ? entry_date : null };
  });
}

/**
 * The day on which a month's salary is a cost: the month's last, so that it is owed from then until it is paid; the day of
 * the pay where that is before it, or where the month is closed already.
 */
export function dayOfCost(month: Month, paid_on: Day, lock_date: Day | null): Day {
  const last = lastDayOf(month);
  const is_closed = lock_date !== null && last <= lock_date;
  return is_closed || paid_on < last ? paid_on : last;
}
