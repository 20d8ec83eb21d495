// A credit note on paper: on A4, and for a receipt printer.

import { columnsOfPaper, type PaperWidth } from "../../../shared/billing/documents/receipt-words.ts";
import { creditNoteSlip, slipLines } from "../../../shared/billing/documents/slip.rules.ts";
import { CREDIT_NOTE_TEXTS } from "../../../shared/billing/documents/slip-words.ts";
import type { CreditNote, CreditNoteLine } from "../../../shared/billing/index.ts";
import { textsIn } from "../../../shared/kernel/writing/language.ts";
import { dayText, moneyText } from "../../../shared/kernel/writing/writing.ts";
import { type Letterhead, MARGIN, RIGHT, sheetPdf } from "../../kernel/paper/sheet.ts";
import type { PaperStyle } from "./invoice-pdf.ts";
import { slipPdf } from "./receipt-pdf.ts";

export interface CreditNoteDocument {
  company: Letterhead;
  customer: { name: string; customer_code: string; username: string };
  note: CreditNote & { invoice_number: string; lines: readonly CreditNoteLine[] };
}

/** Right edges of the columns after the description. */
const COLUMNS = { quantity: 370, tax: 450, amount: RIGHT } as const;
const DESCRIPTION_WIDTH = 270;

const isSome = (amount: string): boolean => /[1-9]/.test(amount);

/** On A4, on as many pages as its lines need. */
export function creditNotePdf(
  { company, customer, note }: CreditNoteDocument,
  { language, format }: PaperStyle,
): Promise<Uint8Array> {
  const words = textsIn(language, CREDIT_NOTE_TEXTS);
  const money = (amount: string) => moneyText(amount, format);
  const made_at = new Date(note.issued_at);
  return sheetPdf({ title: note.credit_note_number, made_at, language }, (sheet) => {
    sheet.head(company, words.title);
    const facts: [string, string, string][] = [
      [customer.name, words.number, note.credit_note_number],
      [
        `${customer.customer_code} · ${customer.username}`,
        words.date,
        dayText(note.issue_date, format.locale),
      ],
      ["", words.bill, note.invoice_number],
    ];
    for (const [index, [who, label, value]] of facts.entries()) {
      sheet.write(who, MARGIN, { bold: index === 0 });
      sheet.write(label, 370, { faint: true });
      sheet.write(value, RIGHT, { right: true });
      sheet.down(15);
    }
    sheet.down(15);
    sheet.write(words.description, MARGIN, { size: 9, faint: true });
    for (const name of ["quantity", "tax", "amount"] as const)
      sheet.write(words[name], COLUMNS[name], { size: 9, faint: true, right: true });
    sheet.down(6);
    sheet.rule();
    const number = new Intl.NumberFormat(format.locale, { maximumFractionDigits: 6 });
    for (const line of note.lines) {
      const [first = "", ...more] = sheet.broken(line.description || words.other, DESCRIPTION_WIDTH);
      sheet.down(16);
      sheet.write(first, MARGIN);
      if (line.quantity !== null)
        sheet.write(number.format(Number(line.quantity)), COLUMNS.quantity, { right: true });
      sheet.write(money(line.tax_amount), COLUMNS.tax, { right: true });
      sheet.write(money(line.amount), COLUMNS.amount, { right: true });
      for (const part of more) {
        sheet.down(13);
        sheet.write(part, MARGIN);
      }
    }
    sheet.down(8);
    sheet.rule();
    const sums: [string, string, boolean][] = [
      [`${words.total} (${format.currency})`, note.amount, true],
      [words.tax, note.tax_amount, false],
      [words.due_reduced, note.due_reduced, false],
      [words.made_advance, note.made_advance, false],
    ];
    for (const [label, amount, always] of sums) {
      if (!always && !isSome(amount)) continue;
      sheet.down(17);
      sheet.write(label, 330, { bold: always });
      sheet.write(money(amount), RIGHT, { bold: always, right: true });
    }
    sheet.note(`${words.reason}: ${note.reason}`);
    sheet.note(company.legal_text);
  });
}

/** For paper of 58 or 80 mm; what it says of dues and advance is as of when it was made. */
export function creditNoteSlipPdf(
  { company, customer, note }: CreditNoteDocument,
  paper: { width: PaperWidth; is_copy: boolean },
  style: PaperStyle,
): Promise<Uint8Array> {
  const slip = creditNoteSlip(note, customer, paper.is_copy, style);
  const about = {
    title: note.credit_note_number,
    made_at: new Date(note.issued_at),
    language: style.language,
  };
  return slipPdf(about, paper.width, slipLines(slip, company, columnsOfPaper(paper.width)));
}
