// Words of the platform's console.
import { dictionary } from "../kernel/i18n/dictionary.ts";

export const consoleTexts = dictionary({
  "console.title": ["Lastmile platform", "লাস্টমাইল প্ল্যাটফর্ম"],
  "console.mrr": ["Money a month", "মাসিক আয়"],
  "console.revenue": ["Received this month", "এ মাসে পাওয়া"],
  "console.companies": ["Companies", "প্রতিষ্ঠান"],
  "console.companies_hint": [
    "{{active}} active, {{trial}} on trial, {{suspended}} suspended",
    "চালু {{active}}, পরীক্ষামূলক {{trial}}, স্থগিত {{suspended}}",
  ],
  "console.subscribers": ["Customers", "গ্রাহক"],
  "console.waiting": ["Waiting to join", "যোগদানের অপেক্ষায়"],
  "console.by_plan": ["By plan", "প্ল্যান অনুযায়ী"],
  "console.plan": ["Plan", "প্ল্যান"],
  "console.trials": ["On trial", "পরীক্ষামূলক"],
  "console.at_risk": ["Companies at risk", "ঝুঁকিতে থাকা প্রতিষ্ঠান"],
  "console.none_at_risk": ["None. All are well.", "কেউ নেই। সব ঠিক আছে।"],
  "console.company": ["Company", "প্রতিষ্ঠান"],
  "console.why": ["Why", "কেন"],
  "console.ends": ["Ends", "শেষ"],
  "console.last_active": ["Last active", "শেষ কাজ"],
  "console.risk.SUBSCRIPTION_ENDED": ["Subscription ended", "সাবস্ক্রিপশন শেষ"],
  "console.risk.ENDS_SOON": ["Ends soon", "শিগগির শেষ"],
  "console.risk.NO_ACTIVITY": ["Nobody works there", "কেউ কাজ করছে না"],
  "console.risk.OVER_LIMIT": ["Over its limit", "সীমার বেশি"],
  "console.risk.NEAR_LIMIT": ["Near its limit", "সীমার কাছে"],
  "console.approve": ["Let {{name}} in", "{{name}} কে অনুমোদন"],
  "console.subdomain_hint": [
    "Typed at the sign-in. Empty: made of the company's name.",
    "সাইন ইনের সময় লিখতে হয়। খালি: প্রতিষ্ঠানের নাম থেকে তৈরি।",
  ],
  "console.trial_days": ["Days to try it", "পরীক্ষার দিন"],
});
