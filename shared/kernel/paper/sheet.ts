// Documents on A4: text down a page, lines, and the head that all of them have.
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib";
import { linesWithin, textFor } from "./pdf-text.ts";

/** Who a document is from. */
export interface Letterhead {
  name: string;
  address: string | null;
  phone: string | null;
}

const A4: [number, number] = [595.28, 841.89];
export const MARGIN = 50;
export const RIGHT = A4[0] - MARGIN;
const INK = rgb(0.1, 0.1, 0.12);
const FAINT = rgb(0.45, 0.45, 0.5);

/** Writes down a page and begins another when it is full. */
export class Sheet {
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

  /** Who it is from, and what it is. */
  head(company: Letterhead, kind: string): void {
    this.write(company.name, MARGIN, { size: 16, bold: true });
    this.write(kind, RIGHT, { size: 16, bold: true, right: true });
    for (const line of [company.address, company.phone]) {
      for (const part of line ? this.broken(line, 300, 9) : []) {
        this.down(13);
        this.write(part, MARGIN, { size: 9, faint: true });
      }
    }
    this.down(34);
  }
}

/** A document on A4. @param made_at its date, so that the same document gives the same bytes. */
export async function sheetPdf(
  { title, made_at }: { title: string; made_at: Date },
  write: (sheet: Sheet) => void,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  write(new Sheet(document, regular, bold));
  document.setTitle(textFor(regular)(title));
  document.setCreationDate(made_at);
  document.setModificationDate(made_at);
  return document.save();
}
