// Words of months' ends and their steps. On screen an invoice is a bill.
import { monthEnd, monthEndStep } from "../../shared/reports/index.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const monthEndWords = words(monthEnd, {
  one: ["month end", "মাস শেষ"],
  many: ["months' ends", "মাস শেষ"],
  fields: {
    month: ["Month", "মাস"],
    day: ["Last day", "শেষ দিন"],
    status: ["State", "অবস্থা"],
    begun_by: ["Begun by", "শুরু করেছেন"],
    locked_before: ["Closed up to before", "আগে যে দিন পর্যন্ত বন্ধ ছিল"],
  },
  choices: { status: { OPEN: ["Under way", "চলছে"], LOCKED: ["Closed", "বন্ধ"] } },
  operations: {
    create: ["Begin the month's end", "মাস শেষ শুরু করুন"],
    finish_step: ["Finish a step", "ধাপ শেষ করুন"],
    undo_step: ["Undo a step", "ধাপ ফেরান"],
  },
  inputs: {
    step: ["Step", "ধাপ"],
    note: ["Note", "নোট"],
    reason: ["Why", "কেন"],
  },
  empty: ["No month's end was begun yet.", "এখনো কোনো মাস শেষ শুরু হয়নি।"],
});

export const monthEndStepWords = words(monthEndStep, {
  one: ["step", "ধাপ"],
  many: ["steps", "ধাপ"],
  fields: {
    month_end: ["Month end", "মাস শেষ"],
    position: ["Place", "ক্রম"],
    step: ["Step", "ধাপ"],
    status: ["State", "অবস্থা"],
    count: ["Count", "সংখ্যা"],
    amount: ["Amount", "টাকা"],
    note: ["Note", "নোট"],
    done_by: ["Done by", "করেছেন"],
    done_at: ["Done at", "করার সময়"],
    undone_by: ["Undone by", "ফিরিয়েছেন"],
    undone_at: ["Undone at", "ফেরানোর সময়"],
    undo_reason: ["Why it was undone", "কেন ফেরানো হয়েছে"],
    task_id: ["Task", "কাজ"],
  },
  choices: {
    step: {
      FREEZE: ["Freeze the month", "মাস স্থির করা"],
      PREVIEW: ["Look before billing", "বিলের আগে দেখা"],
      RUN: ["Make the bills", "বিল তৈরি"],
      REMIND: ["Who owes: remind", "বাকিদের মনে করানো"],
      EARN: ["Earn prepaid service", "প্রিপেইড আয় ধরা"],
      SETTLE: ["Resellers", "রিসেলার"],
      PAYROLL: ["Salaries", "বেতন"],
      TAX: ["Tax", "কর"],
      LOCK: ["Close the books", "হিসাব বন্ধ"],
    },
    status: { WAITING: ["To do", "বাকি"], DONE: ["Done", "শেষ"], SKIPPED: ["Left out", "বাদ"] },
  },
});
