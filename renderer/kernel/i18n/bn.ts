// Bengali: every key of the English words; the compiler refuses a missing one.
import type { Key } from "./en.ts";
import { monthEndBn } from "./month-end-words.ts";
import { networkBn } from "./network-words.ts";
import { syncBn } from "./sync-words.ts";

export const bn: Partial<Record<Key, string>> = { ...networkBn, ...monthEndBn, ...syncBn };
