// Words of router jobs and live sessions beyond their fields.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const jobTexts = dictionary({
  "net.job.compare": ["Compare with the router", "রাউটারের সাথে তুলনা"],
  "net.job.next": ["next try {{ago}}", "পরের চেষ্টা {{ago}}"],
  "net.job.waiting_for_agent": [
    "Waits for an office computer that reaches the router",
    "রাউটারে পৌঁছায় এমন অফিস কম্পিউটারের অপেক্ষায়",
  ],
  "net.snapshot.save": ["Save the copy", "কপি সংরক্ষণ"],
  "net.snapshot.first": ["Copy of what was there before the first write", "প্রথম লেখার আগে যা ছিল তার কপি"],
  "net.session.kick_text": [
    "The session ends at once; the customer's router usually dials in again within seconds.",
    "সেশনটি সাথে সাথে শেষ হবে; গ্রাহকের রাউটার সাধারণত কয়েক সেকেন্ডেই আবার যুক্ত হয়।",
  ],
  "net.jobs.failing": ["Failed jobs: {{n}}", "ব্যর্থ কাজ: {{n}}টি"],
});
