// Words of bills, recharges and offers. On screen an invoice is a bill.
import { invoice, invoiceLine } from "../../shared/billing/invoice/invoice.ts";
import { INVOICE_STATUSES } from "../../shared/billing/invoice/status-words.ts";
import { offer } from "../../shared/billing/offer.ts";
import { RECEIVED } from "../../shared/billing/payment/method-words.ts";
import { recharge } from "../../shared/billing/payment/recharge.ts";
import { TAKEN_BACK } from "../kernel/i18n/taken-back-words.ts";
import { words } from "../kernel/i18n/worded-resource.ts";
import { LINE_SOURCE_WORDS } from "./service/addon-words.ts";

export const invoiceWords = words(invoice, {
  one: ["bill", "বিল"],
  many: ["bills", "বিল"],
  fields: {
    invoice_number: ["Number", "নম্বর"],
    invoice_no: ["Number", "নম্বর"],
    customer: ["Customer", "গ্রাহক"],
    billing_month: ["Month", "মাস"],
    is_recurring: ["Monthly bill", "মাসিক বিল"],
    package_name: ["Package", "প্যাকেজ"],
    package_amount: ["Package price", "প্যাকেজের দাম"],
    amount: ["Charges", "চার্জ"],
    previous_due: ["Earlier dues", "আগের বকেয়া"],
    discount: ["Discount", "ছাড়"],
    total_payable: ["Total", "মোট"],
    paid_amount: ["Paid", "পরিশোধ"],
    carried_amount: ["Moved to a later bill", "পরের বিলে নেওয়া"],
    carried_to: ["Moved to", "যে বিলে নেওয়া"],
    carried_from: ["Taken over from", "যে বিল থেকে আনা"],
    charges: ["Charged for", "যার জন্য চার্জ"],
    given_up: ["Written off of earlier bills", "আগের বিল থেকে ছাড়া"],
    credited_amount: ["Taken back", "ফেরত নেওয়া"],
    due_amount: ["Due", "বকেয়া"],
    status: ["Status", "অবস্থা"],
    issue_date: ["Billed", "বিলের তারিখ"],
    due_date: ["Due date", "শেষ তারিখ"],
    closing: ["Made by a month's closing", "মাস সমাপনীতে তৈরি"],
    voided_at: ["Voided at", "বাতিলের সময়"],
    voided_by: ["Voided by", "বাতিল করেছেন"],
    void_reason: ["Why it is void", "বাতিলের কারণ"],
    notes: ["Notes", "নোট"],
  },
  choices: {
    status: INVOICE_STATUSES,
  },
  operations: {
    apply_advance: ["Pay from the advance", "অগ্রিম থেকে পরিশোধ"],
    void: ["Void the bill", "বিল বাতিল"],
    generate_batch: ["Make the month's bills", "মাসের বিল তৈরি"],
    void_batch: ["Take the month's bills back", "মাসের বিল ফেরত নেওয়া"],
  },
  permissions: {
    override: ["Set a bill's total, discount or earlier dues by hand", "বিলের মোট, ছাড় বা আগের বকেয়া হাতে বসানো"],
  },
  empty: [
    "Month end makes them for everybody; one by hand is made at the customer.",
    "মাস শেষে সবার জন্য হয়; একটি আলাদা করে গ্রাহকের পাতায় করা যায়।",
  ],
});

export const invoiceLineWords = words(invoiceLine, {
  one: ["bill line", "বিলের লাইন"],
  many: ["bill lines", "বিলের লাইন"],
  fields: {
    invoice: ["Bill", "বিল"],
    position: ["No.", "ক্রম"],
    description: ["Description", "বিবরণ"],
    quantity: ["Quantity", "পরিমাণ"],
    unit_price: ["Unit price", "একক মূল্য"],
    discount: ["Discount", "ছাড়"],
    tax_amount: ["Tax", "কর"],
    tax_code: ["Tax code", "কর কোড"],
    source: ["For", "যার জন্য"],
    total: ["Total", "মোট"],
  },
  choices: {
    source: LINE_SOURCE_WORDS,
  },
});

export const offerWords = words(offer, {
  one: ["offer", "অফার"],
  many: ["offers", "অফার"],
  fields: {
    title: ["Title", "শিরোনাম"],
    description: ["Description", "বিবরণ"],
    discount_type: ["Kind of discount", "ছাড়ের ধরন"],
    discount_value: ["Discount", "ছাড়"],
    package: ["Package", "প্যাকেজ"],
    start_date: ["From", "শুরু"],
    end_date: ["Until", "শেষ"],
    first_periods: ["For the first periods", "প্রথম কয়টি মেয়াদে"],
    is_active: ["Active", "চালু"],
  },
  hints: {
    package: ["Empty: every package", "খালি: সব প্যাকেজ"],
    first_periods: [
      "Of a service that is sold with it; empty: it lowers the bills of the months that it runs in",
      "যে সেবা এটির সাথে বিক্রি হয় তার; খালি: যে মাসে চলে সে মাসের বিল কমায়",
    ],
    discount_value: ["A percentage up to 100, or an amount", "সর্বোচ্চ ১০০ শতাংশ, অথবা একটি পরিমাণ"],
  },
  choices: {
    discount_type: { PERCENT: ["Percent", "শতাংশ"], FIXED: ["Amount", "নির্দিষ্ট পরিমাণ"] },
  },
  empty: ["While an offer runs, the month's bills are lower.", "অফার চলাকালে মাসের বিল কম হয়।"],
});

export const rechargeWords = words(recharge, {
  one: ["recharge", "রিচার্জ"],
  many: ["recharges", "রিচার্জ"],
  fields: {
    customer: ["Customer", "গ্রাহক"],
    package: ["Package", "প্যাকেজ"],
    amount: ["Amount", "পরিমাণ"],
    validity_days: ["Days", "দিন"],
    method: ["Method", "মাধ্যম"],
    recharged_by: ["By", "কে"],
    receipt_number: ["Receipt", "রসিদ"],
    payment_transaction: ["Payment", "পেমেন্ট"],
    previous_expiry_date: ["Valid until (before)", "আগের মেয়াদ"],
    new_expiry_date: ["Valid until", "মেয়াদ"],
    covers_from: ["Pays for days from", "যে দিন থেকে মূল্য দেওয়া"],
    covers_to: ["Pays for days until", "যে দিন পর্যন্ত মূল্য দেওয়া"],
    is_reversed: ["Reversed", "ফেরত"],
    ...TAKEN_BACK,
    device: ["Computer", "কম্পিউটার"],
    occurred_at: ["Taken at", "নেওয়ার সময়"],
  },
  choices: { method: RECEIVED },
  operations: {
    create: ["Recharge", "রিচার্জ"],
    reverse: ["Reverse recharge", "রিচার্জ ফেরত"],
  },
  permissions: {
    below_price: ["Give service below the price", "মূল্যের কমে সেবা দেওয়া"],
    reverse_own: ["Reverse one's own within minutes", "কয়েক মিনিটের মধ্যে নিজেরটি ফেরত নেওয়া"],
  },
  empty: ["A recharge is taken at the counter.", "রিচার্জ কাউন্টারে নেওয়া হয়।"],
});
