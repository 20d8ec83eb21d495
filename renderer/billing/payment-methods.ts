// Words of the ways in which money comes in; one table for every field that offers them.
import type { Pair } from "../kernel/i18n/language.ts";

export const RECEIVED = {
  CASH: ["Cash", "নগদ"],
  BANK: ["Bank", "ব্যাংক"],
  CARD: ["Card", "কার্ড"],
  MOBILE: ["Mobile", "মোবাইল"],
  ONLINE: ["Online", "অনলাইন"],
} as const satisfies Record<string, Pair>;
