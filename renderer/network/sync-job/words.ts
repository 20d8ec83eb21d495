// Words of router jobs and live sessions beyond their fields.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const jobTexts = dictionary({
  "net.job.compare": ["Compare with the router", "রাউটারের সাথে তুলনা"],
  "net.job.next": ["next try {{ago}}", "পরের চেষ্টা {{ago}}"],
  "net.job.waiting_for_agent": [
    "Waits for an office computer that reaches the router",
    "রাউটারে পৌঁছায় এমন অফিস কম্পিউটারের অপেক্ষায়",
  ],
  "net.fault.superseded": ["A later change does this", "পরের একটি পরিবর্তনেই এটি হয়েছে"],
  "net.fault.password": ["The customer has no password", "গ্রাহকের পাসওয়ার্ড নেই"],
  "net.fault.address": ["The customer has no IP address of their own", "গ্রাহকের নিজের আইপি ঠিকানা নেই"],
  "net.fault.trial": ["The router is on trial: nothing was written", "রাউটারটি পরীক্ষামূলক: কিছু লেখা হয়নি"],
  "net.device.router": ["The router", "রাউটার"],
  "net.device.olt": ["The OLT", "OLT"],
  "net.fault.after_trial": [
    "The router was on trial: it is synced as a whole first",
    "রাউটারটি পরীক্ষামূলক ছিল: আগে পুরোটা সিঙ্ক হবে",
  ],
  "net.fault.not_reached": ["No office computer has reached it yet", "অফিসের কোনো কম্পিউটার এখনো এতে পৌঁছায়নি"],
  "net.fault.no_agent": [
    "No office computer that reaches it is connected",
    "এতে পৌঁছায় এমন কোনো অফিস কম্পিউটার যুক্ত নেই",
  ],
  "net.fault.refused": [
    "{{device}} refused the connection: is its API service on, at this port?",
    "{{device}} সংযোগ নেয়নি: এই পোর্টে API সেবা চালু আছে কি?",
  ],
  "net.fault.silent": ["{{device}} does not answer", "{{device}} সাড়া দিচ্ছে না"],
  "net.fault.unreachable": ["There is no way from here to its address", "এখান থেকে এর ঠিকানায় যাওয়ার পথ নেই"],
  "net.fault.reserved": ["No device may have this address", "কোনো ডিভাইসের এই ঠিকানা হতে পারে না"],
  "net.fault.login": [
    "{{device}} refused the login: user, password or way of signing in",
    "{{device}} লগইন নেয়নি: ব্যবহারকারী, পাসওয়ার্ড বা লগইনের ধরন দেখুন",
  ],
  "net.fault.tls": [
    "No encrypted connection: does its api-ssl service have a certificate?",
    "এনক্রিপ্টেড সংযোগ হয়নি: api-ssl সেবায় সার্টিফিকেট আছে কি?",
  ],
  "net.fault.certificate": [
    "{{device}} shows a certificate that is not confirmed",
    "{{device}} যে সার্টিফিকেট দেখাচ্ছে তা নিশ্চিত করা নয়",
  ],
  "net.fault.question": ["{{device}} refused the question", "{{device}} প্রশ্নের উত্তর দেয়নি"],
  "net.fault.answer": ["{{device}}'s answer could not be understood", "{{device}} যা বলেছে তা বোঝা যায়নি"],
  "net.fault.cut": ["{{device}} cut the connection", "{{device}} সংযোগ কেটে দিয়েছে"],
  "net.next.confirm": [
    "It would change more than a sync usually does. Compare, look at each row, then confirm by the router's name.",
    "এটি সাধারণ সিঙ্কের চেয়ে বেশি বদলাবে। তুলনা করে প্রতিটি সারি দেখুন, তারপর রাউটারের নাম লিখে নিশ্চিত করুন।",
  ],
  "net.next.conflict": [
    "A row made by hand has this name. Compare and take it over, or give the customer another username.",
    "এই নামে হাতে তৈরি একটি সারি আছে। তুলনা করে সেটি নিজের করুন, বা গ্রাহকের অন্য ইউজারনেম দিন।",
  ],
  "net.next.compare": [
    "Somebody or something else writes to this router as well: compare once more and see what differs.",
    "এই রাউটারে অন্য কেউ বা কিছু-ও লিখছে: আবার তুলনা করে দেখুন কী আলাদা।",
  ],
  "net.next.not_repeated": [
    "It may have been restarted already. Look whether it is back before asking again.",
    "এটি হয়তো আগেই পুনরায় চালু হয়েছে। আবার চাওয়ার আগে দেখুন ফিরে এসেছে কি না।",
  ],
  "net.next.too_late": [
    "Order the restart again once the device answers.",
    "ডিভাইসটি সাড়া দিলে আবার পুনরায় চালু করতে বলুন।",
  ],
  "net.next.password": [
    "Set the customer's password in the details: the job then goes on by itself.",
    "গ্রাহকের বিবরণে পাসওয়ার্ড দিন: কাজটি এরপর নিজে থেকেই হবে।",
  ],
  "net.next.address": [
    "Set the customer's IP address in the details: the job then goes on by itself.",
    "গ্রাহকের বিবরণে আইপি ঠিকানা দিন: কাজটি এরপর নিজে থেকেই হবে।",
  ],
  "net.next.trial": [
    "The router is on trial: the plan below is what would be written. Switch the router to live to have it done.",
    "রাউটারটি পরীক্ষামূলক: নিচের পরিকল্পনাটিই লেখা হতো। করাতে রাউটারটি চালু ব্যবহারে দিন।",
  ],
  "net.next.sign_in": [
    "The router's page says what is wrong with user, password or certificate; the job goes on once it is put right.",
    "ব্যবহারকারী, পাসওয়ার্ড বা সার্টিফিকেটে কী ভুল তা রাউটারের পাতায় লেখা আছে; ঠিক করলেই কাজ এগোবে।",
  ],
  "net.next.reach": [
    "Look at the router's power and uplink. It is tried again by itself until it works.",
    "রাউটারের বিদ্যুৎ ও আপলিংক দেখুন। কাজ না হওয়া পর্যন্ত নিজে থেকেই আবার চেষ্টা হবে।",
  ],
  "net.next.rights": [
    "The router's user may lack a right: its page lists what is missing, and has the script that gives it.",
    "রাউটারের ব্যবহারকারীর কোনো অধিকার নেই হয়তো: কী নেই তা তার পাতায় আছে, দেওয়ার স্ক্রিপ্টও।",
  ],
  "net.snapshot.save": ["Save the copy", "কপি সংরক্ষণ"],
  "net.snapshot.first": ["Copy of what was there before the first write", "প্রথম লেখার আগে যা ছিল তার কপি"],
  "net.session.kick_text": [
    "The session ends at once; the customer's router usually dials in again within seconds.",
    "সেশনটি সাথে সাথে শেষ হবে; গ্রাহকের রাউটার সাধারণত কয়েক সেকেন্ডেই আবার যুক্ত হয়।",
  ],
  "net.jobs.failing": ["Failed jobs: {{n}}", "ব্যর্থ কাজ: {{n}}টি"],
});
