// Words of the books: payments and what they settled, adjustments, accounts, the ledger, providers' payments.
import { adjustment } from "../../shared/billing/ledger/adjustment.ts";
import { billingAccount } from "../../shared/billing/ledger/billing-account.ts";
import { ENTRY_TYPES } from "../../shared/billing/ledger/entry-words.ts";
import { ledgerEntry } from "../../shared/billing/ledger/ledger-entry.ts";
import { METHODS } from "../../shared/billing/payment/method-words.ts";
import { paymentAllocation, transaction } from "../../shared/billing/payment/payment.ts";
import { paymentEvent } from "../../shared/billing/payment/payment-event.ts";
import { TAKEN_BACK } from "../kernel/i18n/taken-back-words.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const transactionWords = words(transaction, {
  one: ["payment", "পেমেন্ট"],
  many: ["payments", "পেমেন্ট"],
  fields: {
    trx_id: ["Transaction number", "লেনদেন নম্বর"],
    receipt_number: ["Receipt", "রসিদ"],
    customer: ["Customer", "গ্রাহক"],
    amount: ["Amount", "পরিমাণ"],
    unallocated_amount: ["Not used yet", "অব্যবহৃত"],
    method: ["Method", "মাধ্যম"],
    status: ["Status", "অবস্থা"],
    reference: ["Reference", "রেফারেন্স"],
    received_by: ["Taken by", "নিয়েছেন"],
    holder: ["Taken into", "যাঁর কাছে"],
    received_at: ["Taken at", "নেওয়ার সময়"],
    booked_on: ["Booked on", "হিসাবে ওঠার দিন"],
    returned_on: ["Taken back on", "ফেরতের হিসাবের দিন"],
    recharge: ["Recharge", "রিচার্জ"],
    device: ["Computer", "কম্পিউটার"],
    refunded_amount: ["Paid back", "ফেরত দেওয়া টাকা"],
    suspense_resolution: ["Decided", "যা ঠিক হয়েছে"],
    reseller_charge: ["Charged to the reseller", "রিসেলারের খরচ"],
    deposit: ["Paid with the deposit", "যে জামানত থেকে"],
    receipt: ["Printed receipt", "ছাপা রসিদ"],
    ...TAKEN_BACK,
  },
  choices: {
    method: METHODS,
    status: {
      PENDING: ["Waiting", "অপেক্ষায়"],
      COMPLETED: ["Completed", "সম্পন্ন"],
      FAILED: ["Failed", "ব্যর্থ"],
      REFUNDED: ["Refunded", "ফেরত দেওয়া"],
    },
    suspense_resolution: {
      REFUNDED: ["Paid back", "ফেরত দেওয়া"],
      WRITTEN_OFF: ["Kept as income", "আয় হিসেবে রাখা"],
    },
  },
  operations: {
    create: ["Payment", "পেমেন্ট"],
    reverse: ["Reverse payment", "পেমেন্ট ফেরত"],
  },
  permissions: { reverse_own: ["Reverse one's own within minutes", "কয়েক মিনিটের মধ্যে নিজেরটি ফেরত নেওয়া"] },
  empty: ["Payments are taken at the counter.", "পেমেন্ট কাউন্টারে নেওয়া হয়।"],
});

export const paymentAllocationWords = words(paymentAllocation, {
  one: ["allocation", "বণ্টন"],
  many: ["allocations", "বণ্টন"],
  fields: {
    payment_transaction: ["Payment", "পেমেন্ট"],
    invoice: ["Bill", "বিল"],
    allocated_amount: ["Amount", "পরিমাণ"],
  },
  empty: [
    "Which payment settled which bill is written down here.",
    "কোন পেমেন্টে কোন বিল পরিশোধ হলো তা এখানে লেখা থাকে।",
  ],
});

export const adjustmentWords = words(adjustment, {
  one: ["adjustment", "সমন্বয়"],
  many: ["adjustments", "সমন্বয়"],
  fields: {
    account: ["Account", "হিসাব"],
    customer: ["Customer", "গ্রাহক"],
    amount: ["Amount", "পরিমাণ"],
    adjustment_type: ["Kind", "ধরন"],
    category: ["Given up for", "যে জন্য ছাড়া"],
    given_up: ["Written off of", "যে চার্জ থেকে ছাড়া"],
    reason: ["Reason", "কারণ"],
    approved_by: ["Approved by", "অনুমোদন করেছেন"],
    created_by: ["Made by", "করেছেন"],
    payment_transaction: ["Payment", "পেমেন্ট"],
    invoice: ["Bill", "বিল"],
    is_reversed: ["Reversed", "ফেরত"],
    ...TAKEN_BACK,
  },
  choices: {
    category: {
      GOODWILL: ["Goodwill", "সৌজন্য"],
      SLA: ["Service fault", "সেবার ত্রুটি"],
      ERROR: ["Our mistake", "আমাদের ভুল"],
      BAD_DEBT: ["Bad debt", "অনাদায়ী পাওনা"],
    },
    adjustment_type: {
      CREDIT: ["Credit", "জমা"],
      DEBIT: ["Charge", "চার্জ"],
      WAIVER: ["Waiver", "মওকুফ"],
    },
  },
  operations: {
    create: ["Adjustment", "সমন্বয়"],
    reverse: ["Reverse adjustment", "সমন্বয় ফেরত"],
  },
  empty: ["Credits, charges and waivers made by hand are listed here.", "হাতে করা জমা, চার্জ ও মওকুফ এখানে থাকে।"],
});

