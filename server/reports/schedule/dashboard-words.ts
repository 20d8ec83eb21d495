// Words of the dashboard on paper, in both languages.
import type { Pair } from "../../../shared/kernel/formatting/language.ts";
import type { Dashboard, MrrMovement } from "../../../shared/reports/index.ts";

export const TEXTS = {
  title: ["How the business stands", "ব্যবসার অবস্থা"],
  collected: ["Collected", "আদায়"],
  today: ["Today", "আজ"],
  yesterday: ["The day before", "আগের দিন"],
  this_month: ["This month", "এ মাসে"],
  compared: ["Last month until the same day", "গত মাসের এই দিন পর্যন্ত"],
  dues: ["Dues by age", "বয়স অনুযায়ী বকেয়া"],
  total: ["In all", "মোট"],
  mrr: ["Monthly revenue", "মাসিক আয়"],
  start: ["When the month began", "মাসের শুরুতে"],
  now: ["Now", "এখন"],
  arpu: ["Of an active customer", "সক্রিয় গ্রাহকপ্রতি"],
  customers: ["Customers", "গ্রাহক"],
  active: ["Active", "সক্রিয়"],
  suspended: ["Suspended", "স্থগিত"],
  expired: ["Expired", "মেয়াদোত্তীর্ণ"],
  churn: ["Expired over 30 days", "৩০ দিনের বেশি মেয়াদোত্তীর্ণ"],
  joined: ["New this month", "এ মাসে নতুন"],
  cash: ["Who holds cash", "টাকা কার কাছে"],
  waiting: ["Waits for a decision", "সিদ্ধান্তের অপেক্ষায়"],
  reviews: ["Review list", "যাচাই তালিকা"],
  transfers: ["Money to confirm", "টাকা বুঝে নেওয়া বাকি"],
  leaves: ["Leave asked for", "ছুটির আবেদন"],
  advances: ["Salary advances asked for", "বেতন অগ্রিমের আবেদন"],
  tickets: ["Open tickets", "খোলা টিকিট"],
  network: ["Network", "নেটওয়ার্ক"],
  online: ["Customers online", "অনলাইন গ্রাহক"],
  routers_offline: ["Routers offline", "বন্ধ রাউটার"],
  los: ["ONUs without light", "আলোহীন ONU"],
  mail: ["The figures of the day; the same on paper is attached.", "আজকের হিসাব; একই তথ্য সংযুক্ত কাগজে আছে।"],
} as const satisfies Record<string, Pair>;

type AgeBucket = Dashboard["dues"]["ageing"][number]["bucket"];

export const AGES: Readonly<Record<AgeBucket, Pair>> = {
  CURRENT: ["Not due yet", "এখনো সময় আছে"],
  "1-30": ["1–30 days late", "১–৩০ দিন দেরি"],
  "31-60": ["31–60 days late", "৩১–৬০ দিন দেরি"],
  "61-90": ["61–90 days late", "৬১–৯০ দিন দেরি"],
  "90+": ["Over 90 days late", "৯০ দিনের বেশি দেরি"],
};

export const MOVEMENTS: Readonly<Record<MrrMovement, Pair>> = {
  NEW: ["New", "নতুন"],
  EXPANSION: ["Larger package or price", "বড় প্যাকেজ বা বেশি দাম"],
  REACTIVATED: ["Came back", "ফিরে এসেছে"],
  CONTRACTION: ["Smaller package or price", "ছোট প্যাকেজ বা কম দাম"],
  CHURNED: ["Left", "চলে গেছে"],
};
