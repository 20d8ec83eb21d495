// One day at one holder: what was there, what was taken, given back, handed over and received; printable, to be signed.
import { Anchor, Button, Group, Paper, Stack, Table } from "@mantine/core";
import { IconArrowLeft, IconCash, IconListSearch, IconPrinter } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router";
import type { CashDaySheet } from "../../../shared/billing/cash/cash-reports.ts";
import { transaction } from "../../../shared/billing/index.ts";
import { BANK } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { isDay } from "../../../shared/kernel/day.ts";
import { useReport } from "../../kernel/connection/use-report.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { useMayOpen, usePageOf } from "../../kernel/resource/pages.ts";
import { Money, Nothing, Page } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { CsvButton } from "../accounts/csv-button.tsx";
import { entriesPath } from "../accounts/entries-address.ts";
import { documentPath } from "../accounts/use-books.ts";
import { printDaySheet } from "./day-sheet.ts";
import { useHolderName } from "./holder-name.ts";

const SUMS = [
  ["taken", "cash.move.TAKEN"],
  ["reversed", "cash.move.REVERSED"],
  ["received", "cash.move.RECEIVED"],
  ["handed_over", "cash.move.HANDED_OVER"],
  ["over_short", "cash.move.OVER_SHORT"],
  ["other", "cash.move.OTHER"],
] as const;

/** The sheet's texts, as the page, the paper and the file show them. */
function useTexts(sheet: CashDaySheet) {
  const t = useWords();
  const { time } = useFormat();
  const payments = useResourceWords(transaction);
  const headings = [
    "cash.time",
    "cash.what",
    "cash.number",
    "cash.other_side",
    "cash.method",
    "cash.amount",
  ] as const;
  return {
    headings: headings.map((key) => t(key)),
    moves: sheet.moves.map((move) => [
      time(move.occurred_at),
      t(`cash.move.${move.move}`),
      move.number ?? "",
      move.counterpart ?? "",
      payments.choice("method", move.method),
      move.amount,
    ]),
  };
}

function Sums({ sheet }: { sheet: CashDaySheet }) {
  const t = useWords();
  const { minor } = useFormat();
  const rows = SUMS.filter(([name]) => name === "taken" || minor(sheet[name]) !== 0n);
  return (
    <Paper p="md" maw={520}>
      <Table aria-label={t("cash.day_sheet")} verticalSpacing={4}>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t("cash.opening")}</Table.Th>
            <Table.Td ta="right">
              <Money value={sheet.opening} />
            </Table.Td>
          </Table.Tr>
          {rows.map(([name, key]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {t(key)}
              </Table.Th>
              <Table.Td ta="right">
                <Money value={sheet[name]} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t("cash.closing")}</Table.Th>
            <Table.Th ta="right">
              <Money value={sheet.closing} currency />
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Paper>
  );
}

/** The column that leads to what a move was booked for. */
const WHAT = 1;

function Document({ move, children }: { move: CashDaySheet["moves"][number]; children: string }) {
  const page = usePageOf(documentPath(move.source_type) ?? "", move.source_id);
  if (!page) return <>{children}</>;
  return (
    <Anchor component={Link} to={page} fz="sm">
      {children}
    </Anchor>
  );
}

function Moves({ sheet }: { sheet: CashDaySheet }) {
  const t = useWords();
  const { headings, moves } = useTexts(sheet);
  if (moves.length === 0)
    return <Nothing icon={IconCash} title={t("cash.no_moves")} hint={t("cash.no_moves_hint")} />;
  return (
    <Paper style={{ overflowX: "auto" }}>
      <Table aria-label={t("cash.moves")} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {headings.map((heading, at) => (
              <Table.Th key={heading} ta={at === headings.length - 1 ? "right" : undefined}>
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {moves.map((cells, at) => (
            // A move has no name of its own, and the list does not change its order.
            <Table.Tr key={`${sheet.moves[at]?.source_id} ${sheet.moves[at]?.move} ${cells.at(-1)}`}>
              {cells.slice(0, -1).map((text, column) => (
                <Table.Td key={headings[column]}>
                  {column === WHAT && sheet.moves[at] ? (
                    <Document move={sheet.moves[at]}>{text}</Document>
                  ) : (
                    text
                  )}
                </Table.Td>
              ))}
              <Table.Td ta="right">
                <Money value={cells.at(-1) ?? "0"} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function Sheet({ sheet }: { sheet: CashDaySheet }) {
  const t = useWords();
  const format = useFormat();
  const named = useHolderName();
  const company = useSession(({ identity }) => identity?.membership.tenant.name ?? "");
  const { headings, moves } = useTexts(sheet);
  // The bank's stand on an account for each method: who holds cash leads to them.
  const mayOpen = useMayOpen("books/entries") && sheet.holder !== BANK;
  const title = t("cash.day_sheet_of", { name: named(sheet) });
  const print = () =>
    printDaySheet({
      ...{ company, title, headings, day: format.day(sheet.date), signatures: t("cash.signatures") },
      sums: [
        [t("cash.opening"), format.money(sheet.opening)],
        ...SUMS.map(([name, key]) => [t(key), format.money(sheet[name])] as const),
        [t("cash.closing"), format.currencyMoney(sheet.closing)],
      ],
      moves: moves.map((cells) => [...cells.slice(0, -1), format.money(cells.at(-1) ?? "0")]),
    });
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
          {t("cash.print")}
        </Button>
        {mayOpen ? (
          <Button
            component={Link}
            to={entriesPath({
              account: "CASH:CASH",
              holder: sheet.holder,
              from: sheet.date,
              to: sheet.date,
            })}
            variant="default"
            leftSection={<IconListSearch size={16} aria-hidden />}
          >
            {t("books.entries")}
          </Button>
        ) : null}
        <CsvButton fileName={`day-sheet-${sheet.holder}-${sheet.date}`} rows={() => [headings, ...moves]} />
      </Group>
      <Sums sheet={sheet} />
      <Moves sheet={sheet} />
    </Stack>
  );
}

export function DaySheetPage() {
  const t = useWords();
  const { today, time } = useFormat();
  const [params, setParams] = useSearchParams();
  const [holder, date] = [params.get("holder") ?? "", params.get("date") ?? today()];
  const asked = new URLSearchParams({ holder, date });
  const path = holder !== "" && isDay(date) ? `/api/v1/reports/cash/day-sheet/?${asked}` : null;
  const { data, at, missing } = useReport<CashDaySheet>(path);
  const named = useHolderName();
  const name = data ? named(data) : holder;
  return (
    <Page
      title={name === "" ? t("cash.day_sheet") : t("cash.day_sheet_of", { name })}
      subtitle={at ? t("report.as_of", { time: time(at) }) : null}
      actions={
        <Button
          component={Link}
          to="/cash"
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t("nav.cash")}
        </Button>
      }
    >
      <Group gap="sm">
        <DateField
          label={t("cash.day")}
          w={150}
          value={date}
          error={isDay(date) ? undefined : t("books.day_wrong")}
          onChange={(day) => setParams({ holder, date: day }, { replace: true })}
        />
      </Group>
      {holder === "" ? (
        <Nothing icon={IconCash} title={t("cash.no_holder")} hint={t("cash.no_holder_hint")} />
      ) : null}
      {data && path ? <Sheet sheet={data} /> : path ? <NotHere {...missing} /> : null}
    </Page>
  );
}
