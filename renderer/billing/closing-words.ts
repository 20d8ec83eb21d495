// Words of a month's closing. On screen an invoice is a bill.
import { closing } from "../../shared/billing/index.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const closingWords = words(closing, {
  one: ["month's closing", "মাস সমাপনী"],
  many: ["months' closings", "মাস সমাপনী"],
  fields: {
    month: ["Month", "মাস"],
    day: ["Day in the books", "হিসাবের তারিখ"],
    status: ["Status", "অবস্থা"],
    invoices: ["Bills", "বিল"],
    amount: ["Earned", "আয়"],
    task_id: ["Task", "কাজ"],
    closed_by: ["Closed by", "সমাপ্ত করেছেন"],
    closed_at: ["Closed at", "সমাপ্তির সময়"],
    reversed_by: ["Taken back by", "ফিরিয়ে নিয়েছেন"],
    reversed_at: ["Taken back at", "ফিরিয়ে নেওয়ার সময়"],
    reversal_reason: ["Why it was taken back", "ফিরিয়ে নেওয়ার কারণ"],
  },
  choices: {
    status: {
      RUNNING: ["Under way", "চলছে"],
      DONE: ["Closed", "সমাপ্ত"],
      REVERSING: ["Being taken back", "ফিরিয়ে নেওয়া হচ্ছে"],
      REVERSED: ["Taken back", "ফিরিয়ে নেওয়া হয়েছে"],
    },
  },
  operations: { create: ["Close a month", "মাস সমাপ্ত করুন"], reverse: ["Take back", "ফিরিয়ে নিন"] },
  inputs: { reason: ["Why", "কেন"], async: ["In the background", "পেছনে চলুক"] },
  empty: [
    "Where prepaid service is earned as it is used, a month is closed here.",
    "প্রিপেইড সেবা ব্যবহারের সঙ্গে আয় হলে এখানে মাস সমাপ্ত করা হয়।",
  ],
});
