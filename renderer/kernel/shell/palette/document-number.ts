// Finding a document by the number on its paper: "T00012", "INV-2026-04", "INV-২০২৬-০৪". Pure.

import { plainDigits } from "../../../../shared/kernel/formatting/digits.ts";
import { normalText } from "../../../../shared/kernel/normal/normal-text.ts";

/** What people read from a label or a paper: letters and digits, at least two digits. "01711…" is a phone's and no number. */
const NUMBER = /^(?=.*\p{L})(?=(?:.*\d){2})[\p{L}\d/_-]{3,}$/u;

/** Whether this may be the number of a document: other records are looked through for it then, and only then. */
export const looksLikeNumber = (typed: string): boolean => NUMBER.test(plainDigits(typed).trim());

/** A whole number as it was typed, and as papers print it. */
export function wholeNumbers(typed: string): readonly string[] {
  const plain = plainDigits(typed).trim();
  return [...new Set([typed.trim(), plain, plain.toUpperCase()])];
}

/** Whether a record's number is, or begins with, what was typed. */
export function hasNumber(
  fields: readonly string[],
  typed: string,
): (record: Readonly<Record<string, unknown>>) => boolean {
  const wanted = normalText(plainDigits(typed));
  return (record) => fields.some((name) => normalText(String(record[name] ?? "")).startsWith(wanted));
}
