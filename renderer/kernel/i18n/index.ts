// Words of the screens: English and Bengali, with keys that the compiler checks.
import type { Dictionary } from "./dictionary.ts";
import { startLanguage } from "./language.ts";
import { addTexts } from "./translate.ts";

export { LANGUAGES, type Language, type Pair } from "../../../shared/kernel/formatting/language.ts";
export type { FirstKey, Key } from "./dictionary.ts";
export { changeLanguage, useLanguage } from "./language.ts";
export { isKey, speakFor, type Translate, useWords, wordsIn } from "./translate.ts";
export {
  commandWords,
  fieldNamed,
  type NamedField,
  permissionWords,
  type ResourceWords,
  resourceWords,
  titleInWords,
  useCollectionWords,
  useResourceWords,
  valueNamed,
} from "./worded-resource.ts";

/** Chooses the language and takes the first words; call once before the first render. */
export function startWords(dictionaries: readonly Dictionary[]): void {
  startLanguage();
  addTexts(dictionaries);
}
