// The entries that a figure of the books is made of: those of an account, of a kind of them or of all, on the days and of the
// holder or source that were asked for.
import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconArrowLeft, IconListSearch } from "@tabler/icons-react";
import { useMemo } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { type LedgerEntry, ledgerEntry, type TrialBalance } from "../../../shared/billing/index.ts";
import { addDays, FIRST_DAY, isDay } from "../../../shared/kernel/day.ts";
import { formatMoney, subtract, ZERO } from "../../../shared/kernel/money.ts";
import { readWholeList, useServerList } from "../../kernel/connection/server-answers.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useReport } from "../../kernel/connection/use-report.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { Fact, Money, Nothing, Page } from "../../kernel/screen/parts.tsx";
import type { Column } from "../../kernel/table/columns.ts";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { Balance } from "./balance.tsx";
import { chartOf, GROUPINGS, type Grouping, type Sums, sum } from "./chart.ts";
import { type EntriesAsked, listPath, readAsked } from "./entries-address.ts";
import { entrySums } from "./entry-sums.ts";
import { useBookWords, useSystemAccounts } from "./use-books.ts";
import { useFirstRow } from "./use-first-row.ts";

/** An entry as lists answer it: with its customer's name. */
export type ListedEntry = LedgerEntry & { readonly customer_name?: string | null };

const inOrder = ({ from, to }: EntriesAsked) =>
  [from, to].every((day) => day === undefined || isDay(day)) && !(from && to && from > to);

function useColumns(asked: EntriesAsked): Column<ListedEntry>[] {
  const t = useWords();
  const words = useResourceWords(ledgerEntry);
  const books = useBookWords();
  const format = useFormat();
  return useMemo(() => {
    const amount = (side: "debit" | "credit"): Column<ListedEntry> => ({
      id: side,
      header: t(`books.${side}`),
      width: 130,
      align: "right",
      unsortable: true,
      value: (row) => Number(entrySums(row, asked, format.digits)[side]),
      text: (row) => formatMoney(entrySums(row, asked, format.digits)[side], format.digits),
      cell: (row) => {
        const value = entrySums(row, asked, format.digits)[side];
        return value === 0n ? "" : <Money value={value} />;
      },
    });
    const who = ({ customer_name, holder, source }: ListedEntry) =>
      [customer_name, holder && books.part(holder), source && books.part(source)].filter(Boolean).join(" · ");
    const plain = (id: string, header: string, width: number, value: (row: ListedEntry) => string) => ({
      ...{ id, header, width, value, unsortable: true, cell: value },
    });
    return [
      {
        ...plain("entry_date", words.field("entry_date"), 120, (row) => format.day(row.entry_date)),
        fixed: true,
        text: (row) => row.entry_date,
      },
      plain("entry_type", words.field("entry_type"), 140, (row) =>
        words.choice("entry_type", row.entry_type),
      ),
      { ...plain("who", t("books.who"), 220, who), grow: true },
      plain("source_type", t("books.comes_from"), 150, (row) => words.choice("source_type", row.source_type)),
      plain("posted_by", words.field("posted_by"), 120, (row) => row.posted_by),
      amount("debit"),
      amount("credit"),
      {
        ...plain("posted_at", words.field("posted_at"), 160, (row) => format.instant(row.posted_at)),
        hidden: true,
        text: (row) => row.posted_at,
      },
      { ...plain("journal", words.field("journal"), 290, (row) => row.journal), hidden: true },
    ];
  }, [t, words, books, format, asked]);
}

/** What stood there before the days and after them, as the trial balance of those days says. */
function Standing({ asked }: { asked: EntriesAsked }) {
  const t = useWords();
  const format = useFormat();
  const { from, to = format.today() } = asked;
  const grouping: Grouping | undefined = GROUPINGS.find((name) => asked[name] !== undefined);
  const pathOf = (as_of: string) =>
    `/api/v1/reports/trial-balance/?${new URLSearchParams({ as_of, ...(grouping ? { group_by: grouping } : {}) })}`;
  const askable = inOrder(asked);
  const before = from && from > FIRST_DAY && askable ? addDays(from, -1) : null;
  const after = useReport<TrialBalance>(askable ? pathOf(to) : null).data;
  const earlier = useReport<TrialBalance>(before ? pathOf(before) : null).data;
  const of = (answer: TrialBalance): Sums => {
    const sections = chartOf(answer, format.digits);
    if (asked.account === undefined)
      return sum(asked.kind ? sections.filter(({ kind }) => kind === asked.kind) : sections);
    const rows = sections.flatMap(({ accounts }) => accounts);
    const row = rows.find(({ account }) => account === asked.account);
    const part = grouping && row?.parts.find((one) => one.part === asked[grouping]);
    return (grouping ? part : row) ?? { debit: ZERO, credit: ZERO, balance: ZERO };
  };
  if (!after || (before && !earlier)) return null;
  const [end, start] = [of(after), before && earlier ? of(earlier) : null];
  const moved = (side: "debit" | "credit") => subtract(end[side], start?.[side] ?? ZERO);
  return (
    <Paper p="md">
      <Group gap="xl">
        {start && from ? (
          <Fact label={t("books.balance_before", { day: format.day(from) })}>
            <Balance value={start.balance} />
          </Fact>
        ) : null}
        <Fact label={t("books.debit")}>
          <Money value={moved("debit")} />
        </Fact>
        <Fact label={t("books.credit")}>
          <Money value={moved("credit")} />
        </Fact>
        <Fact label={t("books.balance_at", { day: format.day(to) })}>
          <Balance value={end.balance} />
        </Fact>
      </Group>
    </Paper>
  );
}

