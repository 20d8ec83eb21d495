// A customer's account as a person tells it: what is owed and since when, then month by month what was billed and what
// came in. Moves between invoices (carrying forward, using up an advance) change nothing of it and are left out. Pure.

import type { Invoice, LedgerEntry } from "../../../../shared/billing/index.ts";
import { agedDues } from "../../../../shared/billing/ledger/ageing.rules.ts";
import { oldestFirst } from "../../../../shared/billing/ledger/money-records.ts";
import {
  type AccountLine,
  accountLines,
  type LineSort,
} from "../../../../shared/billing/statements/account-lines.rules.ts";
import { type Day, daysBetween, monthOf } from "../../../../shared/kernel/day.ts";
import { add, type Minor, negate, ZERO } from "../../../../shared/kernel/money.ts";
import { invoiceMoney } from "../../expected.ts";

/** A part of what is owed, by the invoice that first charged it. */
export interface UnpaidCharge {
  readonly invoice: Invoice;
  readonly amount: Minor;
}

/** What happened at once: one journal, without what it only moved about. */
export interface StoryLine {
  readonly id: string;
  readonly day: Day;
  readonly what: LedgerEntry["entry_type"];
  readonly source: { readonly type: LedgerEntry["source_type"]; readonly id: string };
  /** Above zero: more is owed; below: it was paid, given up or taken back. */
  readonly amount: Minor;
}

export interface StoryMonth {
  /** YYYY-MM, in the tenant's zone. */
  readonly month: string;
  readonly billed: Minor;
  readonly paid: Minor;
  /** Given up or corrected, less what was charged so. */
  readonly corrected: Minor;
  /** Owed at the month's end; below zero: ahead. */
  readonly left: Minor;
  /** The newest first. */
  readonly lines: readonly StoryLine[];
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

const storyLine = ({ day, amount, main }: AccountLine): StoryLine => ({
  id: main.id,
  day,
  what: main.entry_type,
  source: { type: main.source_type, id: main.source_id },
  amount,
});

/** The newest month first. Months in which nothing happened are left out. */
export function storyMonths(entries: readonly LedgerEntry[], { digits }: { digits: number }): StoryMonth[] {
  const posted = [...entries].sort((a, b) => Number(a.entry_no) - Number(b.entry_no));
  const months = grouped(accountLines(posted, digits), ({ day }) => monthOf(day));
  let owed = ZERO;
  return [...months.keys()]
    .sort()
    .map((month): StoryMonth => {
      const told = months.get(month) ?? [];
      const sum = (sort: LineSort) =>
        add(...told.filter((one) => one.sort === sort).map(({ amount }) => amount));
      owed = add(owed, ...told.map(({ amount }) => amount));
      const lines = told.map(storyLine).reverse();
      return {
        month,
        billed: sum("billed"),
        paid: negate(sum("paid")),
        corrected: negate(sum("corrected")),
        left: owed,
        lines,
      };
    })
    .reverse();
}

/** What is owed, charge by charge, the oldest first: dues that were carried on count where they were first charged. */
export function unpaidCharges(invoices: readonly Invoice[], digits: number): UnpaidCharge[] {
  const aged = invoices.map((invoice) => ({
    ...invoiceMoney(invoice, digits),
    customer: invoice.customer,
  }));
  const dues = grouped(agedDues(aged), ({ invoice }) => invoice);
  return oldestFirst(invoices).flatMap((invoice) => {
    const amount = add(...(dues.get(invoice.id) ?? []).map((due) => due.amount));
    return amount > 0n ? [{ invoice, amount }] : [];
  });
}

/** Since when the oldest charge is overdue; null when none is. */
export function overdueSince(
  charges: readonly UnpaidCharge[],
  today: Day,
): { readonly since: Day; readonly days: number } | null {
  const dates = charges.map(({ invoice }) => invoice.due_date).filter((day) => day < today);
  const since = dates.sort()[0];
  return since === undefined ? null : { since, days: daysBetween(since, today) };
}
