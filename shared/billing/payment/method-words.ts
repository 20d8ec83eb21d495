// Words of the ways in which money comes in; one table for every field that offers them, and for papers.
import type { Pair } from "../../kernel/formatting/language.ts";
import type { PaymentMethod } from "../ledger/money-records.ts";

export const RECEIVED = {
  CASH: ["Cash", "নগদ"],
  BANK: ["Bank", "ব্যাংক"],
  CARD: ["Card", "কার্ড"],
  MOBILE: ["Mobile", "মোবাইল"],
  ONLINE: ["Online", "অনলাইন"],
} as const satisfies Record<string, Pair>;

export const METHODS = {
  ...RECEIVED,
  DEPOSIT: ["Deposit", "জামানত"],
  ADJUSTMENT: ["Adjustment", "সমন্বয়"],
} as const satisfies Record<PaymentMethod, Pair>;
