// The journals of some days as a file that other accounting programs import.
import { Paper, Stack, Text, Title } from "@mantine/core";
import { useWords } from "../../kernel/i18n/index.ts";
import { DaysBar } from "./days-bar.tsx";
import { Download } from "./download.tsx";
import { useDays } from "./use-days.ts";

export function LedgerExportView() {
  const t = useWords();
  const { from, to, ok } = useDays();
  const path = ok
    ? `/api/v1/reports/general-ledger/?${new URLSearchParams({ from, to, format: "csv" })}`
    : null;
  return (
    <Stack gap="md">
      <DaysBar />
      <Paper p="md" maw={720}>
        <Stack gap="sm" align="flex-start">
          <Title order={2}>{t("statements.export.title")}</Title>
          <Text fz="sm">{t("statements.export.hint")}</Text>
          <Download
            path={path}
            fileName={`general-ledger-${from}-${to}`}
            type="csv"
            label={t("statements.export.do")}
          />
        </Stack>
      </Paper>
    </Stack>
  );
}
