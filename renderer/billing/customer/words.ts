// Words of a customer's page: payments and what was refused.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const customerMoneyTexts = dictionary({
  "payments.actions": ["Actions", "কাজ"],
  "payments.hide_invoices": ["Hide the bills it settled", "যে বিল পরিশোধ হয়েছে তা লুকান"],
  "payments.invoices": ["Bills it settled", "যে বিল পরিশোধ হয়েছে"],
  "payments.menu": ["Actions for {{number}}", "{{number}}-এর কাজ"],
  "payments.none": ["No money has come in yet", "এখনো কোনো টাকা আসেনি"],
  "payments.none_hint": [
    "Recharges and payments are listed here, each with its receipt.",
    "রিচার্জ ও পেমেন্ট রসিদসহ এখানে থাকবে।",
  ],
  "payments.reversed": ["Reversed", "ফেরত"],
  "recharge.action": ["Recharge", "রিচার্জ"],
  "recharge.payment": ["Payment", "পেমেন্ট"],
  "recharge.reprint": ["Show receipt", "রসিদ দেখুন"],
  "refused.correct": ["Correct…", "সংশোধন…"],
  "refused.suspense": [
    "The money could not be booked as meant. It is kept in suspense and on the review list; nothing is lost.",
    "টাকা যেভাবে চাওয়া হয়েছিল সেভাবে জমা করা যায়নি। এটি অনির্ধারিত হিসাবে ও যাচাই তালিকায় আছে; কিছু হারায়নি।",
  ],
  "refused.unknown": ["The server refused it without a reason.", "সার্ভার কারণ না জানিয়ে ফিরিয়ে দিয়েছে।"],
  "preview.last_payments": ["Last payments", "শেষ পেমেন্ট"],
  "preview.open_bills": ["Open bills", "বাকি বিল"],
});
