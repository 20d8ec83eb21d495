// What an entry does to the figure that it was opened from. Pure.
import type { LedgerEntry } from "../../../shared/billing/index.ts";
import { add, type Minor, parseMoney, subtract, ZERO } from "../../../shared/kernel/money.ts";
import type { Sums } from "./chart.ts";
import type { EntriesAsked } from "./entries-address.ts";

const sumsOf = (balance: Minor): Sums => ({
  debit: balance > ZERO ? balance : ZERO,
  credit: balance < ZERO ? subtract(ZERO, balance) : ZERO,
  balance,
});

type Booked = Pick<LedgerEntry, "customer" | "debit" | "credit" | "advance_change">;

/** Of a customer's entry the side that was asked for, or both: as the trial balance parts it; of any other as it was booked. */
export function entrySums(entry: Booked, { account, kind }: EntriesAsked, digits: number): Sums {
  const [debit, credit] = [parseMoney(entry.debit, digits), parseMoney(entry.credit, digits)];
  const advance = parseMoney(entry.advance_change, digits);
  const booked = subtract(debit, credit);
  if (entry.customer === null) return sumsOf(booked);
  const [owed, ahead] = [sumsOf(add(booked, advance)), sumsOf(subtract(ZERO, advance))];
  if (account === "CUSTOMERS:RECEIVABLE" || kind === "ASSET") return owed;
  if (account === "CUSTOMERS:ADVANCE" || kind === "LIABILITY") return ahead;
  return {
    debit: add(owed.debit, ahead.debit),
    credit: add(owed.credit, ahead.credit),
    balance: add(owed.balance, ahead.balance),
  };
}
