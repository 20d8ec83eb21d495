// What a new customer's form proposes and puts right: the username from the name, phones as the country writes them. Pure.
import { numbersOf } from "../../../shared/kernel/normal/calling-codes.ts";
import { phoneForm } from "../../../shared/kernel/normal/phone.ts";
import { plainDigits } from "../../kernel/money-format.ts";

/** A phone number as people of the tenant's country write it: +880 1711-123456 is 01711123456 in Bangladesh. */
export function tidyPhone(text: string, country: string): string {
  const plain = plainDigits(text).replace(/[\s\-().]/g, "");
  if (!/^\+?\d+$/.test(plain)) return text;
  const own = numbersOf(country);
  const international = plain.replace(/^00/, "+");
  if (!own || !international.startsWith(`+${own.calling_code}`)) return international;
  // Nobody writes the 1 of North America.
  const trunk = own.trunk === "1" ? "" : own.trunk;
  return `${trunk}${international.slice(own.calling_code.length + 1)}`;
}

/** A phone number in digits with its country's code, as messengers take it; null where the country can't be told. */
export function internationalPhone(text: string, country: string): string | null {
  const plain = plainDigits(text)
    .replace(/[\s\-().]/g, "")
    .replace(/^00/, "+");
  if (/^\+\d{6,}$/.test(plain)) return plain.slice(1);
  const own = numbersOf(country);
  return own && /^\d{6,}$/.test(plain) && plain.startsWith(own.trunk) ? phoneForm(plain, country) : null;
}

/** A free username that follows from a name: "Rahim Uddin" is rahim.uddin, or rahim.uddin2. */
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
