// Words of what is given back: credit notes and refunds. On screen an invoice is a bill.
import { creditNote, creditNoteLine } from "../../shared/billing/credit-note/credit-note.ts";
import { RECEIVED } from "../../shared/billing/payment/method-words.ts";
import { refund } from "../../shared/billing/payment/refund.ts";
import { TAKEN_BACK } from "../kernel/i18n/taken-back-words.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const creditNoteWords = words(creditNote, {
  one: ["credit note", "ক্রেডিট নোট"],
  many: ["credit notes", "ক্রেডিট নোট"],
  fields: {
    credit_note_number: ["Number", "নম্বর"],
    invoice: ["Bill", "বিল"],
    customer: ["Customer", "গ্রাহক"],
    amount: ["Credited", "ফেরত"],
    tax_amount: ["Of it tax", "এর মধ্যে কর"],
    due_reduced: ["Off the dues", "বকেয়া থেকে কমেছে"],
    made_advance: ["Became advance", "অগ্রিম হয়েছে"],
    written_off: ["Given up before", "আগেই ছাড়া হয়েছে"],
    due_after: ["Due afterwards", "এরপর বকেয়া"],
    advance_after: ["Advance afterwards", "এরপর অগ্রিম"],
    reason: ["Reason", "কারণ"],
    issue_date: ["Date", "তারিখ"],
    issued_at: ["Made at", "তৈরির সময়"],
    issued_by: ["Made by", "করেছেন"],
    clerk: ["Clerk", "কর্মী"],
    is_reversed: ["Reversed", "ফেরত"],
    ...TAKEN_BACK,
  },
  operations: {
    create: ["Credit note", "ক্রেডিট নোট"],
    reverse: ["Reverse the credit note", "ক্রেডিট নোট বাতিল"],
  },
  empty: [
    "A credit note gives back what a bill charged: it is made on the bill's page.",
    "ক্রেডিট নোট বিলের টাকা ফেরত দেয়: বিলের পাতায় করা হয়।",
  ],
});

export const creditNoteLineWords = words(creditNoteLine, {
  one: ["line of a credit note", "ক্রেডিট নোটের লাইন"],
  many: ["lines of credit notes", "ক্রেডিট নোটের লাইন"],
  fields: {
    credit_note: ["Credit note", "ক্রেডিট নোট"],
    position: ["No.", "ক্রম"],
    invoice_line: ["Line of the bill", "বিলের লাইন"],
    description: ["Description", "বিবরণ"],
    quantity: ["Quantity", "পরিমাণ"],
    amount: ["Amount", "পরিমাণ"],
    tax_amount: ["Of it tax", "এর মধ্যে কর"],
  },
});

export const refundWords = words(refund, {
  one: ["refund", "অগ্রিম ফেরত"],
  many: ["refunds", "অগ্রিম ফেরত"],
  fields: {
    refund_number: ["Number", "নম্বর"],
    customer: ["Customer", "গ্রাহক"],
    amount: ["Amount", "পরিমাণ"],
    method: ["Method", "মাধ্যম"],
    reason: ["Reason", "কারণ"],
    holder: ["Paid out of", "যাঁর কাছ থেকে"],
    refunded_by: ["Paid out by", "দিয়েছেন"],
    occurred_at: ["Paid out at", "দেওয়ার সময়"],
    parts: ["Out of the payments", "যেসব পেমেন্ট থেকে"],
    device: ["Computer", "কম্পিউটার"],
    is_reversed: ["Reversed", "ফেরত"],
    ...TAKEN_BACK,
  },
  choices: { method: RECEIVED },
  permissions: { bound: ["Pay out money that bought days", "মেয়াদ কেনা টাকা ফেরত দেওয়া"] },
  operations: { reverse: ["Reverse the refund", "অগ্রিম ফেরত বাতিল"] },
  empty: ["An advance is paid out on the customer's page.", "গ্রাহকের পাতায় অগ্রিম ফেরত দেওয়া হয়।"],
});
