// Words of the tax report.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const taxTexts = dictionary({
  "tax.by_hand": ["Set by hand, without a code", "হাতে বসানো, কোড ছাড়া"],
  "tax.code": ["Tax code", "কর কোড"],
  "tax.customer": ["Customer", "গ্রাহক"],
  "tax.day": ["Day", "তারিখ"],
  "tax.document": ["Document", "নথি"],
  "tax.documents": ["Documents taxed by {{code}}", "{{code}} করের নথি"],
  "tax.earlier_page": ["Page before", "আগের পাতা"],
  "tax.later_page": ["Next page", "পরের পাতা"],
  "tax.net": ["Taxed", "করযোগ্য"],
  "tax.none": ["No tax in these days", "এই দিনগুলোতে কোনো কর নেই"],
  "tax.none_hint": [
    "Bills are taxed by the tax code of their packages and lines. Choose other days, or make a tax code.",
    "প্যাকেজ ও লাইনের কর কোড অনুযায়ী বিলে কর ধরা হয়। অন্য দিন বেছে নিন, অথবা কর কোড তৈরি করুন।",
  ],
  "tax.rate": ["Rate", "হার"],
  "tax.tax": ["Tax", "কর"],
  "tax.title": ["Tax by code", "কোড অনুযায়ী কর"],
});
