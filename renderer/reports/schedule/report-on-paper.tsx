// The report as a PDF in the reader's language.
import { useWords } from "../../kernel/i18n/index.ts";
import { ReportPdf } from "./report-pdf.tsx";

export function ReportOnPaper() {
  const t = useWords();
  return <ReportPdf language={t.language} label={t("report.as_pdf")} size="xs" />;
}
