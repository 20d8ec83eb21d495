// Which font files draw a character of Chinese, Japanese or Korean: their fonts come in some hundred files by use.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const files = createRequire(import.meta.url);

/** Noto Sans of China, Japan and Korea, each with its own forms of what they share. */
export type EastAsian = "sc" | "jp" | "kr";

const packageOf = (family: EastAsian) => `@fontsource-variable/noto-sans-${family}`;

/** "[102]" is written "102" in the names of files. */
const fileOf = (family: EastAsian, part: string) =>
  `${packageOf(family)}/files/noto-sans-${family}-${part.replace(/[[\]]/g, "")}-wght-normal.woff2`;

interface Range {
  first: number;
  last: number;
  file: string;
}

const read = new Map<EastAsian, readonly Range[]>();

/** The ranges of a font's files, in order of their first character. */
function rangesOf(family: EastAsian): readonly Range[] {
  const known = read.get(family);
  if (known) return known;
  const parts: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(files.resolve(`${packageOf(family)}/unicode.json`), "utf8"),
  );
  const ranges = Object.entries(parts)
    .flatMap(([part, given]) =>
      given.split(",").map((range) => {
        const [first = 0, last = first] = range
          .replace(/^\s*U\+/, "")
          .split("-")
          .map((code) => Number.parseInt(code, 16));
        return { first, last, file: fileOf(family, part) };
      }),
    )
    .sort((a, b) => a.first - b.first);
  read.set(family, ranges);
  return ranges;
}

const found = new Map<string, string | null>();

/** The file of a family that has a character; null: none has. */
export function eastAsianFile(family: EastAsian, character: string): string | null {
  const code = character.codePointAt(0) ?? 0;
  const key = `${family} ${code}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const file = rangesOf(family).find(({ first, last }) => first <= code && code <= last)?.file ?? null;
  found.set(key, file);
  return file;
}

/** Letters and signs of China, Japan and Korea. */
export const isEastAsian = (character: string): boolean =>
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\uff00-\uffef]/u.test(character);

/** In whose fonts a text is looked for, the first ones first: kana are Japan's, Hangul is Korea's, all else China's. */
export function familiesFor(text: string): readonly EastAsian[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ["jp", "sc", "kr"];
  return /\p{Script=Hangul}/u.test(text) ? ["kr", "sc", "jp"] : ["sc", "jp", "kr"];
}

/** What begins no line, and what ends none (JIS X 4051, in short). */
const NEVER_FIRST =
  /^[、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】〟ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u;
const NEVER_LAST = /[‘“（〔［｛〈《「『【〝]$/u;
/** Written without blanks: a line may end after each of their characters. Korean has blanks. */
const WITHOUT_BLANKS = /[\p{scx=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\uff01-\uff60]/u;

/** Whether a line may end between two characters that stand beside each other without a blank. */
export const mayBreakBetween = (one: string, next: string): boolean =>
  (WITHOUT_BLANKS.test(one) || WITHOUT_BLANKS.test(next)) && !NEVER_FIRST.test(next) && !NEVER_LAST.test(one);
