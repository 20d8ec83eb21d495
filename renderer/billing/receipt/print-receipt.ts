// Puts a receipt on paper: the page's own print dialog, with a page as wide as the roll and as long as the receipt.
import { paperLine } from "./paper-layout.ts";
import type { PaperWidth } from "./receipt-words.ts";

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

/** Prints and cleans up after itself. Resolves when the dialog is closed. */
export async function printReceipt(lines: readonly string[], paper: PaperWidth): Promise<void> {
  const sheet = document.createElement("div");
  sheet.className = "print-only";
  sheet.append(...lines.map((line) => sheetLine(line, paper === 58 ? 32 : 48)));
  const style = document.createElement("style");
  style.textContent = pageRule(lines.length, paper);
  document.head.append(style);
  document.body.append(sheet);
  document.body.classList.add("printing-receipt");
  const over = new Promise<void>((resolve) => {
    window.addEventListener("afterprint", () => resolve(), { once: true });
  });
  try {
    window.print();
    await over;
  } finally {
    document.body.classList.remove("printing-receipt");
    sheet.remove();
    style.remove();
  }
}
