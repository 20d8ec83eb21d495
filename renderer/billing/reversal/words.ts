// Words of taking a recharge or a payment back.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const reversalTexts = dictionary({
  "reverse.accept": ["Accept and reverse", "মেনে ফেরত করুন"],
  "reverse.accept_title": ["Accept and reverse?", "মেনে ফেরত করবেন?"],
  "reverse.action": ["Reverse", "ফেরত"],
  "reverse.ask": ["Ask to reverse", "ফেরতের অনুরোধ করুন"],
  "reverse.ask_title": ["Ask to reverse {{number}}", "{{number}} ফেরতের অনুরোধ"],
  "reverse.asked": ["{{number}}: the reversal is asked for", "{{number}}: ফেরতের অনুরোধ করা হয়েছে"],
  "reverse.asked_before": [
    "{{who}} has asked for this already; the answer comes to the Inbox.",
    "{{who}} আগেই অনুরোধ করেছেন; উত্তর ইনবক্সে আসবে।",
  ],
  "reverse.asked_for": ["Reversal asked for", "ফেরতের অনুরোধ আছে"],
  "reverse.decline": ["Decline", "নাকচ করুন"],
  "reverse.decline_title": ["Decline the request?", "অনুরোধ নাকচ করবেন?"],
  "reverse.declined.ask_me": ["Come and see me about it", "আমার সাথে কথা বলুন"],
  "reverse.declined.right": ["The receipt is right", "রসিদটি ঠিক আছে"],
  "reverse.declined.used": ["The customer has used it", "গ্রাহক ব্যবহার করে ফেলেছেন"],
  "reverse.note.ask": [
    "You can't reverse this yourself: whoever may finds your request in their Inbox, and the answer comes to yours.",
    "এটি আপনি নিজে ফেরত নিতে পারেন না: যিনি পারেন তাঁর ইনবক্সে অনুরোধ যাবে, উত্তর আসবে আপনার ইনবক্সে।",
  ],
  "reverse.note.own": [
    "Your own receipt of minutes ago. It is counted when you close the shift.",
    "আপনার নিজের কয়েক মিনিট আগের রসিদ। শিফট বন্ধের সময় এটি গোনা হবে।",
  ],
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
