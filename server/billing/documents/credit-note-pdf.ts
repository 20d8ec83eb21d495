// A credit note on paper: on A4, and for a receipt printer.

import { columnsOfPaper, type PaperWidth } from "../../../shared/billing/documents/receipt-words.ts";
import { creditNoteSlip, slipLines } from "../../../shared/billing/documents/slip.rules.ts";
import { CREDIT_NOTE_TEXTS } from "../../../shared/billing/documents/slip-words.ts";
import type { CreditNote, CreditNoteLine } from "../../../shared/billing/index.ts";
import { textsIn } from "../../../shared/kernel/formatting/language.ts";
import { dayText, moneyText } from "../../../shared/kernel/formatting/localized.ts";
import { type Letterhead, MARGIN, sheetPdf } from "../../kernel/pdf/sheet.ts";
import { isSome, type PaperStyle, quantityText } from "./invoice-pdf.ts";
import { slipPdf } from "./receipt-pdf.ts";

export interface CreditNoteDocument {
  company: Letterhead;
  customer: { name: string; customer_code: string; username: string };
  note: Pick<
    CreditNote,
    | "credit_note_number"
    | "issue_date"
    | "issued_at"
    | "amount"
    | "tax_amount"
    | "due_reduced"
    | "made_advance"
    | "reason"
    | "due_after"
    | "advance_after"
    | "clerk"
  > & {
    invoice_number: string;
    lines: readonly Pick<CreditNoteLine, "description" | "quantity" | "tax_amount" | "amount">[];
  };
}

/** The columns after the description. */
const FIGURES = ["quantity", "tax", "amount"] as const;

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
    sheet.beside(
      [{ text: customer.name, bold: true }, { text: `${customer.customer_code} · ${customer.username}` }],
      [
        [words.number, note.credit_note_number],
        [words.date, dayText(note.issue_date, format.locale)],
        [words.bill, note.invoice_number],
      ],
    );
    sheet.down(15);
    const shown = note.lines.map((line) => ({
      description: line.description || words.other,
      quantity: line.quantity === null ? "" : quantityText(line.quantity, format),
      tax: money(line.tax_amount),
      amount: money(line.amount),
    }));
    const of = (name: (typeof FIGURES)[number]) => [words[name], ...shown.map((line) => line[name])];
    const { edges, size, before } = sheet.columns({
      quantity: of("quantity"),
      tax: of("tax"),
      amount: of("amount"),
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
    const sums: [string, string, boolean][] = [
      [`${words.total} (${format.currency})`, note.amount, true],
      [words.tax, note.tax_amount, false],
      [words.due_reduced, note.due_reduced, false],
      [words.made_advance, note.made_advance, false],
    ];
    const told = sums.filter(([, amount, always]) => always || isSome(amount));
    sheet.sums(told.map(([name, amount, bold]) => ({ name, amount: money(amount), bold })));
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
