// One thing in its one form: texts and codes by NFKC and full case folding, telephone numbers by their country (contract §1).
import fc from "fast-check";
import { expect, test } from "vitest";
import { plainDigits, ZEROS } from "../../../shared/kernel/formatting/digits.ts";
import { foldCase } from "../../../shared/kernel/normal/case-fold.ts";
import { isSameText, normalText } from "../../../shared/kernel/normal/normal-text.ts";
import {
  commonDigits,
  digitsOf,
  hasLostZero,
  isPhone,
  isSamePhone,
  phoneForm,
} from "../../../shared/kernel/normal/phone.ts";
import { isOfOneScript } from "../../../shared/kernel/normal/scripts.ts";

/** Every character that there is. */
function* everyCharacter(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code += 1)
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}

/** Those that CaseFolding.txt folds to several letters, status F. */
const FULL =
  "df 130 149 1f0 390 3b0 587 1e96 1e97 1e98 1e99 1e9a 1e9e 1f50 1f52 1f54 1f56 1f80-1faf 1fb2 1fb3 1fb4 1fb6 1fb7 1fbc " +
  "1fc2 1fc3 1fc4 1fc6 1fc7 1fcc 1fd2 1fd3 1fd6 1fd7 1fe2 1fe3 1fe4 1fe6 1fe7 1ff2 1ff3 1ff4 1ff6 1ff7 1ffc fb00-fb06 " +
  "fb13-fb17";
const full = new Set(
  FULL.split(" ").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  }),
);

test("Every character folds as the standard says: to one that a pattern without case takes for the same, or to several where it does", () => {
  const wrong: string[] = [];
  for (const character of everyCharacter()) {
    const folded = foldCase(character);
    const code = character.codePointAt(0) ?? 0;
    const isFull = [...folded].length > 1;
    // Patterns with i and u fold as CaseFolding.txt does where one letter becomes one. One for each letter that folds at
    // all: a million patterns take their time.
    const isSame = () => folded === character || new RegExp(`^\\u{${code.toString(16)}}$`, "iu").test(folded);
    if (isFull !== full.has(code) || (!isFull && !isSame()) || foldCase(folded) !== folded)
      wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

test.each([
  ["Straße", "STRASSE"],
  ["STRAẞE", "strasse"],
  ["ſo", "SO"],
  ["\u212aelvin", "kelvin"],
  ["ΣΊΣΥΦΟΣ", "σίσυφος"],
  ["İstanbul", "i\u0307stanbul"],
  ["Ärger", "ärger"],
  ["A\u0308rger", "ÄRGER"],
  ["ＡＤＭＩＮ", "admin"],
  ["ﬁrst1", "FIRST1"],
  ["ad\u200bmin", "admin"],
  ["  C00001 ", "c00001"],
  ["ꮳ", "Ꮳ"],
])("The texts %j and %j are one and the same", (one, other) => {
  expect(normalText(one)).toBe(normalText(other));
  expect(isSameText(one, other)).toBe(true);
});

test.each([
  ["ı", "i"],
  ["a", "а"],
  ["admin", "admin1"],
])("The texts %j and %j stay two", (one, other) => expect(isSameText(one, other)).toBe(false));

test("A normal form is its own, whatever text it is of", () => {
  const wrong = [...everyCharacter()].filter((one) => normalText(normalText(one)) !== normalText(one));
  expect(wrong).toEqual([]);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(normalText(normalText(text))).toBe(normalText(text));
      expect(normalText(text.normalize("NFD"))).toBe(normalText(text));
    }),
  );
});

test("Every digit of every script is a plain one", () => {
  const wrong = [...everyCharacter()].filter(
    (one) => /\p{Nd}/u.test(one) && !/^[0-9]$/.test(plainDigits(one)),
  );
  expect(wrong).toEqual([]);
  expect(ZEROS.map((zero) => plainDigits(String.fromCodePoint(zero, zero + 9)))).toEqual(
    ZEROS.map(() => "09"),
  );
  expect(plainDigits("০১৭১১-９９٩")).toBe("01711-999");
});

test.each([
  ["admin", true],
  ["jane.doe_01@isp-2", true],
  ["админ", true],
  ["রহিম১", true],
  ["田中たろう", true],
  ["аdmin", false],
  ["jаne", false],
  ["Κelvin", false],
  ["রahim", false],
  ["123-456", true],
])("Whether the text %j has letters of one script is told: %s", (text, is) =>
  expect(isOfOneScript(text)).toBe(is),
);

