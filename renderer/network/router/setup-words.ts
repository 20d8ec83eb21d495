// Words for what may be wrong with the way a router is set up.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const setupTexts = dictionary({
  "net.setup.in_order": ["Set up as it should be", "সেটআপ ঠিক আছে"],
  "net.setup.NOT_REACHED": ["It does not answer at this address and port", "এই ঠিকানা ও পোর্টে সাড়া দেয় না"],
  "net.setup.WRONG_PASSWORD": ["It does not accept the user or the password", "ব্যবহারকারী বা পাসওয়ার্ড গ্রহণ করে না"],
  "net.setup.TLS_NOT_PINNED": [
    "Its certificate is not confirmed: compare the fingerprint with the router's, then enter it",
    "সার্টিফিকেট নিশ্চিত করা হয়নি: রাউটারের ফিঙ্গারপ্রিন্টের সঙ্গে মিলিয়ে তারপর লিখুন",
  ],
  "net.setup.TLS_CHANGED": [
    "It shows another certificate than the confirmed one: it may be another device",
    "নিশ্চিত করা সার্টিফিকেটের বদলে অন্যটি দেখায়: অন্য যন্ত্র হতে পারে",
  ],
  "net.setup.TLS_NO_CERTIFICATE": [
    "Its API-SSL service has no certificate: the set-up script makes one",
    "API-SSL সেবার সার্টিফিকেট নেই: সেটআপ স্ক্রিপ্ট একটি তৈরি করে",
  ],
  "net.setup.LEGACY_LOGIN": [
    "It is older than RouterOS 6.43: allow the old sign-in, or update it",
    "RouterOS 6.43-এর আগের: পুরোনো সাইন-ইন অনুমতি দিন, অথবা আপডেট করুন",
  ],
  "net.setup.OTHER_IDENTITY": [
    "It calls itself otherwise than when it was registered: it may be another device",
    "নিবন্ধনের সময়ের নামের সঙ্গে মেলে না: অন্য যন্ত্র হতে পারে",
  ],
  "net.setup.NO_RIGHT_READ": ["The user may not read (policy read)", "ব্যবহারকারীর পড়ার অধিকার নেই (policy read)"],
  "net.setup.NO_RIGHT_WRITE": [
    "The user may not write (policy write): lines can not be opened or closed",
    "ব্যবহারকারীর লেখার অধিকার নেই (policy write): লাইন চালু বা বন্ধ করা যায় না",
  ],
  "net.setup.NO_RIGHT_TEST": [
    "The user may not measure (policy test): no live traffic",
    "ব্যবহারকারীর পরিমাপের অধিকার নেই (policy test): লাইভ ট্রাফিক দেখা যায় না",
  ],
  "net.setup.NO_RIGHT_REBOOT": [
    "The user may not restart it (policy reboot)",
    "ব্যবহারকারীর পুনরায় চালুর অধিকার নেই (policy reboot)",
  ],
  "net.setup.RIGHTS_UNKNOWN": ["The user's rights can not be seen", "ব্যবহারকারীর অধিকার দেখা যায় না"],
  "net.setup.TOO_MANY_RIGHTS": [
    "The user may do more than is needed: use a group of its own",
    "ব্যবহারকারীর প্রয়োজনের বেশি অধিকার আছে: আলাদা গ্রুপ ব্যবহার করুন",
  ],
  "net.setup.NOT_ENCRYPTED": [
    "The connection is not encrypted: API-SSL is better",
    "সংযোগ এনক্রিপ্টেড নয়: API-SSL ভালো",
  ],
  "net.setup.API_OPEN_TO_ALL": [
    "Its API answers every address: let in the agent's alone",
    "API সব ঠিকানায় সাড়া দেয়: শুধু এজেন্টের ঠিকানা অনুমতি দিন",
  ],
  "net.setup.USES_RADIUS": [
    "It also asks a RADIUS server: users who are only there are not ours to open or close",
    "এটি RADIUS সার্ভারকেও জিজ্ঞেস করে: শুধু সেখানে থাকা ব্যবহারকারীদের চালু বা বন্ধ করা যায় না",
  ],
});
