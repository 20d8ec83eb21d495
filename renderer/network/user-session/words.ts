// Words of one customer's line: session, jobs, the steps from payment to router.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const lineTexts = dictionary({
  "line.attempts": ["{{n}} tries", "{{n}} বার চেষ্টা"],
  "line.attempts_one": ["{{n}} try", "{{n}} বার চেষ্টা"],
  "line.jobs": ["Router jobs", "রাউটারের কাজ"],
  "line.no_jobs": ["Nothing was changed on the router yet", "রাউটারে এখনো কিছু বদলানো হয়নি"],
  "line.no_jobs_hint": [
    "Payments, suspensions and edits that reach the router are listed here with their outcome.",
    "পেমেন্ট, স্থগিত ও সম্পাদনার যা রাউটারে যায়, ফলসহ এখানে দেখা যাবে।",
  ],
  "line.no_session": ["No session now", "এখন কোনো সেশন নেই"],
  "line.no_session_hint": [
    "The router reports nobody signed in under this username.",
    "রাউটারে এই ইউজারনেমে কেউ যুক্ত নেই।",
  ],
  "line.observed": ["Seen {{ago}}", "দেখা হয়েছে {{ago}}"],
  "line.rates": ["Receives {{down}}, sends {{up}}", "নিচ্ছে {{down}}, পাঠাচ্ছে {{up}}"],
  "line.session": ["Session", "সেশন"],
  "line.dark_since": ["since {{when}}", "{{when}} থেকে"],
  "line.light_before": ["{{dbm}} dBm before", "আগে ছিল {{dbm}} dBm"],
  "line.up_since": ["Up for {{duration}}", "{{duration}} ধরে চালু"],
  "strip.busy": ["Working on it", "কাজ চলছে"],
  "strip.done": ["Done", "সম্পন্ন"],
  "strip.failed": ["Failed", "ব্যর্থ"],
  "strip.label": ["Payment, router, line", "পেমেন্ট, রাউটার, লাইন"],
  "strip.line": ["Online", "অনলাইন"],
  "strip.line_down": ["No session seen yet", "এখনো সেশন দেখা যায়নি"],
  "strip.line_up": [
    "Session up for {{duration}}, address {{address}}",
    "{{duration}} ধরে সেশন চালু, ঠিকানা {{address}}",
  ],
  "strip.no_agent": [
    "The office computer that reaches the router is not connected: start it, and the line opens",
    "রাউটারে পৌঁছানোর অফিস কম্পিউটারটি যুক্ত নেই: চালু করুন, লাইন খুলে যাবে",
  ],
  "strip.no_router": [
    "Not on any router yet: choose one on the customer's page, or nobody is connected",
    "এখনো কোনো রাউটারে নেই: গ্রাহকের পাতায় একটি বাছুন, নইলে লাইন চালু হবে না",
  ],
  "strip.on_trial": [
    "The router is on trial, nothing is written to it: switch it to live on its page",
    "রাউটারটি পরীক্ষামূলক, এতে কিছু লেখা হয় না: এর পাতায় চালু করুন",
  ],
  "strip.stuck": ["Waits for somebody", "কারও কাজের অপেক্ষায়"],
  "strip.paid": ["Paid", "পরিশোধ"],
  "strip.paid_done": ["Booked at the server", "সার্ভারে জমা হয়েছে"],
  "strip.paid_failed": ["Kept on the review list", "যাচাই তালিকায় রাখা আছে"],
  "strip.paid_waiting": ["Saved here; waits for the server", "এখানে সংরক্ষিত; সার্ভারের অপেক্ষায়"],
  "strip.router": ["Router", "রাউটার"],
  "strip.router_unneeded": ["Nothing to change: the line was open", "কিছু বদলানোর নেই: লাইন খোলাই ছিল"],
  "strip.unneeded": ["Not needed", "দরকার নেই"],
  "strip.waiting": ["Waiting for its turn", "পালার অপেক্ষায়"],
  "line.show": ["Show the line", "লাইন দেখান"],
});
