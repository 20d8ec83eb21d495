// An invoice as a PDF on A4: who bills whom for what, what was paid, what is due.

import type { Invoice, InvoiceLine } from "../../../shared/billing/index.ts";
import { INVOICE_STATUSES } from "../../../shared/billing/invoice/status-words.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { type Language, textIn, textsIn } from "../../../shared/kernel/formatting/language.ts";
import {
  dayText,
  moneyText,
  monthText,
  numberText,
  type TenantFormat,
} from "../../../shared/kernel/formatting/localized.ts";
import { type Letterhead, MARGIN, type Sheet, sheetPdf } from "../../kernel/pdf/sheet.ts";
import { INVOICE_TEXTS } from "./invoice-words.ts";

export interface InvoiceDocument {
  company: Letterhead;
  customer: { name: string; customer_code: string; username: string; phone: string; address: string | null };
  invoice: Pick<
    Invoice,
    | "invoice_number"
    | "billing_month"
    | "issue_date"
    | "due_date"
    | "status"
    | "previous_due"
    | "discount"
    | "total_payable"
    | "paid_amount"
    | "carried_amount"
    | "credited_amount"
    | "due_amount"
    | "notes"
  >;
  lines: readonly Pick<
    InvoiceLine,
    "description" | "quantity" | "unit_price" | "discount" | "tax_amount" | "total"
  >[];
  taxes: readonly InvoiceTax[];
}

/** What an invoice taxes at one rate; without a code, tax that was set by hand. */
export interface InvoiceTax {
  code: string | null;
  rate: string | null;
  net: string;
  tax: string;
}

/** In which language it is written, and how. */
export interface PaperStyle {
  language: Language;
  format: TenantFormat;
}

type Words = Readonly<Record<keyof typeof INVOICE_TEXTS, string>>;

/** An invoice with its words and its way of writing. */
interface Written extends InvoiceDocument, PaperStyle {
  words: Words;
  money: (amount: string) => string;
  day: (day: Day) => string;
}

/** The table's columns after the description. */
const FIGURES = ["quantity", "unit_price", "discount", "tax_amount", "total"] as const;
type Figure = (typeof FIGURES)[number];
/** Right edges of the columns of the taxes. */
const TAXED = 250;
const TAX = 330;

function writeHead(
  sheet: Sheet,
  { company, customer, invoice, words, day, format, language }: Written,
): void {
  sheet.head(company, words.title);
  const facts: [string, string][] = [
    [words.number, invoice.invoice_number],
    [words.month, invoice.billing_month ? monthText(invoice.billing_month, format.locale) : "—"],
    [words.issued, day(invoice.issue_date)],
    [words.due_date, day(invoice.due_date)],
    [words.status, textIn(language, INVOICE_STATUSES[invoice.status])],
  ];
  const { name, customer_code, username, phone, address } = customer;
  const who = [`${customer_code} · ${username}`, phone, address ?? ""].filter((text) => text !== "");
  sheet.beside([{ text: name, bold: true }, ...who.map((text) => ({ text }))], facts);
  sheet.down(15);
}

const QUANTITY = { maximumFractionDigits: 6 };

/** How many, on a bill or on what takes it back. */
export const quantityText = (quantity: number, format: TenantFormat): string =>
  numberText(quantity, format, QUANTITY);

const RATE = { maximumFractionDigits: 4 };