function Entries({ asked, path }: { asked: EntriesAsked; path: string }) {
  const t = useWords();
  const navigate = useNavigate();
  const { client } = useReplica();
  const online = useOnline();
  const list = useServerList(path);
  const columns = useColumns(asked);
  const choice = useTableChoice("book-entries", columns);
  const table = useFirstRow<HTMLDivElement>("entries", "[data-index]", list.data !== undefined);
  const rows = useMemo(
    () => (list.data?.pages ?? []).flatMap(({ results }) => results as readonly ListedEntry[]),
    [list.data],
  );
  if (!list.data) {
    const state = list.error ? "failed" : online ? "asking" : "offline";
    return <NotHere state={state} error={list.error} again={() => void list.refetch()} />;
  }
  const readAll = async () => (await readWholeList(client, path)) as readonly ListedEntry[];
  return (
    <>
      <Group justify="flex-end" gap="xs">
        <TableTools
          columns={columns}
          choice={choice}
          rows={rows}
          readAll={readAll}
          fileName={`entries-${(asked.account ?? asked.kind ?? "all").replace(":", "-")}`}
        />
      </Group>
      <Stack ref={table} gap={0} flex={1} mih={0}>
        <DataTable
          label={t("books.entries")}
          rows={rows}
          columns={columns}
          choice={choice}
          rowKey={({ id }) => id}
          onOpen={({ journal }) => void navigate(`/books/journals/${journal}`)}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
          }}
          empty={
            <Nothing
              icon={IconListSearch}
              title={t("books.entries_none")}
              hint={t("books.entries_none_hint")}
            />
          }
        />
      </Stack>
    </>
  );
}

export function EntriesPage() {
  const t = useWords();
  const books = useBookWords();
  const [params, setParams] = useSearchParams();
  const asked = useMemo(() => readAsked(params), [params]);
  const ids = useSystemAccounts();
  const list = ids && inOrder(asked) ? listPath(asked, ids) : null;
  const online = useOnline();
  const ask = (name: "from" | "to", day: string) => {
    const { [name]: _before, ...rest } = asked;
    setParams(new URLSearchParams(Object.entries(day === "" ? rest : { ...rest, [name]: day })), {
      replace: true,
    });
  };
  const part = asked.holder ?? asked.source;
  const { account } = asked;
  const whole = asked.kind ? books.kind(asked.kind) : t("books.all_accounts");
  const title = [account === undefined ? whole : books.account(account), part && books.part(part)]
    .filter(Boolean)
    .join(" · ");
  return (
    <Page
      fill
      title={title}
      subtitle={account === undefined ? undefined : books.meaning(account)}
      actions={
        <Button
          component={Link}
          to={`/books${asked.to ? `?as_of=${asked.to}` : ""}`}
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t("books.to_chart")}
        </Button>
      }
    >
      <Group gap="sm" align="flex-start">
        <DateField
          label={t("report.from")}
          w={150}
          value={asked.from ?? ""}
          onChange={(day) => ask("from", day)}
        />
        <DateField label={t("report.to")} w={150} value={asked.to ?? ""} onChange={(day) => ask("to", day)} />
      </Group>
      {inOrder(asked) ? (
        <>
          <Standing asked={asked} />
          {list ? (
            <Entries key={list} asked={asked} path={`/api/v1${list}`} />
          ) : ids ? (
            <Nothing
              icon={IconListSearch}
              title={t("books.entries_none")}
              hint={t("books.entries_none_hint")}
            />
          ) : (
            <NotHere state={online ? "asking" : "offline"} error={null} again={() => {}} />
          )}
        </>
      ) : (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {t("books.range_wrong")}
        </Text>
      )}
    </Page>
  );
}
