// The runs so far: when, by whom, what came of them.

import { Paper, Stack, Table, Text, Title } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { Link } from "react-router";
import { type BackgroundTask, backgroundTask } from "../../../shared/platform/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { StatusBadge } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { RunOutcome } from "./batch-card.tsx";
import { monthOfRun } from "./use-batch.ts";

const SHOWN = 24;

function MonthLink({ month }: { month: string | null }) {
  const format = useFormat();
  if (month === null) return <>—</>;
  return (
    <Text
      component={Link}
      to={`/month-end?month=${month}&view=invoices`}
      fz="sm"
      c="var(--mantine-color-anchor)"
    >
      {format.month(month)}
    </Text>
  );
}

export function RunsCard({ runs }: { runs: readonly BackgroundTask[] }) {
  const t = useWords();
  const format = useFormat();
  return (
    <Paper p="md" component="section" aria-label={t("month.runs")}>
      <Stack gap="md">
        <Title order={2}>{t("month.runs")}</Title>
        {runs.length === 0 ? (
          <NothingHere icon={IconHistory} title={t("month.runs.none")} hint={t("month.runs.none_hint")} />
        ) : (
          <Table aria-label={t("month.runs")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("month.runs.when")}</Table.Th>
                <Table.Th>{t("month.batch.month")}</Table.Th>
                <Table.Th>{t("month.runs.by")}</Table.Th>
                <Table.Th>{t("month.runs.state")}</Table.Th>
                <Table.Th>{t("month.runs.outcome")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {runs.slice(0, SHOWN).map((run) => (
                <Table.Tr key={run.id}>
                  <Table.Td>{format.instant(run.created_at)}</Table.Td>
                  <Table.Td>
                    <MonthLink month={monthOfRun(run)} />
                  </Table.Td>
                  <Table.Td>{run.requested_by ?? "—"}</Table.Td>
                  <Table.Td>
                    <StatusBadge of={backgroundTask} status={run.status} />
                  </Table.Td>
                  <Table.Td>
                    <Text fz="sm" lineClamp={2}>
                      <RunOutcome task={run} />
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Paper>
  );
}
