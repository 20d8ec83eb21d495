// GET /reports/balance-sheet/ and /reports/profit-and-loss/: the balances of the chart of accounts, put together by kind.
import {
  type BalanceSheet,
  type BalanceSheetQuery,
  balanceSheetAnswer,
  balanceSheetQuery,
  ledgerEntry,
  type ProfitAndLoss,
  type ProfitAndLossQuery,
  profitAndLossAnswer,
  profitAndLossQuery,
  RESULT,
} from "../../../shared/billing/index.ts";
import {
  type AccountKind,
  CHART_OF_ACCOUNTS,
  CUSTOMER_ACCOUNTS,
} from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { dayOf, monthOf } from "../../../shared/kernel/day.ts";
import { invalid } from "../../../shared/kernel/failure.ts";
import { add, formatMoney, type Minor, negate, parseMoney, subtract } from "../../../shared/kernel/money.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { reportRoute } from "../../kernel/http/report-route.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { readLines, type TrialQuery } from "../ledger/trial-balance.ts";

/** Every account in the chart's order, customers' first. */
const KINDS: readonly [account: string, kind: AccountKind][] = [
  ...Object.entries(CUSTOMER_ACCOUNTS),
  ...Object.entries(CHART_OF_ACCOUNTS),
];

interface Balance {
  account: string;
  kind: AccountKind;
  source: string | null;
  /** In the kind's own sign: debit less credit of assets and expense, credit less debit of the others. */
  amount: Minor;
}

async function readBalances(tx: Tx, { id, digits }: Tenant, query: TrialQuery): Promise<Balance[]> {
  const { lines } = await readLines(tx, id, query);
  return KINDS.flatMap(([account, kind]) =>
    lines
      .filter((line) => line.account === account)
      .map(({ part, debit, credit }): Balance => {
        const balance = subtract(parseMoney(debit, digits), parseMoney(credit, digits));
        const of_debit = kind === "ASSET" || kind === "EXPENSE";
        return { account, kind, source: part, amount: of_debit ? balance : negate(balance) };
      }),
  );
}

const totalOf = (balances: readonly Balance[], kind: AccountKind): Minor =>
  add(...balances.filter((balance) => balance.kind === kind).map(({ amount }) => amount));

const resultOf = (balances: readonly Balance[]): Minor =>
  subtract(totalOf(balances, "INCOME"), totalOf(balances, "EXPENSE"));

async function readBalanceSheet(
  tx: Tx,
  tenant: Tenant,
  { as_of = dayOf(new Date(), tenant.settings.timezone) }: BalanceSheetQuery,
): Promise<BalanceSheet> {
  const shown = (amount: Minor) => formatMoney(amount, tenant.digits);
  const balances = await readBalances(tx, tenant, { as_of });
  const result: Balance = { account: RESULT, kind: "EQUITY", source: null, amount: resultOf(balances) };
  const all = [...balances, result];
  const sections = (["ASSET", "LIABILITY", "EQUITY"] as const).map((kind) => ({
    kind,
    accounts: all
      .filter((balance) => balance.kind === kind)
      .map(({ account, amount }) => ({ account, amount: shown(amount) })),
    total: shown(totalOf(all, kind)),
  }));
  const [assets, liabilities, equity] = [
    totalOf(all, "ASSET"),
    totalOf(all, "LIABILITY"),
    totalOf(all, "EQUITY"),
  ];
  return {
    as_of,
    sections,
    total_assets: shown(assets),
    total_liabilities: shown(liabilities),
    total_equity: shown(equity),
    balanced: assets === add(liabilities, equity),
  };
}

export const balanceSheetRoute = reportRoute({
  path: "/reports/balance-sheet/",
  operation_id: "getBalanceSheet",
  summary: "What the company has and owes at the end of a day",
  area: "billing",
  permission: "reporting.report.view",
  counts: [ledgerEntry],
  query: balanceSheetQuery,
  output: balanceSheetAnswer,
  read: readBalanceSheet,
  rows: ({ sections }) => [
    ["kind", "account", "amount"],
    ...sections.flatMap(({ kind, accounts, total }) => [
      ...accounts.map(({ account, amount }) => [kind, account, amount]),
      [kind, "TOTAL", total],
    ]),
  ],
});

async function readProfitAndLoss(tx: Tx, tenant: Tenant, query: ProfitAndLossQuery): Promise<ProfitAndLoss> {
  const { to = dayOf(new Date(), tenant.settings.timezone) } = query;
  const { from = `${monthOf(to)}-01` } = query;
  if (to < from) throw invalid("to", "Not before the first day");
  const shown = (amount: Minor) => formatMoney(amount, tenant.digits);
  const balances = await readBalances(tx, tenant, { from, as_of: to, group_by: "source" });
  const sections = (["INCOME", "EXPENSE"] as const).map((kind) => ({
    kind,
    accounts: balances
      .filter((balance) => balance.kind === kind)
      .map(({ account, source, amount }) => ({ account, source, amount: shown(amount) })),
    total: shown(totalOf(balances, kind)),
  }));
  return { from, to, sections, result: shown(resultOf(balances)) };
}

export const profitAndLossRoute = reportRoute({
  path: "/reports/profit-and-loss/",
  operation_id: "getProfitAndLoss",
  summary: "What was earned and what it cost, between two days",
  area: "billing",
  permission: "reporting.report.view",
  counts: [ledgerEntry],
  query: profitAndLossQuery,
  output: profitAndLossAnswer,
  read: readProfitAndLoss,
  rows: ({ sections, result }) => [
    ["kind", "account", "source", "amount"],
    ...sections.flatMap(({ kind, accounts, total }) => [
      ...accounts.map(({ account, source, amount }) => [kind, account, source, amount]),
      [kind, "TOTAL", "", total],
    ]),
    ["RESULT", "", "", result],
  ],
});
