// A customer's account as a person tells it: what is owed and since when, then month by month what was billed and what
// came in. Moves between invoices (carrying forward, using up an advance) change nothing of it and are left out. Pure.

import type { Invoice, LedgerEntry } from "../../../../shared/billing/index.ts";
import { agedDues } from "../../../../shared/billing/ledger/ageing.rules.ts";
import { oldestFirst } from "../../../../shared/billing/ledger/ledger.rules.ts";
import { type Day, dayOf, daysBetween, monthOf } from "../../../../shared/kernel/day.ts";
import { add, type Minor, negate, subtract, ZERO } from "../../../../shared/kernel/money.ts";
import { minorOf } from "../../../kernel/money-format.ts";
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

type Sort = "billed" | "paid" | "corrected";

function sortOf({ entry_type, source_type }: LedgerEntry): Sort {
  switch (entry_type) {
    case "INVOICE":
    case "CARRY_FORWARD":
      return "billed";
    case "PAYMENT":
    case "ADVANCE":
    case "SUSPENSE":
      return "paid";
    case "REVERSAL":
      return source_type === "payment_transaction" ? "paid" : "corrected";
    default:
      return "corrected";
  }
}

/** Entries of one journal and one sort as a line; null where they cancel out. */
function lineOf(entries: readonly LedgerEntry[], timezone: string, digits: number): StoryLine | null {
  const amount = add(
    ...entries.map(({ debit, credit }) => subtract(minorOf(debit, digits), minorOf(credit, digits))),
  );
  // The entry that says most: what was charged or received, not what it was taken from.
  const main = entries.find(({ entry_type }) => entry_type !== "CARRY_FORWARD" && entry_type !== "ADVANCE");
  if (amount === 0n || !main) return null;
  const { id, entry_type: what, occurred_at, source_type, source_id } = main;
  const day = dayOf(new Date(occurred_at), timezone);
  return { id, day, what, source: { type: source_type, id: source_id }, amount };
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

interface Told {
  readonly line: StoryLine;
  readonly sort: Sort;
}

function tell(entries: readonly LedgerEntry[], timezone: string, digits: number): Told[] {
  const journals = grouped(entries, (entry) => `${entry.journal}|${sortOf(entry)}`);
  return [...journals.values()].flatMap((group) => {
    const line = lineOf(group, timezone, digits);
    return line && group[0] ? [{ line, sort: sortOf(group[0]) }] : [];
  });
}

/** The newest month first. Months in which nothing happened are left out. */
export function storyMonths(
  entries: readonly LedgerEntry[],
  { timezone, digits }: { timezone: string; digits: number },
): StoryMonth[] {
  const posted = [...entries].sort((a, b) => Number(a.entry_no) - Number(b.entry_no));
  const months = grouped(tell(posted, timezone, digits), ({ line }) => monthOf(line.day));
  let owed = ZERO;
  return [...months.keys()]
    .sort()
    .map((month): StoryMonth => {
      const told = months.get(month) ?? [];
      const sum = (sort: Sort) =>
        add(...told.filter((one) => one.sort === sort).map(({ line }) => line.amount));
      owed = add(owed, ...told.map(({ line }) => line.amount));
      const lines = told.map(({ line }) => line).reverse();
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
