// Puts a receipt on paper: the page's own print dialog, with a page as wide as the roll and as long as the receipt.

import { paperLine } from "../../../shared/billing/documents/paper-layout.ts";
import type { PaperWidth } from "../../../shared/billing/documents/receipt-words.ts";
import { printSheet } from "../../kernel/print-sheet.ts";

const LINE_MM = 4;
const MARGIN_MM = 3;

/** The print rules of one receipt; exported for its test. */
export function pageRule(lines: number, paper: PaperWidth): string {
  const height = Math.ceil(lines * LINE_MM + 2 * MARGIN_MM + 8);
  const columns = paper === 58 ? 32 : 48;
  // A monospaced character is 0.6 em wide: the columns just fill the paper between its margins.
  const size = ((paper - 2 * MARGIN_MM) / columns / 0.602).toFixed(3);
  return `@page { size: ${paper}mm ${height}mm; margin: ${MARGIN_MM}mm; }
.print-only { font-size: ${size}mm; line-height: ${LINE_MM}mm; }`;
}

function sheetLine(line: string, columns: number): HTMLElement {
  const row = document.createElement("div");
  const part = paperLine(line, columns);
  switch (part.kind) {
    case "rule":
      row.className = "receipt-rule";
      break;
    case "text":
      row.style.textAlign = part.align;
      row.textContent = part.text;
      break;
    case "pair": {
      row.className = "receipt-pair";
      for (const text of [part.left, part.right])
        row.append(Object.assign(document.createElement("span"), { textContent: text }));
      break;
    }
  }
  return row;
}

/** Prints it as wide as the roll. */
export function printReceipt(lines: readonly string[], paper: PaperWidth): void {
  const sheet = document.createElement("div");
  sheet.className = "receipt-sheet";
  sheet.append(...lines.map((line) => sheetLine(line, paper === 58 ? 32 : 48)));
  printSheet(sheet, pageRule(lines.length, paper));
}
