// GET /reports/trial-balance/: every account's debits and credits, which sum to zero (contract §4.1).

import { trialBalanceAnswer } from "../../../shared/billing/index.ts";
import { reportQuery } from "../../../shared/kernel/report.ts";
import { type Route, route } from "../../kernel/area.ts";
import { inTenantSnapshot, type Tx } from "../../kernel/db/db.ts";
import { reportReply } from "../../kernel/http/report-reply.ts";
import { tenantOf } from "../../kernel/operation/run-operation.ts";
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

const toRows = (lines: readonly Line[]) => [
  ["account", "debit", "credit", "balance"],
  ...lines.map(({ account, debit, credit, balance }) => [account, debit, credit, balance]),
];

export const trialBalanceRoute: Route = route({
  method: "GET",
  path: "/reports/trial-balance/",
  operation_id: "getTrialBalance",
  summary: "Debits and credits per account; format=csv for a file",
  area: "billing",
  permission: "finance.ledger_entry.view",
  is_of_all: true,
  query: reportQuery,
  output: trialBalanceAnswer,
  // With format=csv.
  produces: "text/csv",
  async handler({ services, principal, query }) {
    if (!principal) throw new Error("The route is not public");
    const tenant = tenantOf(principal);
    const { lines, total } = await inTenantSnapshot(services.db, tenant, (tx) => readLines(tx, tenant.id));
    const fix = ({ debit, credit, balance }: Omit<Line, "account">) => ({
      debit: fixDigits(debit, tenant.digits),
      credit: fixDigits(credit, tenant.digits),
      balance: fixDigits(balance, tenant.digits),
    });
    const accounts = lines.map((line) => ({ account: line.account, ...fix(line) }));
    const sums = fix(total);
    const answer = {
      accounts,
      total_debit: sums.debit,
      total_credit: sums.credit,
      balanced: sums.debit === sums.credit,
    };
    return reportReply(query, "trial-balance", answer, () =>
      toRows([...accounts, { account: "TOTAL", ...sums }]),
    );
  },
});
