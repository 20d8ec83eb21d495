// Documents on A4: text down a page, lines, and the head that all of them have.
import type { PDFPage } from "pdf-lib";
import { printable } from "../../../shared/kernel/formatting/text-columns.rules.ts";
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
/** Where the names of facts begin, where their values leave room. */
const FACTS = 370;
/** Where the names of sums begin, where their amounts leave room. */
const SUMS = 350;
/** What stands before figures has so much room in any case. */
const LEAST = 100;
/** Between two columns of figures. */
const COLUMN_GAP = 12;

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
  broken(text: string, width: number, style: TextStyle = {}): string[] {
    return this.#paper.broken(text, width, style);
  }

  /** How wide a text is, in points. */
  width(text: string, style: TextStyle = {}): number {
    return this.#paper.width(printable(text), style);
  }

  /** Texts below each other on the left, each broken within the width, and facts with their names on the right. */
  beside(
    left: readonly (TextStyle & { text: string })[],
    facts: readonly (readonly [name: string, value: string])[],
  ): void {
    const named = Math.max(0, ...facts.map(([name]) => this.width(name)));
    const valued = Math.max(0, ...facts.map(([, value]) => this.width(value)));
    const names = RIGHT - Math.max(valued + named + 15, RIGHT - FACTS);
    const rows = left.flatMap(({ text, ...style }) =>
      this.broken(text, names - MARGIN - 20, style).map((part) => ({ part, style })),
    );
    for (let index = 0; index < Math.max(rows.length, facts.length); index += 1) {
      const row = rows[index];
      if (row) this.write(row.part, MARGIN, row.style);
      const [name, value] = facts[index] ?? [];
      if (name) this.write(name, names, { faint: true });
      if (value) this.write(value, RIGHT, { right: true });
      this.down(15);
    }
  }

  /**
   * Where columns of figures end, so that the widest text of each has room: from the right edge on, the last column outermost. Where
   * all of them are too wide for the page, they are written smaller.
   * @param columns the texts of each column, its head among them.
   * @returns each column's right edge, their size, and how wide what stands before them may be.
   */
  columns<N extends string>(
    columns: Readonly<Record<N, readonly string[]>>,
    { bold = false } = {},
  ): { edges: Record<N, number>; size: number; before: number } {
    const names = Object.keys(columns) as N[];
    const wanted = new Map(
      names.map((name) => [name, Math.max(...columns[name].map((text) => this.width(text, { bold })))]),
    );
    const room = RIGHT - MARGIN - LEAST - names.length * COLUMN_GAP;
    const scale = Math.min(1, room / [...wanted.values()].reduce((sum, width) => sum + width, 0));
    const edges = {} as Record<N, number>;
    let edge = RIGHT;
    for (const name of names.toReversed()) {
      edges[name] = edge;
      edge -= scale * (wanted.get(name) ?? 0) + COLUMN_GAP;
    }
    return { edges, size: 10 * scale, before: edge - MARGIN };
  }

  /** Sums below each other: their names one below the other, their amounts at the right edge. */
  sums(rows: readonly { name: string; amount: string; bold: boolean }[]): void {
    const widest = (of: "name" | "amount") =>
      Math.max(0, ...rows.map((row) => this.width(row[of], { bold: true })));
    const names = Math.min(SUMS, RIGHT - widest("amount") - widest("name") - COLUMN_GAP);
    for (const { name, amount, bold } of rows) {
      this.down(17);
      this.write(name, names, { bold });
      this.write(amount, RIGHT, { bold, right: true });
    }
  }

  rule(): void {
    this.#paper.rule(this.#page, [MARGIN, RIGHT], this.y, { faint: true });
  }

  /** Who it is from, and what it is. */
  head(company: Letterhead, kind: string): void {
    const title = { size: 16, bold: true } as const;
    this.write(kind, RIGHT, { ...title, right: true });
    const beside = RIGHT - MARGIN - this.width(kind, title) - 20;
    for (const [index, part] of this.broken(company.name, beside, title).entries()) {
      if (index > 0) this.down(20);
      this.write(part, MARGIN, title);
    }
    for (const line of [company.address, company.phone, company.tax_number]) {
      for (const part of line ? this.broken(line, 300, { size: 9 }) : []) {
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
      for (const part of this.broken(paragraph, RIGHT - MARGIN, { size: 9 })) {
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
