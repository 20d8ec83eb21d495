// The general ledger's file as other accounting programs name its columns (docs/bookkeeping.md). Pure.
import { GENERAL_LEDGER_COLUMNS } from "../../../shared/billing/index.ts";
import { CSV_BOM, csvLine, PLAIN_CSV, parseCsv, plainNumber, writingOf } from "../../../shared/kernel/csv.ts";

type Source = (typeof GENERAL_LEDGER_COLUMNS)[number];
type Line = Readonly<Record<Source, string>>;
type FormatColumn = readonly [heading: string, value: Source | ((line: Line) => string)];

/** "10.00", "0" → "10.00"; "0", "4.50" → "-4.50". */
const signed = ({ debit, credit }: Line): string => (/[1-9]/.test(debit) ? debit : `-${credit}`);

/** What each program asks for, in the words of its own import. */
const FORMATS = {
  all: GENERAL_LEDGER_COLUMNS.map((name): FormatColumn => [name, name]),
  odoo: [
    ["name", "journal_id"],
    ["date", "date"],
    ["line_ids/account_id", "account"],
    ["line_ids/partner_id", "partner_name"],
    ["line_ids/name", "description"],
    ["line_ids/debit", "debit"],
    ["line_ids/credit", "credit"],
  ],
  erpnext: [
    ["ID", "journal_id"],
    ["Posting Date", "date"],
    ["Account (Accounting Entries)", "account"],
    ["Party (Accounting Entries)", "partner"],
    ["Debit (Accounting Entries)", "debit"],
    ["Credit (Accounting Entries)", "credit"],
    ["User Remark (Accounting Entries)", "description"],
  ],
  quickbooks: [
    ["Journal No", "journal_id"],
    ["Journal Date", "date"],
    ["Account Name", "account"],
    ["Debits", "debit"],
    ["Credits", "credit"],
    ["Description", "description"],
    ["Name", "partner_name"],
  ],
  xero: [
    ["Narration", "journal_id"],
    ["Date", "date"],
    ["Description", "description"],
    ["AccountCode", "account"],
    ["TaxRate", "tax_code"],
    ["Amount", signed],
  ],
} as const satisfies Readonly<Record<string, readonly FormatColumn[]>>;

export type LedgerFormat = keyof typeof FORMATS;
export const LEDGER_FORMATS = Object.keys(FORMATS) as LedgerFormat[];

const AMOUNTS: ReadonlySet<string> = new Set<Source>(["debit", "credit"]);

/** The rows under the headings of the server's file, which is written as the company's spreadsheets read it; amounts with a point. */
export function ledgerRows(file: string): string[][] {
  const writing = writingOf(file);
  const [head, ...rows] = parseCsv(file, writing.separator);
  const isAmount = head?.cells.map((name) => AMOUNTS.has(name)) ?? [];
  return rows.map(({ cells }) => cells.map((text, at) => (isAmount[at] ? plainNumber(text, writing) : text)));
}

/** Rows of the server's file, its headings left out, as a format has them; the format's headings first. */
export function inFormat(format: LedgerFormat, rows: readonly (readonly string[])[]): string[][] {
  const columns: readonly FormatColumn[] = FORMATS[format];
  const lineOf = (cells: readonly string[]) =>
    Object.fromEntries(GENERAL_LEDGER_COLUMNS.map((name, at) => [name, cells[at] ?? ""])) as Line;
  return [
    columns.map(([heading]) => heading),
    ...rows.map((cells) => {
      const line = lineOf(cells);
      return columns.map(([, value]) => (typeof value === "function" ? value(line) : line[value]));
    }),
  ];
}

/** The file in a format, with commas and points, as these programs' imports read it in every country. */
export const ledgerFile = (format: LedgerFormat, rows: readonly (readonly string[])[]): string =>
  CSV_BOM +
  inFormat(format, rows)
    .map((cells) => csvLine(cells, PLAIN_CSV))
    .join("");
