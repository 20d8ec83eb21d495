// The reader's language: which there are, which is chosen, and a text in each of them.
import { useSyncExternalStore } from "react";

export const LANGUAGES = ["en", "bn"] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in every language, in the order of LANGUAGES: English, Bengali. */
export type Pair = readonly [english: string, bengali: string];

export const textIn = (language: Language, pair: Pair): string =>
  pair[LANGUAGES.indexOf(language)] ?? pair[0];

const STORED = "lastmile.language";

let current: Language = "en";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function choose(language: Language): void {
  current = language;
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** Takes the language that was chosen on this computer before, else the browser's, else English. */
export function startLanguage(): void {
  const wanted = localStorage.getItem(STORED) ?? navigator.language.slice(0, 2);
  choose(LANGUAGES.find((language) => language === wanted) ?? "en");
}

export function changeLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
  choose(language);
}

/** The reader's language. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => current);
}
