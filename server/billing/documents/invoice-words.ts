// What stands on an invoice's paper, in both languages.
import type { Pair } from "../../../shared/kernel/formatting/language.ts";

export const INVOICE_TEXTS = {
  carried: ["Carried forward", "পরের বিলে নেওয়া"],
  credited: ["Credited", "ফেরত নেওয়া"],
  description: ["Description", "বিবরণ"],
  discount: ["Discount", "ছাড়"],
  due: ["Due", "বকেয়া"],
  due_date: ["Due", "শেষ তারিখ"],
  issued: ["Issued", "বিলের তারিখ"],
  month: ["Month", "মাস"],
  number: ["Number", "নম্বর"],
  paid: ["Paid", "পরিশোধ"],
  previous_due: ["Previous due", "আগের বকেয়া"],
  quantity: ["Qty", "পরিমাণ"],
  status: ["Status", "অবস্থা"],
  taxed: ["On", "যার ওপর"],
  taxes: ["Taxes", "কর"],
  tax_amount: ["Tax", "কর"],
  title: ["INVOICE", "বিল"],
  total: ["Total", "মোট"],
  unit_price: ["Price", "দাম"],
} as const satisfies Record<string, Pair>;
