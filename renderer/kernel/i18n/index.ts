// Words of the screens: English and Bengali, with keys that the compiler checks.
import type { Dictionary } from "./dictionary.ts";
import { startLanguage } from "./language.ts";
import { addTexts } from "./translate.ts";
import { registerResourceWords, type WordedResource } from "./worded-resource.ts";

export type { FirstKey, Key } from "./dictionary.ts";
export { changeLanguage, LANGUAGES, type Language, type Pair, useLanguage } from "./language.ts";
export { addTexts, type Translate, useWords, wordsIn } from "./translate.ts";
export {
  commandWords,
  fieldNamed,
  type NamedField,
  permissionWords,
  type ResourceWords,
  resourceWords,
  useCollectionWords,
  useResourceWords,
  valueNamed,
} from "./worded-resource.ts";

/** Makes all words known: those of each dictionary, and those of the resources. */
export function knowWords(
  dictionaries: readonly Dictionary[],
  resources: Readonly<Record<string, WordedResource>>,
): void {
  for (const texts of dictionaries) addTexts(texts);
  registerResourceWords(Object.values(resources));
}

/** Chooses the language and takes the words; call once before the first render. */
export function startWords(
  dictionaries: readonly Dictionary[],
  resources: Readonly<Record<string, WordedResource>>,
): void {
  startLanguage();
  knowWords(dictionaries, resources);
}
