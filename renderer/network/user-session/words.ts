// Words of the table of live sessions.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const userSessionTexts = dictionary({
  "net.session.address": ["IP address", "আইপি ঠিকানা"],
  "net.session.age": ["Seen", "দেখা হয়েছে"],
  "net.session.customer": ["Customer", "গ্রাহক"],
  "net.session.empty": ["No sessions", "কোনো সেশন নেই"],
  "net.session.empty_hint": [
    "PPPoE sessions appear as soon as an office computer has read a router.",
    "অফিসের কম্পিউটার কোনো রাউটার পড়লেই PPPoE সেশন এখানে দেখা যাবে।",
  ],
  "net.session.in": ["Download", "ডাউনলোড"],
  "net.session.kick": ["Disconnect {{name}}", "{{name}}-কে বিচ্ছিন্ন করুন"],
  "net.session.kick_short": ["Disconnect", "বিচ্ছিন্ন করুন"],
  "net.session.kick_text": [
    "The session ends at once; the customer's router usually dials in again within seconds.",
    "সেশনটি সাথে সাথে শেষ হবে; গ্রাহকের রাউটার সাধারণত কয়েক সেকেন্ডেই আবার যুক্ত হয়।",
  ],
  "net.session.kicked": [
    "Asked for: {{name}} is being disconnected",
    "চাওয়া হয়েছে: {{name}}-কে বিচ্ছিন্ন করা হচ্ছে",
  ],
  "net.session.mac": ["MAC address", "MAC ঠিকানা"],
  "net.session.nobody": ["no customer", "গ্রাহক নেই"],
  "net.session.none_match": ["No session matches", "কোনো সেশন মেলেনি"],
  "net.session.none_match_hint": [
    "Search by username, customer, IP or MAC address.",
    "ইউজারনেম, গ্রাহক, আইপি বা MAC ঠিকানা দিয়ে খুঁজুন।",
  ],
  "net.session.out": ["Upload", "আপলোড"],
  "net.session.rates_old": ["Uptime and rates are as of {{ago}}.", "সময় ও গতি {{ago}} যেমন ছিল।"],
  "net.session.shown": ["Sessions: {{n}} of {{all}}", "{{all}}টির মধ্যে {{n}}টি সেশন"],
  "net.session.uptime": ["Up for", "চালু আছে"],
  "net.session.username": ["Username", "ইউজারনেম"],
});
