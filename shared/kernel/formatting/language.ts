// The languages that the program speaks, and a text in each of them.

export const LANGUAGES = ["en", "bn"] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in every language, in the order of LANGUAGES: English, Bengali. */
export type Pair = readonly [english: string, bengali: string];

export const textIn = (language: Language, pair: Pair): string =>
  pair[LANGUAGES.indexOf(language)] ?? pair[0];

/** Each of these texts in one language. */
export function textsIn<K extends string>(
  language: Language,
  texts: Readonly<Record<K, Pair>>,
): Readonly<Record<K, string>> {
  const said = Object.entries<Pair>(texts).map(([key, pair]) => [key, textIn(language, pair)]);
  return Object.fromEntries(said) as Record<K, string>;
}
