// What a new customer's form proposes and puts right: the username from the name, phones as the country writes them. Pure.
import { own } from "../../../shared/kernel/own.ts";
import { plainDigits } from "../../kernel/money-format.ts";

/** Calling codes of the countries whose own numbers begin with 0. */
const CALLING_CODES: Readonly<Record<string, string>> = {
  BD: "880",
  IN: "91",
  PK: "92",
  NP: "977",
  LK: "94",
  MM: "95",
  ID: "62",
  MY: "60",
  PH: "63",
  TH: "66",
  VN: "84",
  KH: "855",
  KE: "254",
  UG: "256",
  TZ: "255",
  RW: "250",
  NG: "234",
  GH: "233",
  ZA: "27",
  EG: "20",
  UA: "380",
  TR: "90",
  BR: "55",
  GB: "44",
  DE: "49",
  FR: "33",
};

/** A phone number as people of the tenant's country write it: +880 1711-123456 is 01711123456 in Bangladesh. */
export function tidyPhone(text: string, country: string): string {
  const plain = plainDigits(text).replace(/[\s\-().]/g, "");
  if (!/^\+?\d+$/.test(plain)) return text;
  const code = own(CALLING_CODES, country);
  const international = plain.replace(/^00/, "+");
  return code && international.startsWith(`+${code}`)
    ? `0${international.slice(code.length + 1)}`
    : international;
}

/** A phone number in digits with its country's code, as messengers take it; null where the country can't be told. */
export function internationalPhone(text: string, country: string): string | null {
  const plain = plainDigits(text)
    .replace(/[\s\-().]/g, "")
    .replace(/^00/, "+");
  if (/^\+\d{6,}$/.test(plain)) return plain.slice(1);
  const code = own(CALLING_CODES, country);
  return code && /^0\d{5,}$/.test(plain) ? code + plain.slice(1) : null;
}

/** At least so many digits are a number of its own: a shorter one may be the end of many. */
const OWN_DIGITS = 7;

/** Whether two texts are the same phone number, however each is written. */
export function isSamePhone(one: string, other: string, country: string): boolean {
  const [a, b] = [tidyPhone(one, country), tidyPhone(other, country)];
  if (a === b) return true;
  const [whole, otherWhole] = [internationalPhone(a, country), internationalPhone(b, country)];
  if (whole !== null && otherWhole !== null) return whole === otherWhole;
  // Of a company that has not said its country: what follows the zero is what follows a country's code.
  const [international, national] = a.startsWith("+") ? [a, b] : [b, a];
  const own = national.replace(/^0/, "");
  const isBoth = /^\+\d+$/.test(international) && /^0\d+$/.test(national) && own.length >= OWN_DIGITS;
  return isBoth && international.endsWith(own) && international.length - own.length <= 4;
}

/** Whether a text can be a phone number at all. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s\-().]+$/.test(plainDigits(text)) && plainDigits(text).replace(/\D/g, "").length >= 5;

/** A username that follows from a name and that nobody has: "Rahim Uddin" is rahim.uddin, or rahim.uddin2. */
export function proposedUsername(name: string, isTaken: (username: string) => boolean): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^a-z0-9]/g, ""))
    .filter(Boolean);
  const base = words.join(".").slice(0, 60);
  if (base === "") return "";
  for (let n = 1; ; n++) {
    const username = n === 1 ? base : `${base}${n}`;
    if (!isTaken(username)) return username;
  }
}
