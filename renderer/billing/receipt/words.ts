// Words around receipts on screen; what stands on them is shared/billing/documents/receipt-words.ts.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const receiptTexts = dictionary({
  "receipt.by_itself": ["Print without asking", "না জিজ্ঞেস করে প্রিন্ট"],
  "receipt.next": ["Next", "পরের জন"],
  "receipt.print": ["Print", "প্রিন্ট"],
  "receipt.print_next": ["Print & next", "প্রিন্ট ও পরের জন"],
  "receipt.save_pdf": ["Save PDF", "PDF রাখুন"],
  "receipt.title": ["Receipt {{number}}", "রসিদ {{number}}"],
  "receipt.whatsapp": ["WhatsApp", "হোয়াটসঅ্যাপ"],
  "receipt.whatsapp_copied": [
    "The receipt's words are copied: paste them into WhatsApp for {{phone}}.",
    "রসিদের লেখা কপি হয়েছে: হোয়াটসঅ্যাপে {{phone}} নম্বরে পেস্ট করুন।",
  ],
});
