// What stands on a credit note's papers, in both languages.
import type { Pair } from "../../../shared/kernel/writing/language.ts";

export const CREDIT_NOTE_TEXTS = {
  advance: ["Advance", "অগ্রিম"],
  amount: ["Amount", "পরিমাণ"],
  bill: ["For the bill", "যে বিলের"],
  clerk: ["Clerk", "কর্মী"],
  code: ["Code", "কোড"],
  copy: ["*** COPY ***", "*** অনুলিপি ***"],
  customer: ["Customer", "গ্রাহক"],
  date: ["Date", "তারিখ"],
  description: ["Description", "বিবরণ"],
  due: ["Still due", "বকেয়া রইল"],
  due_reduced: ["Off the dues", "বকেয়া থেকে কমেছে"],
  made_advance: ["Became advance", "অগ্রিম হয়েছে"],
  number: ["Number", "নম্বর"],
  other: ["Other", "অন্যান্য"],
  quantity: ["Qty", "পরিমাণ"],
  reason: ["Reason", "কারণ"],
  tax: ["Of it tax", "এর মধ্যে কর"],
  title: ["CREDIT NOTE", "ক্রেডিট নোট"],
  total: ["CREDITED", "ফেরত"],
} as const satisfies Record<string, Pair>;
