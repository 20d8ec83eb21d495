// Text broken into lines: nothing is lost, nothing is wider than its line, and each character is looked at once.
import fc from "fast-check";
import { expect, it } from "vitest";
import { linesWithin } from "../../../server/kernel/pdf/lines-within.ts";
import { measure, setText, widthOf } from "../../../server/kernel/pdf/typeface.ts";
import { graphemesOf, printable } from "../../../shared/kernel/formatting/text-columns.rules.ts";

const WIDTH = 10;
const wide = (text: string) =>
  graphemesOf(text).map((grapheme) => ({ grapheme, width: /[MW]/.test(grapheme) ? 3 : 1 }));
const widthOfLine = (line: string) => wide(line).reduce((sum, { width }) => sum + width, 0);

const text = fc
  .array(fc.constantFrom("M", "W", "i", " ", "ab", "é", "ক্ষ", "\n", "lmn"), { maxLength: 80 })
  .map((parts) => parts.join(""));

/** The rule as one says it: as many words as fit, and a word that is wider than a line broken where it reaches its end. */
function byWords(one: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of printable(one).split(" ")) {
    if (widthOfLine(line === "" ? word : `${line} ${word}`) <= WIDTH) {
      line = line === "" ? word : `${line} ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const grapheme of graphemesOf(word)) {
      if (line !== "" && widthOfLine(line + grapheme) > WIDTH) {
        lines.push(line);
        line = "";
      }
      line += grapheme;
    }
  }
  return line === "" ? lines : [...lines, line];
}

it("Lines hold as many words as fit, and of a word that is wider than a line as many characters", () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(linesWithin(one, WIDTH, wide)).toEqual(byWords(one));
    }),
    { numRuns: 2_000 },
  );
});

it("Each character of a text is measured once, however many lines it makes", () => {
  let measured = 0;
  const counting = (one: string) => {
    measured += one.length;
    return wide(one);
  };
  for (const length of [1_000, 16_000]) {
    measured = 0;
    expect(linesWithin("W".repeat(length), WIDTH, counting).length).toBe(Math.ceil(length / 3));
    expect(measured).toBe(length);
  }
});

it("The characters of a text are together as wide as the text set whole, in any script", () => {
  for (const one of [
    "Zoë W. Łódź AVAVA",
    "লক্ষ্মী নির্দিষ্ট 東 🎉",
    "ffi 1,234.00",
    "",
    "محمد 12/B (فرع) Zayed",
  ]) {
    const sum = measure(one, 400).reduce((total, { em }) => total + em, 0);
    expect(sum).toBeCloseTo(widthOf(setText(one, 400), 1), 6);
    expect(
      measure(one, 400)
        .map(({ grapheme }) => grapheme)
        .join(""),
    ).toBe(one);
  }
});

it("Chinese and Japanese are broken between any two characters but before what ends a clause, and after an opening bracket", () => {
  const broken = (one: string) => linesWithin(one, 6, wide);
  expect(broken("ABC 北京市朝阳区")).toEqual(["ABC 北京", "市朝阳区"]);
  expect(broken("北京市朝阳，区建")).toEqual(["北京市朝阳，", "区建"]);
  expect(broken("北京市朝阳区，建")).toEqual(["北京市朝阳", "区，建"]);
  expect(broken("北京市朝阳「区建")).toEqual(["北京市朝阳", "「区建"]);
  expect(broken("서울시 강남구")).toEqual(["서울시", "강남구"]);
});
