// A customer's statement on A4: what they owed, what was charged and paid day by day, what they owe and since when.
import type { Statement } from "../../../shared/billing/index.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { type Language, textsIn } from "../../../shared/kernel/formatting/language.ts";
import {
  dayText,
  moneyText,
  numberText,
  type TenantFormat,
} from "../../../shared/kernel/formatting/localized.ts";
import { type Letterhead, MARGIN, RIGHT, type Sheet, sheetPdf } from "../../kernel/pdf/sheet.ts";
import { STATEMENT_TEXTS } from "./statement-words.ts";

export interface StatementDocument {
  company: Letterhead;
  customer: { customer_code: string; username: string; name: string; phone: string };
  statement: Statement;
}

interface Written extends StatementDocument {
  words: Readonly<Record<keyof typeof STATEMENT_TEXTS, string>>;
  format: TenantFormat;
  money: (amount: string) => string;
  day: (day: Day) => string;
}

function columnsFor(sheet: Sheet, { statement, words, money }: Written): Columns {
  const { entries, opening_balance, closing_balance, total_debit, total_credit } = statement;
  const of = (name: Figure, more: readonly string[]) => [
    capital(words[name]),
    ...[...entries.map((entry) => entry[name]), ...more].map(money),
  ];
  const { edges, size, before } = sheet.columns(
    {
      debit: of("debit", [total_debit]),
      credit: of("credit", [total_credit]),
      balance: of("balance", [opening_balance, closing_balance]),
    },
    { bold: true },
  );
  return { edges, size, width: before - (DESCRIPTION - MARGIN) };
}

const FIGURES = ["debit", "credit", "balance"] as const;
type Figure = (typeof FIGURES)[number];
/** Where descriptions begin. */
const DESCRIPTION = 125;

/** Where the columns of figures end, and how wide a description may be. */
interface Columns {
  edges: Record<Figure, number>;
  size: number;
  width: number;
}
const isZero = (amount: string) => !/[1-9]/.test(amount);

function writeHead(sheet: Sheet, { company, customer, statement, words, day, format }: Written): void {
  sheet.head(company, words.title);
  const { customer_code, username, name, phone } = customer;
  const known = [customer_code, username, phone].filter(Boolean).join(" · ");
  sheet.beside(
    [
      { text: name, bold: true },
      { text: known, faint: true },
    ],
    [
      [words.period, `${day(statement.from)} – ${day(statement.to)}`],
      [format.currency, ""],
    ],
  );
  sheet.down(13);
}

function writeColumns(sheet: Sheet, { words }: Written, { edges, size }: Columns): void {
  sheet.write(capital(words.date), MARGIN, { size: 9, faint: true });
  sheet.write(capital(words.description), DESCRIPTION, { size: 9, faint: true });
  for (const name of FIGURES)
    sheet.write(capital(words[name]), edges[name], { size: 0.9 * size, faint: true, right: true });
  sheet.down(6);
  sheet.rule();
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** One row; on a new page below the columns' heads again. */
function writeRow(
  sheet: Sheet,
  written: Written,
  columns: Columns,
  row: { date: Day | null; text: string; debit?: string; credit?: string; balance: string; bold?: boolean },
): void {
  const { money, day } = written;
  const { edges, size, width } = columns;
  const { bold = false } = row;
  const [first = "", ...more] = sheet.broken(row.text, width);
  if (sheet.down(16)) {
    writeColumns(sheet, written, columns);
    sheet.down(16);
  }
  if (row.date) sheet.write(day(row.date), MARGIN);
  sheet.write(first, DESCRIPTION, { bold });
  for (const name of ["debit", "credit"] as const) {
    const amount = row[name];
    if (amount && !isZero(amount)) sheet.write(money(amount), edges[name], { size, right: true, bold });
  }
  sheet.write(money(row.balance), edges.balance, { size, right: true, bold });
  for (const part of more) {
    sheet.down(13);
    sheet.write(part, DESCRIPTION);
  }
}

function writeRows(sheet: Sheet, written: Written): void {
  const { statement, words } = written;
  const { entries, opening_balance, closing_balance, total_debit, total_credit } = statement;
  const columns = columnsFor(sheet, written);
  writeColumns(sheet, written, columns);
  writeRow(sheet, written, columns, { date: statement.from, text: words.opening, balance: opening_balance });
  for (const { date, description, debit, credit, balance } of entries)
    writeRow(sheet, written, columns, { date, text: description, debit, credit, balance });
  sheet.down(8);
  sheet.rule();
  const sums = { debit: total_debit, credit: total_credit };
  writeRow(sheet, written, columns, {
    date: null,
    text: words.closing,
    ...sums,
    balance: closing_balance,
    bold: true,
  });
}

/** What is owed, how old it is, and what was paid ahead; what there is none of is left out. */
function writeStanding(sheet: Sheet, { statement, words, money, format }: Written): void {
  const { due_amount, advance_amount, ageing } = statement;
  const standing: [string, string][] = [
    [words.due, due_amount],
    [words.advance, advance_amount],
  ];
  sheet.down(14);
  for (const [label, amount] of standing.filter(([, amount]) => !isZero(amount))) {
    sheet.down(17);
    sheet.write(`${label} (${format.currency})`, DESCRIPTION, { bold: true });
    sheet.write(money(amount), RIGHT, { bold: true, right: true });
  }
  if (isZero(due_amount)) return;
  sheet.down(24);
  sheet.write(words.age, DESCRIPTION, { size: 9, faint: true });
  const days = (bucket: string) => bucket.replace(/\d+/g, (digits) => numberText(Number(digits), format));
  for (const { bucket, amount } of ageing.buckets.filter(({ amount }) => !isZero(amount))) {
    sheet.down(15);
    sheet.write(bucket === "CURRENT" ? words.current : days(bucket), DESCRIPTION);
    sheet.write(money(amount), RIGHT, { right: true });
  }
}

/** A statement on A4, on as many pages as it needs. @param made_at the document's date. */
export function statementPdf(
  document: StatementDocument,
  made_at: Date,
  { language, format }: { language: Language; format: TenantFormat },
): Promise<Uint8Array> {
  const words = textsIn(language, STATEMENT_TEXTS);
  const written: Written = {
    ...document,
    words,
    format,
    money: (amount) => moneyText(amount, format),
    day: (day) => dayText(day, format.locale),
  };
  const { customer, statement } = document;
  const title = `${customer.customer_code} ${statement.from} ${statement.to}`;
  return sheetPdf({ title, made_at, language }, (sheet) => {
    writeHead(sheet, written);
    writeRows(sheet, written);
    writeStanding(sheet, written);
  });
}
