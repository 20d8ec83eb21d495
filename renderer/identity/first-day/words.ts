// Words of making the first company.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const companyTexts = dictionary({
  "first.another": ["Create another company", "আরেকটি প্রতিষ্ঠান তৈরি করুন"],
  "first.company": ["Company", "প্রতিষ্ঠান"],
  "first.country": ["Country", "দেশ"],
  "first.language": ["Language of papers", "কাগজপত্রের ভাষা"],
  "first.country_means": [
    "Money: {{currency}}, as in {{example}}. Time: {{zone}}.",
    "মুদ্রা: {{currency}}, যেমন {{example}}। সময়: {{zone}}।",
  ],
  "first.create": ["Create company", "প্রতিষ্ঠান তৈরি করুন"],
  "first.full_name": ["Full name", "পুরো নাম"],
  "first.leave": ["Back to the sign-in", "সাইন ইন পাতায় ফিরুন"],
  "first.made_already": [
    "{{name}} is made. What comes after did not work yet: try again, it is not made twice.",
    "{{name}} তৈরি হয়েছে। পরের ধাপটি হয়নি: আবার চেষ্টা করুন, দুইবার তৈরি হবে না।",
  ],
  "first.name": ["Company name", "প্রতিষ্ঠানের নাম"],
  "first.no_country": ["No such country", "এমন দেশ নেই"],
  "first.owner": ["Its owner", "মালিক"],
  "first.password": ["Password", "পাসওয়ার্ড"],
  "first.password_hint": [
    "At least 8 characters, none that many others use, not the username.",
    "অন্তত ৮ অক্ষর, বহুল ব্যবহৃত নয়, ইউজারনেমও নয়।",
  ],
  "first.subdomain": ["Short name", "সংক্ষিপ্ত নাম"],
  "first.subdomain_hint": [
    "Typed at the sign-in: a-z, digits and hyphens.",
    "সাইন ইনের সময় লিখতে হয়: a-z, সংখ্যা ও হাইফেন।",
  ],
  "first.support_phone": ["Phone for customers", "গ্রাহকদের জন্য ফোন"],
  "first.timezone": ["Time zone", "সময় অঞ্চল"],
  "first.title": ["Create your company", "আপনার প্রতিষ্ঠান তৈরি করুন"],
  "first.username": ["Username", "ইউজারনেম"],
  "first.username_hint": [
    "At least 2 letters or digits, also . _ @ + -, no spaces.",
    "অন্তত ২টি অক্ষর বা সংখ্যা, . _ @ + - ও চলে, ফাঁকা জায়গা নয়।",
  ],
  "first.welcome": [
    "There is no company here yet. You will be signed in as its owner.",
    "এখানে এখনো কোনো প্রতিষ্ঠান নেই। আপনি মালিক হিসেবে সাইন ইন হবেন।",
  ],
});
