// What entries of the ledger are called, in both languages: on screens, on statements, in files for other programs.
import type { Pair } from "../../kernel/formatting/language.ts";
import type { LedgerEntry } from "./ledger-entry.ts";

export const ENTRY_TYPES = {
  INVOICE: ["Bill", "বিল"],
  PAYMENT: ["Payment", "পেমেন্ট"],
  REVERSAL: ["Reversal", "ফেরত"],
  ADVANCE: ["Advance used", "অগ্রিম ব্যবহার"],
  CARRY_FORWARD: ["Moved to a later bill", "পরের বিলে নেওয়া"],
  ADJUSTMENT: ["Adjustment", "সমন্বয়"],
  WAIVER: ["Waiver", "মওকুফ"],
  REFUND: ["Refund", "অগ্রিম ফেরত"],
  SUSPENSE: ["From suspense", "অনির্ধারিত থেকে"],
  DEPOSIT: ["Deposit", "জামানত"],
  TRANSFER: ["Money handed over", "টাকা হস্তান্তর"],
  OVER_SHORT: ["Over or short", "বেশি বা কম"],
  SALARY: ["Salary", "বেতন"],
} as const satisfies Record<LedgerEntry["entry_type"], Pair>;
