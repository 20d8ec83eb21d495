// Words of the counter: search, found customers, the day's takings.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const counterTexts = dictionary({
  "counter.arriving": ["Customers are still arriving on this computer.", "গ্রাহকেরা এই কম্পিউটারে এখনো আসছেন।"],
  "counter.found": ["{{count}} found", "{{count}} জন পাওয়া গেছে"],
  "counter.keys_move": ["choose", "বাছাই"],
  "counter.keys_open": ["open the customer", "গ্রাহক খুলুন"],
  "counter.keys_payment": ["payment only", "শুধু পেমেন্ট"],
  "counter.keys_recharge": ["recharge", "রিচার্জ"],
  "counter.nobody": ["Nobody found", "কাউকে পাওয়া যায়নি"],
  "counter.nobody_has": ["{{number}} is nobody's code or phone number.", "{{number}} কারও কোড বা ফোন নম্বর নয়।"],
  "counter.nobody_hint": [
    "Try a part of the name, the phone number, the username or the customer code.",
    "নাম, ফোন নম্বর, ইউজারনেম বা গ্রাহক কোডের একটি অংশ লিখে দেখুন।",
  ],
  "counter.recent": ["Recent customers", "সাম্প্রতিক গ্রাহক"],
  "counter.results": ["Customers found", "পাওয়া গ্রাহক"],
  "counter.search": ["Search by name, phone, username or code", "নাম, ফোন, ইউজারনেম বা কোড দিয়ে খুঁজুন"],
  "counter.search_short": ["Name, phone or code", "নাম, ফোন বা কোড"],
  "counter.start": ["Who is at the counter?", "কাউন্টারে কে এসেছেন?"],
  "counter.start_hint_one": [
    "Type a few letters or digits. One customer is on this computer, with or without internet.",
    "কয়েকটি অক্ষর বা সংখ্যা লিখুন। লাইন থাক বা না থাক, একজন গ্রাহক এই কম্পিউটারে আছেন।",
  ],
  "counter.start_hint": [
    "Type a few letters or digits. {{customers}} customers are on this computer, with or without internet.",
    "কয়েকটি অক্ষর বা সংখ্যা লিখুন। লাইন থাক বা না থাক, {{customers}} জন গ্রাহক এই কম্পিউটারে আছেন।",
  ],
  "counter.subtitle": ["Search, Enter, recharge, Enter, receipt.", "খুঁজুন, Enter, রিচার্জ, Enter, রসিদ।"],
  "counter.title": ["Counter", "কাউন্টার"],
  "nav.counter": ["Counter", "কাউন্টার"],
  "takings.after_count": ["shown after the count", "গোনার পর দেখানো হবে"],
  "takings.arriving": ["Still arriving on this computer", "এই কম্পিউটারে এখনো আসছে"],
  "takings.count": ["{{count}} receipts", "{{count}}টি রসিদ"],
  "takings.count_one": ["{{count}} receipt", "{{count}}টি রসিদ"],
  "takings.none": ["No receipts yet today", "আজ এখনো কোনো রসিদ নেই"],
  "takings.none_hint": [
    "What you take today is added up here, by method.",
    "আজ যা নেবেন তা মাধ্যম অনুযায়ী এখানে যোগ হবে।",
  ],
  "takings.recent": ["Last receipts", "শেষ রসিদগুলো"],
  "takings.title": ["My takings today", "আজ আমার সংগ্রহ"],
});