function writeLines(sheet: Sheet, { lines, words, money, format }: Written): void {
  const shown = lines.map((line) => ({
    description: line.description,
    quantity: quantityText(line.quantity, format),
    unit_price: money(line.unit_price),
    discount: money(line.discount),
    tax_amount: money(line.tax_amount),
    total: money(line.total),
  }));
  const of = (name: Figure) => [words[name], ...shown.map((line) => line[name])];
  const { edges, size, before } = sheet.columns({
    quantity: of("quantity"),
    unit_price: of("unit_price"),
    discount: of("discount"),
    tax_amount: of("tax_amount"),
    total: of("total"),
  });
  sheet.write(words.description, MARGIN, { size: 9, faint: true });
  for (const name of FIGURES)
    sheet.write(words[name], edges[name], { size: 0.9 * size, faint: true, right: true });
  sheet.down(6);
  sheet.rule();
  for (const line of shown) {
    const [first = "", ...more] = sheet.broken(line.description, before);
    sheet.down(16);
    sheet.write(first, MARGIN);
    for (const name of FIGURES) sheet.write(line[name], edges[name], { size, right: true });
    for (const part of more) {
      sheet.down(13);
      sheet.write(part, MARGIN);
    }
  }
  sheet.down(8);
  sheet.rule();
}

/** Whether an amount is more, or less, than nothing. */
export const isSome = (amount: string): boolean => /[1-9]/.test(amount);

/** Sums that are zero explain nothing and are left out, the total and what is due are always there. */
function writeSums(sheet: Sheet, { invoice, format, words, money }: Written): void {
  const sums: [string, string, boolean][] = [
    [words.previous_due, invoice.previous_due, false],
    [words.discount, invoice.discount, false],
    [words.total, invoice.total_payable, true],
    [words.paid, invoice.paid_amount, false],
    [words.carried, invoice.carried_amount, false],
    [words.credited, invoice.credited_amount, false],
    [`${words.due} (${format.currency})`, invoice.due_amount, true],
  ];
  const shown = sums.filter(([, amount, always]) => always || isSome(amount));
  sheet.sums(shown.map(([name, amount, bold]) => ({ name, amount: money(amount), bold })));
}

/** The taxes of the bill, by code: on how much, and how much. */
function writeTaxes(sheet: Sheet, { taxes, words, money, format }: Written): void {
  if (taxes.length === 0) return;
  const shown = taxes.map(({ code, rate, net, tax }) => ({
    name: code === null ? "—" : `${code} ${numberText(Number(rate), format, RATE)} %`,
    net: money(net),
    tax: money(tax),
  }));
  const small = { size: 9 } as const;
  const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => sheet.width(text, small)));
  const names = widest([words.taxes, ...shown.map(({ name }) => name)]);
  const taxed = Math.max(TAXED, MARGIN + names + 15 + widest([words.taxed, ...shown.map(({ net }) => net)]));
  const tax_at = Math.max(TAX, taxed + 15 + widest([words.tax_amount, ...shown.map(({ tax }) => tax)]));
  sheet.down(26);
  sheet.write(words.taxes, MARGIN, { size: 9, faint: true });
  sheet.write(words.taxed, taxed, { size: 9, faint: true, right: true });
  sheet.write(words.tax_amount, tax_at, { size: 9, faint: true, right: true });
  for (const { name, net, tax } of shown) {
    sheet.down(14);
    sheet.write(name, MARGIN, small);
    sheet.write(net, taxed, { size: 9, right: true });
    sheet.write(tax, tax_at, { size: 9, right: true });
  }
}

/** Bills on A4, each on pages of its own. @param about what the document is called, and its date. */
export function invoicesPdf(
  inputs: readonly InvoiceDocument[],
  about: { title: string; made_at: Date },
  style: PaperStyle,
): Promise<Uint8Array> {
  const { language, format } = style;
  const words = textsIn(language, INVOICE_TEXTS);
  const money = (amount: string) => moneyText(amount, format);
  const day = (one: Day) => dayText(one, format.locale);
  return sheetPdf({ ...about, language }, (sheet) => {
    for (const [index, input] of inputs.entries()) {
      const written: Written = { ...input, ...style, words, money, day };
      if (index > 0) sheet.next();
      writeHead(sheet, written);
      writeLines(sheet, written);
      writeSums(sheet, written);
      writeTaxes(sheet, written);
      sheet.note(input.invoice.notes);
      sheet.note(input.company.legal_text);
    }
  });
}
