// Words of a change of package on the customer's page.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const changeTexts = dictionary({
  "change.action": ["Change package", "প্যাকেজ বদলান"],
  "change.amount": ["Paid now", "এখন দিচ্ছেন"],
  "change.at_once": ["The router gives the new speed at once", "রাউটারে নতুন গতি এখনই"],
  "change.bills_at_server": [
    "What the month's bill changes is settled at the server.",
    "মাসের বিলের হিসাব সার্ভারে হবে।",
  ],
  "change.choose": ["To which package", "কোন প্যাকেজে"],
  "change.day": ["From which day", "কোন দিন থেকে"],
  "change.days_worth_nothing": [
    "The days that are left were not bought with money: they count for nothing.",
    "বাকি দিনগুলো টাকায় কেনা নয়: এর কোনো মূল্য নেই।",
  ],
  "change.do": ["Change the package", "প্যাকেজ বদলান"],
  "change.do_paid": ["Take {{amount}} and change", "{{amount}} নিয়ে বদলান"],
  "change.done": ["{{name}} has {{package}} from {{day}}", "{{name}}-এর {{package}}, {{day}} থেকে"],
  "change.freed": ["Free for later", "পরের জন্য থাকে"],
  "change.from": ["from {{day}}", "{{day}} থেকে"],
  "change.lines": ["What it settles", "হিসাব"],
  "change.lines_days": ["{{text}}, {{days}} days", "{{text}}, {{days}} দিন"],
  "change.more": ["More for this customer", "এই গ্রাহকের আরও কাজ"],
  "change.next_bill": ["Then", "এরপর"],
  "change.next_bill_from": ["{{amount}} from {{day}}", "{{day}} থেকে {{amount}}"],
  "change.none": ["There is no other package to change to.", "বদলানোর মতো আর কোনো প্যাকেজ নেই।"],
  "change.nothing_to_pay": ["nothing to pay", "কিছু দিতে হবে না"],
  "change.on_account": ["What is not paid now stays due.", "যা এখন দেওয়া হবে না তা বকেয়া থাকবে।"],
  "change.pay": ["pay {{amount}}", "দিতে হবে {{amount}}"],
  "change.price": ["{{price}} for {{days}} days", "{{days}} দিনে {{price}}"],
  "change.settle": ["The paid days", "কেনা মেয়াদ"],
  "change.title": ["Change the package of {{name}}", "{{name}}-এর প্যাকেজ বদল"],
  "change.until": ["until {{day}}", "{{day}} পর্যন্ত"],
  "change.waiting": ["{{package}} from {{day}}", "{{day}} থেকে {{package}}"],
  "change.when": ["When", "কখন"],
  "reprice.at_once_one": ["One of them at once.", "তাঁদের একজনের এখনই।"],
  "reprice.at_once": ["{{customers}} of them at once.", "তাঁদের {{customers}} জনের এখনই।"],
  "reprice.customers_one": [
    "One customer pays it from their next period on.",
    "একজন গ্রাহক পরের মেয়াদ থেকে এই দাম দেবেন।",
  ],
  "reprice.customers": [
    "{{customers}} customers pay it, each from their next period on.",
    "{{customers}} জন গ্রাহক যাঁর যাঁর পরের মেয়াদ থেকে এই দাম দেবেন।",
  ],
  "reprice.later": [
    "After paid days or a bill: from {{first}}, the last from {{last}}.",
    "কেনা মেয়াদ বা বিলের পরে: {{first}} থেকে, শেষজন {{last}} থেকে।",
  ],
  "reprice.new_alone": ["Who has the package keeps the price.", "যাঁদের এই প্যাকেজ আছে তাঁদের দাম একই থাকে।"],
  "reprice.nobody": ["Nobody has this package.", "এই প্যাকেজ কারও নেই।"],
});
