// The words of the screens as they are known after the start, for tests without a screen.

import { SIGN_IN_DICTIONARIES } from "../../renderer/identity/session/sign-in-words.ts";
import { wordsIn } from "../../renderer/kernel/i18n/index.ts";
import { knowWords } from "../../renderer/kernel/i18n/know-words.ts";
import { LATER_DICTIONARIES } from "../../renderer/later-words.ts";
import { RESOURCE_WORDS } from "../../renderer/resource-words.ts";
import { FIRST_DICTIONARIES } from "../../renderer/words.ts";

export const DICTIONARIES = [...SIGN_IN_DICTIONARIES, ...FIRST_DICTIONARIES, ...LATER_DICTIONARIES];

knowWords(DICTIONARIES, RESOURCE_WORDS);

export const EN = wordsIn("en");
export const BN = wordsIn("bn");
