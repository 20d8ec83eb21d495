// What stands on the papers of money given back and handed over, in both languages.
import type { Pair } from "../../kernel/formatting/language.ts";

export const CREDIT_NOTE_TEXTS = {
  amount: ["Amount", "পরিমাণ"],
  bill: ["For the bill", "যে বিলের"],
  date: ["Date", "তারিখ"],
  description: ["Description", "বিবরণ"],
  due_reduced: ["Off the dues", "বকেয়া থেকে কমেছে"],
  made_advance: ["Became advance", "অগ্রিম হয়েছে"],
  number: ["Number", "নম্বর"],
  other: ["Other", "অন্যান্য"],
  quantity: ["Qty", "সংখ্যা"],
  reason: ["Reason", "কারণ"],
  tax: ["Of it tax", "এর মধ্যে কর"],
  title: ["CREDIT NOTE", "ক্রেডিট নোট"],
  total: ["CREDITED", "মোট জমা"],
} as const satisfies Record<string, Pair>;

export const SLIP_TEXTS = {
  ...CREDIT_NOTE_TEXTS,
  advance: ["Advance", "অগ্রিম"],
  called_off: ["*** CALLED OFF ***", "*** বাতিল ***"],
  clerk: ["Clerk", "কর্মী"],
  code: ["Code", "কোড"],
  copy: ["*** COPY ***", "*** কপি ***"],
  customer: ["Customer", "গ্রাহক"],
  deposit: ["DEPOSIT", "জামানত"],
  due: ["Still due", "বাকি আছে"],
  from: ["From", "যার কাছ থেকে"],
  given: ["Given by", "দিলেন"],
  handed_over: ["HANDED OVER", "হস্তান্তর"],
  handover: ["CASH HANDOVER", "টাকা হস্তান্তর"],
  kept: ["KEPT FOR YOU", "জমা রাখা"],
  method: ["Method", "মাধ্যম"],
  note: ["Note", "নোট"],
  paid_back: ["PAID BACK", "ফেরত দেওয়া"],
  received: ["Received by", "বুঝে নিলেন"],
  received_at: ["Received at", "বুঝে নেওয়ার সময়"],
  refund: ["REFUND", "টাকা ফেরত"],
  reversed: ["*** REVERSED ***", "*** ফেরত ***"],
  still_kept: ["Still kept", "এখনো জমা"],
  to: ["To", "যার কাছে"],
} as const satisfies Record<string, Pair>;
