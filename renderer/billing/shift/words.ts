// Words of cashiers' drawers.
import { shift } from "../../../shared/billing/index.ts";
import { words } from "../../kernel/i18n/worded-resource.ts";

export const shiftWords = words(shift, {
  one: ["shift", "শিফট"],
  many: ["shifts", "শিফট"],
  fields: {
    user: ["Account", "অ্যাকাউন্ট"],
    cashier: ["Cashier", "ক্যাশিয়ার"],
    holder: ["Till", "কাউন্টার"],
    cash_holder: ["Where the cash lay", "নগদ যেখানে ছিল"],
    device: ["Computer", "কম্পিউটার"],
    status: ["Status", "অবস্থা"],
    opened_at: ["Opened", "শুরু"],
    closed_at: ["Closed", "শেষ"],
    opening_float: ["Cash at the start", "শুরুর নগদ"],
    totals: ["Taken by method", "মাধ্যম অনুযায়ী আদায়"],
    handed_over: ["Handed over", "হস্তান্তর করা"],
    expected_cash: ["Cash expected", "যত থাকার কথা"],
    counted_cash: ["Cash counted", "গোনা নগদ"],
    counts: ["Banknotes and coins", "নোট ও কয়েন"],
    difference: ["Difference", "পার্থক্য"],
    reason: ["Reason", "কারণ"],
    own_reversals: ["Own receipts reversed", "নিজে ফেরত নেওয়া রসিদ"],
    own_reversed: ["Reversed by the cashier", "ক্যাশিয়ারের ফেরত নেওয়া টাকা"],
  },
  hints: {
    opening_float: ["What lies in the drawer before the first payment.", "প্রথম পেমেন্টের আগে ড্রয়ারে যা আছে।"],
    counted_cash: [
      "Count first: what is expected is shown afterwards.",
      "আগে গুনুন: যত থাকার কথা তা পরে দেখানো হবে।",
    ],
  },
  choices: { status: { OPEN: ["Open", "খোলা"], CLOSED: ["Closed", "বন্ধ"] } },
  operations: {
    close: ["Count and close", "গুনে বন্ধ করুন"],
    recount: ["Put the count right", "গণনা ঠিক করুন"],
  },
  empty: [
    "Open a shift with the cash in the drawer; count it when you go.",
    "ড্রয়ারের নগদ দিয়ে শিফট শুরু করুন; যাওয়ার সময় গুনে নিন।",
  ],
});
