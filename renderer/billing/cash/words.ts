// Words of money handed over between tills, collectors, the office and the bank.
import { cashTransfer } from "../../../shared/billing/index.ts";
import { RECEIVED } from "../../../shared/billing/payment/method-words.ts";
import { words } from "../../kernel/i18n/worded-resource.ts";

export const cashTransferWords = words(cashTransfer, {
  one: ["handover", "টাকা হস্তান্তর"],
  many: ["handovers", "টাকা হস্তান্তর"],
  title: ["money handed over", "টাকা হস্তান্তর"],
  fields: {
    transfer_number: ["Number", "নম্বর"],
    from: ["From", "যার কাছ থেকে"],
    to: ["To", "যার কাছে"],
    amount: ["Amount", "পরিমাণ"],
    method: ["Method", "মাধ্যম"],
    note: ["Note", "নোট"],
    status: ["Status", "অবস্থা"],
    sent_by: ["Handed over by", "দিয়েছেন"],
    sent_at: ["Handed over at", "দেওয়ার সময়"],
    confirmed_by: ["Received by", "বুঝে নিয়েছেন"],
    confirmed_at: ["Received at", "বুঝে নেওয়ার সময়"],
    cancelled_by: ["Called off by", "বাতিল করেছেন"],
    cancelled_at: ["Called off at", "বাতিলের সময়"],
    cancellation_reason: ["Why it was called off", "বাতিলের কারণ"],
    user: ["Sender's account", "প্রেরকের অ্যাকাউন্ট"],
    concerns: ["Whom it concerns", "যার সঙ্গে সম্পর্কিত"],
    device: ["Computer", "কম্পিউটার"],
  },
  hints: {
    from: [
      "A till's code, a collector's username, OFFICE or BANK",
      "কাউন্টারের কোড, আদায়কারীর ইউজারনেম, OFFICE বা BANK",
    ],
    to: [
      "A till's code, a collector's username, OFFICE or BANK",
      "কাউন্টারের কোড, আদায়কারীর ইউজারনেম, OFFICE বা BANK",
    ],
  },
  choices: {
    method: RECEIVED,
    status: {
      IN_TRANSIT: ["On its way", "পথে"],
      CONFIRMED: ["Received", "বুঝে নেওয়া"],
      CANCELLED: ["Called off", "বাতিল"],
    },
  },
  operations: {
    create: ["Hand over", "টাকা দিন"],
    confirm: ["It has arrived", "টাকা বুঝে নিয়েছি"],
    cancel: ["Call off", "বাতিল করুন"],
  },
  empty: [
    "Money that a till or collector hands over is listed here until it is confirmed, and after.",
    "কাউন্টার বা আদায়কারী যে টাকা দেন তা বুঝে নেওয়ার আগে ও পরে এখানে থাকে।",
  ],
});
