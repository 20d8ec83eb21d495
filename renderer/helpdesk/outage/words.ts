// Words of tickets under an outage.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const outageTexts = dictionary({
  "outage.said_one": ["{{what}} · {{n}} customer", "{{what}} · {{n}} জন গ্রাহক"],
  "outage.said": ["{{what}} · {{n}} customers", "{{what}} · {{n}} জন গ্রাহক"],
  "outage.known": [
    "This customer is among those of an outage. One fault, no visit to a single home.",
    "এই গ্রাহক একটি বিভ্রাটের মধ্যে আছেন। একটিই সমস্যা, আলাদা বাসায় যাওয়ার দরকার নেই।",
  ],
  "outage.put_under": ["Put it under this outage", "এই বিভ্রাটের সাথে যুক্ত করুন"],
  "outage.under": ["Part of an outage", "একটি বিভ্রাটের অংশ"],
  "outage.take_out": ["It is another trouble", "এটি অন্য সমস্যা"],
  "outage.which": ["Which outage", "কোন বিভ্রাট"],
  "outage.none": ["There is no outage now.", "এখন কোনো বিভ্রাট নেই।"],
  "outage.join_title": ["Put under an outage: {{who}}", "বিভ্রাটের সাথে যুক্ত করুন: {{who}}"],
  "outage.open_tickets": ["{{n}} open tickets under it", "এর অধীনে {{n}}টি খোলা টিকিট"],
  "outage.explains": ["{{n}} more open tickets are of its customers", "এর গ্রাহকদের আরও {{n}}টি খোলা টিকিট আছে"],
  "outage.put_all": ["Put them under it", "এর সাথে যুক্ত করুন"],
  "outage.close": ["Close them together", "একসাথে বন্ধ করুন"],
  "outage.over": [
    "The outage is over: tell these customers with one message.",
    "বিভ্রাট শেষ: একটি বার্তায় এই গ্রাহকদের জানান।",
  ],
  "outage.lasts_yet": [
    "The outage lasts: tickets whose line is still down are left open.",
    "বিভ্রাট চলছে: যাঁদের লাইন এখনো বন্ধ, তাঁদের টিকিট খোলা থাকবে।",
  ],
  "outage.message": ["Message to all of them", "সবার জন্য বার্তা"],
  "outage.message_proposed": [
    "The outage is over and your line works again. Please call us if yours does not.",
    "বিভ্রাট শেষ, আপনার লাইন আবার চালু। আপনার লাইন না চললে আমাদের ফোন করুন।",
  ],
  "outage.as": ["They become", "অবস্থা হবে"],
  "outage.left_rule": [
    "Tickets that somebody moves on meanwhile, whose line is still down, or to which somebody is sent stay open and are listed.",
    "যেসব টিকিটে এর মধ্যে কাজ হয়েছে, লাইন এখনো বন্ধ, বা লোক পাঠানো হয়েছে, সেগুলো খোলা থাকবে ও তালিকায় দেখা যাবে।",
  ],
  "outage.running": ["Closing {{done}} of {{total}}", "{{total}}টির মধ্যে {{done}}টি বন্ধ হচ্ছে"],
  "outage.leave": ["You may go on working: it goes on by itself.", "আপনি অন্য কাজ করতে পারেন: এটি নিজে চলবে।"],
  "outage.closed_one": ["{{n}} ticket closed", "{{n}}টি টিকিট বন্ধ হয়েছে"],
  "outage.closed": ["{{n}} tickets closed", "{{n}}টি টিকিট বন্ধ হয়েছে"],
  "outage.left": ["{{n}} left open:", "{{n}}টি খোলা রইল:"],
  "outage.why.MOVED_ON": ["somebody worked on it meanwhile", "এর মধ্যে কেউ কাজ করেছেন"],
  "outage.why.STILL_DOWN": ["the line is still down", "লাইন এখনো বন্ধ"],
  "outage.why.WORK_OPEN": ["somebody is sent there", "সেখানে লোক পাঠানো হয়েছে"],
});
