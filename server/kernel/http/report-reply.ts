// How every report is answered: its figures as JSON, or the same as a CSV file (contract §3).
import { csvLine } from "../../../shared/kernel/csv.ts";
import { Reply } from "../operation/run-operation.ts";

/** A report's figures as rows, the first of which names the columns. */
export type ReportRows = readonly (readonly unknown[])[];

/** Headers of a CSV file that is offered under this name. */
export const csvHeaders = (name: string): Record<string, string> => ({
  "content-type": "text/csv; charset=utf-8",
  "content-disposition": `attachment; filename="${name}.csv"`,
});

/** The answer as it is, or with format=csv the rows that say the same. */
export function reportReply<T>(
  { format }: { format?: "json" | "csv" | undefined },
  name: string,
  answer: T,
  rows: (answer: T) => ReportRows,
): T | Reply {
  if (format !== "csv") return answer;
  return new Reply(200, rows(answer).map(csvLine).join(""), { headers: csvHeaders(name) });
}
