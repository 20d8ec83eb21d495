// The reader's language: which is chosen on this computer.
import { useSyncExternalStore } from "react";
import { LANGUAGES, type Language } from "../../../shared/kernel/formatting/language.ts";

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

/** The reader's language, for what is called by components that follow it. */
export const readersLanguage = (): Language => current;

/** The reader's language. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => current);
}
