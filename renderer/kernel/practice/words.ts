// Words of practice.
import { dictionary } from "../i18n/dictionary.ts";

export const practiceTexts = dictionary({
  "practice.again": ["Begin again", "আবার শুরু"],
  "practice.band": ["Practice: nothing here is real.", "অনুশীলন: এখানে কিছুই আসল নয়।"],
  "practice.done": ["Done in practice", "অনুশীলনে করা হয়েছে"],
  "practice.done_hint": [
    "Done in practice, with fake money. It is gone when you leave practice.",
    "নকল টাকায় অনুশীলনে করা হয়েছে। অনুশীলন শেষ করলে আর থাকবে না।",
  ],
  "practice.hint": [
    "Fake money on a copy of your customers; nothing leaves this window.",
    "আপনার গ্রাহকদের নকলে নকল টাকা; এই জানালার বাইরে কিছু যায় না।",
  ],
  "practice.leave": ["Leave practice", "অনুশীলন শেষ করুন"],
  "practice.left": ["Practice is over. From here on everything is real.", "অনুশীলন শেষ। এখন থেকে সবকিছু আসল।"],
  "practice.label": ["Practice", "অনুশীলন"],
  "practice.no_router": [
    "In practice no router is touched. In earnest its steps are shown here.",
    "অনুশীলনে কোনো রাউটার স্পর্শ করা হয় না। আসল কাজে ধাপগুলো এখানে দেখা যায়।",
  ],
  "sync.connection.practice": [
    "Practice: nothing is sent. What waited before is handed in all the same.",
    "অনুশীলন: কিছুই পাঠানো হয় না। আগে যা অপেক্ষায় ছিল তা ঠিকই জমা হচ্ছে।",
  ],
});
