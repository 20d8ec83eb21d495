// Words of taking a recharge or a payment back.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const reversalTexts = dictionary({
  "reverse.action": ["Reverse", "ফেরত"],
  "reverse.confirm.recharge": ["Reverse recharge", "রিচার্জ ফেরত করুন"],
  "reverse.confirm.transaction": ["Reverse payment", "পেমেন্ট ফেরত করুন"],
  "reverse.done": ["{{number}} is reversed", "{{number}} ফেরত হয়েছে"],
  "reverse.effect": ["What reversing will change", "ফেরত করলে যা বদলাবে"],
  "reverse.reason.not_received": ["The money did not arrive", "টাকা আসেনি"],
  "reverse.reason.taken_twice": ["Taken twice", "দুবার নেওয়া"],
  "reverse.reason.wrong_amount": ["Wrong amount", "ভুল পরিমাণ"],
  "reverse.reason.wrong_customer": ["Wrong customer", "ভুল গ্রাহক"],
  "reverse.reason.wrong_method": ["Wrong method", "ভুল মাধ্যম"],
  "reverse.title": ["Reverse {{number}}", "{{number}} ফেরত"],
  "reverse.unknown": [
    "What it will change can't be computed: its records are not all on this computer yet.",
    "কী বদলাবে তা হিসাব করা যাচ্ছে না: সব তথ্য এখনো এই কম্পিউটারে আসেনি।",
  ],
});
