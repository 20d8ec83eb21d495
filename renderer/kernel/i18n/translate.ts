// Free words of screens by key: dictionaries, places to fill, one and many.
import { createInstance, type FormatterModule } from "i18next";
import { LANGUAGES, type Language, textIn } from "../../../shared/kernel/formatting/language.ts";
import type { Dictionary, Key } from "./dictionary.ts";
import { useLanguage } from "./language.ts";

export type Values = Readonly<Record<string, string | number>>;

/** Translates a key; `values` fill its `{{places}}`. With a number `count` the text for one is `<key>_one`, where there is one. */
export interface Translate {
  (key: Key, values?: Values): string;
  readonly language: Language;
}

/** Made once each: making one costs more than all that it writes on a screen. */
const writers = new Map<string, Intl.NumberFormat>();

function writerOf(language: string): Intl.NumberFormat {
  let writer = writers.get(language);
  if (!writer) {
    writer = new Intl.NumberFormat(language);
    writers.set(language, writer);
  }
  return writer;
}

/** Numbers in the digits and grouping of the language; text stays as it is. */
const numbers: FormatterModule = {
  type: "formatter",
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown, _format, language) =>
    typeof value === "number" ? writerOf(language ?? LANGUAGES[0]).format(value) : String(value),
};

const i18n = createInstance().use(numbers);
void i18n.init({
  initAsync: false,
  lng: LANGUAGES[0],
  fallbackLng: LANGUAGES[0],
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false, alwaysFormat: true },
});

/** Words without places to fill, as they were said last: of those a screen has hundreds, and looking one up takes its time. */
const said: Readonly<Record<Language, Map<Key, string>>> = { en: new Map(), bn: new Map() };

function forgetSaid(): void {
  for (const language of LANGUAGES) said[language].clear();
}

/** Whether a key that was made up of something has words. */
export const isKey = (key: string): key is Key => i18n.exists(key, { lng: LANGUAGES[0] });

/** Makes the words of dictionaries known, all at once: each call copies every word that is known. A later one replaces a key. */
export function addTexts(dictionaries: readonly Dictionary[]): void {
  for (const language of LANGUAGES) {
    const texts: Record<string, unknown> = {};
    for (const dictionary of dictionaries)
      for (const [key, pair] of Object.entries(dictionary)) texts[key] = textIn(language, pair);
    i18n.addResourceBundle(language, "translation", texts, false, true);
  }
  forgetSaid();
}

/** Keys for which another one speaks, for a while. */
let spoken: ReadonlyMap<Key, Key> = new Map();

/** Replaces the texts of these keys; the caller renders the screens again. */
export function speakFor(others: ReadonlyMap<Key, Key>): void {
  spoken = others;
  forgetSaid();
}

function translator(language: Language): Translate {
  const fixed = i18n.getFixedT(language);
  const plain = said[language];
  const say = (key: Key, values?: Values): string => {
    if (values) return fixed(spoken.get(key) ?? key, { ...values });
    const known = plain.get(key);
    if (known !== undefined) return known;
    const text: string = fixed(spoken.get(key) ?? key, {});
    plain.set(key, text);
    return text;
  };
  return Object.assign(say, { language });
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
