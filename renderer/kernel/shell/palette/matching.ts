// How well words fit what was typed in the search over everything. Pure.

import { plainDigits } from "../../../../shared/kernel/formatting/digits.ts";
import { normalText } from "../../../../shared/kernel/normal/normal-text.ts";

/** From the best fit on; null fits not at all. */
export type Fit = 0 | 1 | 2 | null;

/** Fewer letters are the beginning of too many words. */
const OF_A_SCREEN = 3;

/** Whether one of a text's words, and what follows it, begins so: "bal" in "Trial balance". */
function beginsAWord(text: string, typed: string): boolean {
  for (let at = text.indexOf(typed); at >= 0; at = text.indexOf(typed, at + 1))
    if (at === 0 || /[\s,(/-]/.test(text[at - 1] ?? "")) return true;
  return false;
}

/**
 * How a screen fits: its name begins so, one of its other names has a word that begins so, or its name has it somewhere.
 * @param also its other names, of all languages
 * @param typed not empty
 */
export function screenFit(name: string, also: readonly string[], typed: string): Fit {
  const wanted = normalText(typed);
  const known = normalText(name);
  if (beginsAWord(known, wanted)) return 0;
  if (also.some((text) => beginsAWord(normalText(text), wanted))) return 1;
  return known.includes(wanted) ? 2 : null;
}

/** Whether what was typed is the word of a screen: such screens stand above people. */
export const isWordOf = (fit: Fit, typed: string): boolean =>
  fit !== null && fit < 2 && typed.trim().length >= OF_A_SCREEN;

/** An IP address, or its beginning with at least one dot. */
export const looksLikeAddress = (typed: string): boolean =>
  /^\d{1,3}(?:\.\d{1,3}){0,3}\.?$/.test(plainDigits(typed).trim()) && typed.includes(".");

/** Whether a record's fields hold every typed word; a list of texts, e.g. of serial numbers, by any of them. */
export function holdsWords(
  fields: readonly string[],
  typed: string,
): (record: Readonly<Record<string, unknown>>) => boolean {
  const words = normalText(plainDigits(typed)).split(/\s+/);
  return (record) => {
    const text = normalText(fields.map((name) => [record[name] ?? ""].flat().join(" ")).join(" "));
    return words.every((word) => text.includes(word));
  };
}
