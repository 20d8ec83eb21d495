// What the words on the screens mean, in both languages.
import type { Pair } from "../../shared/kernel/formatting/language.ts";

const terms = <const T extends Readonly<Record<string, readonly [term: Pair, means: Pair]>>>(given: T): T =>
  given;

export const TERMS = terms({
  accounting_day: [
    ["Accounting day", "হিসাবের দিন"],
    [
      "The day on which something counts in the books. None is on or before the lock date.",
      "যে দিনে কিছু হিসাবে ওঠে। বন্ধ করা তারিখের আগে বা সেই দিনে নতুন কিছু ওঠে না।",
    ],
  ],
  addon: [
    ["Add-on", "অতিরিক্ত সেবা"],
    ["What is sold beside a package: once, or with each bill.", "প্যাকেজের পাশে যা বিক্রি হয়: একবার, বা প্রতি বিলে।"],
  ],
  advance: [
    ["Advance", "অগ্রিম"],
    [
      "Money that was paid and not used. What bought days is bound to them; the rest is free.",
      "দেওয়া কিন্তু খরচ না হওয়া টাকা। যা দিয়ে দিন কেনা হয়েছে তা বাঁধা; বাকিটা মুক্ত।",
    ],
  ],
  bill: [
    ["Bill", "বিল"],
    [
      "What a customer is charged, line by line, with a number and a due date.",
      "গ্রাহকের কাছে পাওনা, লাইন ধরে, নম্বর ও শেষ তারিখসহ।",
    ],
  ],
  change: [
    ["Change of package", "প্যাকেজ পরিবর্তন"],
    [
      "Another package from a day on. What was paid for the days left is settled with the new price.",
      "একটি দিন থেকে অন্য প্যাকেজ। বাকি দিনের জন্য দেওয়া টাকা নতুন দামের সঙ্গে মেলানো হয়।",
    ],
  ],
  closing: [
    ["Closing", "মাস বন্ধ"],
    ["Earns a month's prepaid service and locks its books.", "মাসের আগাম সেবার আয় ধরে এবং হিসাব বন্ধ করে।"],
  ],
  credit_note: [
    ["Credit note", "ক্রেডিট নোট"],
    [
      "Takes lines of a bill back, or parts of them, after it was given out.",
      "দেওয়া বিলের লাইন বা তার অংশ ফেরত নেয়।",
    ],
  ],
  deposit: [
    ["Deposit", "জামানত"],
    [
      "A customer's money that is kept for them, such as for a router on loan. It is no advance.",
      "গ্রাহকের জমা রাখা টাকা, যেমন ধার দেওয়া রাউটারের জন্য। এটি অগ্রিম নয়।",
    ],
  ],
  due: [
    ["Due", "বকেয়া"],
    ["What is unpaid of a bill, or of all bills of a customer.", "একটি বিলের বা গ্রাহকের সব বিলের যা দেওয়া হয়নি।"],
  ],
  expected_cash: [
    ["Expected cash", "হিসাবমতো নগদ"],
    [
      "The float, and what came in in cash, less what was given back or handed over. The count is compared with it.",
      "শুরুর টাকা ও নগদ আদায়, ফেরত ও হস্তান্তর বাদে। গোনা টাকা এর সঙ্গে মেলানো হয়।",
    ],
  ],
  float: [
    ["Float", "শুরুর টাকা"],
    ["The cash that a drawer begins with.", "ড্রয়ার যে নগদ নিয়ে শুরু হয়।"],
  ],
  grace: [
    ["Grace", "বাড়তি সময়"],
    [
      "Days of access for who promises to pay. They are no paid days.",
      "পরে দেওয়ার কথায় সংযোগের দিন। এগুলো কেনা দিন নয়।",
    ],
  ],
  handover: [
    ["Hand-over", "হস্তান্তর"],
    [
      "Cash on its way to another holder. It counts there once that person confirms it.",
      "অন্যের কাছে যাওয়ার পথে নগদ। তিনি নিশ্চিত করলে তাঁর কাছে গোনা হয়।",
    ],
  ],
  holder: [
    ["Holder", "টাকা যার কাছে"],
    ["Who has cash: a till, a person, the office or the bank.", "নগদ যার কাছে: কাউন্টার, ব্যক্তি, অফিস বা ব্যাংক।"],
  ],
  journal: [
    ["Journal", "জাবেদা"],
    [
      "The entries of one act in the books; their debits equal their credits.",
      "একটি কাজের সব হিসাব-লাইন; ডেবিট ও ক্রেডিট সমান।",
    ],
  ],
  ledger: [
    ["Ledger", "খতিয়ান"],
    [
      "Every entry that was ever booked. None is changed or deleted; a mistake is reversed.",
      "যত হিসাব লেখা হয়েছে সব। কিছুই বদলায় বা মোছে না; ভুল হলে উল্টে লেখা হয়।",
    ],
  ],
  mrr: [
    ["Monthly revenue", "মাসিক আয়"],
    [
      "What the running services are worth in a month of 30 days, after discounts.",
      "চলতি সেবাগুলোর ৩০ দিনের মূল্য, ছাড় বাদে।",
    ],
  ],
  olt: [
    ["OLT", "ওএলটি"],
    [
      "The device in the office at which the fibres of all customers end.",
      "অফিসের যে যন্ত্রে সব গ্রাহকের ফাইবার এসে শেষ হয়।",
    ],
  ],
  onu: [
    ["ONU", "ওএনইউ"],
    ["The box at the customer's at which the fibre ends.", "গ্রাহকের ঘরের বাক্স যেখানে ফাইবার শেষ হয়।"],
  ],
  outage: [
    ["Outage", "বিভ্রাট"],
    [
      "Many lines of a port or a device that went down together, by loss of light or of power.",
      "একসঙ্গে বন্ধ হওয়া একটি পোর্ট বা যন্ত্রের অনেক লাইন, আলো বা বিদ্যুৎ না থাকায়।",
    ],
  ],
  outbox: [
    ["Outbox", "আউটবক্স"],
    [
      "What was done on this computer and still waits for the server. It outlives a power cut.",
      "এই কম্পিউটারে করা যা সার্ভারের অপেক্ষায়। বিদ্যুৎ গেলেও থাকে।",
    ],
  ],
  pause: [
    ["Pause", "বিরতি"],
    [
      "Days without access that are not paid for; paid days move behind it.",
      "সংযোগ ছাড়া দিন, যার দাম লাগে না; কেনা দিন পরে সরে যায়।",
    ],
  ],
  payment: [
    ["Payment", "পেমেন্ট"],
    [
      "Money that pays bills, the oldest first; what is left over is advance.",
      "বিল পরিশোধের টাকা, পুরোনোটি আগে; বাকিটা অগ্রিম।",
    ],
  ],
  recharge: [
    ["Recharge", "রিচার্জ"],
    ["Money that buys days of service ahead.", "আগাম সেবার দিন কেনার টাকা।"],
  ],
  refund: [
    ["Refund", "ফেরত"],
    ["An advance, a deposit or money in suspense that is paid out.", "অগ্রিম, জামানত বা অনির্ধারিত টাকা ফেরত দেওয়া।"],
  ],
  reversal: [
    ["Reversal", "উল্টানো"],
    [
      "Takes a payment, a recharge or an adjustment back as a whole; both stay in the books.",
      "পেমেন্ট, রিচার্জ বা সমন্বয় পুরোটা ফেরত নেওয়া; দুটিই হিসাবে থাকে।",
    ],
  ],
  review: [
    ["Review item", "যাচাইয়ের বিষয়"],
    [
      "Something that the server could not settle alone, and somebody decides.",
      "যা সার্ভার একা মেটাতে পারেনি, একজন সিদ্ধান্ত দেন।",
    ],
  ],
  router_job: [
    ["Router job", "রাউটারের কাজ"],
    [
      "A change that a router is to be told, such as to let a customer in. It waits until the router is reached.",
      "রাউটারকে জানানোর পরিবর্তন, যেমন গ্রাহককে চালু করা। রাউটার পাওয়া পর্যন্ত অপেক্ষা করে।",
    ],
  ],
  service: [
    ["Service", "সেবা"],
    [
      "What a customer was sold, at which price, from which day to which.",
      "গ্রাহকের কেনা সেবা, কোন দামে, কোন দিন থেকে কোন দিন।",
    ],
  ],
  session: [
    ["Session", "সেশন"],
    ["A customer's connection as a router sees it now.", "রাউটার এখন গ্রাহকের যে সংযোগ দেখছে।"],
  ],
  shift: [
    ["Shift", "শিফট"],
    ["A cashier's drawer from its opening to its count.", "ক্যাশিয়ারের ড্রয়ার, খোলা থেকে গোনা পর্যন্ত।"],
  ],
  signal: [
    ["Light, dBm", "আলো, dBm"],
    [
      "How much light arrives. The company's limits say from where on it is weak.",
      "কত আলো আসে। কোথা থেকে দুর্বল তা প্রতিষ্ঠানের সীমায় লেখা।",
    ],
  ],
  suspended: [
    ["Suspended", "স্থগিত"],
    [
      "No access although the service was not ended: for dues, by hand, or in a pause.",
      "সেবা শেষ নয়, তবু সংযোগ বন্ধ: বকেয়া, হাতে বা বিরতিতে।",
    ],
  ],
  suspense: [
    ["Suspense", "অনির্ধারিত টাকা"],
    [
      "Money of which nobody knows yet whose it is. It is booked, and waits for its customer.",
      "কার টাকা এখনো অজানা। হিসাবে আছে, গ্রাহকের অপেক্ষায়।",
    ],
  ],
  tax_code: [
    ["Tax code", "কর কোড"],
    [
      "A rate of tax from a day on, within the price or on top of it.",
      "একটি দিন থেকে করের হার, দামের ভিতরে বা উপরে।",
    ],
  ],
  trial: [
    ["On trial", "পরীক্ষায়"],
    ["The router is read and compared, and nothing is written to it.", "রাউটার পড়া ও মেলানো হয়, কিছু লেখা হয় না।"],
  ],
  trial_balance: [
    ["Trial balance", "রেওয়ামিল"],
    [
      "All accounts with their sums; debits and credits must be equal.",
      "সব হিসাব ও যোগফল; ডেবিট ও ক্রেডিট সমান হতে হবে।",
    ],
  ],
  wallet: [
    ["Reseller's balance", "রিসেলারের ব্যালান্স"],
    [
      "What a reseller has paid in, less what their sales cost them. A credit limit lets it go below zero.",
      "রিসেলারের জমা, বিক্রির খরচ বাদে। ক্রেডিট সীমা থাকলে শূন্যের নিচে যেতে পারে।",
    ],
  ],
  write_off: [
    ["Write off", "মওকুফ"],
    ["Gives up a due: a waiver, or a bad debt.", "পাওনা ছেড়ে দেওয়া: মওকুফ বা অনাদায়ী।"],
  ],
});

export type TermId = keyof typeof TERMS;
