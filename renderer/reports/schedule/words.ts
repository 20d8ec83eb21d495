// Words of the reports by mail.
import { reportSchedule } from "../../../shared/reports/index.ts";
import { words } from "../../kernel/i18n/worded-resource.ts";

export const reportScheduleWords = words(reportSchedule, {
  one: ["report by mail", "মেইলে রিপোর্ট"],
  many: ["reports by mail", "মেইলে রিপোর্ট"],
  fields: {
    staff: ["For", "যার জন্য"],
    email: ["To (e-mail)", "প্রাপক (ই-মেইল)"],
    frequency: ["How often", "কত ঘন ঘন"],
    weekday: ["Weekday", "সপ্তাহের দিন"],
    month_day: ["Day of the month", "মাসের দিন"],
    hour: ["Hour", "ঘণ্টা"],
    language: ["Language", "ভাষা"],
    is_active: ["Active", "চালু"],
    next_at: ["Next one", "পরেরটি"],
    last_period: ["Last one of", "শেষটি যে দিনের"],
  },
  hints: {
    staff: [
      "It ends by itself with their account, or with their right to see reports.",
      "তাঁর অ্যাকাউন্ট বা রিপোর্ট দেখার অধিকার শেষ হলে নিজে থেকেই বন্ধ হয়।",
    ],
    hour: ["0 to 23, by the company's clock.", "০ থেকে ২৩, প্রতিষ্ঠানের ঘড়ি অনুযায়ী।"],
    weekday: ["Of a weekly one.", "সাপ্তাহিক হলে।"],
    month_day: ["Of a monthly one, 1 to 28.", "মাসিক হলে, ১ থেকে ২৮।"],
  },
  choices: {
    frequency: {
      DAILY: ["Each day", "প্রতিদিন"],
      WEEKLY: ["Each week", "প্রতি সপ্তাহে"],
      MONTHLY: ["Each month", "প্রতি মাসে"],
    },
    language: { en: ["English", "ইংরেজি"], bn: ["Bengali", "বাংলা"] },
  },
  operations: { send_now: ["Send now", "এখনই পাঠান"] },
  empty: [
    "The dashboard comes as a PDF by mail, each day, week or month.",
    "ড্যাশবোর্ড প্রতিদিন, সপ্তাহে বা মাসে পিডিএফ হয়ে মেইলে আসে।",
  ],
});
