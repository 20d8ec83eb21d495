// GET /reports/trial-balance/: every account's debits and credits, which sum to zero (contract §4.1, §4.12, §4.13, §4.15).

import {
  ledgerEntry,
  type TrialBalanceQuery,
  trialBalanceAnswer,
  trialBalanceQuery,
} from "../../../shared/billing/index.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { formatMoney, parseMoney, subtract } from "../../../shared/kernel/money.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import { reportRoute } from "../../kernel/http/report-route.ts";
import { fixDigits } from "../../kernel/resource/record.ts";

interface Amounts {
  debit: string;
  credit: string;
}

interface Line extends Amounts {
  account: string;
  /** The holder or source of a grouped balance; null: none. */
  part: string | null;
}

/** The accounting days that count, both included, and what tells an account's lines apart. */
export type TrialQuery = Pick<TrialBalanceQuery, "as_of" | "group_by"> & { from?: Day };

/**
 * Ledger entries `e` with `side`: the accounts, debits and credits that each stands on. A customer's entry stands on what
 * they owe, on their advance, or parted on both.
 */
export const entriesBySide = (tx: Tx): Fragment => tx`
  ledger_entries e join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
    cross join lateral (
      select a.code as account, e.debit, e.credit where a.code is not null
      union all
      select 'CUSTOMERS:RECEIVABLE', greatest(change, 0), greatest(-change, 0)
        from (select e.debit - e.credit + e.advance_change as change) owed where a.code is null and change <> 0
      union all
      select 'CUSTOMERS:ADVANCE', greatest(-e.advance_change, 0), greatest(e.advance_change, 0)
        where a.code is null and e.advance_change <> 0
    ) side`;

/** The lines of these days, by account; an index on entry_date serves them. */
const linesOf = (tx: Tx, tenantId: string, { from, as_of, group_by }: TrialQuery): Fragment => tx`
  select side.account, ${group_by ? tx`e.${tx(group_by)}` : tx`null::text`} as part, side.debit, side.credit
  from ${entriesBySide(tx)}
  where e.tenant_id = ${tenantId} ${from ? tx`and e.entry_date >= ${from}` : tx``}
    ${as_of ? tx`and e.entry_date <= ${as_of}` : tx``}`;

/** Sums by account (and part), in the order of their names, and of all. */
export async function readLines(
  tx: Tx,
  tenantId: string,
  query: TrialQuery = {},
): Promise<{ lines: Line[]; total: Amounts }> {
  const rows = await tx<(Line & { whole: boolean })[]>`
    select account, part, grouping(account) = 1 as whole,
      coalesce(sum(debit), 0) as debit, coalesce(sum(credit), 0) as credit
    from (${linesOf(tx, tenantId, query)}) lines
    group by grouping sets ((account, part), ())
    order by account nulls last, part nulls first`;
  return {
    lines: rows.filter((row) => !row.whole),
    total: rows.find((row) => row.whole) ?? { debit: "0", credit: "0" },
  };
}

/** A tenant's trial balance as it is to be found again: by account, debits and credits as the database writes them. */
export async function readTrialBalance(
  tx: Tx,
  tenantId: string,
): Promise<{ account: string; debit: string; credit: string }[]> {
  const { lines } = await readLines(tx, tenantId);
  return lines
    .map(({ account, debit, credit }) => ({ account, debit, credit }))
    .sort((a, b) => (a.account < b.account ? -1 : 1));
}

const difference = (debit: string, credit: string, digits: number) =>
  formatMoney(subtract(parseMoney(debit, digits), parseMoney(credit, digits)), digits);

export const trialBalanceRoute = reportRoute({
  path: "/reports/trial-balance/",
  operation_id: "getTrialBalance",
  summary: "Debits and credits per account, as of a day",
  area: "billing",
  permission: "reporting.report.view",
  counts: [ledgerEntry],
  query: trialBalanceQuery,
  output: trialBalanceAnswer,
  async read(tx, { id, digits }, { as_of, group_by }) {
    const { lines, total } = await readLines(tx, id, { as_of, group_by });
    const fix = (amount: string) => fixDigits(amount, digits);
    const accounts = lines.map(({ account, part, debit, credit }) => ({
      account,
      ...(group_by ? { [group_by]: part } : {}),
      ...{ debit: fix(debit), credit: fix(credit), balance: difference(debit, credit, digits) },
    }));
    const [total_debit, total_credit] = [fix(total.debit), fix(total.credit)];
    return { accounts, total_debit, total_credit, balanced: total_debit === total_credit };
  },
  rows({ accounts, total_debit, total_credit }, { digits }) {
    const parts = (["holder", "source"] as const).filter((part) => accounts.some((line) => part in line));
    return [
      ["account", ...parts, "debit", "credit", "balance"],
      ...accounts.map((line) => [
        line.account,
        ...parts.map((part) => line[part] ?? ""),
        ...[line.debit, line.credit, line.balance],
      ]),
      [
        "TOTAL",
        ...parts.map(() => ""),
        ...[total_debit, total_credit, difference(total_debit, total_credit, digits)],
      ],
    ];
  },
});
