// Words of deposits.
import { deposit } from "../../../shared/billing/payment/deposit.ts";
import { RECEIVED } from "../../../shared/billing/payment/method-words.ts";
import { TAKEN_BACK } from "../../kernel/i18n/taken-back-words.ts";
import { words } from "../../kernel/i18n/worded-resource.ts";

export const depositWords = words(deposit, {
  one: ["deposit", "জামানত"],
  many: ["deposits", "জামানত"],
  fields: {
    deposit_number: ["Number", "নম্বর"],
    customer: ["Customer", "গ্রাহক"],
    amount: ["Amount", "পরিমাণ"],
    balance: ["Still kept", "এখনো জমা"],
    applied_amount: ["Used for bills", "বিলে ব্যবহৃত"],
    refunded_amount: ["Paid back", "ফেরত দেওয়া টাকা"],
    method: ["Method", "মাধ্যম"],
    reason: ["Reason", "কারণ"],
    status: ["Status", "অবস্থা"],
    holder: ["Taken into", "যাঁর কাছে"],
    taken_by: ["Taken by", "নিয়েছেন"],
    occurred_at: ["Taken at", "নেওয়ার সময়"],
    device: ["Computer", "কম্পিউটার"],
    ...TAKEN_BACK,
  },
  choices: {
    method: RECEIVED,
    status: {
      HELD: ["Kept", "জমা আছে"],
      SETTLED: ["Used up", "শেষ"],
      REVERSED: ["Reversed", "ফেরত"],
    },
  },
  operations: {
    apply: ["Pay bills with it", "বিল পরিশোধ করুন"],
    refund: ["Pay it back", "জামানত ফেরত দিন"],
    reverse: ["Reverse the deposit", "জামানত বাতিল"],
  },
  empty: [
    "Money that is kept for a customer, such as for a device. It pays no bill by itself.",
    "গ্রাহকের রাখা টাকা, যেমন যন্ত্রের জন্য। এটি নিজে থেকে কোনো বিল পরিশোধ করে না।",
  ],
});
