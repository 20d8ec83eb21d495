// Words of receipts, on screen and on paper.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const receiptTexts = dictionary({
  "receipt.advance": ["Advance", "অগ্রিম"],
  "receipt.amount": ["PAID", "পরিশোধ"],
  "receipt.by_itself": ["Print without asking", "না জিজ্ঞেস করে প্রিন্ট"],
  "receipt.clerk": ["Clerk", "ক্যাশিয়ার"],
  "receipt.code": ["Code", "কোড"],
  "receipt.copy": ["*** COPY ***", "*** কপি ***"],
  "receipt.customer": ["Customer", "গ্রাহক"],
  "receipt.date": ["Date", "তারিখ"],
  "receipt.due": ["Still due", "বাকি আছে"],
  "receipt.method": ["Method", "মাধ্যম"],
  "receipt.new_expiry": ["Valid until", "মেয়াদ"],
  "receipt.next": ["Next", "পরের জন"],
  "receipt.plan": ["Plan", "প্যাকেজ"],
  "receipt.previous_expiry": ["Valid until (before)", "আগের মেয়াদ"],
  "receipt.print": ["Print", "প্রিন্ট"],
  "receipt.print_next": ["Print & next", "প্রিন্ট ও পরের জন"],
  "receipt.receipt": ["Receipt", "রসিদ"],
  "receipt.reversed": ["*** REVERSED ***", "*** ফেরত ***"],
  "receipt.reversed_by": ["Reversed by", "ফেরত নিয়েছেন"],
  "receipt.save_pdf": ["Save PDF", "PDF রাখুন"],
  "receipt.till": ["Till", "কাউন্টার"],
  "receipt.title": ["Receipt {{number}}", "রসিদ {{number}}"],
  "receipt.username": ["Username", "ইউজারনেম"],
});
