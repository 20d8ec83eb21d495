// An invoice as a PDF on A4: who bills whom for what, what was paid, what is due.

import type { Invoice, InvoiceLine } from "../../../shared/billing/index.ts";
import { INVOICE_STATUSES } from "../../../shared/billing/invoice/status-words.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { type Language, textIn, textsIn } from "../../../shared/kernel/writing/language.ts";
import { dayText, moneyText, monthText, type TenantFormat } from "../../../shared/kernel/writing/writing.ts";
import { type Letterhead, MARGIN, RIGHT, type Sheet, sheetPdf } from "../../kernel/paper/sheet.ts";
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

/** Right edges of the table's columns after the description. */
const COLUMNS = { quantity: 305, unit_price: 370, discount: 430, tax_amount: 480, total: RIGHT } as const;
const DESCRIPTION_WIDTH = 215;
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
  const address = customer.address ? sheet.broken(customer.address, 230) : [];
  const who = [
    customer.name,
    `${customer.customer_code} · ${customer.username}`,
    customer.phone,
    ...address.slice(0, 2),
  ];
  for (const [index, [label, value]] of facts.entries()) {
    sheet.write(who[index] ?? "", MARGIN, { bold: index === 0 });
    sheet.write(label, 370, { faint: true });
    sheet.write(value, RIGHT, { right: true });
    sheet.down(15);
  }
  sheet.down(15);
}

function writeLines(sheet: Sheet, { lines, words, money, format }: Written): void {
  const columns = ["quantity", "unit_price", "discount", "tax_amount", "total"] as const;
  const number = new Intl.NumberFormat(format.locale, { maximumFractionDigits: 6 });
  sheet.write(words.description, MARGIN, { size: 9, faint: true });
  for (const name of columns) sheet.write(words[name], COLUMNS[name], { size: 9, faint: true, right: true });
  sheet.down(6);
  sheet.rule();
  for (const line of lines) {
    const [first = "", ...more] = sheet.broken(line.description, DESCRIPTION_WIDTH);
    sheet.down(16);
    sheet.write(first, MARGIN);
    for (const name of columns) {
      const value = name === "quantity" ? number.format(Number(line.quantity)) : money(line[name]);
      sheet.write(value, COLUMNS[name], { right: true });
    }
    for (const part of more) {
      sheet.down(13);
      sheet.write(part, MARGIN);
    }
  }
  sheet.down(8);
  sheet.rule();
}

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
  for (const [label, amount, always] of sums) {
    if (!always && !/[1-9]/.test(amount)) continue;
    sheet.down(17);
    sheet.write(label, 370, { bold: always });
    sheet.write(money(amount), RIGHT, { bold: always, right: true });
  }
}

/** The taxes of the bill, by code: on how much, and how much. */
function writeTaxes(sheet: Sheet, { taxes, words, money, format }: Written): void {
  if (taxes.length === 0) return;
  const number = new Intl.NumberFormat(format.locale, { maximumFractionDigits: 4 });
  sheet.down(26);
  sheet.write(words.taxes, MARGIN, { size: 9, faint: true });
  sheet.write(words.taxed, TAXED, { size: 9, faint: true, right: true });
  sheet.write(words.tax_amount, TAX, { size: 9, faint: true, right: true });
  for (const { code, rate, net, tax } of taxes) {
    sheet.down(14);
    sheet.write(code === null ? "—" : `${code} ${number.format(Number(rate))} %`, MARGIN, { size: 9 });
    sheet.write(money(net), TAXED, { size: 9, right: true });
    sheet.write(money(tax), TAX, { size: 9, right: true });
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
