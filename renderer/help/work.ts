// What the screens of work, people, network and set-up are for.
import { pages } from "./page.ts";

export const WORK_PAGES = pages({
  today: {
    about: [
      "What your day begins with: outages first, then money against yesterday and the same weekday, and what waits for you.",
      "আপনার দিনের শুরু: আগে বিভ্রাট, তারপর গতকাল ও গত সপ্তাহের একই দিনের পাশে টাকা, আর যা আপনার অপেক্ষায়।",
    ],
    terms: ["due"],
  },
  inbox: {
    about: [
      "What waits for your decision, and the answers to what you asked for. Each is decided where it stands.",
      "যা আপনার সিদ্ধান্তের অপেক্ষায়, আর আপনার অনুরোধের উত্তর। প্রতিটির সিদ্ধান্ত সেখানেই।",
    ],
    terms: ["review"],
  },
  more: {
    about: [
      "People, stock and resellers, as far as you may see them.",
      "কর্মী, মজুত ও রিসেলার, যতটুকু আপনি দেখতে পারেন।",
    ],
    terms: [],
  },
  "set-up": {
    about: [
      "Everything that is set up once: the company, what it sells, its staff and roles. Type to find a page.",
      "যা একবার ঠিক করা হয়: প্রতিষ্ঠান, যা বিক্রি হয়, কর্মী ও ভূমিকা। লিখলে পাতা খুঁজে পাবেন।",
    ],
    terms: [],
  },
  dashboard: {
    about: [
      "How the company stands today: money, customers, lines and what waits. Each figure opens its list.",
      "প্রতিষ্ঠান আজ কেমন: টাকা, গ্রাহক, লাইন ও যা অপেক্ষায়। প্রতিটি সংখ্যা তার তালিকা খোলে।",
    ],
    terms: ["due", "mrr", "review"],
  },
  mrr: {
    about: [
      "What the running services are worth a month, and what moved it: new, changed, paused, left.",
      "চলতি সেবার মাসিক মূল্য, আর কীসে বদলেছে: নতুন, পরিবর্তন, বিরতি, চলে যাওয়া।",
    ],
    terms: ["mrr", "service"],
  },
  collections: {
    about: [
      "What came in between two days, by method, by cashier and by day, beside the month before and the year before.",
      "দুই দিনের মধ্যে আদায়, মাধ্যম, ক্যাশিয়ার ও দিন ধরে, আগের মাস ও আগের বছরের পাশে।",
    ],
    terms: ["payment", "recharge"],
  },
  "month-end": {
    about: [
      "The steps of a month's end, one after the other: bills, overdue, tax, closing. Each can be taken back.",
      "মাস শেষের ধাপ একের পর এক: বিল, সময় পেরোনো, কর, বন্ধ। প্রতিটি ফেরত নেওয়া যায়।",
    ],
    terms: ["closing", "bill", "accounting_day"],
  },
  "report-schedules": {
    about: [
      "Reports that are mailed by themselves: which, when and to whom.",
      "নিজে থেকে মেইলে যাওয়া প্রতিবেদন: কোনটি, কখন, কার কাছে।",
    ],
    terms: [],
  },
  day: {
    about: [
      "Your jobs of today in their order, with place, phone and line. It works without a line.",
      "আজ আপনার কাজ ক্রমে, ঠিকানা, ফোন ও লাইনসহ। সংযোগ ছাড়াও চলে।",
    ],
    terms: ["onu", "signal"],
  },
  "day-board": {
    about: [
      "Who does which job in which window. A digit gives a job, Ctrl+Z takes it back.",
      "কে কোন সময়ে কোন কাজ করবেন। একটি সংখ্যায় কাজ দেওয়া যায়, Ctrl+Z ফেরায়।",
    ],
    terms: [],
  },
  tickets: {
    about: [
      "What customers reported, the most pressing first, until it is solved.",
      "গ্রাহকের জানানো সমস্যা, জরুরিটি আগে, সমাধান পর্যন্ত।",
    ],
    terms: ["outage"],
  },
  tasks: {
    about: [
      "Jobs in the field: installations, repairs, collections, with what proves them.",
      "মাঠের কাজ: সংযোগ, মেরামত, আদায়, প্রমাণসহ।",
    ],
    terms: ["onu", "signal"],
  },
  "task-templates": {
    about: [
      "What a kind of job begins with: its points, its length and what proves it.",
      "একটি ধরনের কাজ কী নিয়ে শুরু: করণীয়, সময় ও প্রমাণ।",
    ],
    terms: [],
  },
  "ticket-categories": {
    about: ["The kinds of tickets that are chosen from.", "যে ধরনগুলো থেকে টিকিট বাছা হয়।"],
    terms: [],
  },
  callbacks: {
    about: [
      "Who waits for a call, the longest first. Enter and a digit log what came of it.",
      "কে কলের অপেক্ষায়, পুরোনোটি আগে। Enter ও একটি সংখ্যায় ফল লেখা হয়।",
    ],
    terms: [],
  },
  "call-logs": {
    about: ["Calls with customers, by people and by the gateway.", "গ্রাহকের সঙ্গে কল, মানুষের ও গেটওয়ের।"],
    terms: [],
  },
  "voice-templates": {
    about: ["What automatic calls say, and to whom they go.", "স্বয়ংক্রিয় কলে যা বলা হয়, কাদের কাছে যায়।"],
    terms: [],
  },
  "voice-settings": {
    about: ["The gateway that makes automatic calls.", "স্বয়ংক্রিয় কলের গেটওয়ে।"],
    terms: [],
  },
  employees: {
    about: ["The people who work here, with their salary and account.", "যাঁরা এখানে কাজ করেন, বেতন ও অ্যাকাউন্টসহ।"],
    terms: [],
  },
  leaves: {
    about: ["Leave that was asked for and decided.", "চাওয়া ও সিদ্ধান্ত হওয়া ছুটি।"],
    terms: [],
  },
  attendance: {
    about: ["Who was there on which day, and when they came.", "কে কোন দিন ছিলেন, কখন এসেছেন।"],
    terms: [],
  },
  "attendance-sheet": {
    about: ["A day's attendance of all, written in one go.", "সবার দিনের হাজিরা একসঙ্গে লেখা।"],
    terms: [],
  },
  "advance-salaries": {
    about: [
      "Advances on salaries, and from which month they are taken off.",
      "বেতনের অগ্রিম, কোন মাসে কাটা হবে।",
    ],
    terms: [],
  },
  "payroll-run": {
    about: [
      "A month's salaries made for all at once, with what is missing said first.",
      "সবার মাসের বেতন একসঙ্গে, আগে যা নেই তা জানিয়ে।",
    ],
    terms: [],
  },
  payrolls: {
    about: ["Salaries by month, until they are paid out.", "মাসের বেতন, দেওয়া পর্যন্ত।"],
    terms: [],
  },
  "my-work": {
    about: ["Your own attendance, leave and advances.", "নিজের হাজিরা, ছুটি ও অগ্রিম।"],
    terms: [],
  },
  "store-items": {
    about: ["What lies in the store, and what must be ordered.", "স্টোরে যা আছে, যা আনতে হবে।"],
    terms: [],
  },
  "held-stock": {
    about: ["What the staff carry with them.", "কর্মীদের সঙ্গে যা আছে।"],
    terms: [],
  },
  "part-uses": {
    about: [
      "Parts that were used: by whom, at whose place, for which job.",
      "ব্যবহৃত যন্ত্রাংশ: কে, কার বাসায়, কোন কাজে।",
    ],
    terms: ["onu"],
  },
  routers: {
    about: [
      "The routers that let customers in: whether they are reached and agree with what is known here.",
      "যে রাউটার গ্রাহকদের ঢুকতে দেয়: পাওয়া যায় কি না, এখানকার সঙ্গে মেলে কি না।",
    ],
    terms: ["trial", "router_job", "session"],
  },
  "network-sync-jobs": {
    about: [
      "What routers are to be told, and what came of it. A failed one is tried again.",
      "রাউটারকে যা জানাতে হবে, তার ফল। ব্যর্থ হলে আবার চেষ্টা।",
    ],
    terms: ["router_job", "trial"],
  },
  "user-sessions": {
    about: ["Who is on-line now, with address and speed.", "এখন কে অনলাইনে, ঠিকানা ও গতিসহ।"],
    terms: ["session"],
  },
  fibre: {
    about: [
      "The fibre as a tree: OLT, port, ONU, with the light of each.",
      "ফাইবার গাছের মতো: ওএলটি, পোর্ট, ওএনইউ, প্রতিটির আলোসহ।",
    ],
    terms: ["olt", "onu", "signal"],
  },
  olts: {
    about: ["The OLTs: whether they answer and how their ports are.", "ওএলটি: সাড়া দেয় কি না, পোর্ট কেমন।"],
    terms: ["olt"],
  },
  onus: {
    about: [
      "The boxes at customers' places, with their light and whose they are.",
      "গ্রাহকের ঘরের বাক্স, আলো ও কার তা।",
    ],
    terms: ["onu", "signal"],
  },
  incidents: {
    about: [
      "Outages: whom each concerns, since when, and what to tell them.",
      "বিভ্রাট: কাদের, কখন থেকে, কী জানাতে হবে।",
    ],
    terms: ["outage", "onu"],
  },
  staff: {
    about: ["Who may sign in, and with which role.", "কে সাইন ইন করতে পারেন, কোন ভূমিকায়।"],
    terms: [],
  },
  roles: {
    about: ["What each role may do. A change holds at once.", "কোন ভূমিকা কী পারে। বদলালে সঙ্গে সঙ্গে কার্যকর।"],
    terms: [],
  },
  "api-tokens": {
    about: [
      "Tokens for other programs; each has a role and can be taken away.",
      "অন্য প্রোগ্রামের টোকেন; প্রতিটির ভূমিকা আছে, ফেরত নেওয়া যায়।",
    ],
    terms: [],
  },
  "tenant-domains": {
    about: ["Addresses of your own under which the app opens.", "নিজের ঠিকানা যেখানে অ্যাপ খোলে।"],
    terms: [],
  },
  devices: {
    about: [
      "The computers and phones that hold records. One that is lost is wiped from here.",
      "যেসব কম্পিউটার ও ফোনে নথি আছে। হারালে এখান থেকে মোছা যায়।",
    ],
    terms: ["outbox"],
  },
  "audit-logs": {
    about: [
      "Who did what, when and from where. Nothing of it can be changed.",
      "কে কী কখন কোথা থেকে করেছেন। কিছুই বদলানো যায় না।",
    ],
    terms: [],
  },
  mails: {
    about: ["Mails that were sent or failed, and why.", "পাঠানো বা ব্যর্থ মেইল, কারণসহ।"],
    terms: [],
  },
  settings: {
    about: [
      "How the company works: name, money, days, bills, printing, limits.",
      "প্রতিষ্ঠান কীভাবে চলে: নাম, টাকা, দিন, বিল, ছাপা, সীমা।",
    ],
    terms: ["accounting_day"],
  },
  sync: {
    about: [
      "Whether this computer and the server agree, what waits, and what somebody must decide.",
      "এই কম্পিউটার ও সার্ভার মেলে কি না, কী অপেক্ষায়, কী সিদ্ধান্ত দরকার।",
    ],
    terms: ["outbox", "review", "suspense"],
  },
  security: {
    about: ["Your own password, sign-in code and open sessions.", "নিজের পাসওয়ার্ড, সাইন ইন কোড ও খোলা সেশন।"],
    terms: [],
  },
});
