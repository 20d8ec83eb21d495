// GET /reports/trial-balance/: every account's debits and credits, which sum to zero (contract §4.1).

import { ledgerEntry, trialBalanceAnswer } from "../../../shared/billing/index.ts";
import { formatMoney, parseMoney, subtract } from "../../../shared/kernel/money.ts";
import { reportQuery } from "../../../shared/kernel/report.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { reportRoute } from "../../kernel/http/report-route.ts";
import { fixDigits } from "../../kernel/resource/record.ts";

interface Line {
  account: string;
  debit: string;
  credit: string;
  balance: string;
}

/** Customers' accounts count as one line, CUSTOMERS; `balance` is debit less credit (contract §4.12). */
async function readLines(tx: Tx, tenantId: string): Promise<{ lines: Line[]; total: Omit<Line, "account"> }> {
  const rows = await tx<(Line & { whole: boolean })[]>`
    select coalesce(a.code, 'CUSTOMERS') as account, grouping(coalesce(a.code, 'CUSTOMERS')) = 1 as whole,
      coalesce(sum(e.debit), 0) as debit, coalesce(sum(e.credit), 0) as credit,
      coalesce(sum(e.debit) - sum(e.credit), 0) as balance
    from ledger_entries e join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
    where e.tenant_id = ${tenantId}
    group by grouping sets ((coalesce(a.code, 'CUSTOMERS')), ())
    order by 1 nulls last`;
  const none = { debit: "0", credit: "0", balance: "0" };
  return { lines: rows.filter((row) => !row.whole), total: rows.find((row) => row.whole) ?? none };
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
  summary: "Debits and credits per account",
  area: "billing",
  permission: "finance.ledger_entry.view",
  counts: [ledgerEntry],
  query: reportQuery,
  output: trialBalanceAnswer,
  async read(tx, { id, digits }) {
    const { lines, total } = await readLines(tx, id);
    const fix = (amount: string) => fixDigits(amount, digits);
    const accounts = lines.map(({ account, debit, credit, balance }) => ({
      account,
      ...{ debit: fix(debit), credit: fix(credit), balance: fix(balance) },
    }));
    const [total_debit, total_credit] = [fix(total.debit), fix(total.credit)];
    return { accounts, total_debit, total_credit, balanced: total_debit === total_credit };
  },
  rows: ({ accounts, total_debit, total_credit }, { digits }) => [
    ["account", "debit", "credit", "balance"],
    ...accounts.map(({ account, debit, credit, balance }) => [account, debit, credit, balance]),
    ["TOTAL", total_debit, total_credit, difference(total_debit, total_credit, digits)],
  ],
});
