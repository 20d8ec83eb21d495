// What is said behind the first screen: the texts of its screens, and the words of the resources that it does not name.
import { knowWords } from "./kernel/i18n/know-words.ts";
import { LATER_DICTIONARIES } from "./later-words.ts";
import { LATER_RESOURCE_WORDS } from "./resource-words.ts";

/** Makes these words known, too. Call it once the product is known. */
export function knowLater(): void {
  knowWords(LATER_DICTIONARIES, LATER_RESOURCE_WORDS);
}
