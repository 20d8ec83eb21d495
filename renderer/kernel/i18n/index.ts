// Words of the screens: English and Bengali, with keys that the compiler checks.
import { bn } from "./bn.ts";
import { en, type Key } from "./en.ts";
import { startLanguage } from "./language.ts";
import { addTexts } from "./translate.ts";
import { registerResourceWords, type WordedResource } from "./worded-resource.ts";

export type { Key } from "./en.ts";
export { changeLanguage, LANGUAGES, type Language, type Pair, useLanguage } from "./language.ts";
export { type Translate, useWords, wordsIn } from "./translate.ts";
export {
  commandWords,
  type ResourceWords,
  resourceWords,
  useCollectionWords,
  useCommandWords,
  useResourceWords,
} from "./worded-resource.ts";

/** Makes all words known. */
export function knowWords(resources: readonly WordedResource[]): void {
  addTexts(Object.fromEntries((Object.keys(en) as Key[]).map((key) => [key, [en[key], bn[key]] as const])));
  registerResourceWords(resources);
}

/** Chooses the language and loads the words; call once before the first render. */
export function startWords(resources: readonly WordedResource[]): void {
  startLanguage();
  knowWords(resources);
}
