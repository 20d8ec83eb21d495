// What the screens of money and of customers are for.
import { pages } from "./page.ts";

export const MONEY_PAGES = pages({
  counter: {
    about: [
      "Take money: find the customer by name, number or phone, press Enter, and the receipt is there. It works without a line.",
      "টাকা নিন: নাম, নম্বর বা ফোনে গ্রাহক খুঁজে Enter চাপুন, রসিদ এসে যাবে। সংযোগ ছাড়াও চলে।",
    ],
    terms: ["recharge", "payment", "due", "advance", "outbox"],
  },
  customers: {
    about: [
      "All customers, found while you type. A customer's page tells what happened, what is owed and how the line is.",
      "সব গ্রাহক, লিখতে লিখতে পাওয়া যায়। গ্রাহকের পাতায় কী ঘটেছে, কত বাকি ও লাইনের অবস্থা।",
    ],
    terms: ["due", "advance", "suspended", "grace", "service", "change", "pause"],
  },
  "customers/import": {
    about: [
      "Bring customers from another system: paste or open the table, try it, mend what is wrong, import it as a whole.",
      "অন্য সিস্টেম থেকে গ্রাহক আনুন: টেবিল দিন, পরীক্ষা করুন, ভুল ঠিক করুন, একসঙ্গে আনুন।",
    ],
    terms: ["due", "advance"],
  },
  transactions: {
    about: [
      "Every payment that came in, with its receipt, method and who took it. A mistake is reversed, not deleted.",
      "আসা সব পেমেন্ট, রসিদ, মাধ্যম ও কে নিয়েছেন। ভুল হলে উল্টানো হয়, মোছা নয়।",
    ],
    terms: ["payment", "reversal", "suspense"],
  },
  invoices: {
    about: [
      "All bills: what is overdue first. From a bill you collect, void it or credit a part of it.",
      "সব বিল: সময় পেরোনোগুলো আগে। বিল থেকে টাকা নিন, বাতিল করুন বা অংশ ক্রেডিট করুন।",
    ],
    terms: ["bill", "due", "credit_note"],
  },
  adjustments: {
    about: [
      "Corrections of customers' accounts: discounts after the fact, charges by hand, dues that are given up.",
      "গ্রাহকের হিসাবের সংশোধন: পরে দেওয়া ছাড়, হাতে চার্জ, ছেড়ে দেওয়া পাওনা।",
    ],
    terms: ["write_off", "reversal"],
  },
  recharges: {
    about: [
      "Every recharge: how much, for which package, and until when it moved the end.",
      "সব রিচার্জ: কত টাকা, কোন প্যাকেজ, মেয়াদ কত দূর গেল।",
    ],
    terms: ["recharge", "reversal"],
  },
  "payments/events": {
    about: [
      "What payment providers reported. What fits no customer waits here to be matched.",
      "পেমেন্ট প্রদানকারীর জানানো টাকা। গ্রাহক না মিললে এখানে মেলানোর অপেক্ষায় থাকে।",
    ],
    terms: ["payment", "suspense"],
  },
  "ledger-entries": {
    about: [
      "Each entry of the books, in order. It is for looking up; nothing is changed here.",
      "হিসাবের প্রতিটি লাইন ক্রম ধরে। শুধু দেখার জন্য; এখানে কিছু বদলায় না।",
    ],
    terms: ["ledger", "journal", "accounting_day"],
  },
  "credit-notes": {
    about: [
      "What was taken back of bills, each with its number and reason.",
      "বিল থেকে যা ফেরত নেওয়া হয়েছে, নম্বর ও কারণসহ।",
    ],
    terms: ["credit_note", "bill"],
  },
  refunds: {
    about: [
      "Money that was paid out to customers, with the slip that they signed.",
      "গ্রাহককে ফেরত দেওয়া টাকা, সই করা স্লিপসহ।",
    ],
    terms: ["refund", "advance"],
  },
  deposits: {
    about: [
      "Customers' money that is kept: taken here, applied to bills or paid back.",
      "গ্রাহকের জমা রাখা টাকা: নেওয়া, বিলে লাগানো বা ফেরত দেওয়া।",
    ],
    terms: ["deposit", "advance"],
  },
  packages: {
    about: [
      "What is sold: speed, price and validity. A new price can hold for all or for new customers.",
      "যা বিক্রি হয়: গতি, দাম ও মেয়াদ। নতুন দাম সবার জন্য বা শুধু নতুনদের।",
    ],
    terms: ["service", "tax_code"],
  },
  services: {
    about: [
      "What each customer was sold, at which price and on which days.",
      "কোন গ্রাহক কী কিনেছেন, কোন দামে, কোন দিনগুলোতে।",
    ],
    terms: ["service"],
  },
  "service-changes": {
    about: [
      "Changes of packages: those that wait for their day can be called off, the latest can be taken back.",
      "প্যাকেজ পরিবর্তন: অপেক্ষায় থাকলে বাতিল করা যায়, শেষেরটি ফেরত নেওয়া যায়।",
    ],
    terms: ["change", "service"],
  },
  "service-pauses": {
    about: [
      "Pauses of service: who has no access by their own wish, and until when.",
      "সেবার বিরতি: কে নিজের ইচ্ছায় সংযোগ ছাড়া, কবে পর্যন্ত।",
    ],
    terms: ["pause"],
  },
  offers: {
    about: [
      "Offers for a time: a lower price for a package, for all or with a sale.",
      "কিছু সময়ের অফার: প্যাকেজের কম দাম, সবার জন্য বা বিক্রির সঙ্গে।",
    ],
    terms: ["service"],
  },
  "tax-codes": {
    about: ["The rates of tax that bills carry, each from a day on.", "বিলে যে কর বসে তার হার, একটি দিন থেকে।"],
    terms: ["tax_code"],
  },
  addons: {
    about: [
      "What is sold beside packages, with its price and what it does.",
      "প্যাকেজের পাশে যা বিক্রি হয়, দাম ও কাজসহ।",
    ],
    terms: ["addon"],
  },
  "customer-addons": {
    about: ["Which add-ons customers have, and until when.", "গ্রাহকদের কোন অতিরিক্ত সেবা আছে, কবে পর্যন্ত।"],
    terms: ["addon"],
  },
  "pending-charges": {
    about: [
      "What will stand on the next bills: parts of a changed price, add-ons.",
      "পরের বিলে যা উঠবে: বদলানো দামের অংশ, অতিরিক্ত সেবা।",
    ],
    terms: ["bill", "change", "addon"],
  },
  resellers: {
    about: [
      "Who sells for you: their customers, balance and credit.",
      "যাঁরা আপনার হয়ে বিক্রি করেন: গ্রাহক, ব্যালান্স ও ক্রেডিট।",
    ],
    terms: ["wallet"],
  },
  "reseller-pricing": {
    about: ["What a package costs a reseller.", "রিসেলারের জন্য প্যাকেজের দাম।"],
    terms: ["wallet"],
  },
  "reseller-ledger": {
    about: [
      "What moved resellers' balances: money paid in, and what their sales cost.",
      "রিসেলারের ব্যালান্স কীসে বদলেছে: জমা ও বিক্রির খরচ।",
    ],
    terms: ["wallet"],
  },
  shifts: {
    about: [
      "The drawers of all cashiers: who opened when, what was expected, what was counted.",
      "সব ক্যাশিয়ারের ড্রয়ার: কখন খোলা, কত থাকার কথা, কত গোনা।",
    ],
    terms: ["shift", "float", "expected_cash"],
  },
  "shifts/mine": {
    about: [
      "Your own drawer: open it with its float, hand cash over, count it at the end.",
      "নিজের ড্রয়ার: শুরুর টাকা দিয়ে খুলুন, টাকা হস্তান্তর করুন, শেষে গুনুন।",
    ],
    terms: ["shift", "float", "expected_cash", "handover"],
  },
  cash: {
    about: ["Who holds how much cash now, and what is on its way.", "এখন কার কাছে কত নগদ, কত পথে আছে।"],
    terms: ["holder", "handover"],
  },
  "cash/day-sheet": {
    about: ["A day's money of each holder, to be printed and signed.", "প্রতিজনের দিনের টাকা, ছেপে সই করার জন্য।"],
    terms: ["holder", "handover"],
  },
  "cash-transfers": {
    about: [
      "Cash that was handed over; the receiver confirms it.",
      "হস্তান্তর করা নগদ; যিনি পান তিনি নিশ্চিত করেন।",
    ],
    terms: ["handover", "holder"],
  },
  books: {
    about: [
      "The accountant's books: trial balance, profit and loss, balance sheet and tax. Each figure opens what it is made of.",
      "হিসাবের বই: রেওয়ামিল, লাভ-ক্ষতি, স্থিতিপত্র ও কর। প্রতিটি সংখ্যা খুলে দেখা যায়।",
    ],
    terms: ["trial_balance", "ledger", "journal"],
  },
  "books/entries": {
    about: ["The entries behind a figure of the books.", "হিসাবের একটি সংখ্যার পেছনের লাইন।"],
    terms: ["ledger", "journal"],
  },
  "books/journals": {
    about: ["One act in the books with all its entries.", "হিসাবে একটি কাজ, সব লাইনসহ।"],
    terms: ["journal"],
  },
  closings: {
    about: ["The months that were closed, and what each earned.", "বন্ধ করা মাস, আর প্রতিটির আয়।"],
    terms: ["closing", "accounting_day"],
  },
});
