// What the cells of a file mean, in the words of the API, and the file that the server takes. Pure.
import { csvLine, PLAIN_CSV } from "../../../shared/kernel/csv.ts";
import { type Day, isDay } from "../../../shared/kernel/day.ts";
import { metaOf } from "../../../shared/kernel/field.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { typedDay } from "../../kernel/form/day-text.ts";
import { type MoneyFormat, plainDigits, typedDecimal } from "../../kernel/money-format.ts";
import { type CustomerField, IMPORTED, isNeeded, plain, type Table } from "./mapping.rules.ts";

export interface Reading {
  readonly locale: string;
  readonly today: Day;
  /** The sign before decimals, as the company writes them. */
  readonly decimal: MoneyFormat["decimal"];
  /** What a choice's values are called, in every language that a file may be in. */
  readonly choiceNames: (name: CustomerField, value: string) => readonly string[];
}

const DAY_FIRST = "en-GB";
const MONTH_FIRST = "en-US";

/** Whose ways of writing a day are tried, the office's own first: a file from elsewhere is not written in this computer's. */
const waysFrom = (locale: string): readonly string[] => [locale, DAY_FIRST, MONTH_FIRST];

export function holdsDays(name: CustomerField): boolean {
  const { kind } = metaOf(customer.fields[name]);
  return kind === "date" || kind === "instant";
}

/** The one way in which a column writes its days: in which most cells are days. Where 03/04 is one in each, the office's own. */
function wayOf(cells: readonly string[], { locale, today }: Reading): string {
  const counted = waysFrom(locale).map((way) => ({
    way,
    days: cells.filter((cell) => typedDay(cell, way, today) !== null).length,
  }));
  return counted.reduce((most, one) => (one.days > most.days ? one : most)).way;
}

/**
 * What a cell means in the words of the API; what is not understood is left for the server to name. A day that stands
 * alone, as one typed by hand does, is read in the first of the ways in which it is one.
 */
export function meantBy(
  name: CustomerField,
  cell: string,
  { locale, today, decimal, choiceNames }: Reading,
  ways = waysFrom(locale),
): string {
  const { kind, choices = [] } = metaOf(customer.fields[name]);
  const text = cell.trim();
  if (text === "") return "";
  if (holdsDays(name)) {
    if (isDay(text)) return text;
    for (const way of ways) {
      const day = typedDay(text, way, today);
      if (day !== null) return day;
    }
    return text;
  }
  if (kind === "money" || kind === "decimal") {
    // As it is typed at every other door: "12,500" is twelve and a half where the company writes it so.
    const [, sign = "", amount = ""] = /^([-\u2212]?)(.*)$/s.exec(text) ?? [];
    const typed = typedDecimal(amount, { locale, decimal });
    return typed === null ? plainDigits(text) : `${sign && "-"}${typed}`;
  }
  if (kind === "choice") {
    const is = (value: string) =>
      [value, ...choiceNames(name, value)].some((one) => plain(one) === plain(text));
    return choices.find(is) ?? text;
  }
  return name === "phone" ? plainDigits(text) : text;
}

export type Row = Readonly<Partial<Record<CustomerField, string>>>;

/** What was typed into fields of a customer, as its cells would mean it. */
export const meantRow = (row: Row, reading: Reading): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, text]) => [name, meantBy(name as CustomerField, text, reading)] as const),
  );

/** The rows of a table as customers. */
export function customersOf(
  { rows }: Table,
  columns: readonly (CustomerField | null)[],
  reading: Reading,
): Row[] {
  const taken = columns.flatMap((name, at) => {
    const cellOf = (cells: readonly string[]) => cells[at] ?? "";
    if (name === null) return [];
    return [{ name, cellOf, ways: holdsDays(name) ? [wayOf(rows.map(cellOf), reading)] : undefined }];
  });
  return rows.map((cells) =>
    Object.fromEntries(
      taken.map(({ name, cellOf, ways }) => [name, meantBy(name, cellOf(cells), reading, ways)] as const),
    ),
  );
}

/** The file as the server takes it, and of which row each of its lines tells. */
export function fileOf(rows: readonly Row[], forAll: Row): { csv: string; rowAt: (line: number) => number } {
  const names = IMPORTED.filter((name) => isNeeded(name) || forAll[name] || rows.some((row) => row[name]));
  const lines = rows.map((row) =>
    csvLine(
      names.map((name) => row[name] || forAll[name] || ""),
      PLAIN_CSV,
    ),
  );
  const begins: number[] = [];
  let line = 2;
  for (const text of lines) {
    begins.push(line);
    line += text.match(/\n/g)?.length ?? 1;
  }
  return {
    csv: csvLine(names, PLAIN_CSV) + lines.join(""),
    rowAt: (at) => begins.findLastIndex((begin) => begin <= at),
  };
}
