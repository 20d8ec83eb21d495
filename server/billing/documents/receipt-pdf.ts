// A receipt as a PDF for a receipt printer: the same lines as on the screen, as long as it needs to be.

import { type PaperLine, paperLine } from "../../../shared/billing/documents/paper-layout.ts";
import { type Receipt, receiptLines } from "../../../shared/billing/documents/receipt.rules.ts";
import {
  columnsOfPaper,
  type PaperWidth,
  receiptWords,
  receiptWriting,
} from "../../../shared/billing/documents/receipt-words.ts";
import type { Language } from "../../../shared/kernel/formatting/language.ts";
import type { TenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import type { About, Paper } from "../../kernel/pdf/paper.ts";
import { paperPdf } from "../../kernel/pdf/paper-pdf.ts";

const POINTS_PER_MM = 72 / 25.4;
const MARGIN = 3.5 * POINTS_PER_MM;
/** A column is this part of the font size wide, as on the screen. */
const ADVANCE = 0.6;
const LEADING = 1.35;
/** Between a label and its value, in parts of the font size. */
const GAP = 0.6;

interface Column {
  left: number;
  right: number;
  size: number;
}

/** The size at which something fits, at most the column's own. */
const fitting = (wanted: number, { left, right, size }: Column): number =>
  wanted <= right - left ? size : (size * (right - left)) / wanted;

function writeLine(
  paper: Paper,
  page: ReturnType<Paper["addPage"]>,
  line: PaperLine,
  y: number,
  column: Column,
): void {
  const { left, right } = column;
  switch (line.kind) {
    case "rule":
      paper.rule(page, [left, right], y + column.size * 0.3);
      break;
    case "text": {
      const size = fitting(paper.width(line.text, { size: column.size }), column);
      const free = right - left - paper.width(line.text, { size });
      const indent = { left: 0, center: free / 2, right: free }[line.align];
      paper.write(page, line.text, left + indent, y, { size });
      break;
    }
    case "pair": {
      const widths = [line.left, line.right].map((text) => paper.width(text, { size: column.size }));
      const size = fitting(
        widths.reduce((sum, width) => sum + width, GAP * column.size),
        column,
      );
      paper.write(page, line.left, left, y, { size });
      paper.write(page, line.right, right - paper.width(line.right, { size }), y, { size });
      break;
    }
  }
}

/**
 * A receipt on paper of 58 or 80 mm, in the language of the company's papers.
 * @param made_at the document's date, so that the same receipt gives the same bytes.
 */
export function receiptPdf(
  receipt: Receipt,
  width: PaperWidth,
  made_at: Date,
  { language, format }: { language: Language; format: TenantFormat },
): Promise<Uint8Array> {
  const lines = receiptLines(
    receipt,
    columnsOfPaper(width),
    receiptWords(language),
    receiptWriting(language, format),
  );
  return slipPdf({ title: receipt.receipt_number, made_at, language }, width, lines);
}

/** A paper for a receipt printer: its lines, as long as it needs to be. */
export function slipPdf(about: About, width: PaperWidth, lines: readonly string[]): Promise<Uint8Array> {
  const columns = columnsOfPaper(width);
  const across = width * POINTS_PER_MM;
  const size = (across - 2 * MARGIN) / (columns * ADVANCE);
  const column = { left: MARGIN, right: across - MARGIN, size };
  const height = lines.length * size * LEADING + 2 * MARGIN;
  return paperPdf(about, (paper) => {
    const page = paper.addPage([across, height]);
    for (const [index, line] of lines.entries()) {
      const y = height - MARGIN - (index + 1) * size * LEADING + size * 0.3;
      writeLine(paper, page, paperLine(line, columns), y, column);
    }
  });
}
