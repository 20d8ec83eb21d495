// The entries that a figure of the books is made of: where they are shown, and how the server is asked for them. Pure.
import type { AccountKind } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { GROUPINGS, type Grouping, KINDS } from "./chart.ts";

export interface EntriesAsked extends Readonly<Partial<Record<Grouping, string>>> {
  /** Left out: those of a kind, or of all accounts. */
  readonly account?: string;
  readonly kind?: AccountKind;
  /** Days of the books, both included; unset: from the first on, to the last. */
  readonly from?: string;
  readonly to?: string;
}

/** Where the entries of an account are shown: "/books/entries?account=CASH:CASH&to=2026-06-30". */
export function entriesPath(asked: EntriesAsked): string {
  return `/books/entries?${new URLSearchParams(Object.entries(asked))}`;
}

/** What an address asks for. */
export function readAsked(params: URLSearchParams): EntriesAsked {
  const given = (["account", "from", "to", ...GROUPINGS] as const).flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value] as const] : [];
  });
  const kind = KINDS.find((one) => one === params.get("kind"));
  return { ...Object.fromEntries(given), ...(kind ? { kind } : {}) };
}

/** Of customers' accounts, which have no account of their own in the chart. */
const SIDES: Readonly<Record<string, string>> = {
  "CUSTOMERS:RECEIVABLE": "receivable",
  "CUSTOMERS:ADVANCE": "advance",
};

function ofWhat(
  { account, kind }: EntriesAsked,
  ids: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> | null {
  if (account === undefined) return kind ? { kind } : {};
  const side = own(SIDES, account);
  if (side !== undefined) return { side };
  const id = ids.get(account);
  return id === undefined ? null : { account: id };
}

/**
 * The list of the entries.
 * @param ids of the system accounts by their codes
 * @returns null for an account that is not among them
 */
export function listPath(asked: EntriesAsked, ids: ReadonlyMap<string, string>): string | null {
  const { from, to } = asked;
  const what = ofWhat(asked, ids);
  if (what === null) return null;
  const params = new URLSearchParams({ scope: "all", ...what });
  if (from) params.set("entry_date__gte", from);
  if (to) params.set("entry_date__lte", to);
  for (const name of GROUPINGS) {
    const part = asked[name];
    if (part !== undefined) params.set(name, part);
  }
  return `/ledger-entries/?${params}`;
}
