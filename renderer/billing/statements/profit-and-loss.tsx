// Profit and loss of the days that one asks for; each figure leads to its entries.
import { Stack, Table } from "@mantine/core";
import { IconReportMoney } from "@tabler/icons-react";
import type { ProfitAndLoss } from "../../../shared/billing/index.ts";
import { useReport } from "../../kernel/connection/use-report.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { Money, Nothing } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { entriesPath } from "../accounts/entries-address.ts";
import { DaysBar } from "./days-bar.tsx";
import { Download } from "./download.tsx";
import { StatementTable } from "./statement-table.tsx";
import { useDays } from "./use-days.ts";

function Statement({ answer }: { answer: ProfitAndLoss }) {
  const t = useWords();
  const { minor } = useFormat();
  const { from, to, sections } = answer;
  if (sections.every(({ accounts }) => accounts.length === 0)) {
    return (
      <Nothing icon={IconReportMoney} title={t("statements.nothing")} hint={t("statements.nothing_hint")} />
    );
  }
  const lost = minor(answer.result) < 0n;
  return (
    <StatementTable
      label={t("statements.profit_and_loss")}
      sections={sections}
      to={({ account, source }) => entriesPath({ account, from, to, ...(source ? { source } : {}) })}
      whole={(kind) => entriesPath({ kind, from, to })}
      foot={
        <Table.Tr>
          <Table.Th scope="row">{t(lost ? "statements.loss" : "statements.profit")}</Table.Th>
          <Table.Th ta="right">
            <Money value={answer.result} tone={lost ? "overdue" : "plain"} currency />
          </Table.Th>
        </Table.Tr>
      }
    />
  );
}

export function ProfitAndLossView() {
  const t = useWords();
  const { from, to, ok } = useDays();
  const path = ok ? `/api/v1/reports/profit-and-loss/?${new URLSearchParams({ from, to })}` : null;
  const { data, missing } = useReport<ProfitAndLoss>(path);
  const file = path && `${path}&format=csv`;
  return (
    <Stack gap="md">
      <DaysBar>
        <Download path={file} fileName={`profit-and-loss-${from}-${to}`} type="csv" label={t("table.csv")} />
      </DaysBar>
      {data && ok ? <Statement answer={data} /> : ok ? <NotHere {...missing} /> : null}
    </Stack>
  );
}
