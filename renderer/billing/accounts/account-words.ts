// What each account of the chart is called, and what stands on it, for a stranger to bookkeeping.
import type {
  AccountKind,
  CUSTOMER_ACCOUNTS,
  SystemAccount,
} from "../../../shared/billing/ledger/chart-of-accounts.ts";
import type { Pair } from "../../kernel/i18n/index.ts";

/** An account as the trial balance names it: customers' two sides stand for all their accounts. */
export type AccountCode = SystemAccount | keyof typeof CUSTOMER_ACCOUNTS;

interface AccountWords {
  readonly title: Pair;
  /** One sentence. */
  readonly meaning: Pair;
}

export const ACCOUNT_WORDS: Readonly<Record<AccountCode, AccountWords>> = {
  "CASH:CASH": {
    title: ["Cash", "নগদ"],
    meaning: [
      "Notes and coins, by who holds them: tills, collectors, the office.",
      "নোট ও কয়েন, যাঁর কাছে আছে সেই অনুযায়ী: কাউন্টার, আদায়কারী, অফিস।",
    ],
  },
  "CASH:BANK": {
    title: ["Bank", "ব্যাংক"],
    meaning: ["What lies in the company's bank account.", "কোম্পানির ব্যাংক হিসাবে যা আছে।"],
  },
  "CASH:CARD": {
    title: ["Card payments", "কার্ডে পাওয়া"],
    meaning: ["Paid by card, on its way to the bank.", "কার্ডে নেওয়া টাকা, ব্যাংকে পৌঁছানোর পথে।"],
  },
  "CASH:MOBILE": {
    title: ["Mobile money", "মোবাইল ব্যাংকিং"],
    meaning: ["What lies in the company's mobile wallets.", "কোম্পানির মোবাইল ওয়ালেটে যা আছে।"],
  },
  "CASH:ONLINE": {
    title: ["Online payments", "অনলাইনে পাওয়া"],
    meaning: [
      "Paid through a payment service, on its way to the bank.",
      "পেমেন্ট সেবার মাধ্যমে পাওয়া, ব্যাংকে পৌঁছানোর পথে।",
    ],
  },
  IN_TRANSIT: {
    title: ["Money in transit", "পথে থাকা টাকা"],
    meaning: [
      "Handed over by one holder and not confirmed by the other yet.",
      "একজন দিয়েছেন, অন্যজন এখনো পেয়েছেন বলে জানাননি।",
    ],
  },
  SALARY_ADVANCES: {
    title: ["Salary advances", "অগ্রিম বেতন"],
    meaning: [
      "Paid to employees before their salary; their next salaries pay it back.",
      "বেতনের আগে কর্মীদের দেওয়া; পরের বেতন থেকে কাটা হয়।",
    ],
  },
  "CUSTOMERS:RECEIVABLE": {
    title: ["Owed by customers", "গ্রাহকদের কাছে পাওনা"],
    meaning: ["Bills that are not paid yet, of all customers.", "সব গ্রাহকের অপরিশোধিত বিল।"],
  },
  "CUSTOMERS:ADVANCE": {
    title: ["Paid ahead by customers", "গ্রাহকদের অগ্রিম"],
    meaning: [
      "What customers have paid before it was due: the company owes it to them in service.",
      "গ্রাহকেরা আগাম যা দিয়েছেন: কোম্পানি সেবা দিয়ে তা শোধ করবে।",
    ],
  },
  TAX: {
    title: ["Tax", "কর"],
    meaning: [
      "Charged on bills, less what was given back: owed to the state.",
      "বিলে ধরা কর থেকে ফেরত দেওয়া বাদ: রাষ্ট্রের পাওনা।",
    ],
  },
  SUSPENSE: {
    title: ["Suspense", "অনির্ধারিত"],
    meaning: ["Money that came in, and nobody knows yet for whom.", "টাকা এসেছে, কার জন্য তা এখনো জানা যায়নি।"],
  },
  RESELLER: {
    title: ["Resellers' balances", "রিসেলারদের স্থিতি"],
    meaning: ["What resellers have paid in and not used yet.", "রিসেলাররা যা জমা দিয়েছেন ও এখনো খরচ করেননি।"],
  },
  DEPOSITS: {
    title: ["Customers' deposits", "গ্রাহকদের জামানত"],
    meaning: [
      "Kept for customers until it pays a bill or is paid back.",
      "গ্রাহকদের রাখা টাকা, বিলে ব্যবহার বা ফেরত দেওয়া পর্যন্ত।",
    ],
  },
  SALARIES_PAYABLE: {
    title: ["Salaries to be paid", "বকেয়া বেতন"],
    meaning: ["Earned by employees and not paid out yet.", "কর্মীদের প্রাপ্য, এখনো দেওয়া হয়নি।"],
  },
  OPENING: {
    title: ["Opening balances", "প্রারম্ভিক স্থিতি"],
    meaning: [
      "What customers owed when they were taken over into these books.",
      "এই হিসাব শুরুর সময় গ্রাহকদের কাছে যা পাওনা ছিল।",
    ],
  },
  REVENUE: {
    title: ["Revenue", "আয়"],
    meaning: [
      "What was charged for service, without tax and before discounts.",
      "সেবার জন্য যা ধরা হয়েছে, কর ছাড়া ও ছাড়ের আগে।",
    ],
  },
  OTHER_INCOME: {
    title: ["Other income", "অন্যান্য আয়"],
    meaning: [
      "Money of nobody known that was kept in the end.",
      "যে টাকার মালিক পাওয়া যায়নি ও শেষে রেখে দেওয়া হয়েছে।",
    ],
  },
  DISCOUNTS: {
    title: ["Discounts", "ছাড়"],
    meaning: ["Given by hand on bills.", "বিলে হাতে দেওয়া ছাড়।"],
  },
  WAIVER: {
    title: ["Waivers", "মওকুফ"],
    meaning: [
      "Given up for goodwill, a fault of the service, an error.",
      "সৌজন্যে, সেবার ত্রুটিতে বা ভুলের জন্য ছেড়ে দেওয়া।",
    ],
  },
  BAD_DEBT: {
    title: ["Bad debt", "অনাদায়ী দেনা"],
    meaning: ["Owed by customers who will not pay any more.", "যে গ্রাহকেরা আর শোধ করবেন না তাঁদের দেনা।"],
  },
  COMMISSION: {
    title: ["Resellers' margin", "রিসেলারদের কমিশন"],
    meaning: ["What resellers keep of what their customers pay.", "গ্রাহকেরা যা দেন তা থেকে রিসেলাররা যা রাখেন।"],
  },
  SALARIES: {
    title: ["Salaries", "বেতন"],
    meaning: ["What employees have earned, by month.", "কর্মীরা মাসে মাসে যা উপার্জন করেছেন।"],
  },
  CASH_OVER_SHORT: {
    title: ["Cash over and short", "নগদ কম-বেশি"],
    meaning: [
      "Counted at the end of a shift less what there should have been; more than that is a credit.",
      "শিফট শেষে গোনা টাকা থেকে যা থাকার কথা তা বাদ; বেশি হলে জমার দিকে।",
    ],
  },
};

export const KIND_WORDS: Readonly<Record<AccountKind, Pair>> = {
  ASSET: ["Assets: what the company has", "সম্পদ: কোম্পানির যা আছে"],
  LIABILITY: ["Liabilities: what the company owes", "দায়: কোম্পানি যা দেবে"],
  EQUITY: ["Equity: what the books began with", "মূলধন: যা নিয়ে হিসাব শুরু"],
  INCOME: ["Income", "আয়"],
  EXPENSE: ["Expenses, and what lowers income", "ব্যয়, এবং যা আয় কমায়"],
};
