// Text set for paper: Bengali's conjuncts, vowel signs and reph as they are written, and a font for every character.
import { expect, it } from "vitest";
import { setText, widthOf } from "../../../server/kernel/pdf/typeface.ts";

const glyphsOf = (text: string) => setText(text, 400).flatMap(({ glyphs }) => glyphs);
const idsOf = (text: string) => glyphsOf(text).map(({ id }) => id);

it("A conjunct of Bengali is one glyph, and none of those that its letters have by themselves", () => {
  const [letters, conjunct] = [idsOf("কষ"), idsOf("ক্ষ")];
  expect(letters).toHaveLength(2);
  expect(conjunct).toHaveLength(1);
  expect(letters).not.toContain(conjunct[0]);
});

it("A vowel sign that is written before its letter stands before it, and one that surrounds it on both sides", () => {
  const ka = idsOf("ক")[0];
  expect(idsOf("কি").at(-1)).toBe(ka);
  expect(idsOf("কো")[1]).toBe(ka);
  expect(idsOf("কো")).toHaveLength(3);
});

it("An r above the next letter with a vowel sign before it is drawn once", () => {
  const reph = idsOf("র্ক").at(-1);
  const visible = glyphsOf("র্কি").filter(({ id }) => id === reph);
  expect(visible).toHaveLength(1);
});

it("Each character is drawn by a font that has it; what none has is a box, never a question mark", () => {
  const runs = setText("Zoë Łódź লক্ষ্মী Ωμέγα Иван ৳১,২৩৪.০০ 東🎉", 700);
  const boxed = runs.filter(({ glyphs }) => glyphs.some(({ id }) => id === 0));
  expect(boxed.map(({ text }) => text)).toEqual(["東🎉"]);
  expect(boxed[0]?.glyphs).toHaveLength(2);
  expect(runs.map(({ text }) => text).join("")).toBe("Zoë Łódź লক্ষ্মী Ωμέγα Иван ৳১,২৩৪.০০ 東🎉");
});

it("Digits are of one width, so that amounts stand below each other", () => {
  const widths = ["111", "888", "404"].map((text) => widthOf(setText(text, 400), 10));
  expect(new Set(widths).size).toBe(1);
});
