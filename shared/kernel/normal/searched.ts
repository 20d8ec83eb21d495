// The texts that a search looks for when one was typed, because one thing has several spellings. Pure.
import { plainDigits } from "../formatting/digits.ts";
import { commonDigits, isPhone } from "./phone.ts";

/** Fewer digits are the beginning of too many numbers: they are looked for as they were typed. */
export const NUMBER_DIGITS = 6;

/**
 * What is looked for, each in any part of a text in its normal form: as it was typed, in plain digits, and of what may be a
 * telephone number the digits that all its spellings have in common.
 * @param country of the company's phone numbers, where any are searched; undefined: none are.
 */
export function searchedSpellings(text: string, country?: string | null): readonly string[] {
  const plain = plainDigits(text);
  const common = country === undefined || !isPhone(text) ? null : commonDigits(text, country);
  const spellings = new Set([text, plain]);
  if (common !== null && common.length >= NUMBER_DIGITS) {
    spellings.add(common);
    // Whatever holds all digits holds those.
    if (/^\d+$/.test(plain.trim())) return [common];
  }
  return [...spellings];
}
