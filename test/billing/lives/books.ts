// The books computed from the entries alone, one after the other, sharing nothing with the server's reports.
import type { Sql } from "../../../server/kernel/db/db.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { SHEET } from "../helpers/balance-sheet.ts";
import type { Life } from "./life.ts";

/** One side of an entry: what it moved of one account, debits above zero; in the currency's smallest parts. */
interface Move {
  entry_no: bigint;
  day: Day;
  account: string;
  amount: bigint;
  customer: string | null;
  holder: string | null;
  source: string | null;
  code: string | null;
  rate: number | null;
}

interface EntryRow {
  entry_no: string;
  journal: string;
  day: Day;
  code: string | null;
  customer: string | null;
  amount: string;
  advance: string;
  holder: string | null;
  source: string | null;
  tax_code: string | null;
  rate: string | null;
}

const readEntries = (sql: Sql, tenant: string, digits: number) => sql<EntryRow[]>`
  select /* a test's own */ e.entry_no::text, e.journal, e.entry_date::text as day, a.code, e.customer, e.holder, e.source,
    ((e.debit - e.credit) * ${10 ** digits})::bigint::text as amount,
    (e.advance_change * ${10 ** digits})::bigint::text as advance,
    x.code as tax_code, x.rate::text as rate
  from ledger_entries e left join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account left join tax_codes x on x.tenant_id = e.tenant_id and x.id = e.tax_code
  where e.tenant_id = ${tenant} order by e.entry_no`;

/** A customer's entry moves what they owe by what it does not move of their advance. */
function movesOf(row: EntryRow): Move[] {
  const common = {
    ...{ entry_no: BigInt(row.entry_no), day: row.day, customer: row.customer, holder: row.holder },
    ...{ source: row.source, code: row.tax_code, rate: row.rate === null ? null : Number(row.rate) },
  };
  const amount = BigInt(row.amount);
  if (row.code !== null) return [{ ...common, account: row.code, amount }];
  const advance = BigInt(row.advance);
  return [
    { ...common, account: "CUSTOMERS:ADVANCE", amount: -advance },
    { ...common, account: "CUSTOMERS:RECEIVABLE", amount: amount + advance },
  ];
}

export interface Books {
  moves: readonly Move[];
  /** The last entry. */
  until: bigint;
  /** Journals whose debits and credits differ. */
  unbalanced: readonly string[];
}

export async function readBooks({ sql, tenant, digits }: Life): Promise<Books> {
  const rows = await readEntries(sql, tenant, digits);
  const journals = new Map<string, bigint>();
  for (const { journal, amount } of rows)
    journals.set(journal, (journals.get(journal) ?? 0n) + BigInt(amount));
  return {
    moves: rows.flatMap(movesOf),
    until: BigInt(rows.at(-1)?.entry_no ?? 0),
    unbalanced: [...journals].filter(([, sum]) => sum !== 0n).map(([id]) => id),
  };
}

export type Sums = Record<string, bigint>;

/** Sums by whatever tells moves apart, without those that are nothing; `key` null: it does not count. */
export function sumBy(moves: readonly Move[], key: (move: Move) => string | null, sign = 1n): Sums {
  const sums: Sums = {};
  for (const move of moves) {
    const name = key(move);
    if (name !== null) sums[name] = (sums[name] ?? 0n) + sign * move.amount;
  }
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, sum]) => sum !== 0n)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

export const upTo = ({ moves }: Books, day: Day) => moves.filter((move) => move.day <= day);
export const between = ({ moves }: Books, from: Day, to: Day) =>
  moves.filter(({ day }) => day >= from && day <= to);

/** Every account with all that tells its entries apart, and what each customer owes and has paid ahead. */
export function everything({ moves }: Books): Sums {
  return {
    ...sumBy(moves, ({ account, holder, source, code, rate }) =>
      account.startsWith("CUSTOMERS:") ? null : [account, holder, source, code, rate].join("|"),
    ),
    ...sumBy(moves, ({ account, customer }) =>
      account.startsWith("CUSTOMERS:") ? `${account}|${customer}` : null,
    ),
  };
}

const INCOME = ["REVENUE", "OTHER_INCOME"];

/** Each side in its own sign: what there is, what is owed, and what was earned. */
export function sheetOf(moves: readonly Move[]): Sums {
  const sums: Sums = {};
  for (const [account, balance] of Object.entries(sumBy(moves, (move) => move.account))) {
    const kind = SHEET[account];
    const name = kind ? `${kind} ${account}` : "EQUITY RESULT";
    sums[name] = (sums[name] ?? 0n) + (kind === "ASSET" ? balance : -balance);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

export function resultsOf(moves: readonly Move[]): Sums {
  const name = ({ account, source }: Move) => `${account} ${source ?? ""}`;
  return {
    ...sumBy(moves, (move) => (INCOME.includes(move.account) ? name(move) : null), -1n),
    ...sumBy(moves, (move) =>
      Object.hasOwn(SHEET, move.account) || INCOME.includes(move.account) ? null : name(move),
    ),
  };
}

/** By code and rate: the tax, and what was taxed. */
export function taxesOf(moves: readonly Move[]): Sums {
  const taxed = ({ account, customer, code, rate }: Move, what: "net" | "tax") =>
    customer === null && (account === "TAX" ? what === "tax" : what === "net" && code !== null)
      ? `${code ?? ""} ${rate ?? ""} ${what}`
      : null;
  return {
    ...sumBy(moves, (move) => taxed(move, "net"), -1n),
    ...sumBy(moves, (move) => taxed(move, "tax"), -1n),
  };
}
