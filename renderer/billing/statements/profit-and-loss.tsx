// Profit and loss of the days that one asks for, beside an earlier time; each figure leads to its entries.
import { Box, Group, Stack, Table } from "@mantine/core";
import { IconReportMoney } from "@tabler/icons-react";
import type { ProfitAndLoss } from "../../../shared/billing/index.ts";
import { formatMoney, subtract } from "../../../shared/kernel/money.ts";
import { CompareSelect } from "../../kernel/compare/compare-select.tsx";
import { earlier } from "../../kernel/compare/periods.ts";
import { daysText, useComparison } from "../../kernel/compare/use-comparison.ts";
import { useReport } from "../../kernel/connection/use-report.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { Bars } from "../../kernel/screen/charts.tsx";
import { Money, Nothing } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { CsvButton } from "../accounts/csv-button.tsx";
import { entriesPath } from "../accounts/entries-address.ts";
import { useBookWords } from "../accounts/use-books.ts";
import { type ComparedStatement, comparedStatement } from "./compared-statement.ts";
import { DaysBar } from "./days-bar.tsx";
import { Download } from "./download.tsx";
import { Compared, StatementTable } from "./statement-table.tsx";
import { useDays } from "./use-days.ts";

interface StatementProps {
  answer: ComparedStatement;
  from: string;
  to: string;
  /** What the earlier time is called; undefined: nothing is compared. */
  was: string | undefined;
}

function Statement({ answer, from, to, was }: StatementProps) {
  const t = useWords();
  const { minor } = useFormat();
  const { sections } = answer;
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
      was={was}
      to={({ account, source }) => entriesPath({ account, from, to, ...(source ? { source } : {}) })}
      whole={(kind) => entriesPath({ kind, from, to })}
      foot={
        <Table.Tr>
          <Table.Th scope="row">{t(lost ? "statements.loss" : "statements.profit")}</Table.Th>
          <Table.Th ta="right">
            <Money value={answer.result} tone={lost ? "overdue" : "plain"} currency />
          </Table.Th>
          {was ? <Compared now={answer.result} was={answer.was} /> : null}
        </Table.Tr>
      }
    />
  );
}

/** Income, expenses and what is left of it, then and now: a picture of the table beside it. */
function Picture({ answer, now, was }: { answer: ComparedStatement; now: string; was: string }) {
  const t = useWords();
  const format = useFormat();
  const words = useBookWords();
  const pairs = [
    ...answer.sections.map(({ kind, total, was }) => ({ name: words.kind(kind), now: total, was })),
    { name: t("statements.profit"), now: answer.result, was: answer.was },
  ];
  const bars = pairs.flatMap((pair) => [
    { name: `${pair.name} · ${was}`, value: Number(pair.was ?? 0) },
    { name: `${pair.name} · ${now}`, value: Number(pair.now) },
  ]);
  return (
    <Box w={340} visibleFrom="sm">
      <Bars
        label={t("statements.picture")}
        h={220}
        bars={bars}
        value_label={t("statements.amount")}
        valueText={(value) => format.money(String(value))}
        axis_width={70}
        max_bar={36}
      />
    </Box>
  );
}

function ComparedFile({ answer, from, to, was }: Omit<StatementProps, "was"> & { was: string }) {
  const t = useWords();
  const words = useBookWords();
  const { digits, minor } = useFormat();
  const change = (now: string, before = "0") => formatMoney(subtract(minor(now), minor(before)), digits);
  const line = (name: string, source: string, now: string, before = "0") => [
    ...[name, source, now, before],
    change(now, before),
  ];
  const rows = () => [
    [t("statements.account"), t("books.comes_from"), t("statements.amount"), was, t("compare.change")],
    ...answer.sections.flatMap(({ kind, accounts, total, was: before }) => [
      ...accounts.map((one) =>
        line(words.account(one.account), one.source ? words.part(one.source) : "", one.amount, one.was),
      ),
      line(words.kind(kind), "", total, before),
    ]),
    line(t("statements.profit"), "", answer.result, answer.was),
  ];
  return <CsvButton fileName={`profit-and-loss-${from}-${to}`} rows={rows} />;
}

export function ProfitAndLossView() {
  const t = useWords();
  const format = useFormat();
  const { from, to, ok } = useDays();
  const [compared, compare] = useComparison();
  const pathOf = (days: { from: string; to: string }) =>
    `/api/v1/reports/profit-and-loss/?${new URLSearchParams({ ...days })}`;
  const path = ok ? pathOf({ from, to }) : null;
  const before = ok ? earlier({ from, to }, compared) : null;
  const { data, missing } = useReport<ProfitAndLoss>(path);
  const earlierAnswer = useReport<ProfitAndLoss>(before && pathOf(before)).data;
  const answer = data && comparedStatement(data, before ? earlierAnswer : null, format.digits);
  const was = before && earlierAnswer ? daysText(before, format) : undefined;
  return (
    <Stack gap="md">
      <DaysBar>
        <CompareSelect compared={compared} onChoose={compare} />
        {answer && was ? (
          <ComparedFile {...{ answer, from, to, was }} />
        ) : (
          <Download
            path={path && `${path}&format=csv`}
            fileName={`profit-and-loss-${from}-${to}`}
            type="csv"
            label={t("table.csv")}
          />
        )}
      </DaysBar>
      {answer && ok ? (
        <Group align="flex-start" gap="md" wrap="wrap">
          <Box flex="1 1 420px" maw={900} miw={0}>
            <Statement {...{ answer, from, to, was }} />
          </Box>
          {was ? <Picture answer={answer} now={daysText({ from, to }, format)} was={was} /> : null}
        </Group>
      ) : ok ? (
        <NotHere {...missing} />
      ) : null}
    </Stack>
  );
}
