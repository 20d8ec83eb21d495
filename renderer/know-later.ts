// What is said behind the first screen: the texts of its screens, and the words of every resource.
import { knowWords } from "./kernel/i18n/know-words.ts";
import { LATER_DICTIONARIES } from "./later-words.ts";
import { RESOURCE_WORDS } from "./resource-words.ts";

/** Makes all words known. Call it once the product is known. */
export function knowLater(): void {
  knowWords(LATER_DICTIONARIES, RESOURCE_WORDS);
}
