// The month end's figures, from this computer's records: who gets an invoice, who owes since when, money by day. Pure.

import type { Invoice, Transaction } from "../../../shared/billing/index.ts";
import { type AgeBucket, type AgedDue, bucketOf } from "../../../shared/billing/ledger/ageing.rules.ts";
import { movesMoney } from "../../../shared/billing/ledger/holder.rules.ts";
import { addDays, type Day, dayOf, lastDayOf, type Month } from "../../../shared/kernel/day.ts";
import { add, type Minor, negate, ZERO } from "../../../shared/kernel/money.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { minorOf } from "../../kernel/money-format.ts";

export interface BatchPreview {
  readonly active: number;
  readonly without_package: number;
  /** Active, with a package and with the month's recurring invoice. */
  readonly billed: number;
  readonly to_bill: number;
}

/**
 * Whom generate-batch would bill: active, with a package, joined by the month's end, without a recurring invoice of the month
 * (contract §4.7).
 */
export function batchPreview(
  customers: readonly Pick<Customer, "id" | "status" | "package" | "joined_at">[],
  invoicesOfMonth: readonly Pick<Invoice, "customer" | "is_recurring">[],
  { month, timezone }: { month: Month; timezone: string },
): BatchPreview {
  const last = lastDayOf(month);
  const have = new Set(
    invoicesOfMonth.filter(({ is_recurring }) => is_recurring).map(({ customer }) => customer),
  );
  const preview = { active: 0, without_package: 0, billed: 0, to_bill: 0 };
  for (const { id, status, package: own, joined_at } of customers) {
    if (status !== "ACTIVE") continue;
    preview.active += 1;
    if (own === null) preview.without_package += 1;
    else if (have.has(id)) preview.billed += 1;
    else if (dayOf(new Date(joined_at), timezone) <= last) preview.to_bill += 1;
  }
  return preview;
}

export interface DayTakings {
  readonly day: Day;
  readonly amount: Minor;
  readonly payments: number;
}

export interface CollectionsOf {
  readonly today: Day;
  readonly days: number;
  readonly timezone: string;
  readonly digits: number;
}

/**
 * Money that came in on each of the last days, the oldest first, by the day on which it was booked; what was given back is less
 * of the day on which that was. Adjustments are not money, and a reseller keeps their customers' cash.
 */
export function collections(
  transactions: readonly Pick<
    Transaction,
    "amount" | "method" | "status" | "received_at" | "booked_on" | "returned_on" | "reseller_charge"
  >[],
  { today, days, timezone, digits }: CollectionsOf,
): DayTakings[] {
  const first = addDays(today, 1 - days);
  const byDay = new Map(
    Array.from({ length: days }, (_, at) => [addDays(first, at), { amount: ZERO, payments: 0 }]),
  );
  const count = (day: Day, amount: Minor, payments: number) => {
    const row = byDay.get(day);
    if (!row) return;
    row.amount = add(row.amount, amount);
    row.payments += payments;
  };
  for (const one of transactions) {
    const { amount, method, status, received_at, booked_on, returned_on, reseller_charge } = one;
    const came_in = status === "COMPLETED" || (status === "REFUNDED" && returned_on !== null);
    if (!came_in || !movesMoney(method) || reseller_charge !== null) continue;
    const minor = minorOf(amount, digits);
    count(booked_on ?? dayOf(new Date(received_at), timezone), minor, 1);
    if (returned_on !== null) count(returned_on, negate(minor), -1);
  }
  return [...byDay].map(([day, row]) => ({ day, ...row }));
}

/** Months to choose from, the newest first: the next one, this one, and a year back. */
export function monthChoices(today: Day): Month[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return Array.from({ length: 14 }, (_, at) => {
    const index = year * 12 + month - at;
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
  });
}

/** A figure for drawing only: charts know no exact money. */
export const drawn = (amount: Minor, digits: number) => Number(amount) / 10 ** digits;

/** A customer who owes, with what of it is in the asked bucket. */
export interface Debtor {
  readonly customer: string;
  readonly amount: Minor;
  /** The due date of the oldest part. */
  readonly oldest: Day;
  readonly invoices: number;
}

/** Who owes what is so old, or owes at all: the longest owed first, the larger amount before the smaller. */
export function debtorsOf(dues: readonly AgedDue[], bucket: AgeBucket | null, today: Day): Debtor[] {
  const found = new Map<string, Debtor & { ids: Set<string> }>();
  for (const { customer, invoice, due_date, amount } of dues) {
    if (bucket !== null && bucketOf(due_date, today) !== bucket) continue;
    const known = found.get(customer) ?? { amount: ZERO, oldest: due_date, ids: new Set<string>() };
    const ids = known.ids.add(invoice);
    const oldest = due_date < known.oldest ? due_date : known.oldest;
    found.set(customer, {
      customer,
      amount: add(known.amount, amount),
      oldest,
      invoices: ids.size,
      ids,
    });
  }
  return [...found.values()]
    .map(({ ids: _, ...debtor }) => debtor)
    .sort((a, b) => a.oldest.localeCompare(b.oldest) || Number(b.amount - a.amount));
}
