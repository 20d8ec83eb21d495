// A month's revenue from its beginning to its end, movement by movement, beside an earlier month: a picture and its figures.
import { Box, Group, Paper, Table, Text } from "@mantine/core";
import { formatMoney, subtract, ZERO } from "../../shared/kernel/money.ts";
import { MRR_MOVEMENTS, type MrrReport } from "../../shared/reports/index.ts";
import { CsvButton } from "../billing/index.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { Bars } from "../kernel/screen/charts.tsx";
import { Money } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";

interface MrrSummaryProps {
  readonly answer: MrrReport;
  /** Null: nothing is compared. */
  readonly was: MrrReport | null;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly customers: number | null;
  readonly now: string;
  readonly was: string;
}

function useRows({ answer, was }: MrrSummaryProps): readonly Row[] {
  const t = useWords();
  const { digits } = useFormat();
  const nothing = formatMoney(ZERO, digits);
  const of = (report: MrrReport | null, name: string) =>
    report?.movements.find(({ movement }) => movement === name);
  return [
    ...[
      {
        id: "start",
        name: t("report.mrr.start"),
        customers: null,
        now: answer.start,
        was: was?.start ?? nothing,
      },
    ],
    ...MRR_MOVEMENTS.map((movement) => ({
      id: movement,
      name: t(`report.mrr.${movement}`),
      customers: of(answer, movement)?.customers ?? 0,
      now: of(answer, movement)?.amount ?? nothing,
      was: of(was, movement)?.amount ?? nothing,
    })),
    ...[{ id: "end", name: t("report.mrr.end"), customers: null, now: answer.end, was: was?.end ?? nothing }],
  ];
}

export function MrrSummary(props: MrrSummaryProps) {
  const { answer, was } = props;
  const t = useWords();
  const format = useFormat();
  const rows = useRows(props);
  const change = (row: Row) => subtract(format.minor(row.now), format.minor(row.was));
  const [now, before] = [format.month(answer.month), was && format.month(was.month)];
  const heads = [t("report.mrr.movement"), t("report.customers.title"), now];
  const file = () => [
    [...heads, ...(before ? [before, t("compare.change")] : [])],
    ...rows.map((row) => [
      ...[row.name, row.customers === null ? "" : String(row.customers), row.now],
      ...(before ? [row.was, formatMoney(change(row), format.digits)] : []),
    ]),
  ];
  return (
    <Group align="flex-start" gap="md" wrap="wrap">
      <Paper flex="1 1 420px" maw={760} style={{ overflowX: "auto" }}>
        <Table aria-label={t("report.mrr.summary")} verticalSpacing={3}>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head, at) => (
                <Table.Th key={head} ta={at === 0 ? "left" : "right"}>
                  {head}
                </Table.Th>
              ))}
              {before ? (
                <>
                  <Table.Th ta="right">{before}</Table.Th>
                  <Table.Th ta="right">{t("compare.change")}</Table.Th>
                </>
              ) : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Th scope="row" fw={row.customers === null ? 600 : 400}>
                  {row.name}
                </Table.Th>
                <Table.Td ta="right" className="figures">
                  {row.customers === null ? null : format.number(row.customers)}
                </Table.Td>
                <Table.Td ta="right">
                  <Money value={row.now} />
                </Table.Td>
                {before ? (
                  <>
                    <Table.Td ta="right">
                      <Money value={row.was} />
                    </Table.Td>
                    <Table.Td ta="right">
                      <Money value={change(row)} />
                    </Table.Td>
                  </>
                ) : null}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <Box flex="0 1 320px" visibleFrom="md">
        <Text fz="xs" c="dimmed">
          {now}
        </Text>
        <Bars
          label={t("report.mrr.picture")}
          h={190}
          bars={rows.map(({ name, now }) => ({ name, value: Number(now) }))}
          value_label={t("report.mrr")}
          valueText={(value) => format.money(String(value))}
          axis_width={64}
          max_bar={30}
        />
      </Box>
      <CsvButton fileName={`mrr-summary-${answer.month}`} rows={file} />
    </Group>
  );
}
