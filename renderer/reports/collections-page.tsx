// The money that came in on the days that one asks for, by day, cashier, method or package.
import { Box, Group, Input, SegmentedControl, Text } from "@mantine/core";
import { IconReportMoney } from "@tabler/icons-react";
import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { daysBetween, isDay, monthOf } from "../../shared/kernel/day.ts";
import {
  COLLECTION_DAYS_MAX,
  COLLECTION_GROUPS,
  type CollectionGroup,
  type Collections,
} from "../../shared/reports/index.ts";
import { CompareSelect } from "../kernel/compare/compare-select.tsx";
import { type Comparison, earlier } from "../kernel/compare/periods.ts";
import { daysText, useComparison } from "../kernel/compare/use-comparison.ts";
import { useReport } from "../kernel/connection/use-report.ts";
import { DateField } from "../kernel/form/date-field.tsx";
import { useWords } from "../kernel/i18n/index.ts";
import { NotHere } from "../kernel/resource/not-here.tsx";
import { useMayOpen } from "../kernel/resource/pages.ts";
import { Bars } from "../kernel/screen/charts.tsx";
import { Nothing, Page } from "../kernel/screen/parts.tsx";
import { sorted } from "../kernel/table/columns.ts";
import { DataTable } from "../kernel/table/data-table.tsx";
import { TableTools } from "../kernel/table/table-tools.tsx";
import { useTableChoice } from "../kernel/table/use-table-choice.ts";
import { useFormat } from "../kernel/use-format.ts";
import { useCollectedColumns, useGroupName } from "./collected-columns.tsx";
import { type CollectedRow, collectedRows } from "./collected-rows.ts";
import { receivedOn } from "./received-on.ts";

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly group_by: CollectionGroup;
}

/** So many bars are told apart. */
const BARS = 12;

const inRange = ({ from, to }: Asked) =>
  isDay(from) && isDay(to) && from <= to && daysBetween(from, to) < COLLECTION_DAYS_MAX;

/** What is asked for, as the address has it; else this month by day. */
function useAsked(): [Asked, (next: Partial<Asked>) => void] {
  const { today } = useFormat();
  const [params, setParams] = useSearchParams();
  const group = params.get("group_by");
  const asked: Asked = {
    from: params.get("from") ?? `${monthOf(today())}-01`,
    to: params.get("to") ?? today(),
    group_by: COLLECTION_GROUPS.find((one) => one === group) ?? "day",
  };
  const ask = (next: Partial<Asked>) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries({ ...asked, ...next })) before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return [asked, ask];
}

/** The payments that a group is made of. */
function listOf({ group_by, from, to }: Asked, { group }: CollectedRow): string | null {
  if (group === null || group_by === "package") return null;
  if (group_by === "day") return receivedOn(group, group);
  if (group_by === "method") return receivedOn(from, to, `method=${group}`);
  return `${receivedOn(from, to)}&q=${encodeURIComponent(group)}`;
}

interface GroupsProps {
  asked: Asked;
  answer: Collections;
  /** Of the time that it is compared with, and what that is called; null: nothing is compared. */
  was: { answer: Collections; name: string } | null;
  compared: Comparison;
}

/** What came in by group, the largest or the earliest first: a picture of the table below it. */
function Picture({ rows, group_by }: { rows: readonly CollectedRow[]; group_by: CollectionGroup }) {
  const t = useWords();
  const format = useFormat();
  const named = useGroupName(group_by);
  const bars = rows.map((row) => ({ name: named(row), value: Number(row.amount) }));
  return (
    <Box visibleFrom="sm">
      <Bars
        label={t("report.collected.picture")}
        h={140}
        bars={group_by === "day" ? bars : bars.sort((a, b) => b.value - a.value).slice(0, BARS)}
        value_label={t("report.amount")}
        valueText={(value) => format.money(String(value))}
        axis_width={70}
        max_bar={40}
      />
    </Box>
  );
}

function Groups({ asked, answer, was, compared }: GroupsProps) {
  const t = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const mayOpen = useMayOpen("transactions");
  const columns = useCollectedColumns(answer.group_by, Number(answer.total), was?.name ?? null);
  const choice = useTableChoice("collections", columns);
  const groups = useMemo(
    () => collectedRows(answer, was?.answer ?? null, compared, format.digits),
    [answer, was, compared, format.digits],
  );
  const rows = useMemo(
    () => sorted(groups, columns, choice.sort, format.locale),
    [groups, columns, choice.sort, format.locale],
  );
  const sums = { count: answer.payments, amount: format.currencyMoney(answer.total) };
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text fz="sm" fw={600} role="status" className="figures">
          {t("report.sum", sums)}
          {was ? (
            <Text span inherit fw={400} c="dimmed">
              {" · "}
              {t("report.was", { time: was.name, amount: format.currencyMoney(was.answer.total) })}
            </Text>
          ) : null}
        </Text>
        <Group gap="xs">
          <TableTools
            columns={columns}
            choice={choice}
            rows={rows}
            fileName={`collections-${answer.group_by}-${answer.from}-${answer.to}`}
          />
        </Group>
      </Group>
      {groups.length > 1 ? <Picture rows={groups} group_by={answer.group_by} /> : null}
      <DataTable
        label={t("nav.collections")}
        rows={rows}
        columns={columns}
        choice={choice}
        rowKey={({ group }) => group ?? ""}
        onOpen={(row) => {
          const list = listOf(asked, row);
          if (list && mayOpen) void navigate(`/${list}`);
        }}
        empty={<Nothing icon={IconReportMoney} title={t("report.none")} hint={t("report.none_hint")} />}
      />
    </>
  );
}

export function CollectionsPage() {
  const t = useWords();
  const format = useFormat();
  const [asked, ask] = useAsked();
  const isAskable = inRange(asked);
  const [compared, compare] = useComparison();
  const pathOf = (days: Partial<Asked>) =>
    `/api/v1/reports/collections/?${new URLSearchParams({ ...asked, ...days })}`;
  const { data, at, missing } = useReport<Collections>(isAskable ? pathOf({}) : null);
  const before = isAskable ? earlier(asked, compared) : null;
  const earlierAnswer = useReport<Collections>(before && pathOf(before)).data;
  const was = before && earlierAnswer && { answer: earlierAnswer, name: daysText(before, format) };
  const given = isDay(asked.from) && isDay(asked.to);
  const wrong = isAskable ? null : t(given ? "report.range_wrong" : "report.day_wrong");
  return (
    <Page
      fill
      title={t("nav.collections")}
      subtitle={at ? t("report.as_of", { time: format.time(at) }) : null}
    >
      <Group gap="sm" align="flex-start">
        <DateField label={t("report.from")} w={150} value={asked.from} onChange={(from) => ask({ from })} />
        <DateField label={t("report.to")} w={150} value={asked.to} onChange={(to) => ask({ to })} />
        <Input.Wrapper label={t("report.by")} labelElement="div">
          <Box>
            <SegmentedControl
              aria-label={t("report.by")}
              value={asked.group_by}
              onChange={(group_by) => ask({ group_by })}
              data={COLLECTION_GROUPS.map((value) => ({ value, label: t(`report.by.${value}`) }))}
            />
          </Box>
        </Input.Wrapper>
        <CompareSelect compared={compared} onChoose={compare} />
      </Group>
      {wrong ? (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {wrong}
        </Text>
      ) : data ? (
        <Groups {...{ asked, was, compared }} answer={data} />
      ) : (
        <NotHere {...missing} />
      )}
    </Page>
  );
}
