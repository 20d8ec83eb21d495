// The report as the one who gets it by mail will read it.
import { Group } from "@mantine/core";
import { useWords } from "../../kernel/i18n/index.ts";
import { ReportPdf } from "./report-pdf.tsx";

export function ScheduledPreview({ record }: { record: Readonly<Record<string, unknown>> }) {
  const t = useWords();
  return (
    <Group>
      <ReportPdf language={String(record.language)} label={t("report.look_first")} />
    </Group>
  );
}
