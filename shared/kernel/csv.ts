// CSV as RFC 4180 has it, in one place: written so that spreadsheets read it right and run nothing; read with line numbers.

/** Without it spreadsheets read a file as Latin-1. */
export const CSV_BOM = "\uFEFF";

/**
 * Marks a text that a spreadsheet would run as a formula; numbers and telephone numbers are left alone. The signs
 * of full width (U+FF1D =, FF20 @, FF0B +, FF0D -) count as well, and so does a line break before a sign.
 */
const isFormula = (text: string) =>
  /^[=@\uFF1D\uFF20\t\r\n]/.test(text) || /^[+\-\uFF0B\uFF0D](?![\d\s().,-]*$)/.test(text);

/** A cell with a semicolon is quoted too: where semicolons separate cells, a plain `x;=1+1` would be two cells and a formula. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What separates cells: commas as RFC 4180 has them, semicolons where the comma is the decimal sign, tabs of a pasted table. */
export type CsvSeparator = "," | ";" | "\t";

/** How a company's spreadsheets split a file. */
export interface CsvWriting {
  readonly separator: CsvSeparator;
  readonly decimal: "." | ",";
}

/** The default: RFC 4180. */
export const PLAIN_CSV: CsvWriting = { separator: ",", decimal: "." };

/** Where the decimal sign is the comma, spreadsheets separate cells by semicolons, and read 12.05 as a day in May. */
export const csvWriting = (decimal_separator: unknown): CsvWriting =>
  decimal_separator === "," ? { separator: ";", decimal: "," } : PLAIN_CSV;

/** One line with its end, its cells as they are; null and undefined become empty cells. */
export const csvLine = (cells: readonly unknown[], { separator }: CsvWriting): string =>
  `${cells.map(cell).join(separator)}\r\n`;

/** A decimal number as the file writes it; other cells are unchanged. */
export function csvNumber(value: unknown, { decimal }: CsvWriting): unknown {
  const text = String(value);
  return decimal === "," && /^-?\d+\.\d+$/.test(text) ? text.replace(".", decimal) : value;
}

/** A decimal number of a file as the API writes it; other cells are unchanged. */
export const plainNumber = (text: string, { decimal }: CsvWriting): string =>
  decimal === "," && /^-?\d+,\d+$/.test(text) ? text.replace(",", ".") : text;

/** A line in which decimal numbers are written as the file writes them. */
export const csvFigures = (cells: readonly unknown[], writing: CsvWriting): string =>
  csvLine(
    cells.map((value) => csvNumber(value, writing)),
    writing,
  );

export interface CsvRow {
  /** Where the row begins in the file, from 1; a quoted cell may hold line breaks. */
  line: number;
  /** Its number as a spreadsheet counts, from 1: empty rows are counted, and a row of several lines is one. */
  row: number;
  cells: string[];
}

/** The file is not CSV: it cannot be read from `line` on. */
export class CsvError extends Error {
  override readonly name = "CsvError";
  readonly line: number;
  constructor(line: number) {
    super("A quoted cell is not closed, or something follows its closing quote");
    this.line = line;
  }
}

const SEPARATORS: readonly CsvSeparator[] = [",", ";", "\t"];

/** The separator of a file: the one that its first line has most of. */
export function separatorOf(text: string): CsvSeparator {
  const [first = ""] = text.split(/\r\n|\n|\r/, 1);
  const counted = SEPARATORS.map((separator) => ({ separator, n: first.split(separator).length }));
  return counted.reduce((most, one) => (one.n > most.n ? one : most)).separator;
}

/** How a file of ours was written. */
export const writingOf = (text: string): CsvWriting => csvWriting(separatorOf(text) === ";" ? "," : ".");

/** A quoted cell or a plain one, with what ends it. */
const CELLS: Readonly<Record<CsvSeparator, RegExp>> = {
  ",": /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*)?)(,|\r\n|\n|\r|$)/y,
  ";": /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n][^;\r\n]*)?)(;|\r\n|\n|\r|$)/y,
  "\t": /(?:"([^"]*(?:""[^"]*)*)"|([^"\t\r\n][^\t\r\n]*)?)(\t|\r\n|\n|\r|$)/y,
};

/** The cell's text without the mark that `csvLine` puts before a formula. */
function textOf(quoted: string | undefined, plain: string | undefined): string {
  const text = quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"');
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
}

/**
 * The rows of a file, without empty ones. A byte order mark at the start is not part of the first cell.
 * @throws CsvError.
 */
export function parseCsv(file: string, separator: CsvSeparator = ","): CsvRow[] {
  const text = file.startsWith(CSV_BOM) ? file.slice(1) : file;
  const rows: CsvRow[] = [];
  const cell = new RegExp(CELLS[separator]);
  let line = 1;
  let row: CsvRow = { line, row: 1, cells: [] };
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const match = cell.exec(text);
    if (!match) throw new CsvError(line);
    const [whole, quoted, plain, end] = match;
    row.cells.push(textOf(quoted, plain));
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === separator) continue;
    if (row.cells.some((one) => one !== "")) rows.push(row);
    row = { line, row: row.row + 1, cells: [] };
  }
  return rows;
}
