// What stands on a customer's statement, in both languages.
import type { Pair } from "../../../shared/kernel/formatting/language.ts";

export const STATEMENT_TEXTS = {
  advance: ["Paid ahead", "অগ্রিম"],
  age: ["Owed by age (days past due)", "বকেয়ার বয়স (মেয়াদ পেরোনো দিন)"],
  balance: ["balance", "স্থিতি"],
  balance_told: ["balance (paid ahead less owed)", "স্থিতি (অগ্রিম বিয়োগ বকেয়া)"],
  closing: ["Closing balance", "সমাপনী স্থিতি"],
  credit: ["credit", "জমা"],
  current: ["Not due yet", "এখনো সময় আছে"],
  date: ["date", "তারিখ"],
  debit: ["debit", "খরচ"],
  description: ["description", "বিবরণ"],
  document: ["document", "দলিল"],
  due: ["Owed", "বকেয়া"],
  opening: ["Opening balance", "প্রারম্ভিক স্থিতি"],
  period: ["From – to", "সময়কাল"],
  title: ["STATEMENT", "হিসাব বিবরণী"],
  total: ["Total", "মোট"],
} as const satisfies Record<string, Pair>;
