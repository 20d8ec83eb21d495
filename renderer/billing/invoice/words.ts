// Words of making a bill by hand.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const invoiceTexts = dictionary({
  "invoice.add_line": ["Add a line", "লাইন যোগ করুন"],
  "invoice.amount": ["Charges", "চার্জ"],
  "invoice.billed": ["Billed", "বিলের তারিখ"],
  "invoice.carried": ["Moved to a later invoice", "পরে নেওয়া"],
  "invoice.create": ["Make invoice", "ইনভয়েস করুন"],
  "invoice.description": ["Description", "বিবরণ"],
  "invoice.discount": ["Discount", "ছাড়"],
  "invoice.due_date": ["Due date", "শেষ তারিখ"],
  "invoice.give_back_not_permitted": [
    "A line gives something back. Your role may not do that.",
    "একটি লাইনে টাকা ফেরত যায়। আপনার ভূমিকায় তা করা যায় না।",
  ],
  "invoice.lines": ["Lines", "লাইন"],
  "invoice.month": ["Month", "মাস"],
  "invoice.moved_on": ["Moved on", "পরের বিলে নেওয়া"],
  "invoice.new": ["New invoice", "নতুন ইনভয়েস"],
  "invoice.new_hint": [
    "Without lines the customer's package is billed. Earlier dues are carried into the new invoice.",
    "লাইন না দিলে গ্রাহকের প্যাকেজের বিল হয়। আগের বকেয়া নতুন ইনভয়েসে চলে আসে।",
  ],
  "invoice.none": ["No invoices yet", "এখনো কোনো ইনভয়েস নেই"],
  "invoice.none_hint": [
    "Month end makes them for everybody; one by hand is made here.",
    "মাস শেষে সবার জন্য হয়; একটি আলাদা করে এখানে করা যায়।",
  ],
  "invoice.number": ["Number", "নম্বর"],
  "invoice.paid": ["Paid", "পরিশোধ"],
  "invoice.previous_due": ["Earlier dues", "আগের বকেয়া"],
  "invoice.quantity": ["Quantity", "পরিমাণ"],
  "invoice.remove_line": ["Remove line {{number}}", "লাইন {{number}} বাদ দিন"],
  "invoice.tax": ["Tax", "কর"],
  "invoice.total": ["Total", "মোট"],
  "invoice.unit_price": ["Unit price", "একক মূল্য"],
  "invoice.use_package": ["Bill the package", "প্যাকেজের বিল"],
  "invoice.waiting": [
    "An invoice made here waits for the server; its number comes from there.",
    "এখানে করা একটি ইনভয়েস সার্ভারের অপেক্ষায়; নম্বর সেখান থেকে আসবে।",
  ],
});
