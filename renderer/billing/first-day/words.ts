// Words of the first steps after a company is made.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const stepsTexts = dictionary({
  "steps.customer": ["First customer", "প্রথম গ্রাহক"],
  "steps.customer_do": ["New customer", "নতুন গ্রাহক"],
  "steps.customer_text": [
    "Name, phone, package, and the line's username.",
    "নাম, ফোন, প্যাকেজ এবং লাইনের ইউজারনেম।",
  ],
  "steps.done": ["Done", "হয়ে গেছে"],
  "steps.needs_line": ["This needs a line to the server.", "এর জন্য সার্ভারের সাথে সংযোগ দরকার।"],
  "steps.outcome": ["Outcome", "ফলাফল"],
  "steps.package_field": ["{{field}}, row {{n}}", "{{field}}, সারি {{n}}"],
  "steps.packages": ["Packages", "প্যাকেজ"],
  "steps.packages_do": ["Make packages", "প্যাকেজ তৈরি করুন"],
  "steps.packages_hint": [
    "What you sell: change the examples to yours. A row without a price is left out.",
    "আপনি যা বিক্রি করেন: উদাহরণগুলো নিজের মতো করে নিন। দাম ছাড়া সারি বাদ যাবে।",
  ],
  "steps.packages_make": ["Make them", "তৈরি করুন"],
  "steps.packages_text": ["What you sell: price, speed, days.", "আপনি যা বিক্রি করেন: দাম, গতি, দিন।"],
  "steps.put_away": ["Put the first steps away", "প্রথম ধাপগুলো সরিয়ে রাখুন"],
  "steps.receipt": ["Test receipt", "পরীক্ষামূলক রসিদ"],
  "steps.receipt_do": ["See and print it", "দেখুন ও ছাপুন"],
  "steps.receipt_nobody": ["Nobody: this is a test", "কেউ নয়: এটি পরীক্ষা"],
  "steps.receipt_text": ["Is the paper as wide as it should be?", "কাগজ কি ঠিকমতো চওড়া?"],
  "steps.router": ["Router", "রাউটার"],
  "steps.router_do": ["Add a router", "রাউটার যোগ করুন"],
  "steps.router_text": [
    "The MikroTik that customers dial into. It may also come later.",
    "গ্রাহকেরা যে MikroTik-এ সংযুক্ত হন। পরেও যোগ করা যায়।",
  ],
  "steps.title": ["First steps", "প্রথম ধাপ"],
});
