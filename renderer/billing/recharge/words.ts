// Words of taking money: amount, advice, effect.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const paymentTexts = dictionary({
  "payment.amount": ["Amount ({{currency}})", "পরিমাণ ({{currency}})"],
  "payment.amount_wrong": ["Not an amount. Write it as {{example}}", "এটি পরিমাণ নয়। এভাবে লিখুন: {{example}}"],
  "payment.ask_again": [
    "{{amount}} is far more than usual. Enter takes it all the same; Esc does not.",
    "{{amount}} সাধারণের চেয়ে অনেক বেশি। তবু নিতে Enter চাপুন; না নিতে Esc।",
  ],
  "payment.both": ["Both", "দুটোই"],
  "payment.change": ["Change", "ফেরত"],
  "payment.days": ["Days", "দিন"],
  "payment.days_wrong": ["A whole number of days", "দিনের একটি পূর্ণ সংখ্যা"],
  "payment.effect": ["What this will do", "এতে যা হবে"],
  "payment.kind": ["What is taken", "কী নেওয়া হচ্ছে"],
  "payment.kind.payment": ["Payment", "পেমেন্ট"],
  "payment.kind.recharge": ["Recharge", "রিচার্জ"],
  "payment.method": ["Method", "মাধ্যম"],
  "payment.missing": ["Missing", "কম আছে"],
  "payment.no_effect_yet": ["Give an amount to see the effect", "ফল দেখতে পরিমাণ লিখুন"],
  "payment.note.above_price": [
    "The price is {{price}}: {{more}} more is taken, for older dues first, the rest as advance.",
    "মূল্য {{price}}: {{more}} বেশি নেওয়া হচ্ছে, আগে পুরোনো বকেয়ায়, বাকিটা অগ্রিম।",
  ],
  "payment.note.below_price": [
    "The price is {{price}}, and less is paid. {{days}} days all the same?",
    "মূল্য {{price}}, তার কম দেওয়া হচ্ছে। তবু {{days}} দিন?",
  ],
  "payment.note.far_above": [
    "That is {{times}} times the usual {{usual}}.",
    "সাধারণত {{usual}}, এটি তার {{times}} গুণ।",
  ],
  "payment.note.just_paid": [
    "{{amount}} was taken from this customer at {{time}} ({{number}}). Once more?",
    "{{time}}-এ এই গ্রাহকের কাছ থেকে {{amount}} নেওয়া হয়েছে ({{number}})। আবার?",
  ],
  "payment.note.without_days": [
    "Below the price of {{price}} your role gives no days: the money is taken as a payment, and the expiry stays.",
    "{{price}} মূল্যের কমে আপনার ভূমিকায় দিন দেওয়া যায় না: টাকা পেমেন্ট হিসেবে নেওয়া হবে, মেয়াদ বদলাবে না।",
  ],
  "payment.received": ["Received", "হাতে পেলেন"],
  "payment.suggestions": ["Likely amounts", "সম্ভাব্য পরিমাণ"],
  "payment.take.payment": ["Take payment", "পেমেন্ট নিন"],
  "payment.take.recharge": ["Recharge", "রিচার্জ"],
  "payment.take_all_the_same": ["Take it all the same:", "তবু নিন:"],
  "payment.title.payment": ["Take a payment", "পেমেন্ট নিন"],
  "payment.title.recharge": ["Recharge", "রিচার্জ"],
  "plan.DISABLE_USER": ["cuts the line", "লাইন কাটবে"],
  "plan.ENABLE_USER": ["opens the line", "লাইন খুলবে"],
  "plan.due_after": ["Due after", "পরে বকেয়া"],
  "plan.due_before": ["Due now", "এখন বকেয়া"],
  "plan.invoices": ["Bills it touches", "যে বিলে লাগবে"],
  "plan.router": ["Router", "রাউটার"],
  "payment.wallet.beyond": [
    "Your balance and credit do not cover this: it costs you {{charge}}, the balance would be {{after}}. Pay in first.",
    "আপনার ব্যালেন্স ও ক্রেডিটে এটি কুলায় না: খরচ {{charge}}, ব্যালেন্স হবে {{after}}। আগে টাকা জমা দিন।",
  ],
  "payment.wallet.charged": [
    "Costs you {{charge}}: your balance is {{after}} then, and you can still sell for {{left}}.",
    "আপনার খরচ {{charge}}; এরপর ব্যালেন্স {{after}}, আর বিক্রি করা যাবে {{left}}।",
  ],
});
