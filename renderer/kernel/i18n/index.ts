// Words of the screens: English and Bengali, with keys that the compiler checks.
import { createInstance, type FormatterModule, type i18n as I18n } from "i18next";
import { useCallback } from "react";
import { initReactI18next, useTranslation } from "react-i18next";
import { bn } from "./bn.ts";
import { en, type Key } from "./en.ts";

export type { Key } from "./en.ts";
export const LANGUAGES = ["en", "bn"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Translates a key; `values` fill its `{{places}}`. */
export type Translate = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

const STORED = "lastmile.language";

function initialLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  const wanted = stored ?? navigator.language.slice(0, 2);
  return LANGUAGES.find((language) => language === wanted) ?? "en";
}

const i18n: I18n = createInstance();

/** Numbers in the digits and grouping of the language; everything else as it is. */
const numbers: FormatterModule = {
  type: "formatter",
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown, _format, language) =>
    typeof value === "number" ? new Intl.NumberFormat(language).format(value) : String(value),
};

/** Loads the words; call once before the first render. */
export async function startWords(): Promise<void> {
  await i18n
    .use(numbers)
    .use(initReactI18next)
    .init({
      resources: { en: { translation: en }, bn: { translation: bn } },
      lng: initialLanguage(),
      fallbackLng: "en",
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
    });
  document.documentElement.lang = i18n.language;
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language);
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}

export function useWords(): Translate {
  const { t } = useTranslation();
  return useCallback((key, values) => t(key, { ...values }) as string, [t]);
}

/** The words of a given language, whatever the reader's is: for papers, whose readers are others. */
export function wordsIn(language: Language): Translate {
  const t = i18n.getFixedT(language);
  return (key, values) => t(key, { ...values }) as string;
}

/** The reader's language. */
export function useLanguage(): Language {
  const { i18n: current } = useTranslation();
  return LANGUAGES.find((language) => language === current.language) ?? "en";
}
