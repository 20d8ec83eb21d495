// Free words of screens by key: dictionaries, places to fill, one and many.
import type { Dictionary, Key } from "./dictionary.ts";
import { type Language, type Pair, textIn, useLanguage } from "./language.ts";

export type Values = Readonly<Record<string, string | number>>;

/** Translates a key; `values` fill its `{{places}}`. With a number `count` the text for one is `<key>_one`, where there is one. */
export interface Translate {
  (key: Key, values?: Values): string;
  readonly language: Language;
}

const texts = new Map<string, Pair>();

/** Makes the words of a dictionary known; a key that is there already is replaced. */
export function addTexts(dictionary: Dictionary): void {
  for (const [key, pair] of Object.entries(dictionary)) texts.set(key, pair);
}

function textOf(key: string, language: Language, { count }: Values): string {
  const one = typeof count === "number" && new Intl.PluralRules(language).select(count) === "one";
  const pair = (one ? texts.get(`${key}_one`) : undefined) ?? texts.get(key);
  return pair ? textIn(language, pair) : key;
}

function translator(language: Language): Translate {
  // Numbers in the digits and grouping of the language.
  const numbers = new Intl.NumberFormat(language);
  const written = (value: string | number | undefined) =>
    typeof value === "number" ? numbers.format(value) : (value ?? "");
  const translate = (key: Key, values: Values = {}) =>
    textOf(key, language, values).replace(/\{\{(\w+)\}\}/g, (_, place: string) => written(values[place]));
  return Object.assign(translate, { language });
}

const TRANSLATORS: Readonly<Record<Language, Translate>> = { en: translator("en"), bn: translator("bn") };

/** The words of a given language, whatever the reader's is: for papers, whose readers are others. */
export function wordsIn(language: Language): Translate {
  return TRANSLATORS[language];
}

/** The words of the reader's language. */
export function useWords(): Translate {
  return wordsIn(useLanguage());
}
