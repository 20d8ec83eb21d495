// Telephone numbers in the one form that all their spellings have: digits with the country's code. Pure.
import { plainDigits } from "../formatting/digits.ts";
import { numbersOf } from "./calling-codes.ts";
import { normalText } from "./normal-text.ts";

const SEPARATORS = /[\s\-()./\u2010-\u2015\u2212]/gu;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const NUMBER = /^\+?\d+$/;
/** Shorter ones are a service's own (999, 16123), which no country's code goes before. */
const OWN_DIGITS = 6;

/** The digits of what is written as a number, after a + where there was one; null: it is none. */
function written(text: string): string | null {
  const plain = plainDigits(text.normalize("NFKC")).replace(UNSEEN, "").replace(SEPARATORS, "");
  return NUMBER.test(plain) ? plain : null;
}

/** Whether a text can be a telephone number at all. */
export const isPhone = (text: string): boolean => (written(text)?.replace("+", "").length ?? 0) >= 5;

/**
 * The digits behind the country's code of a number as it is written in `country`, and that code; null for what is no
 * number, or of no country that is told.
 */
function split(text: string, country: string | null): { code: string; rest: string } | null {
  const plain = written(text);
  if (plain === null) return null;
  const own = numbersOf(country);
  const foreign = ["+", "00", own?.abroad ?? "00"].find((begin) => plain.startsWith(begin));
  const { calling_code: code = "", trunk = "", digits: least = 0 } = own ?? {};
  // "+44 (0)20 …": the zero of home is written along.
  const atHome = (digits: string) => (trunk === "0" && digits.startsWith("0") ? digits.slice(1) : digits);
  if (foreign !== undefined && plain.length - foreign.length >= OWN_DIGITS) {
    const digits = plain.slice(foreign.length);
    return own && digits.startsWith(code)
      ? { code, rest: atHome(digits.slice(code.length)) }
      : { code: "", rest: digits };
  }
  if (!own || plain.startsWith("+") || plain.length < OWN_DIGITS) return null;
  if (trunk !== "" && plain.startsWith(trunk)) return { code, rest: plain.slice(trunk.length) };
  // M-Pesa and most gateways leave the + out.
  const isCoded = plain.startsWith(code) && plain.length - code.length >= least;
  return { code, rest: isCoded ? atHome(plain.slice(code.length)) : plain };
}

/**
 * A number in international form, digits alone: 01711-999888, +8801711999888 and ০১৭১১৯৯৯৮৮৮ are 8801711999888 in
 * Bangladesh. Where no country is told, or it is no number, the digits as they are or the text's normal form.
 * @param country ISO 3166, the company's `phone_country`.
 */
export function phoneForm(text: string, country: string | null): string {
  const parts = split(text, country);
  if (parts) return parts.code + parts.rest;
  return written(text)?.replace("+", "") ?? normalText(text);
}

/** So many digits are a whole number's, whatever stands before them. */
const WHOLE_DIGITS = 9;
/** No country's code is longer. */
const CODE_DIGITS = 3;

/**
 * Whether two spellings are one number. Where no country is told, a number with a country's code is the one that is written
 * without it: its end, but for zeros of home.
 * @param country ISO 3166, the company's `phone_country`.
 */
export function isSamePhone(one: string, other: string, country: string | null): boolean {
  const forms = [phoneForm(one, country), phoneForm(other, country)] as const;
  if (forms[0] === forms[1]) return true;
  if (numbersOf(country) || !forms.every((form) => /^\d+$/.test(form))) return false;
  const [short = "", long = ""] = forms
    .map((form) => form.replace(/^0+/, ""))
    .sort((a, b) => a.length - b.length);
  return short.length >= WHOLE_DIGITS && long.endsWith(short) && long.length - short.length <= CODE_DIGITS;
}

/**
 * What stands in every spelling of a number, also of one that is being typed: the digits behind the country's code and
 * the zero of home. Null for what is no number.
 */
export function commonDigits(text: string, country: string | null): string | null {
  const parts = split(text, country);
  if (parts) return parts.rest;
  const plain = written(text);
  if (plain === null) return null;
  const { calling_code = "", trunk = "" } = numbersOf(country) ?? {};
  const begin = [`+${calling_code}`, `00${calling_code}`, trunk].find(
    (one) => one !== "" && plain.startsWith(one),
  );
  return plain.slice(begin?.length ?? 0).replace("+", "");
}

/** Whether a number of the country has lost the zero before it, as a spreadsheet takes it from what it holds for an amount. */
export function hasLostZero(text: string, country: string | null): boolean {
  const [plain, own] = [written(text), numbersOf(country)];
  if (plain === null || !own?.needs_zero || plain.length < OWN_DIGITS + 2 || !/^[1-9]/.test(plain))
    return false;
  return split(text, country)?.rest === plain;
}

/** The digits alone, as a spelling is compared with what all have in common. */
export const digitsOf = (text: string): string => written(text)?.replace("+", "") ?? "";
