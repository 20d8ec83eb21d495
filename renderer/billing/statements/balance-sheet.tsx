// The balance sheet at the end of a day; each figure leads to its entries.
import { Badge, Group, Stack } from "@mantine/core";
import { useSearchParams } from "react-router";
import type { BalanceSheet } from "../../../shared/billing/index.ts";
import { RESULT } from "../../../shared/billing/statements/financial-statements.ts";
import { isDay } from "../../../shared/kernel/day.ts";
import { useReport } from "../../kernel/connection/use-report.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { entriesPath } from "../accounts/entries-address.ts";
import { Download } from "./download.tsx";
import { StatementTable } from "./statement-table.tsx";

/** Before any books were kept here: the result is that of all days. */
const BEGINNING = "2000-01-01";

function Statement({ answer }: { answer: BalanceSheet }) {
  const t = useWords();
  const { currencyMoney } = useFormat();
  const sum = {
    assets: currencyMoney(answer.total_assets),
    liabilities: currencyMoney(answer.total_liabilities),
    equity: currencyMoney(answer.total_equity),
  };
  const days = new URLSearchParams({ view: "profit-and-loss", from: BEGINNING, to: answer.as_of });
  const result = {
    title: t("statements.result"),
    hint: t("statements.result_hint"),
    to: `/books?${days}`,
  };
  return (
    <>
      <Badge color={answer.balanced ? "green" : "red"} size="lg" tt="none" fw={500}>
        {t("statements.assets_are", sum)}
      </Badge>
      <StatementTable
        label={t("statements.balance_sheet")}
        sections={answer.sections}
        named={({ account }) => (account === RESULT ? result : null)}
        to={({ account }) => entriesPath({ account, to: answer.as_of })}
        // The result within the equity has its own statement.
        whole={(kind) => (kind === "EQUITY" ? null : entriesPath({ kind, to: answer.as_of }))}
      />
    </>
  );
}

export function BalanceSheetView() {
  const t = useWords();
  const { today } = useFormat();
  const [params, setParams] = useSearchParams();
  const as_of = params.get("as_of") ?? today();
  const ok = isDay(as_of);
  const path = ok ? `/api/v1/reports/balance-sheet/?${new URLSearchParams({ as_of })}` : null;
  const { data, missing } = useReport<BalanceSheet>(path);
  const ask = (day: string) =>
    setParams(
      (before) => {
        before.set("as_of", day);
        return before;
      },
      { replace: true },
    );
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-start" justify="space-between">
        <DateField
          label={t("books.as_of")}
          w={150}
          value={as_of}
          error={ok ? undefined : t("books.day_wrong")}
          onChange={ask}
        />
        <Download
          path={path && `${path}&format=csv`}
          fileName={`balance-sheet-${as_of}`}
          type="csv"
          label={t("table.csv")}
        />
      </Group>
      {data && ok ? <Statement answer={data} /> : ok ? <NotHere {...missing} /> : null}
    </Stack>
  );
}
