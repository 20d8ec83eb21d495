// What the program knows of its product: declarations, words, rules, searches. Loaded during the sign-in, so that the
// first page does not grow with each resource.
import "../shared/resources.ts";
import { EXPECTATIONS } from "./expectations.ts";
import { knowExpectations } from "./kernel/expected/rules.ts";
import { knowWords } from "./kernel/i18n/know-words.ts";
import { knowPractice } from "./kernel/practice/practice.ts";
import { PRACTICE_WORDS } from "./practice/words.ts";
import { customerSearch } from "./subscribers/customer/customer-search.ts";
import { FIRST_DICTIONARIES, FIRST_RESOURCE_WORDS } from "./words.ts";

knowWords(FIRST_DICTIONARIES, FIRST_RESOURCE_WORDS);
knowExpectations(EXPECTATIONS);
knowPractice(PRACTICE_WORDS, async () => (await import("./practice/server.ts")).practiceServer);

/** What areas keep of the replica's collections. */
export const projections = [customerSearch];
