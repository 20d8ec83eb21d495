// Documents on A4: text down a page, lines, and the head that all of them have.
import type { PDFPage } from "pdf-lib";
import { printable } from "../../../shared/kernel/paper/columns.rules.ts";
import { linesWithin } from "./lines-within.ts";
import type { About, Paper, TextStyle } from "./paper.ts";
import { paperPdf } from "./paper-pdf.ts";

/** Who a document is from. */
export interface Letterhead {
  name: string;
  address: string | null;
  phone: string | null;
  /** The number with the tax office, with its name before it. */
  tax_number: string | null;
  /** What the law asks for, at the end. */
  legal_text: string | null;
}

const A4: [number, number] = [595.28, 841.89];
export const MARGIN = 50;
export const RIGHT = A4[0] - MARGIN;

/** Writes down a page and begins another when it is full. */
export class Sheet {
  readonly #paper: Paper;
  #page: PDFPage;
  y = A4[1] - MARGIN;

  constructor(paper: Paper) {
    this.#paper = paper;
    this.#page = paper.addPage(A4);
  }

  /** Moves down; where `height` no longer fits, to the top of a new page. Answers whether it is a new one. */
  down(height: number): boolean {
    this.y -= height;
    if (this.y > MARGIN) return false;
    this.#page = this.#paper.addPage(A4);
    this.y = A4[1] - MARGIN - height;
    return true;
  }

  /** Begins a new page, for the next of several documents. */
  next(): void {
    this.#page = this.#paper.addPage(A4);
    this.y = A4[1] - MARGIN;
  }

  /** A text that begins at x, or with `right` ends there. */
  write(text: string, x: number, { right = false, ...style }: TextStyle & { right?: boolean } = {}): void {
    const shown = printable(text);
    const start = right ? x - this.#paper.width(shown, style) : x;
    this.#paper.write(this.#page, shown, start, this.y, style);
  }

  /** The lines of a text that fit into a width. */
  broken(text: string, width: number, size = 10): string[] {
    return linesWithin(text, (line) => this.#paper.width(line, { size }) <= width);
  }

  rule(): void {
    this.#paper.rule(this.#page, [MARGIN, RIGHT], this.y, { faint: true });
  }

  /** Who it is from, and what it is. */
  head(company: Letterhead, kind: string): void {
    this.write(company.name, MARGIN, { size: 16, bold: true });
    this.write(kind, RIGHT, { size: 16, bold: true, right: true });
    for (const line of [company.address, company.phone, company.tax_number]) {
      for (const part of line ? this.broken(line, 300, 9) : []) {
        this.down(13);
        this.write(part, MARGIN, { size: 9, faint: true });
      }
    }
    this.down(34);
  }

  /** A text of several lines at the end, in small letters; null: none. */
  note(text: string | null): void {
    if (!text) return;
    this.down(20);
    for (const paragraph of text.split("\n")) {
      for (const part of this.broken(paragraph, RIGHT - MARGIN, 9)) {
        this.down(13);
        this.write(part, MARGIN, { size: 9, faint: true });
      }
    }
  }
}

/** A document on A4. */
export function sheetPdf(about: About, write: (sheet: Sheet) => void): Promise<Uint8Array> {
  return paperPdf(about, (paper) => write(new Sheet(paper)));
}
