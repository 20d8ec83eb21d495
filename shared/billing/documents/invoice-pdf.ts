// An invoice as a PDF on A4: who bills whom for what, what was paid, what is due.
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib";
import type { Invoice, InvoiceLine } from "../invoice/invoice.ts";
import { linesWithin, textFor } from "./pdf-text.ts";

export interface InvoiceDocument {
  company: { name: string; address: string | null; phone: string | null; currency: string };
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
    | "due_amount"
    | "notes"
  >;
  lines: readonly Pick<
    InvoiceLine,
    "description" | "quantity" | "unit_price" | "discount" | "tax_amount" | "total"
  >[];
}

const A4: [number, number] = [595.28, 841.89];
const MARGIN = 50;
const RIGHT = A4[0] - MARGIN;
const INK = rgb(0.1, 0.1, 0.12);
const FAINT = rgb(0.45, 0.45, 0.5);
/** Right edges of the table's columns after the description. */
const COLUMNS = { quantity: 315, unit_price: 380, discount: 435, tax_amount: 485, total: RIGHT } as const;
const DESCRIPTION_WIDTH = 225;

/** Writes down a page and begins another when it is full. */
class Sheet {
  readonly #document: PDFDocument;
  readonly #regular: PDFFont;
  readonly #bold: PDFFont;
  readonly #text: (text: string) => string;
  #page: PDFPage;
  y = A4[1] - MARGIN;

  constructor(document: PDFDocument, regular: PDFFont, bold: PDFFont) {
    this.#document = document;
    this.#regular = regular;
    this.#bold = bold;
    this.#text = textFor(regular);
    this.#page = document.addPage(A4);
  }

  /** Moves down; where `height` no longer fits, to the top of a new page. */
  down(height: number): void {
    this.y -= height;
    if (this.y > MARGIN) return;
    this.#page = this.#document.addPage(A4);
    this.y = A4[1] - MARGIN - height;
  }

  write(
    text: string,
    x: number,
    options: { size?: number; bold?: boolean; faint?: boolean; right?: boolean } = {},
  ): void {
    const { size = 10, bold = false, faint = false, right = false } = options;
    const font = bold ? this.#bold : this.#regular;
    const shown = this.#text(text);
    const start = right ? x - font.widthOfTextAtSize(shown, size) : x;
    this.#page.drawText(shown, { x: start, y: this.y, size, font, color: faint ? FAINT : INK });
  }

  /** The lines of a text that fit into a width. */
  broken(text: string, width: number, size = 10): string[] {
    return linesWithin(this.#text(text), this.#regular, size, width);
  }

  rule(): void {
    const { y } = this;
    this.#page.drawLine({ start: { x: MARGIN, y }, end: { x: RIGHT, y }, thickness: 0.5, color: FAINT });
  }
}

function writeHead(sheet: Sheet, { company, customer, invoice }: InvoiceDocument): void {
  sheet.write(company.name, MARGIN, { size: 16, bold: true });
  sheet.write("INVOICE", RIGHT, { size: 16, bold: true, right: true });
  for (const line of [company.address, company.phone]) {
    for (const part of line ? sheet.broken(line, 300, 9) : []) {
      sheet.down(13);
      sheet.write(part, MARGIN, { size: 9, faint: true });
    }
  }
  sheet.down(34);
  const facts: [string, string][] = [
    ["Number", invoice.invoice_number],
    ["Month", invoice.billing_month],
    ["Issued", invoice.issue_date],
    ["Due", invoice.due_date],
    ["Status", invoice.status],
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

function writeLines(sheet: Sheet, { lines }: InvoiceDocument): void {
  const heads = {
    quantity: "Qty",
    unit_price: "Price",
    discount: "Discount",
    tax_amount: "Tax",
    total: "Total",
  };
  sheet.write("Description", MARGIN, { size: 9, faint: true });
  for (const [name, head] of Object.entries(heads)) {
    sheet.write(head, COLUMNS[name as keyof typeof COLUMNS], { size: 9, faint: true, right: true });
  }
  sheet.down(6);
  sheet.rule();
  for (const line of lines) {
    const [first = "", ...more] = sheet.broken(line.description, DESCRIPTION_WIDTH);
    sheet.down(16);
    sheet.write(first, MARGIN);
    for (const [name, right] of Object.entries(COLUMNS)) {
      sheet.write(String(line[name as keyof typeof COLUMNS]), right, { right: true });
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
function writeSums(sheet: Sheet, { invoice, company }: InvoiceDocument): void {
  const sums: [string, string, boolean][] = [
    ["Previous due", invoice.previous_due, false],
    ["Discount", invoice.discount, false],
    ["Total", invoice.total_payable, true],
    ["Paid", invoice.paid_amount, false],
    ["Carried forward", invoice.carried_amount, false],
    [`Due (${company.currency})`, invoice.due_amount, true],
  ];
  for (const [label, amount, always] of sums) {
    if (!always && !/[1-9]/.test(amount)) continue;
    sheet.down(17);
    sheet.write(label, 370, { bold: always });
    sheet.write(amount, RIGHT, { bold: always, right: true });
  }
  if (!invoice.notes) return;
  sheet.down(20);
  for (const paragraph of invoice.notes.split("\n")) {
    for (const part of sheet.broken(paragraph, RIGHT - MARGIN, 9)) {
      sheet.down(13);
      sheet.write(part, MARGIN, { size: 9, faint: true });
    }
  }
}

/** An invoice on A4, on as many pages as its lines need. @param made_at the document's date. */
export async function invoicePdf(input: InvoiceDocument, made_at: Date): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const sheet = new Sheet(document, regular, bold);
  writeHead(sheet, input);
  writeLines(sheet, input);
  writeSums(sheet, input);
  document.setTitle(textFor(regular)(input.invoice.invoice_number));
  document.setCreationDate(made_at);
  document.setModificationDate(made_at);
  return document.save();
}
