// The chart of accounts with its trial balance: by kind, each figure leads to the entries that it is made of.
import {
  Alert,
  Anchor,
  Badge,
  Box,
  Group,
  Input,
  Paper,
  SegmentedControl,
  Stack,
  Table,
  Text,
} from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import type { TrialBalance } from "../../../shared/billing/index.ts";
import { isDay } from "../../../shared/kernel/day.ts";
import { formatMoney, type Minor, subtract } from "../../../shared/kernel/money.ts";
import { useReport } from "../../kernel/connection/use-report.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { Money } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { Balance } from "./balance.tsx";
import {
  type ChartAccount,
  type ChartPart,
  type ChartSection,
  chartOf,
  GROUPINGS,
  type Grouping,
  type Sums,
} from "./chart.ts";
import { CsvButton } from "./csv-button.tsx";
import { entriesPath } from "./entries-address.ts";
import { FigureLink } from "./figure-link.tsx";
import { useBookWords } from "./use-books.ts";
import { useFirstRow } from "./use-first-row.ts";

interface FiguresProps {
  sums: Sums;
  is_total?: boolean;
  /** Where the entries are; null: there are none. */
  to: string | null;
}

function Figures({ sums, to, is_total = false }: FiguresProps) {
  const Cell = is_total ? Table.Th : Table.Td;
  const cells = [
    ["debit", <Money key="debit" value={sums.debit} tone={sums.debit === 0n ? "quiet" : "plain"} />],
    ["credit", <Money key="credit" value={sums.credit} tone={sums.credit === 0n ? "quiet" : "plain"} />],
    ["balance", <Balance key="balance" value={sums.balance} />],
  ] as const;
  return cells.map(([name, figure]) => (
    <Cell key={name} ta="right" style={{ whiteSpace: "nowrap" }}>
      <FigureLink to={to}>{figure}</FigureLink>
    </Cell>
  ));
}

/** The entries of a kind of accounts; null where there are none, or the kind is a newer server's. */
const wholeOf = ({ kind, debit, credit }: ChartSection, as_of: string): string | null =>
  kind && (debit !== 0n || credit !== 0n) ? entriesPath({ kind, to: as_of }) : null;

/** The name of a total, by which the keys open its entries. */
function WholeLink({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return children;
  return (
    <Anchor component={Link} to={to} c="inherit" inherit underline="hover" data-row="total">
      {children}
    </Anchor>
  );
}

interface RowProps {
  line: ChartAccount;
  as_of: string;
  group_by: Grouping | null;
}

function AccountRows({ line, as_of, group_by }: RowProps) {
  const words = useBookWords();
  const { account, parts } = line;
  const used = line.debit !== 0n || line.credit !== 0n;
  const to = used ? entriesPath({ account, to: as_of }) : null;
  const partPath = ({ part }: ChartPart) =>
    group_by && part !== null ? entriesPath({ account, to: as_of, [group_by]: part }) : to;
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row" fw={400}>
          {to === null ? (
            words.account(account)
          ) : (
            <Anchor component={Link} to={to} fz="sm" fw={600} c="inherit" underline="hover" data-row>
              {words.account(account)}
            </Anchor>
          )}
          <Text fz="xs" c="dimmed" visibleFrom="sm">
            {words.meaning(account)}
          </Text>
        </Table.Th>
        <Table.Td fz="xs" c="dimmed">
          {account}
        </Table.Td>
        <Figures sums={line} to={to} />
      </Table.Tr>
      {parts.map((part) => (
        <Table.Tr key={part.part ?? ""}>
          <Table.Th scope="row" fw={400} pl={36}>
            <Anchor
              component={Link}
              to={partPath(part) ?? "/books"}
              fz="sm"
              c="inherit"
              underline="hover"
              data-row
            >
              {words.part(part.part)}
            </Anchor>
          </Table.Th>
          <Table.Td fz="xs" c="dimmed">
            {part.part}
          </Table.Td>
          <Figures sums={part} to={partPath(part)} />
        </Table.Tr>
      ))}
    </>
  );
}

