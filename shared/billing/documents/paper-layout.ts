// A receipt's line as its parts, for surfaces whose letters are not all of one width (Bengali, Arabic). Pure.
import { columnsOf } from "../../kernel/formatting/text-columns.rules.ts";

export type PaperLine =
  | { readonly kind: "rule" }
  | { readonly kind: "text"; readonly text: string; readonly align: "left" | "center" | "right" }
  | { readonly kind: "pair"; readonly left: string; readonly right: string };

/** Reads a line of `receiptLines` back: its blanks say where its parts stand. */
export function paperLine(line: string, columns: number): PaperLine {
  if (/^-+$/.test(line)) return { kind: "rule" };
  const text = line.trim();
  const lead = line.length - line.trimStart().length;
  if (lead > 0) {
    const rest = columns - columnsOf(line);
    return { kind: "text", text, align: Math.abs(rest - lead) <= 1 ? "center" : "right" };
  }
  // Within a part blanks are single: two or more are the gap between label and value.
  const gap = / {2,}/.exec(text);
  if (!gap) return { kind: "text", text, align: "left" };
  return { kind: "pair", left: text.slice(0, gap.index), right: text.slice(gap.index + gap[0].length) };
}
