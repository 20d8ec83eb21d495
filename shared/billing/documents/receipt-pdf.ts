// A receipt as a PDF for a receipt printer: the same lines as on the screen, in Courier, as long as it needs to be.
import { PDFDocument, StandardFonts } from "pdf-lib";
import { textFor } from "../../kernel/paper/pdf-text.ts";
import {
  RECEIPT_WORDS,
  type Receipt,
  type ReceiptWidth,
  type ReceiptWords,
  receiptLines,
} from "./receipt.rules.ts";

const POINTS_PER_MM = 72 / 25.4;
const MARGIN_MM = 3.5;
/** Courier's characters are this part of the font size wide. */
const ADVANCE = 0.6;
const LEADING = 1.25;

const PAPERS = {
  58: { columns: 32, width_mm: 58 },
  80: { columns: 48, width_mm: 80 },
} as const satisfies Record<number, { columns: ReceiptWidth; width_mm: number }>;

export type PaperWidth = keyof typeof PAPERS;

/**
 * A receipt on paper of 58 or 80 mm.
 * @param made_at the document's date, so that the same receipt gives the same bytes.
 */
export async function receiptPdf(
  receipt: Receipt,
  paper: PaperWidth,
  made_at: Date,
  words: ReceiptWords = RECEIPT_WORDS,
): Promise<Uint8Array> {
  const { columns, width_mm } = PAPERS[paper];
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Courier);
  const write = textFor(font);
  const lines = receiptLines(receipt, columns, words);
  const margin = MARGIN_MM * POINTS_PER_MM;
  const width = width_mm * POINTS_PER_MM;
  const size = (width - 2 * margin) / (columns * ADVANCE);
  const height = lines.length * size * LEADING + 2 * margin;
  const page = document.addPage([width, height]);
  for (const [index, line] of lines.entries()) {
    page.drawText(write(line), { x: margin, y: height - margin - (index + 1) * size * LEADING, size, font });
  }
  document.setTitle(write(receipt.receipt_number));
  document.setCreationDate(made_at);
  document.setModificationDate(made_at);
  return document.save();
}
