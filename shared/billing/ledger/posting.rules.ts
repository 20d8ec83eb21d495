// A journal: its lines before and after they are checked (contract §4.1).
import { add, type Minor, negate, ZERO } from "../../kernel/money.ts";
import type { SystemAccount } from "./chart-of-accounts.ts";
import type { LedgerEntry } from "./ledger-entry.ts";

export type EntryType =
  | "INVOICE"
  | "PAYMENT"
  | "REVERSAL"
  | "ADVANCE"
  | "CARRY_FORWARD"
  | "ADJUSTMENT"
  | "WAIVER"
  | "REFUND"
  | "SUSPENSE"
  | "DEPOSIT"
  | "SALARY"
  | "TRANSFER"
  | "OVER_SHORT";

export type PostingAccount = { kind: "customer" } | { kind: "system"; code: SystemAccount };

export interface PostingSource {
  source_type: LedgerEntry["source_type"];
  source_id: string;
}

/** By what an account is told apart within itself; left out: by nothing. */
export interface Dimensions {
  /** Who holds the cash: a till's device code, a username, OFFICE or BANK. Left out of CASH: whoever acts (journal.ts). */
  holder?: string | null;
  /** REVENUE, DISCOUNTS: what it was charged for (RevenueSource). WAIVER, BAD_DEBT: why it was given up. */
  source?: string | null;
  /** The tax code of TAX and of what it was computed on. */
  tax_code?: string | null;
}

/** One ledger entry. Exactly one of debit and credit is above zero. */
export interface Posting extends PostingSource {
  account: PostingAccount;
  entry_type: EntryType;
  debit: Minor;
  credit: Minor;
  /** The customer's balance after this entry; null for system accounts. */
  balance_after: Minor | null;
  /** How much of a customer's entry raises their advance; the rest lowers what they owe. Zero for system accounts. */
  advance_change: Minor;
  dims: Dimensions;
}

/** A journal's line on a system account, with what tells it apart there; below zero: a debit. */
export interface PostedPart {
  account: SystemAccount;
  credit: Minor;
  dims?: Dimensions;
}

/** A line of a journal before it is checked: `credit` below zero means a debit. */
export interface PostingDraft {
  account: "customer" | SystemAccount;
  entry_type: EntryType;
  credit: Minor;
  source: PostingSource;
  /** A customer's line: by how much it raises their advance; default: by nothing, it moves what they owe. */
  advance?: Minor;
  dims?: Dimensions;
}

/**
 * Turns drafts into one journal's entries: drops zeros, gives customer entries their running balance_after from
 * `balance` (the customer's balance before). Contract §4.1.
 * @throws Error when debits and credits differ: a defect of the plan, never the caller's fault.
 */
export function journalOf(drafts: readonly PostingDraft[], balance: Minor = ZERO): Posting[] {
  const difference = add(...drafts.map((draft) => draft.credit));
  if (difference !== 0n) throw new Error(`Journal out of balance by ${difference} minor units`);
  let running = balance;
  return drafts
    .filter((draft) => draft.credit !== 0n)
    .map(({ account, entry_type, credit, source, advance = ZERO, dims = {} }) => {
      const ofCustomer = account === "customer";
      if (ofCustomer) running = add(running, credit);
      return {
        ...source,
        account: ofCustomer ? { kind: "customer" } : { kind: "system", code: account },
        entry_type,
        debit: credit < 0n ? negate(credit) : ZERO,
        credit: credit > 0n ? credit : ZERO,
        balance_after: ofCustomer ? running : null,
        advance_change: advance,
        dims,
      };
    });
}
