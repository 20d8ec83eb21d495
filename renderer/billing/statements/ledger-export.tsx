// The journals of some days as a file that other accounting programs import: looked at first, then saved.
import { Alert, Button, Group, Paper, Progress, Stack, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import type { TrialBalance } from "../../../shared/billing/index.ts";
import { addDays, FIRST_DAY } from "../../../shared/kernel/day.ts";
import { subtract, ZERO } from "../../../shared/kernel/money.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useReport } from "../../kernel/connection/use-report.ts";
import { Select } from "../../kernel/form/select.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { Fact, Money, Nothing } from "../../kernel/screen/parts.tsx";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { DaysBar } from "./days-bar.tsx";
import { inFormat, LEDGER_FORMATS, type LedgerFormat } from "./ledger-formats.ts";
import { useDays } from "./use-days.ts";
import { useFirstLines, useLedgerFile } from "./use-ledger-file.ts";

const AMOUNT = /^-?\d+(\.\d+)?$/;

/** What the file will add up to, as the trial balances before and after its days say. */
function Totals({ from, to }: { from: string; to: string }) {
  const t = useWords();
  const { minor } = useFormat();
  const at = (as_of: string) => `/api/v1/reports/trial-balance/?${new URLSearchParams({ as_of })}`;
  const [before, after] = [
    useReport<TrialBalance>(from > FIRST_DAY ? at(addDays(from, -1)) : null).data,
    useReport<TrialBalance>(at(to)).data,
  ];
  if (!after || (from > FIRST_DAY && !before)) return null;
  const moved = (side: "total_debit" | "total_credit") =>
    subtract(minor(after[side]), before ? minor(before[side]) : ZERO);
  const [debit, credit] = [moved("total_debit"), moved("total_credit")];
  const same = debit === credit;
  const Icon = same ? IconCircleCheck : IconAlertTriangle;
  return (
    <Group gap="xl">
      <Fact label={t("books.debit")}>
        <Money value={debit} currency />
      </Fact>
      <Fact label={t("books.credit")}>
        <Money value={credit} currency />
      </Fact>
      <Group gap={6} role="status" c={same ? undefined : "var(--mantine-color-error)"}>
        <Icon size={18} aria-hidden />
        <Text fz="sm">{t(same ? "books.balanced" : "statements.export.off")}</Text>
      </Group>
    </Group>
  );
}

function FirstLines({ rows }: { rows: readonly (readonly string[])[] }) {
  const t = useWords();
  const format = useFormat();
  const [headings = [], ...lines] = rows;
  const isAmount = headings.map((_, at) => lines.every((line) => AMOUNT.test(line[at] ?? "")));
  return (
    <Stack gap={6}>
      <Title order={2}>{t("statements.export.first", { n: format.number(lines.length) })}</Title>
      {/* Wider than a small screen: the keyboard scrolls it, too. */}
      <Paper
        style={{ overflowX: "auto" }}
        tabIndex={0}
        role="region"
        aria-label={t("statements.export.first", { n: format.number(lines.length) })}
      >
        <Table aria-label={t("statements.export.title")} verticalSpacing={4} fz="xs">
          <Table.Thead>
            <Table.Tr>
              {headings.map((heading, at) => (
                <Table.Th key={heading} ta={isAmount[at] ? "right" : undefined}>
                  {heading}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no name and never move
              <Table.Tr key={row}>
                {line.map((cell, at) => (
                  <Table.Td
                    key={headings[at]}
                    ta={isAmount[at] ? "right" : undefined}
                    className={isAmount[at] ? "figures" : undefined}
                    style={{ whiteSpace: "nowrap" }}
                  >
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </Stack>
  );
}

interface ExportProps {
  from: string;
  to: string;
}

function Export({ from, to }: ExportProps) {
  const t = useWords();
  const { number } = useFormat();
  const online = useOnline();
  const [format, setFormat] = useState<LedgerFormat>("all");
  const path = `/api/v1/reports/general-ledger/?${new URLSearchParams({ from, to })}`;
  const { rows, error, again } = useFirstLines(path);
  const { save, lines, stop, error: unsaved } = useLedgerFile();
  const fileName = `general-ledger-${from}-${to}${format === "all" ? "" : `-${format}`}`;
  if (!rows)
    return <NotHere state={!online ? "offline" : error ? "failed" : "asking"} {...{ error, again }} />;
  if (rows.length === 0) {
    return (
      <Nothing
        icon={IconFileSpreadsheet}
        title={t("statements.nothing")}
        hint={t("statements.nothing_hint")}
      />
    );
  }
  return (
    <>
      <Paper p="md">
        <Stack gap="md">
          <Text fz="sm" maw={760}>
            {t("statements.export.hint")}
          </Text>
          <Group gap="xl" align="flex-end">
            <Select
              label={t("statements.export.format")}
              data={LEDGER_FORMATS.map((value) => ({ value, label: t(`statements.export.${value}`) }))}
              value={format}
              allowDeselect={false}
              onChange={(value) => setFormat(LEDGER_FORMATS.find((one) => one === value) ?? "all")}
              w={220}
            />
            <Totals from={from} to={to} />
            <Button
              ml="auto"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={lines !== null}
              disabled={!online}
              onClick={() => void save(path, fileName, format)}
            >
              {t("statements.export.do")}
            </Button>
          </Group>
          {lines === null ? null : (
            <Stack gap={6} role="status" maw={560}>
              <Group justify="space-between">
                <Text fz="sm">{t("statements.export.lines", { n: number(lines) })}</Text>
                <Button size="compact-sm" variant="default" onClick={stop}>
                  {t("action.cancel")}
                </Button>
              </Group>
              <Progress value={100} animated aria-label={t("statements.export.do")} />
            </Stack>
          )}
          <Trouble error={unsaved} />
        </Stack>
      </Paper>
      <FirstLines rows={inFormat(format, rows)} />
      {format === "all" ? null : <Alert color="gray">{t("statements.export.map")}</Alert>}
    </>
  );
}

export function LedgerExportView() {
  const { from, to, ok } = useDays();
  return (
    <Stack gap="md">
      <DaysBar />
      {ok ? <Export from={from} to={to} /> : null}
    </Stack>
  );
}
