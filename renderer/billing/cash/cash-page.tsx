// Who holds what: tills, collectors, the office and the bank, what of it is on its way, and since when it lies there.
import { Button, Group, Paper, Stack } from "@mantine/core";
import { IconArrowsExchange, IconCash, IconTransfer } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { CashReport } from "../../../shared/billing/cash/cash-reports.ts";
import { cashTransfer, sendCash, transaction } from "../../../shared/billing/index.ts";
import { isDay } from "../../../shared/kernel/day.ts";
import { useReport } from "../../kernel/connection/use-report.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { useMayOpen } from "../../kernel/resource/pages.ts";
import { Fact, Money, Nothing, Page } from "../../kernel/screen/parts.tsx";
import { type Column, sorted } from "../../kernel/table/columns.ts";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { useNarrow } from "../../kernel/theme/narrow.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { entriesPath } from "../accounts/entries-address.ts";
import { FigureLink } from "../accounts/figure-link.tsx";
import { HandOver } from "./hand-over.tsx";
import { useHolderName } from "./holder-name.ts";

type Held = CashReport["holders"][number];

function useColumns(as_of: string): Column<Held>[] {
  const t = useWords();
  const format = useFormat();
  const payments = useResourceWords(transaction);
  const named = useHolderName();
  const mayOpen = useMayOpen("books/entries");
  const isNarrow = useNarrow();
  return useMemo(() => {
    const entriesOf = ({ holder, method }: Held) =>
      mayOpen ? entriesPath({ account: `CASH:${method}`, holder, to: as_of }) : null;
    const amount = (id: "held" | "in_transit_from" | "in_transit_to", header: string): Column<Held> => ({
      ...{ id, header, width: 118, align: "right" },
      value: (row) => Number(row[id]),
      text: (row) => row[id],
      cell: (row) => <Money value={row[id]} tone={Number(row[id]) === 0 ? "quiet" : "plain"} />,
    });
    const kind: Column<Held> = {
      ...{ id: "kind", header: t("cash.kind"), width: 92 },
      value: (row) => t(`cash.kind.${row.kind}`),
    };
    const method: Column<Held> = {
      ...{ id: "method", header: t("cash.method"), width: 85 },
      value: (row) => payments.choice("method", row.method),
    };
    const held: Column<Held> = {
      ...amount("held", t("cash.held")),
      cell: (row) => (
        <FigureLink to={entriesOf(row)}>
          <Money value={row.held} tone={Number(row.held) === 0 ? "quiet" : "plain"} />
        </FigureLink>
      ),
    };
    return [
      {
        id: "holder",
        header: t("cash.holder"),
        width: 200,
        grow: true,
        fixed: true,
        value: named,
        cell: named,
      },
      // A phone has room for one sum beside the name: the one that is asked for.
      ...(isNarrow ? [held, method, kind] : [kind, method, held]),
      amount("in_transit_from", t("cash.on_its_way")),
      amount("in_transit_to", t("cash.on_its_way_to")),
      {
        ...{ id: "last_transfer_at", header: t("cash.last_transfer"), width: 155 },
        value: (row) => row.last_transfer_at,
        cell: (row) => format.instant(row.last_transfer_at),
      },
      {
        ...{ id: "held_since", header: t("cash.held_since"), width: 125 },
        value: (row) => row.held_since,
        cell: (row) => format.day(row.held_since),
      },
    ];
  }, [t, format, payments, named, mayOpen, as_of, isNarrow]);
}

function Holders({ answer }: { answer: CashReport }) {
  const t = useWords();
  const { locale } = useFormat();
  const navigate = useNavigate();
  const columns = useColumns(answer.as_of);
  const choice = useTableChoice("cash-holders", columns, { id: "held", desc: true });
  const rows = useMemo(
    () => sorted(answer.holders, columns, choice.sort, locale),
    [answer, columns, choice.sort, locale],
  );
  return (
    <>
      <Paper p="md">
        <Group gap="xl" justify="space-between">
          <Group gap="xl">
            <Fact label={t("cash.total_held")}>
              <Money value={answer.total_held} currency />
            </Fact>
            <Fact label={t("cash.total_in_transit")}>
              <Money value={answer.total_in_transit} currency />
            </Fact>
          </Group>
          <Group gap="xs">
            <TableTools columns={columns} choice={choice} rows={rows} fileName={`cash-${answer.as_of}`} />
          </Group>
        </Group>
      </Paper>
      <DataTable
        label={t("nav.cash")}
        rows={rows}
        columns={columns}
        choice={choice}
        rowKey={({ holder, method }) => `${holder} ${method}`}
        onOpen={({ holder }) =>
          void navigate(`/cash/day-sheet?${new URLSearchParams({ holder, date: answer.as_of })}`)
        }
        empty={<Nothing icon={IconCash} title={t("cash.nobody")} hint={t("cash.nobody_hint")} />}
      />
    </>
  );
}

export function CashPage() {
  const t = useWords();
  const transfers = useResourceWords(cashTransfer);
  const { today, time } = useFormat();
  const mayHandOver = useOperate().may(sendCash);
  const [params, setParams] = useSearchParams();
  const [handing, setHanding] = useState(false);
  const as_of = params.get("as_of") ?? today();
  const path = isDay(as_of) ? `/api/v1/reports/cash/?${new URLSearchParams({ as_of })}` : null;
  const { data, at, missing } = useReport<CashReport>(path);
  return (
    <Page
      fill
      title={t("nav.cash")}
      subtitle={at ? t("report.as_of", { time: time(at) }) : null}
      actions={
        <>
          <Button
            component={Link}
            to="/cash-transfers?status=IN_TRANSIT"
            variant="default"
            leftSection={<IconArrowsExchange size={16} aria-hidden />}
          >
            {t("cash.waiting")}
          </Button>
          {mayHandOver ? (
            <Button leftSection={<IconTransfer size={16} aria-hidden />} onClick={() => setHanding(true)}>
              {transfers.operation("create")}
            </Button>
          ) : null}
        </>
      }
    >
      <Group gap="sm">
        <DateField
          label={t("cash.as_of")}
          w={150}
          value={as_of}
          error={path ? undefined : t("books.day_wrong")}
          onChange={(day) => setParams({ as_of: day }, { replace: true })}
        />
      </Group>
      <Stack gap="md" flex={1} mih={0}>
        {data && path ? <Holders answer={data} /> : path ? <NotHere {...missing} /> : null}
      </Stack>
      {handing ? <HandOver onClose={() => setHanding(false)} /> : null}
    </Page>
  );
}