const BD = "8801711999888";
const KE = "254713154085";
const NUMBERS: readonly (readonly [string, string | null, string])[] = [
  ...["01711-999888", "+8801711999888", "০১৭১১৯৯৯৮৮৮", "8801711999888", "008801711999888", "1711999888"].map(
    (text): readonly [string, string, string] => [text, "BD", BD],
  ),
  ...["+880 (0)1711 999 888", " 01711 999888 ", "\u200e+880‑1711‑999888"].map(
    (text): readonly [string, string, string] => [text, "BD", BD],
  ),
  ...["0713154085", "254713154085", "+254713154085", "00254713154085", "0713-154-085", "٠٧١٣١٥٤٠٨٥"].map(
    (text): readonly [string, string, string] => [text, "KE", KE],
  ),
  ["(305) 555-1234", "US", "13055551234"],
  ["1 305 555 1234", "US", "13055551234"],
  ["011 880 1711 999888", "US", BD],
  ["06 12345678", "IT", "390612345678"],
  ["3912345678", "IT", "393912345678"],
  ["9123456789", "IN", "919123456789"],
  ["919123456789", "IN", "919123456789"],
  ["8 495 123-45-67", "RU", "74951234567"],
  ["98123456", "TN", "21698123456"],
  ["21698123456", "TN", "21698123456"],
  ["55991234567", "BR", "5555991234567"],
  ["+966501234567", "BD", "966501234567"],
  ["999", "BD", "999"],
  ["no number", "BD", "no number"],
  ["01711999888", null, "01711999888"],
];

test.each(NUMBERS)("The number %j in %s is %s", (text, country, form) => {
  expect(phoneForm(text, country)).toBe(form);
});

test("All spellings of a number have the same digits in common, and each is found by any other", () => {
  const countries = fc.constantFrom(
    ["BD", "880", "0"],
    ["KE", "254", "0"],
    ["DE", "49", "0"],
    ["RU", "7", "8"],
  );
  const nationals = fc.stringMatching(/^[3-9]\d{9}$/);
  const zeros = fc.constantFrom(0x30, 0x9e6, 0x660, 0xff10);
  fc.assert(
    fc.property(countries, nationals, zeros, ([country = "", code = "", trunk = ""], national, zero) => {
      const own = (text: string) =>
        text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
      const spellings = [`+${code}${national}`, `00${code}${national}`, `${trunk}${national}`].map(own);
      spellings.push(
        own(`${trunk}${national.slice(0, 3)}-${national.slice(3)}`),
        own(`+${code} ${national}`),
      );
      expect(new Set(spellings.map((one) => phoneForm(one, country)))).toEqual(new Set([code + national]));
      expect(new Set(spellings.map((one) => commonDigits(one, country)))).toEqual(new Set([national]));
      for (const one of spellings) expect(digitsOf(one)).toContain(national);
    }),
  );
});

const ZEROS_LOST: readonly (readonly [string, string | null, boolean])[] = [
  ["1711111111", "BD", true],
  ["01711111111", "BD", false],
  ["8801711111111", "BD", false],
  ["9123456789", "IN", false],
  ["3055551234", "US", false],
  ["1711111111", null, false],
];
test.each(ZEROS_LOST)("Whether the number %s has lost its zero in %s is told: %s", (text, country, has) =>
  expect(hasLostZero(text, country)).toBe(has),
);

test.each([
  ["01711-999888", "+8801711999888", true],
  ["01711999888", "৮৮০১৭১১৯৯৯৮৮৮", true],
  ["0713154085", "00254713154085", true],
  ["01711999888", "01811999888", false],
  ["999888", "1999888", false],
  ["711999888", "9998887711999888", false],
])("Without a country %s and %s are one number: %s", (one, other, is_same) => {
  expect(isSamePhone(one, other, null)).toBe(is_same);
  expect(isSamePhone(other, one, null)).toBe(is_same);
});

test.each([
  ["+880 1729-838189", "০১৭২৯৮৩৮১৮৯", true],
  ["01729 838189", "00880 1729838189", true],
  ["+441729838189", "01729838189", false],
  ["01729838189", "0172983818", false],
])("In Bangladesh %s and %s are one number: %s", (one, other, is_same) => {
  expect(isSamePhone(one, other, "BD")).toBe(is_same);
  expect(isSamePhone(other, one, "BD")).toBe(is_same);
});

test("Words, few digits and letters among digits are no telephone number", () => {
  expect(["abc", "12", "017x1000999"].some(isPhone)).toBe(false);
  expect(["01711000999", "+880 1711-000999", "০১৭১১০০০৯৯৯"].every(isPhone)).toBe(true);
});
