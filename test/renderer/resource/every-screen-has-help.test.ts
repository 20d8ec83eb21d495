// What a screen is for, and what its words mean, is said of every screen in both languages.
import { expect, test } from "vitest";
import { HELP_PAGES, helpEntries, helpOf } from "../../../renderer/help/help.ts";
import { listOf } from "../../../renderer/help/page.ts";
import { TERMS } from "../../../renderer/help/terms.ts";
import { LANGUAGES } from "../../../renderer/kernel/i18n/index.ts";
import { SCREENS } from "../../../renderer/screens.tsx";

const BENGALI = /[ঀ-৿]/;

test("Each screen says what it is for, and no text is of a screen that is not there", () => {
  expect(SCREENS.map(({ path }) => path).filter((path) => !helpOf(path))).toEqual([]);
  const paths = new Set(SCREENS.map(({ path }) => listOf(path)));
  expect(Object.keys(HELP_PAGES).filter((path) => !paths.has(path))).toEqual([]);
});

test("Help is said in both languages, each in its own letters", () => {
  const said = [...Object.values(HELP_PAGES).map(({ about }) => about), ...Object.values(TERMS).flat()];
  for (const [english, bengali] of said) {
    expect(english).toMatch(/[a-z]/i);
    expect(english).not.toMatch(BENGALI);
    expect(bengali, english).toMatch(BENGALI);
  }
});

test("Each word is explained on some screen, and a search finds it with its meaning in either language", () => {
  for (const language of LANGUAGES) {
    const entries = helpEntries(language);
    expect(entries.filter(({ paths }) => paths.length === 0)).toEqual([]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.filter(({ term }) => term !== null)).toHaveLength(Object.keys(TERMS).length);
  }
});
