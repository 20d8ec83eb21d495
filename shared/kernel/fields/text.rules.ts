// What a text may hold: what can be kept, what stands in one line, and what is no text at all.

import { plainDigits } from "../formatting/digits.ts";
import { normalText } from "../normal/normal-text.ts";

/** PostgreSQL's text takes no NUL, which would become a 500, and UTF-8 no half of a character, which would be another one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is looked for
export const KEEPABLE = /^[^\u0000\p{Cs}]*$/u;
export const UNKEEPABLE = "Control characters and halves of characters are not allowed";

/** One line: text in a mail's head, a device's script or a file's name must not begin another line there. */
export const PRINTABLE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;

/** What refuses a name of several scripts, wherever names are taken. */
export const ONE_SCRIPT = { error: "Letters of one script alone", params: { code: "MIXED_SCRIPTS" } };

export const UNSEEN = "Nothing of it can be seen";
export const isSeen = (typed: string) => typed === "" || normalText(typed) !== "";

/** A number that a spreadsheet turned into an amount has lost digits. */
export const ROUNDED = "A spreadsheet has rounded this number: format its cells as text";
export const isRounded = (typed: string) =>
  /^\s*\d(?:[.,]\d+)?E\+?\d+\s*$|^\s*\d{4,}[.,]0+\s*$/i.test(plainDigits(typed));
