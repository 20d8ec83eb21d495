// A receipt as a PDF the width of its paper. Drawn by the browser, which shapes every script (Bengali, Arabic) rightly.
import { PDFDocument } from "pdf-lib";
import { paperLine } from "../../../shared/billing/documents/paper-layout.ts";
import type { PaperWidth } from "../../../shared/billing/documents/receipt-words.ts";
import { isPractising, STAMP } from "../../kernel/practice/practising.ts";

const MM = 72 / 25.4;
/** Dots per millimetre of a good thermal printer, twice: sharp on paper and on screen. */
const DOTS = 16;
const MARGIN_MM = 3;
const LINE_MM = 4;

/** Says across the paper that it is none. */
function stamp(context: CanvasRenderingContext2D, width: number, height: number): void {
  const size = width / 7;
  context.save();
  context.fillStyle = "rgba(0, 0, 0, 0.3)";
  context.font = `700 ${size}px sans-serif`;
  context.textAlign = "center";
  for (let y = height / 6; y < height; y += height / 3) {
    context.save();
    context.translate(width / 2, y);
    context.rotate(-0.42);
    for (const [n, text] of STAMP.entries()) context.fillText(text, 0, (n - 1) * size * 1.15);
    context.restore();
  }
  context.restore();
}

/** The lines as a picture, black on white. */
async function draw(lines: readonly string[], paper: PaperWidth, height_mm: number): Promise<ArrayBuffer> {
  const canvas = document.createElement("canvas");
  canvas.width = paper * DOTS;
  canvas.height = height_mm * DOTS;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  context.textBaseline = "top";
  const columns = paper === 58 ? 32 : 48;
  const size = ((paper - 2 * MARGIN_MM) * DOTS) / columns / 0.602;
  context.font = `${size}px ${getComputedStyle(document.body).getPropertyValue("--mantine-font-family-monospace")}`;
  const edges = { left: MARGIN_MM * DOTS, center: (paper / 2) * DOTS, right: (paper - MARGIN_MM) * DOTS };
  const write = (text: string, align: keyof typeof edges, y: number) => {
    context.textAlign = align;
    context.fillText(text, edges[align], y);
  };
  for (const [index, line] of lines.entries()) {
    const y = (MARGIN_MM + index * LINE_MM) * DOTS;
    const part = paperLine(line, columns);
    switch (part.kind) {
      case "rule":
        context.fillRect(edges.left, y + (LINE_MM / 2) * DOTS, edges.right - edges.left, 2);
        break;
      case "text":
        write(part.text, part.align, y);
        break;
      case "pair":
        write(part.left, "left", y);
        write(part.right, "right", y);
        break;
    }
  }
  if (isPractising()) stamp(context, paper * DOTS, height_mm * DOTS);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("This browser can't make pictures");
  return blob.arrayBuffer();
}

/** The receipt's lines as one page as long as they are. */
export async function receiptFile(
  lines: readonly string[],
  paper: PaperWidth,
  title: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const height_mm = Math.ceil(lines.length * LINE_MM + 2 * MARGIN_MM);
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  const picture = await pdf.embedPng(await draw(lines, paper, height_mm));
  const page = pdf.addPage([paper * MM, height_mm * MM]);
  page.drawImage(picture, { x: 0, y: 0, width: paper * MM, height: height_mm * MM });
  return new Uint8Array(await pdf.save());
}
