// The books as views of one page: what stands on every account, profit and loss, balance sheet, closed months, the file of all lines.
import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { type Key, useWords } from "../../kernel/i18n/index.ts";
import { Page } from "../../kernel/screen/parts.tsx";
import { PeriodsView } from "../period/periods.tsx";
import { BalanceSheetView } from "../statements/balance-sheet.tsx";
import { LedgerExportView } from "../statements/ledger-export.tsx";
import { ProfitAndLossView } from "../statements/profit-and-loss.tsx";
import { TaxView } from "../statements/tax-view.tsx";
import { TrialBalanceView } from "./trial-balance.tsx";

const VIEWS: readonly { view: string; label: Key; shown: ReactNode }[] = [
  { view: "chart", label: "statements.trial_balance", shown: <TrialBalanceView /> },
  { view: "profit-and-loss", label: "statements.profit_and_loss", shown: <ProfitAndLossView /> },
  { view: "balance-sheet", label: "statements.balance_sheet", shown: <BalanceSheetView /> },
  { view: "tax", label: "tax.title", shown: <TaxView /> },
  { view: "periods", label: "period.title", shown: <PeriodsView /> },
  { view: "export", label: "statements.export", shown: <LedgerExportView /> },
];

export function BooksPage() {
  const t = useWords();
  const [params, setParams] = useSearchParams();
  const current = VIEWS.find(({ view }) => view === params.get("view")) ?? VIEWS[0];
  return (
    <Page title={t("nav.books")}>
      <Tabs
        keepMounted={false}
        value={current?.view ?? null}
        onChange={(view) => setParams(view ? { view } : {}, { replace: true })}
      >
        <Tabs.List mb="md">
          {VIEWS.map(({ view, label }) => (
            <Tabs.Tab key={view} value={view}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {VIEWS.map(({ view, shown }) => (
          <Tabs.Panel key={view} value={view}>
            {shown}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