/** ↓ and ↑ go from account to account. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

function Chart({ answer, as_of, group_by }: { answer: TrialBalance } & Omit<RowProps, "line">) {
  const t = useWords();
  const words = useBookWords();
  const { digits, currencyMoney, minor } = useFormat();
  const sections = useMemo(() => chartOf(answer, digits), [answer, digits]);
  const table = useFirstRow<HTMLTableElement>("chart", "[data-row]", true);
  const total = { debit: minor(answer.total_debit), credit: minor(answer.total_credit) };
  const rows = () => {
    const figures = (sums: Sums) =>
      [sums.debit, sums.credit, sums.balance].map((one) => formatMoney(one, digits));
    return [
      [
        t("books.code"),
        t("books.account"),
        t("books.who"),
        t("books.debit"),
        t("books.credit"),
        t("books.balance"),
      ],
      ...sections.flatMap(({ accounts }) =>
        accounts.flatMap((line) =>
          (line.parts.length > 0 ? line.parts : [{ ...line, part: null }]).map((part) => [
            line.account,
            words.account(line.account),
            part.part === null ? "" : words.part(part.part),
            ...figures(part),
          ]),
        ),
      ),
    ];
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        {answer.balanced ? (
          <Badge color="green" size="lg" tt="none" fw={500}>
            {t("books.balanced")}
          </Badge>
        ) : (
          <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
            {t("books.off_balance", { amount: currencyMoney((total.debit - total.credit) as Minor) })}
          </Alert>
        )}
        <CsvButton fileName={`trial-balance-${as_of}`} rows={rows} />
      </Group>
      <Paper style={{ overflowX: "auto" }}>
        <Table ref={table} aria-label={t("books.chart")} onKeyDown={walk} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("books.account")}</Table.Th>
              <Table.Th>{t("books.code")}</Table.Th>
              <Table.Th ta="right">{t("books.debit")}</Table.Th>
              <Table.Th ta="right">{t("books.credit")}</Table.Th>
              <Table.Th ta="right">{t("books.balance")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          {sections.map((section) => (
            <Table.Tbody key={section.kind ?? ""}>
              <Table.Tr bg="var(--surface-quiet)">
                <Table.Th colSpan={2} scope="rowgroup">
                  <WholeLink to={wholeOf(section, as_of)}>{words.kind(section.kind)}</WholeLink>
                </Table.Th>
                <Figures is_total sums={section} to={wholeOf(section, as_of)} />
              </Table.Tr>
              {section.accounts.map((line) => (
                <AccountRows key={line.account} line={line} as_of={as_of} group_by={group_by} />
              ))}
            </Table.Tbody>
          ))}
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th colSpan={2} scope="row">
                <WholeLink to={entriesPath({ to: as_of })}>{t("books.total")}</WholeLink>
              </Table.Th>
              <Figures
                is_total
                sums={{ ...total, balance: subtract(total.debit, total.credit) }}
                to={entriesPath({ to: as_of })}
              />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Paper>
    </Stack>
  );
}

export function TrialBalanceView() {
  const t = useWords();
  const { today } = useFormat();
  const [params, setParams] = useSearchParams();
  const as_of = params.get("as_of") ?? today();
  const group_by = GROUPINGS.find((one) => one === params.get("group_by")) ?? null;
  const asked = new URLSearchParams({ as_of, ...(group_by ? { group_by } : {}) });
  const isAskable = isDay(as_of);
  const { data, missing } = useReport<TrialBalance>(
    isAskable ? `/api/v1/reports/trial-balance/?${asked}` : null,
  );
  const ask = (name: string, value: string) =>
    setParams(
      (before) => {
        before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-start">
        <DateField
          label={t("books.as_of")}
          w={150}
          value={as_of}
          error={isAskable ? undefined : t("books.day_wrong")}
          onChange={(day) => ask("as_of", day)}
        />
        <Input.Wrapper label={t("books.group")} labelElement="div">
          <Box>
            <SegmentedControl
              aria-label={t("books.group")}
              value={group_by ?? "none"}
              onChange={(value) => ask("group_by", value)}
              data={(["none", ...GROUPINGS] as const).map((value) => ({
                value,
                label: t(`books.group.${value}`),
              }))}
            />
          </Box>
        </Input.Wrapper>
      </Group>
      {data ? (
        <Chart answer={data} as_of={as_of} group_by={group_by} />
      ) : isAskable ? (
        <NotHere {...missing} />
      ) : null}
    </Stack>
  );
}
