// A holder's day on A4: what was there, what came and went, what is there now, with room for two signatures.
import { printSheet } from "../../kernel/print-sheet.ts";

const STYLE = `@page { size: A4; margin: 16mm; }
.day-sheet { font-size: 10pt; line-height: 1.4; }
.day-sheet h1 { font-size: 15pt; margin: 0 0 4mm; }
.day-sheet table { width: 100%; border-collapse: collapse; margin-bottom: 6mm; }
.day-sheet th, .day-sheet td { padding: 1mm 2mm 1mm 0; border-bottom: 0.2mm solid #bbb; text-align: left; vertical-align: top; }
.day-sheet tr { break-inside: avoid; }
.day-sheet th:last-child, .day-sheet td:last-child { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.day-sheet pre { font: inherit; margin-top: 14mm; }`;

export interface PrintedSheet {
  readonly company: string;
  readonly title: string;
  readonly day: string;
  /** What the day's money adds up from: label and amount, as they are written. */
  readonly sums: readonly (readonly [string, string])[];
  readonly headings: readonly string[];
  readonly moves: readonly (readonly string[])[];
  readonly signatures: string;
}

const element = (name: string, text: string): HTMLElement =>
  Object.assign(document.createElement(name), { textContent: text });

function table(rows: readonly (readonly string[])[], cell: "td" | "th"): HTMLElement[] {
  return rows.map((cells) => {
    const row = document.createElement("tr");
    row.append(...cells.map((text) => element(cell, text)));
    return row;
  });
}

export function printDaySheet({
  company,
  title,
  day,
  sums,
  headings,
  moves,
  signatures,
}: PrintedSheet): void {
  const sheet = document.createElement("div");
  sheet.className = "day-sheet";
  const [adding, moving] = [document.createElement("table"), document.createElement("table")];
  adding.append(...table(sums, "td"));
  moving.append(...table([headings], "th"), ...table(moves, "td"));
  sheet.append(
    element("div", `${company} · ${day}`),
    element("h1", title),
    adding,
    moving,
    element("pre", signatures),
  );
  printSheet(sheet, STYLE);
}
