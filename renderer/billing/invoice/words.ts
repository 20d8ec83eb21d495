// Words of making a bill by hand.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const invoiceTexts = dictionary({
  "invoice.add_line": ["Add a line", "লাইন যোগ করুন"],
  "invoice.by_hand_not_permitted": [
    "A line gives something back, or its tax is not what its code makes. Your role may not do that.",
    "একটি লাইনে টাকা ফেরত যায়, বা তার কর নিয়ম অনুযায়ী নয়। আপনার ভূমিকায় তা করা যায় না।",
  ],
  "invoice.create": ["Make bill", "বিল করুন"],
  "invoice.lines": ["Lines", "লাইন"],
  "invoice.moved_on": ["Moved on", "পরের বিলে নেওয়া"],
  "invoice.new": ["New bill", "নতুন বিল"],
  "invoice.new_hint": [
    "Without lines the customer's package is billed. Earlier dues are carried into the new bill.",
    "লাইন না দিলে গ্রাহকের প্যাকেজের বিল হয়। আগের বকেয়া নতুন বিলে চলে আসে।",
  ],
  "invoice.no_tax": ["No tax", "কর নেই"],
  "invoice.none": ["No bills yet", "এখনো কোনো বিল নেই"],
  "invoice.none_hint": [
    "Month end makes them for everybody; one by hand is made here.",
    "মাস শেষে সবার জন্য হয়; একটি আলাদা করে এখানে করা যায়।",
  ],
  "invoice.remove_line": ["Remove line {{number}}", "লাইন {{number}} বাদ দিন"],
  "invoice.use_package": ["Bill the package", "প্যাকেজের বিল"],
  "bills.print": ["Print bills…", "বিল প্রিন্ট…"],
  "bills.print_do": ["Print {{n}}", "{{n}}টি প্রিন্ট"],
  "bills.print_files": [
    "{{n}} bills in {{files}} files, each bill on a page of its own.",
    "{{files}}টি ফাইলে {{n}}টি বিল, প্রতিটি আলাদা পাতায়।",
  ],
  "bills.print_one": [
    "{{n}} bills in one file, each on a page of its own.",
    "এক ফাইলে {{n}}টি বিল, প্রতিটি আলাদা পাতায়।",
  ],
  "bills.print_title_one": ["Print {{n}} bill", "{{n}}টি বিল প্রিন্ট"],
  "bills.print_title": ["Print {{n}} bills", "{{n}}টি বিল প্রিন্ট"],
  "bills.print_without": [
    "{{n}} of the chosen owe nothing and get none.",
    "বাছাই করা {{n}} জনের বকেয়া নেই, তাঁদের বিল হবে না।",
  ],
  "bills.printed_one": ["{{n}} bill is in the file", "{{n}}টি বিল ফাইলে আছে"],
  "bills.printed": ["{{n}} bills are in the file", "{{n}}টি বিল ফাইলে আছে"],
  "invoice.waiting": [
    "A bill made here waits for the server; its number comes from there.",
    "এখানে করা একটি বিল সার্ভারের অপেক্ষায়; নম্বর সেখান থেকে আসবে।",
  ],
});
