// CSV as RFC 4180 has it, in one place: written so that spreadsheets read it right and run nothing; read with line numbers.

/** Spreadsheets take a file for Latin-1 without it. */
export const CSV_BOM = "\uFEFF";

/**
 * A text that a spreadsheet would run as a formula is kept from it; numbers and telephone numbers are left alone. The signs
 * of full width (U+FF1D =, FF20 @, FF0B +, FF0D -) count as well, and so does a line break before a sign.
 */
const isFormula = (text: string) =>
  /^[=@\uFF1D\uFF20\t\r\n]/.test(text) || /^[+\-\uFF0B\uFF0D](?![\d\s().,-]*$)/.test(text);

/** Quoted also for a semicolon: where that separates lists, a plain `x;=1+1` would be two cells and a formula. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What separates cells: commas as RFC 4180 has them, semicolons where the comma is the decimal sign, tabs of a pasted table. */
export type CsvSeparator = "," | ";" | "\t";

/** How a company's spreadsheets take a file apart. */
export interface CsvWriting {
  readonly separator: CsvSeparator;
  readonly decimal: "." | ",";
}

/** As RFC 4180 has it, and every program that asks for no country. */
export const PLAIN_CSV: CsvWriting = { separator: ",", decimal: "." };

/** A spreadsheet whose decimal sign is the comma separates cells by semicolons, and takes 12.05 for a day in May. */
export const csvWriting = (decimal_separator: unknown): CsvWriting =>
  decimal_separator === "," ? { separator: ";", decimal: "," } : PLAIN_CSV;

/** One line with its end, its cells as they are; null and undefined become empty cells. */
export const csvLine = (cells: readonly unknown[], { separator }: CsvWriting): string =>
  `${cells.map(cell).join(separator)}\r\n`;

/** A decimal number as the file writes it; all else stays as it is. */
export function csvNumber(value: unknown, { decimal }: CsvWriting): unknown {
  const text = String(value);
  return decimal === "," && /^-?\d+\.\d+$/.test(text) ? text.replace(".", decimal) : value;
}

/** A decimal number of a file in the words of the API; all else stays as it is. */
export const plainNumber = (text: string, { decimal }: CsvWriting): string =>
  decimal === "," && /^-?\d+,\d+$/.test(text) ? text.replace(",", ".") : text;

/** A line of figures: whatever is a decimal number is written as one. */
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

/** A file that is no CSV: from `line` on nothing can be read. */
export class CsvError extends Error {
  override readonly name = "CsvError";
  readonly line: number;
  constructor(line: number) {
    super("A quoted cell is not closed, or something follows its closing quote");
    this.line = line;
  }
}

const SEPARATORS: readonly CsvSeparator[] = [",", ";", "\t"];

/** What separates a file's cells is what its first line has most of. */
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

/** The cell's text; the mark with which `csvLine` keeps a formula from running is taken off again. */
function textOf(quoted: string | undefined, plain: string | undefined): string {
  const text = quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"');
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
}

/**
 * The rows of a file, without those that are empty. A byte order mark at the start is no part of the first cell.
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
