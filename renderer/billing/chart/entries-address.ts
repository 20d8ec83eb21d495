// The entries that a figure of the books is made of: where they are shown, and how the server is asked for them. Pure.
import { own } from "../../../shared/kernel/own.ts";
import { GROUPINGS, type Grouping } from "./chart.ts";

export interface EntriesAsked extends Readonly<Partial<Record<Grouping, string>>> {
  readonly account: string;
  /** Days of the books, both included; unset: from the first on, to the last. */
  readonly from?: string;
  readonly to?: string;
}

/** Where the entries of an account are shown: "/books/entries?account=CASH:CASH&to=2026-06-30". */
export function entriesPath(asked: EntriesAsked): string {
  return `/books/entries?${new URLSearchParams(Object.entries(asked))}`;
}

/** Of customers' accounts, which have no account of their own in the chart. */
const SIDES: Readonly<Record<string, string>> = {
  "CUSTOMERS:RECEIVABLE": "receivable",
  "CUSTOMERS:ADVANCE": "advance",
};

/**
 * The list of the entries.
 * @param ids of the system accounts by their codes
 * @returns null for an account that is not among them
 */
export function listPath(asked: EntriesAsked, ids: ReadonlyMap<string, string>): string | null {
  const { account, from, to } = asked;
  const side = own(SIDES, account);
  const id = ids.get(account);
  if (side === undefined && id === undefined) return null;
  const params = new URLSearchParams({ scope: "all", ...(side ? { side } : { account: id ?? "" }) });
  if (from) params.set("entry_date__gte", from);
  if (to) params.set("entry_date__lte", to);
  for (const name of GROUPINGS) {
    const part = asked[name];
    if (part !== undefined) params.set(name, part);
  }
  return `/ledger-entries/?${params}`;
}