export const billingAccountWords = words(billingAccount, {
  one: ["account", "হিসাব"],
  many: ["accounts", "হিসাব"],
  fields: {
    account_number: ["Account number", "হিসাব নম্বর"],
    code: ["Code", "কোড"],
    customer: ["Customer", "গ্রাহক"],
    currency: ["Currency", "মুদ্রা"],
    status: ["Status", "অবস্থা"],
    balance: ["Balance", "স্থিতি"],
  },
  choices: { status: { ACTIVE: ["Open", "খোলা"], CLOSED: ["Closed", "বন্ধ"] } },
  empty: [
    "Each customer gets one with the first bill or payment.",
    "প্রথম বিল বা পেমেন্টের সঙ্গে প্রত্যেক গ্রাহকের একটি হয়।",
  ],
});

export const ledgerEntryWords = words(ledgerEntry, {
  one: ["ledger entry", "খতিয়ানের দাখিলা"],
  many: ["ledger entries", "খতিয়ানের দাখিলা"],
  title: ["ledger", "খতিয়ান"],
  fields: {
    entry_no: ["No.", "ক্রম"],
    journal: ["Journal", "জার্নাল"],
    account: ["Account", "হিসাব"],
    customer: ["Customer", "গ্রাহক"],
    entry_type: ["What", "কী"],
    debit: ["Debit", "খরচ"],
    credit: ["Credit", "জমা"],
    balance_after: ["Balance", "স্থিতি"],
    advance_change: ["Of it advance", "এর মধ্যে অগ্রিম"],
    entry_date: ["Day in the books", "হিসাবের তারিখ"],
    holder: ["Held by", "যাঁর কাছে"],
    source: ["For", "কিসের"],
    tax_code: ["Tax code", "কর কোড"],
    source_type: ["Comes from", "উৎসের ধরন"],
    source_id: ["Document", "উৎস"],
    posted_by: ["By", "কে"],
    posted_at: ["Booked at", "হিসাবে ওঠার সময়"],
    occurred_at: ["Done at", "করা হয়েছে"],
  },
  choices: {
    entry_type: ENTRY_TYPES,
    source_type: {
      invoice: ["Bill", "বিল"],
      payment_transaction: ["Payment", "পেমেন্ট"],
      adjustment: ["Adjustment", "সমন্বয়"],
      cash_transfer: ["Money handed over", "টাকা হস্তান্তর"],
      shift: ["Shift", "শিফট"],
      credit_note: ["Credit note", "ক্রেডিট নোট"],
      refund: ["Refund", "অগ্রিম ফেরত"],
      deposit: ["Deposit", "জামানত"],
      reseller_ledger: ["Reseller's top-up", "রিসেলারের জমা"],
      advance_salary: ["Salary advance", "অগ্রিম বেতন"],
      payroll: ["Salary", "বেতন"],
    },
  },
  empty: ["Bills and payments are booked here.", "বিল ও পেমেন্ট এখানে লেখা হয়।"],
});

export const paymentEventWords = words(paymentEvent, {
  one: ["provider's payment", "প্রদানকারীর পেমেন্ট"],
  many: ["providers' payments", "প্রদানকারীদের পেমেন্ট"],
  fields: {
    provider: ["Provider", "প্রদানকারী"],
    event_id: ["Event", "ইভেন্ট"],
    payment_ref: ["Provider's number", "প্রদানকারীর নম্বর"],
    amount: ["Amount", "পরিমাণ"],
    currency: ["Currency", "মুদ্রা"],
    account_ref: ["Paid for", "যার জন্য"],
    payer: ["Paid by", "যিনি দিয়েছেন"],
    occurred_at: ["Paid at", "পরিশোধের সময়"],
    payload: ["Contents", "যা এসেছে"],
    status: ["Status", "অবস্থা"],
    detail: ["Why it was not booked", "কেন হিসাবে ওঠেনি"],
    customer: ["Customer", "গ্রাহক"],
    payment_transaction: ["Payment", "পেমেন্ট"],
  },
  hints: { account_ref: ["Customer code, username or phone", "গ্রাহক কোড, ইউজারনেম বা ফোন"] },
  choices: {
    status: {
      RECEIVED: ["Received", "এসেছে"],
      APPLIED: ["Booked", "জমা হয়েছে"],
      UNMATCHED: ["Whose is unknown", "কার জানা নেই"],
      REJECTED: ["Refused", "ফিরিয়ে দেওয়া"],
    },
  },
  operations: { match: ["Say whose it is", "কার তা বলুন"] },
  empty: ["Payments that a provider reports arrive here.", "প্রদানকারী যে পেমেন্ট জানায় তা এখানে আসে।"],
});
