// The money that came in on the days that one asks for, by day, cashier, method or package.
import { Box, Group, Input, SegmentedControl, Text } from "@mantine/core";
import { IconReportMoney } from "@tabler/icons-react";
import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { transaction } from "../../shared/billing/index.ts";
import { daysBetween, isDay, monthOf } from "../../shared/kernel/day.ts";
import {
  COLLECTION_DAYS_MAX,
  COLLECTION_GROUPS,
  type CollectionGroup,
  type Collections,
} from "../../shared/reports/index.ts";
import { useReport } from "../kernel/connection/use-report.ts";
import { DateField } from "../kernel/form/date-field.tsx";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { NotHere } from "../kernel/resource/not-here.tsx";
import { useMayOpen } from "../kernel/resource/pages.ts";
import { Money, Nothing, Page } from "../kernel/screen/parts.tsx";
import { type Column, sorted } from "../kernel/table/columns.ts";
import { DataTable } from "../kernel/table/data-table.tsx";
import { TableTools } from "../kernel/table/table-tools.tsx";
import { useTableChoice } from "../kernel/table/use-table-choice.ts";
import { useFormat } from "../kernel/use-format.ts";
import { receivedOn } from "./received-on.ts";

type GroupRow = Collections["groups"][number];

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly group_by: CollectionGroup;
}

const SHARE = { style: "percent", maximumFractionDigits: 1 } as const;

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
  return [asked, (next) => setParams({ ...asked, ...next }, { replace: true })];
}

function useColumns(group_by: CollectionGroup, total: number): Column<GroupRow>[] {
  const t = useWords();
  const format = useFormat();
  const payments = useResourceWords(transaction);
  return useMemo(() => {
    const named = ({ group, name }: GroupRow) => {
      if (group === null) return t("report.no_package");
      if (group_by === "day") return format.day(group);
      if (group_by === "method") return payments.choice("method", group);
      return name ?? group;
    };
    const share = ({ amount }: GroupRow) => (total === 0 ? 0 : Number(amount) / total);
    return [
      {
        id: "group",
        header: t(`report.by.${group_by}`),
        width: 220,
        grow: true,
        fixed: true,
        value: (row) => (group_by === "day" ? row.group : named(row)),
        cell: named,
      },
      {
        id: "payments",
        header: t("report.payments"),
        width: 120,
        align: "right",
        value: (row) => row.payments,
        cell: (row) => format.number(row.payments),
      },
      {
        id: "amount",
        header: t("report.amount"),
        width: 160,
        align: "right",
        value: (row) => Number(row.amount),
        text: (row) => row.amount,
        cell: (row) => <Money value={row.amount} />,
      },
      {
        id: "share",
        header: t("report.share"),
        width: 110,
        align: "right",
        value: share,
        text: (row) => format.number(share(row), SHARE),
        cell: (row) => format.number(share(row), SHARE),
      },
    ];
  }, [t, format, payments, group_by, total]);
}

/** The payments that a group is made of. */
function listOf({ group_by, from, to }: Asked, { group }: GroupRow): string | null {
  if (group === null || group_by === "package") return null;
  if (group_by === "day") return receivedOn(group, group);
  if (group_by === "method") return receivedOn(from, to, `method=${group}`);
  return `${receivedOn(from, to)}&q=${encodeURIComponent(group)}`;
}

function Groups({ asked, answer }: { asked: Asked; answer: Collections }) {
  const t = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const mayOpen = useMayOpen("transactions");
  const columns = useColumns(answer.group_by, Number(answer.total));
  const choice = useTableChoice("collections", columns);
  const rows = useMemo(
    () => sorted(answer.groups, columns, choice.sort, format.locale),
    [answer, columns, choice.sort, format.locale],
  );
  const sums = { count: answer.payments, amount: format.currencyMoney(answer.total) };
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text fz="sm" fw={600} role="status" className="figures">
          {t("report.sum", sums)}
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
  const path = isAskable ? `/api/v1/reports/collections/?${new URLSearchParams({ ...asked })}` : null;
  const { data, at, missing } = useReport<Collections>(path);
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
      </Group>
      {wrong ? (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {wrong}
        </Text>
      ) : data ? (
        <Groups asked={asked} answer={data} />
      ) : (
        <NotHere {...missing} />
      )}
    </Page>
  );
}
