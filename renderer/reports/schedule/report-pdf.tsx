// The report as it is on paper now, to be looked at before anybody gets it by mail.
import { Download } from "../../billing/index.ts";
import { useFormat } from "../../kernel/use-format.ts";

interface ReportPdfProps {
  language: string;
  label: string;
  size?: "xs" | "sm";
}

export function ReportPdf({ language, label, size = "sm" }: ReportPdfProps) {
  const format = useFormat();
  return (
    <Download
      path={`/api/v1/reports/dashboard/pdf/?language=${language}`}
      fileName={`dashboard-${format.today()}`}
      type="pdf"
      label={label}
      size={size}
    />
  );
}
