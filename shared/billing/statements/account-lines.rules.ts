// A customer's account as lines that people read: what happened at once is one line, and what only moves money about (carrying
// a due forward, using up an advance) is none. The desktop's account and the server's statement are made of them. Pure.
import type { Day } from "../../kernel/day.ts";
import { add, type Minor, parseMoney, subtract } from "../../kernel/money.ts";
import type { LedgerEntry } from "../ledger/ledger-entry.ts";

/** What is read of a customer's entry. */
export type AccountEntry = Pick<
  LedgerEntry,
  "id" | "journal" | "entry_type" | "entry_date" | "source_type" | "source_id" | "debit" | "credit"
>;

/** What a line is about: what was charged, what came in, or what was given up or set right. */
export type LineSort = "billed" | "paid" | "corrected";

export interface AccountLine {
  readonly sort: LineSort;
  readonly day: Day;
  /** The entry that says most: what was charged or received, not what it was taken from. */
  readonly main: AccountEntry;
  /** Above zero: more is owed; below: it was paid, given up or taken back. */
  readonly amount: Minor;
}

function sortOf({ entry_type, source_type }: AccountEntry): LineSort {
  switch (entry_type) {
    case "INVOICE":
    case "CARRY_FORWARD":
      return "billed";
    case "PAYMENT":
    case "ADVANCE":
    case "SUSPENSE":
    case "REFUND":
      return "paid";
    case "REVERSAL":
      return source_type === "payment_transaction" || source_type === "refund" ? "paid" : "corrected";
    default:
      return "corrected";
  }
}

const moved = (entries: readonly AccountEntry[], digits: number): Minor =>
  add(...entries.map(({ debit, credit }) => subtract(parseMoney(debit, digits), parseMoney(credit, digits))));

/** The lines of one customer's entries, in the order of the entries; those of one journal and sort are one. */
export function accountLines(entries: readonly AccountEntry[], digits: number): AccountLine[] {
  const groups = new Map<string, AccountEntry[]>();
  for (const entry of entries) {
    const key = `${entry.journal}|${sortOf(entry)}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()].flatMap((group) => {
    const amount = moved(group, digits);
    const main = group.find(({ entry_type }) => entry_type !== "CARRY_FORWARD" && entry_type !== "ADVANCE");
    return amount === 0n || !main ? [] : [{ sort: sortOf(main), day: main.entry_date, main, amount }];
  });
}
