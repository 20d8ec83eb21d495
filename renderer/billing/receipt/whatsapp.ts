// A receipt as a message: its lines without the paper's columns, and the address that opens WhatsApp with it. Pure.
import { paperLine } from "../../../shared/billing/documents/paper-layout.ts";

/** The receipt's words for a screen whose letters have any width; a rule of the paper is an empty line. */
export function receiptMessage(lines: readonly string[], columns: number): string {
  const written = lines.map((line) => {
    const part = paperLine(line, columns);
    if (part.kind === "rule") return "";
    return part.kind === "pair" ? `${part.left} ${part.right}` : part.text;
  });
  return written
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** @param phone in digits with the country's code; null: WhatsApp asks whom it is for. */
export const whatsappAddress = (phone: string | null, text: string): string =>
  `https://wa.me/${phone ?? ""}?text=${encodeURIComponent(text)}`;
