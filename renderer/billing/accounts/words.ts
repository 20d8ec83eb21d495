// Words of the chart of accounts, its entries and journals; and of what tells an account's lines apart.
import { dictionary } from "../../kernel/i18n/dictionary.ts";
import type { Pair } from "../../kernel/i18n/index.ts";

/** Holders that are no till and no person, sources of revenue, reasons for giving up. */
export const PART_WORDS: Readonly<Record<string, Pair>> = {
  OFFICE: ["Office", "অফিস"],
  BANK: ["Bank", "ব্যাংক"],
  IN_TRANSIT: ["In transit", "পথে"],
  PACKAGE: ["Packages", "প্যাকেজ"],
  ADDON: ["Add-on", "অতিরিক্ত সেবা"],
  INSTALLATION: ["Installation", "সংযোগ স্থাপন"],
  HARDWARE: ["Equipment", "যন্ত্রপাতি"],
  OPENING: ["Opening debt", "প্রারম্ভিক দেনা"],
  OTHER: ["Other", "অন্যান্য"],
  GOODWILL: ["Goodwill", "সৌজন্য"],
  SLA: ["Fault of the service", "সেবার ত্রুটি"],
  ERROR: ["Error", "ভুল"],
  BAD_DEBT: ["Bad debt", "অনাদায়ী"],
};

export const chartTexts = dictionary({
  "books.account": ["Account", "হিসাব"],
  "books.as_of": ["As of", "যে তারিখে"],
  "books.back": ["Back", "ফিরে যান"],
  "books.balance": ["Balance", "স্থিতি"],
  "books.balance_at": ["Balance on {{day}}", "{{day}} তারিখের স্থিতি"],
  "books.balance_before": ["Before {{day}}", "{{day}}-এর আগে"],
  "books.balanced": ["In balance: debits equal credits", "মিলেছে: ডেবিট ও ক্রেডিট সমান"],
  "books.chart": ["Chart of accounts and trial balance", "হিসাবের তালিকা ও রেওয়ামিল"],
  "books.code": ["Code", "কোড"],
  "books.comes_from": ["Comes from", "উৎস"],
  "books.cr": ["Cr", "ক্রে"],
  "books.credit": ["Credit", "ক্রেডিট"],
  "books.day_wrong": ["This is no day.", "এটি কোনো তারিখ নয়।"],
  "books.debit": ["Debit", "ডেবিট"],
  "books.document": ["Open the document", "নথি খুলুন"],
  "books.dr": ["Dr", "ডে"],
  "books.all_accounts": ["All accounts", "সব হিসাব"],
  "books.entries": ["Entries", "দাখিলা"],
  "books.entries_none": ["No entries here", "এখানে কোনো দাখিলা নেই"],
  "books.entries_none_hint": [
    "Nothing was booked on this account in these days. Choose other days.",
    "এই দিনগুলোতে এই হিসাবে কিছু ওঠেনি। অন্য দিন বেছে নিন।",
  ],
  "books.group": ["Tell apart", "আলাদা করে"],
  "books.group.holder": ["By holder", "কার কাছে"],
  "books.group.none": ["As a whole", "একসঙ্গে"],
  "books.group.source": ["By source", "কিসের"],
  "books.journal": ["Journal", "জার্নাল"],
  "books.journal_lines": ["Lines of the journal", "জার্নালের লাইন"],
  "books.journal_none": ["There is no such journal", "এমন কোনো জার্নাল নেই"],
  "books.journal_none_hint": [
    "It may belong to somebody whose entries you may not see.",
    "এটি এমন কারও হতে পারে যাঁর দাখিলা আপনি দেখতে পারেন না।",
  ],
  "books.kind.unknown": ["Other accounts", "অন্যান্য হিসাব"],
  "books.off_balance": [
    "Debits and credits differ by {{amount}}. Nothing should be able to bring this about: call support before you book anything.",
    "ডেবিট ও ক্রেডিটে {{amount}} পার্থক্য। এমন হওয়ার কথা নয়: আর কিছু তোলার আগে সহায়তায় যোগাযোগ করুন।",
  ],
  "books.part.none": ["Not known", "জানা নেই"],
  "books.range_wrong": ["The first day must not be after the last.", "প্রথম দিন শেষ দিনের পরে হতে পারে না।"],
  "books.to_chart": ["Chart of accounts", "হিসাবের তালিকা"],
  "books.total": ["Total", "মোট"],
  "books.who": ["Who, what", "কে, কী"],
});
