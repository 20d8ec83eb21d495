// Text set for paper: Bengali's conjuncts, vowel signs and reph as they are written, Arabic's joined letters, each part of a line
// in its direction, and a font for every character.
import { expect, it } from "vitest";
import { inDirectionOf } from "../../../server/kernel/pdf/direction.ts";
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
  const runs = setText("Zoë Łódź লক্ষ্মী Ωμέγα Иван ৳১,২৩৪.০০ 東🎉🎈", 700);
  const boxed = runs.filter(({ glyphs }) => glyphs.some(({ id }) => id === 0));
  expect(boxed.map(({ text }) => text)).toEqual(["🎉🎈"]);
  expect(boxed[0]?.glyphs).toHaveLength(2);
  expect(runs.map(({ text }) => text).join("")).toBe("Zoë Łódź লক্ষ্মী Ωμέγα Иван ৳১,২৩৪.০০ 東🎉🎈");
});

it("Digits are of one width, so that amounts stand below each other", () => {
  const widths = ["111", "888", "404"].map((text) => widthOf(setText(text, 400), 10));
  expect(new Set(widths).size).toBe(1);
});

it("An Arabic letter is drawn by where it stands in its word, and a word from right to left", () => {
  const [alone, word] = [idsOf("م"), idsOf("ممم")];
  expect(word).toHaveLength(3);
  expect(new Set([...alone, ...word]).size).toBe(4);
  // The first letter is the rightmost one: it is the one that begins a longer word, too.
  expect(idsOf("مممم").at(-1)).toBe(word.at(-1));
  expect(glyphsOf("لا").map(({ text }) => text)).toEqual(["لا"]);
});

/** The parts of a line from left to right. */
const seen = (text: string) => setText(text, 400).map((run) => run.text.trim());

it("Numbers and Latin words inside a text from right to left stay as they are, and the parts stand in the order in which they are seen", () => {
  expect(seen("רחוב Herzl 12, דירה")).toEqual([", דירה", "Herzl 12", "רחוב"]);
  expect(seen("Name: محمد 1,234.50").filter(Boolean)).toEqual(["Name:", "1,234.50", "محمد"]);
  // Brackets are turned round with what they hold.
  const [inside, outside] = [glyphsOf("(א)"), glyphsOf("(a)")].map((glyphs) => glyphs.map(({ id }) => id));
  expect([inside?.[0], inside?.at(-1)]).toEqual([outside?.[0], outside?.at(-1)]);
});

it("A line of a text goes in the text's direction, whatever it begins with", () => {
  const text = "שדרות רוטשילד Tower 7 בית";
  expect(seen("Tower 7 בית")).toEqual(["Tower 7", "בית"]);
  expect(seen(inDirectionOf(text, "Tower 7 בית"))).toEqual(["בית", "Tower 7"]);
  expect(seen(inDirectionOf("Mr. בית Tower", "בית Tower"))).toEqual(["בית", "Tower"]);
});

it("What Japan writes otherwise than China is drawn as the text's own country writes it, in the weight that was asked for", () => {
  const [china, japan] = [setText("直", 400)[0], setText("直さ", 400)[0]];
  expect([china?.face.name.slice(0, 10), japan?.face.name.slice(0, 10)]).toEqual([
    "NotoSansSC",
    "NotoSansJP",
  ]);
  const outline = (weight: 400 | 700) => {
    const [run] = setText("北", weight);
    return run?.face.font.glyphToPath(run.glyphs[0]?.id ?? 0);
  };
  expect(outline(400)).not.toBe(outline(700));
});
