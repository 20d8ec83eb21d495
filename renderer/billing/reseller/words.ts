// Words of resellers' rates and balances.
import { resellerLedger, resellerPricing } from "../../../shared/billing/index.ts";
import { RECEIVED } from "../../../shared/billing/payment/method-words.ts";
import { words } from "../../kernel/i18n/worded-resource.ts";

export const resellerPricingWords = words(resellerPricing, {
  one: ["wholesale rate", "পাইকারি মূল্য"],
  many: ["wholesale rates", "পাইকারি মূল্য"],
  fields: {
    reseller: ["Reseller", "রিসেলার"],
    package: ["Package", "প্যাকেজ"],
    custom_rate: ["Rate", "মূল্য"],
    is_active: ["In force", "চালু"],
  },
  hints: { custom_rate: ["For one validity of the package.", "প্যাকেজের এক মেয়াদের জন্য।"] },
  empty: [
    "Without a rate of their own, resellers pay a package's price.",
    "আলাদা মূল্য না থাকলে রিসেলার প্যাকেজের পুরো মূল্য দেন।",
  ],
});

export const resellerLedgerWords = words(resellerLedger, {
  one: ["balance entry", "ব্যালেন্সের এন্ট্রি"],
  many: ["balance entries", "ব্যালেন্সের এন্ট্রি"],
  fields: {
    entry_no: ["No.", "নং"],
    reseller: ["Reseller", "রিসেলার"],
    entry_type: ["What for", "কী বাবদ"],
    amount: ["Amount", "পরিমাণ"],
    balance_after: ["Balance after", "পরের ব্যালেন্স"],
    method: ["Paid by", "যেভাবে দিয়েছেন"],
    reference: ["Reference", "রেফারেন্স"],
    holder: ["Held by", "যার কাছে"],
    reason: ["Reason", "কারণ"],
    reverses: ["Takes back", "যা ফেরত নেয়"],
    payment_transaction: ["Payment", "পেমেন্ট"],
    posted_by: ["By", "করেছেন"],
    occurred_at: ["When", "সময়"],
  },
  choices: {
    entry_type: {
      TOPUP: ["Paid in", "জমা"],
      CHARGE: ["Sold", "বিক্রি"],
      REFUND: ["Given back", "ফেরত"],
      ADJUSTMENT: ["Put right", "সমন্বয়"],
    },
    method: RECEIVED,
  },
  operations: { reverse: ["Take back", "ফেরত নিন"] },
  empty: ["What resellers pay in and sell is written here.", "রিসেলার যা জমা দেন ও বিক্রি করেন তা এখানে লেখা হয়।"],
});
