// Words of a customer's account as a story and as a statement.
import { dictionary } from "../../../kernel/i18n/dictionary.ts";

export const accountTexts = dictionary({
  "statement.balance": ["Balance", "স্থিতি"],
  "statement.credit": ["Credit", "জমা"],
  "statement.date": ["Date", "তারিখ"],
  "statement.debit": ["Debit", "খরচ"],
  "statement.explain": ["Show what it is made of", "কী দিয়ে গঠিত দেখুন"],
  "statement.none": ["Nothing posted yet", "এখনো কিছু লেখা হয়নি"],
  "statement.none_hint": [
    "Bills and payments appear here with the running balance.",
    "বিল ও পেমেন্ট চলতি স্থিতিসহ এখানে আসবে।",
  ],
  "statement.pending": ["Waiting for the server", "সার্ভারের অপেক্ষায়"],
  "statement.settled": ["Settled by it", "যা পরিশোধ হয়েছে"],
  "statement.what": ["What", "কী"],
  "statement.who": ["By", "কে"],
  "story.ahead": ["{{amount}} ahead", "{{amount}} অগ্রিম"],
  "story.balanced": ["Nothing is owed", "কোনো বকেয়া নেই"],
  "story.billed": ["billed {{amount}}", "বিল {{amount}}"],
  "story.bookkeeping": ["Bookkeeping view", "হিসাবরক্ষকের দৃশ্য"],
  "story.corrected": ["given up or corrected {{amount}}", "মওকুফ বা সংশোধন {{amount}}"],
  "story.document": ["Statement of {{name}}", "{{name}}-এর হিসাব বিবরণী"],
  "story.end_of_month": ["at the end", "মাস শেষে"],
  "story.more": ["{{count}} more", "আরও {{count}}টি"],
  "story.oldest": [
    "Oldest unpaid since {{day}} ({{days}} days).",
    "সবচেয়ে পুরোনো বকেয়া {{day}} থেকে ({{days}} দিন)।",
  ],
  "story.oldest_one": [
    "Oldest unpaid since {{day}} ({{days}} day).",
    "সবচেয়ে পুরোনো বকেয়া {{day}} থেকে ({{days}} দিন)।",
  ],
  "story.owes": ["owes {{amount}}", "বকেয়া {{amount}}"],
  "story.owes_now": ["Owes {{amount}}", "বকেয়া {{amount}}"],
  "story.paid": ["paid {{amount}}", "পরিশোধ {{amount}}"],
  "story.pay": ["Pay this", "এটি পরিশোধ"],
  "story.print": ["Print statement", "বিবরণী প্রিন্ট"],
  "story.waiting": ["Waiting for the server", "সার্ভারের অপেক্ষায়"],
});
