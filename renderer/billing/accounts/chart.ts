// The chart of accounts with a trial balance laid into it: kinds, their accounts, and what tells an account's lines apart. Pure.
import type { TrialBalance } from "../../../shared/billing/index.ts";
import {
  type AccountKind,
  CHART_OF_ACCOUNTS,
  CUSTOMER_ACCOUNTS,
} from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { add, type Minor, parseMoney, subtract } from "../../../shared/kernel/money.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";

export const GROUPINGS = ["holder", "source"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Sums {
  readonly debit: Minor;
  readonly credit: Minor;
  /** Debit less credit. */
  readonly balance: Minor;
}

export interface ChartPart extends Sums {
  /** A holder, or a source; null: neither is known. */
  readonly part: string | null;
}

export interface ChartAccount extends Sums {
  readonly account: string;
  /** Only where the trial balance tells its lines apart. */
  readonly parts: readonly ChartPart[];
}

export interface ChartSection extends Sums {
  /** Null: accounts that this version of the program does not know. */
  readonly kind: AccountKind | null;
  readonly accounts: readonly ChartAccount[];
}

export const KINDS: readonly AccountKind[] = ["ASSET", "LIABILITY", "EQUITY", "INCOME", "EXPENSE"];

/** In the order in which they are shown: what customers owe after cash, their advances before what else is owed. */
const CHART: readonly (readonly [code: string, kind: AccountKind])[] = [
  ...Object.entries(CHART_OF_ACCOUNTS).filter(([, kind]) => kind === "ASSET"),
  ...Object.entries(CUSTOMER_ACCOUNTS),
  ...Object.entries(CHART_OF_ACCOUNTS).filter(([, kind]) => kind !== "ASSET"),
];

const KIND_OF: Readonly<Record<string, AccountKind>> = Object.fromEntries(CHART);

/** An account's kind; null for one of a newer server's. */
const kindOf = (account: string): AccountKind | null => own(KIND_OF, account) ?? null;

/** What rows come to. */
export function sum(rows: readonly Sums[]): Sums {
  const [debit, credit] = [add(...rows.map((row) => row.debit)), add(...rows.map((row) => row.credit))];
  return { debit, credit, balance: subtract(debit, credit) };
}

/** Every account of the chart, also one without entries, by its kind; unknown ones last. */
export function chartOf({ accounts }: TrialBalance, digits: number): ChartSection[] {
  const lines = new Map<string, ChartPart[]>();
  for (const line of accounts) {
    const [debit, credit] = [parseMoney(line.debit, digits), parseMoney(line.credit, digits)];
    const part = line.holder ?? line.source ?? null;
    const known = lines.get(line.account) ?? [];
    lines.set(line.account, [...known, { part, debit, credit, balance: subtract(debit, credit) }]);
  }
  const codes = [...CHART.map(([code]) => code), ...[...lines.keys()].filter((code) => !kindOf(code))];
  const rows = codes.map((account): ChartAccount => {
    const own = lines.get(account) ?? [];
    const parts = own.some(({ part }) => part !== null) ? own : [];
    return { account, parts, ...sum(own) };
  });
  return [...KINDS, null].flatMap((kind) => {
    const members = rows.filter(({ account }) => kindOf(account) === kind);
    return members.length > 0 ? [{ kind, accounts: members, ...sum(members) }] : [];
  });
}
