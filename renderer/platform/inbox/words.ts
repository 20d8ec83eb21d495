// Words of the Inbox.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const inboxTexts = dictionary({
  "inbox.answer.ACCEPTED": [
    "Your request was accepted: {{number}} is reversed",
    "অনুরোধ গৃহীত: {{number}} ফেরত হয়েছে",
  ],
  "inbox.answer.DECLINED": ["Your request was declined: {{number}} stays", "অনুরোধ নাকচ: {{number}} থাকছে"],
  "inbox.answer.read": ["Read", "পড়েছি"],
  "inbox.asked": ["You asked: reverse {{number}}", "আপনার অনুরোধ: {{number}} ফেরত"],
  "inbox.by": ["{{who}} · {{ago}}", "{{who}} · {{ago}}"],
  "inbox.cash": ["{{from}} handed over to {{to}}", "{{from}} থেকে {{to}}-এ জমা"],
  "inbox.key.move": ["The next, the one before", "পরেরটি, আগেরটি"],
  "inbox.key.no": ["No: decline, call off", "না: নাকচ, বাতিল"],
  "inbox.key.open": ["Open what it is about", "বিষয়টি খুলুন"],
  "inbox.key.yes": ["Yes: accept, confirm, read", "হ্যাঁ: গ্রহণ, নিশ্চিত, পড়েছি"],
  "inbox.kind.advance": ["Salary advances", "বেতন অগ্রিম"],
  "inbox.kind.answer": ["Answers to you", "আপনার উত্তর"],
  "inbox.kind.asked": ["Waits for others", "অন্যের সিদ্ধান্তের অপেক্ষায়"],
  "inbox.kind.cash": ["Money to confirm", "নিশ্চিত করার টাকা"],
  "inbox.kind.leave": ["Leave", "ছুটি"],
  "inbox.kind.outage": ["Outages", "বিভ্রাট"],
  "inbox.kind.refused": ["Your work that was refused", "আপনার যে কাজ গৃহীত হয়নি"],
  "inbox.kind.reversal": ["Reversals asked for", "ফেরতের অনুরোধ"],
  "inbox.kind.review": ["To look into", "যাচাই করুন"],
  "inbox.kind.router": ["Routers that differ", "যে রাউটার মেলে না"],
  "inbox.leave": ["{{who}}: {{kind}}, {{from}} to {{to}}", "{{who}}: {{kind}}, {{from}} থেকে {{to}}"],
  "inbox.leave_day": ["{{who}}: {{kind}}, {{from}}", "{{who}}: {{kind}}, {{from}}"],
  "inbox.advance": ["{{who}}: advance on the salary of {{month}}", "{{who}}: {{month}}-এর বেতন থেকে অগ্রিম"],
  "inbox.more": ["{{n}} more below; these come first", "আরও {{n}}টি আছে; আগে এগুলো"],
  "inbox.none": ["Nothing waits for you", "আপনার জন্য কিছু অপেক্ষায় নেই"],
  "inbox.none_hint": [
    "Money to confirm, requests, refused work and outages come here, each with its keys.",
    "নিশ্চিত করার টাকা, অনুরোধ, বাতিল কাজ ও বিভ্রাট এখানে আসে, প্রতিটি কী দিয়ে।",
  ],
  "inbox.offline": [
    "As this computer knows it. Leave and advances are asked for at the server, and are missing here.",
    "এই কম্পিউটার যা জানে। ছুটি ও অগ্রিমের আবেদন সার্ভারে থাকে, তাই এখানে নেই।",
  ],
  "inbox.outage_one": ["{{what}}: {{count}} customer", "{{what}}: {{count}} জন গ্রাহক"],
  "inbox.outage": ["{{what}}: {{count}} customers", "{{what}}: {{count}} জন গ্রাহক"],
  "inbox.reversal": ["Reverse {{number}}", "{{number}} ফেরত"],
  "inbox.router_one": [
    "{{name}}: {{count}} row differs from the customers",
    "{{name}}: {{count}}টি সারি গ্রাহকদের সাথে মেলে না",
  ],
  "inbox.router": [
    "{{name}}: {{count}} rows differ from the customers",
    "{{name}}: {{count}}টি সারি গ্রাহকদের সাথে মেলে না",
  ],
  "inbox.subtitle": ["What waits for you, and what you wait for", "আপনার অপেক্ষায় যা, আর আপনি যার অপেক্ষায়"],
});
