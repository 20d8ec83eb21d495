// The words of the screens as they are known after the start, for tests without a screen.
import { knowWords, wordsIn } from "../../renderer/kernel/i18n/index.ts";
import { DICTIONARIES, RESOURCE_WORDS } from "../../renderer/words.ts";

knowWords(DICTIONARIES, RESOURCE_WORDS);

export const EN = wordsIn("en");
export const BN = wordsIn("bn");
