// Words of the platform's resources: settings, desktops, the audit log, the review list, work in the background.
import { auditLog } from "../../shared/platform/audit-log.ts";
import { backgroundTask } from "../../shared/platform/background-task.ts";
import { device } from "../../shared/platform/device.ts";
import { mail } from "../../shared/platform/mail.ts";
import { reviewItem } from "../../shared/platform/review-item.ts";
import { settings } from "../../shared/platform/settings.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const settingsWords = words(settings, {
  one: ["company settings", "প্রতিষ্ঠানের সেটিংস"],
  many: ["settings", "সেটিংস"],
  fields: {
    company_name: ["Company name", "প্রতিষ্ঠানের নাম"],
    logo: ["Logo", "লোগো"],
    support_phone: ["Support phone", "গ্রাহকসেবার ফোন"],
    support_email: ["Support e-mail", "গ্রাহকসেবার ই-মেইল"],
    address: ["Address", "ঠিকানা"],
    currency: ["Currency", "মুদ্রা"],
    timezone: ["Time zone", "সময় অঞ্চল"],
    locale: ["Way of writing numbers and dates", "সংখ্যা ও তারিখ লেখার ধরন"],
    invoice_prefix: ["Bill numbers begin with", "বিল নম্বরের শুরু"],
    invoice_due_days: ["Days to pay a bill", "বিল পরিশোধের সময় (দিন)"],
    auto_apply_advance: ["Pay new bills from the advance", "নতুন বিল অগ্রিম থেকে পরিশোধ"],
    earn_prepaid: ["Prepaid service is earned as it is used", "প্রিপেইড সেবা ব্যবহারের সঙ্গে আয় হয়"],
    auto_suspend: ["Close the connection on expiry", "মেয়াদ শেষে সংযোগ বন্ধ"],
    suspend_mode: ["How a connection is closed", "সংযোগ যেভাবে বন্ধ হয়"],
    expired_profile: ["Router profile after expiry", "মেয়াদ শেষের রাউটার প্রোফাইল"],
    suspend_address_list: ["Address list of closed lines", "বন্ধ লাইনের অ্যাড্রেস লিস্ট"],
    active_address_list: ["Address list of static lines served", "চালু স্ট্যাটিক লাইনের অ্যাড্রেস লিস্ট"],
    work_start: ["Work begins at", "কাজ শুরুর সময়"],
    lock_after_minutes: ["Lock after (minutes)", "যত মিনিট পরে লক"],
    late_after_minutes: ["Late after (minutes)", "যত মিনিট পরে দেরি"],
    salary_days: ["A day's salary is the month's divided by", "দৈনিক বেতন = মাসিক বেতন ভাগ"],
    days_off: ["Weekly days off", "সাপ্তাহিক ছুটির দিন"],
    visit_windows: ["Hours that customers are told", "গ্রাহককে বলা সময়"],
    receipt_width_mm: ["Receipt width (mm)", "রসিদের প্রস্থ (মিমি)"],
    tax_number: ["Tax number", "কর নম্বর"],
    legal_text: ["Legal wording on bills and receipts", "বিল ও রসিদে আইনি কথা"],
    receipt_footer: ["Last lines of a receipt", "রসিদের শেষ লেখা"],
    auto_print_receipts: ["Counters print receipts by themselves", "কাউন্টার নিজে থেকে রসিদ প্রিন্ট করে"],
    prorate_first_month: ["First month billed by its days", "প্রথম মাসের বিল দিন হিসাবে"],
    pause_min_days: ["Days of a pause at least", "বিরতি কমপক্ষে (দিন)"],
    pause_max_days: ["Days of a pause at most", "বিরতি সর্বোচ্চ (দিন)"],
    pause_max_days_a_year: ["Paused days a year at most", "বছরে বিরতি সর্বোচ্চ (দিন)"],
    pause_fee: ["A pause costs", "বিরতির খরচ"],
    own_reversal_minutes: [
      "Cashiers reverse their own within (minutes)",
      "ক্যাশিয়ার নিজেরটি ফেরত করতে পারেন (মিনিট)",
    ],
    promise_max_days: ["Days of a promise at most", "প্রতিশ্রুতি সর্বোচ্চ (দিন)"],
    promise_max_times: ["Promises of a customer at most", "গ্রাহকপ্রতি সর্বোচ্চ প্রতিশ্রুতি"],
    promise_period_days: ["… in so many days", "… যত দিনে"],
    language: ["Language", "ভাষা"],
    phone_country: ["Country of phone numbers", "ফোন নম্বরের দেশ"],
    decimal_separator: ["Decimal sign", "দশমিক চিহ্ন"],
    require_confirm_above: ["Ask again from this amount", "এই পরিমাণ থেকে আবার জিজ্ঞাসা"],
    require_otp: ["Everybody signs in with a code", "সবার সাইন ইনে কোড লাগবে"],
    lock_date: ["Books are closed up to", "যে দিন পর্যন্ত হিসাব বন্ধ"],
    freeze_date: ["Late work of tills is booked after", "দেরিতে আসা কাজ এই দিনের পরে ওঠে"],
    signal_too_strong_dbm: ["Too strong above (dBm)", "এর বেশি হলে অতিরিক্ত শক্তিশালী (dBm)"],
    signal_weak_dbm: ["Weak below (dBm)", "এর কম হলে দুর্বল (dBm)"],
    signal_critical_dbm: ["Critical below (dBm)", "এর কম হলে সংকটজনক (dBm)"],
    mail_host: ["Mail server", "মেইল সার্ভার"],
    mail_port: ["Port", "পোর্ট"],
    mail_security: ["Encryption", "এনক্রিপশন"],
    mail_user: ["User name at the mail server", "মেইল সার্ভারে ইউজার নাম"],
    mail_password: ["Password at the mail server", "মেইল সার্ভারে পাসওয়ার্ড"],
    mail_from: ["Sender's address", "প্রেরকের ঠিকানা"],
    mail_from_name: ["Sender's name", "প্রেরকের নাম"],
  },
  hints: {
    auto_suspend: ["When the last valid day is over.", "মেয়াদের শেষ দিন পার হলে।"],
    earn_prepaid: [
      "Closing a month then earns what was used of recharges that no bill was made for.",
      "মাস বন্ধ করলে যে রিচার্জের বিল হয়নি তার ব্যবহৃত অংশ আয়ে যায়।",
    ],
    visit_windows: [
      "When somebody comes, for example 09:00-11:00,14:00-16:00. The day board has a column for each.",
      "কখন লোক আসবে, যেমন 09:00-11:00,14:00-16:00। দিনের বোর্ডে প্রতিটির একটি কলাম।",
    ],
    locale: ["For example en or bn-BD", "যেমন en বা bn-BD"],
    auto_print_receipts: [
      "Each computer can say otherwise for its own printer.",
      "প্রতিটি কম্পিউটার নিজের প্রিন্টারের জন্য আলাদা বলতে পারে।",
    ],
    own_reversal_minutes: [
      "Receipts of the open drawer; later they ask. 0: never.",
      "খোলা ড্রয়ারের রসিদ; পরে অনুরোধ করতে হয়। ০: কখনো না।",
    ],
    promise_max_days: ["Empty: up to 90.", "খালি রাখলে ৯০ পর্যন্ত।"],
    promise_max_times: [
      "Empty: any number. Who may go beyond the rules has a right of their own.",
      "খালি রাখলে যত খুশি। নিয়মের বাইরে যাওয়ার আলাদা অধিকার আছে।",
    ],
    phone_country: ["Two letters, for example BD", "দুটি অক্ষর, যেমন BD"],
    work_start: ["Hours and minutes, for example 09:00", "ঘণ্টা ও মিনিট, যেমন 09:00"],
    mail_host: [
      "For example smtp.example.net. Empty: mails go by the server's own, where it has one.",
      "যেমন smtp.example.net। খালি রাখলে সার্ভারের নিজস্ব মেইল ব্যবহার হয়, যদি থাকে।",
    ],
    mail_from_name: ["The company's name unless it is given.", "না দিলে প্রতিষ্ঠানের নাম।"],
  },
  choices: {
    mail_security: {
      STARTTLS: ["STARTTLS (port 587)", "STARTTLS (পোর্ট 587)"],
      TLS: ["TLS (port 465)", "TLS (পোর্ট 465)"],
      NONE: ["None, and no password", "নেই, পাসওয়ার্ডও নয়"],
    },
    suspend_mode: {
      DISABLE_SECRET: ["Switch the user off", "ইউজার বন্ধ করে"],
      EXPIRED_PROFILE: ["Move to the expired profile", "মেয়াদ শেষের প্রোফাইলে নিয়ে"],
      ADDRESS_LIST: ["Put the address on a firewall list", "ঠিকানা ফায়ারওয়াল তালিকায় রেখে"],
    },
    salary_days: {
      CALENDAR: ["the month's days", "মাসের দিন"],
      30: ["30", "৩০"],
      WORKING: ["its working days", "কর্মদিবস"],
    },
    language: { en: ["English", "ইংরেজি"], bn: ["Bengali", "বাংলা"] },
    decimal_separator: { ".": ["Point: 12.50", "বিন্দু: 12.50"], ",": ["Comma: 12,50", "কমা: 12,50"] },
  },
  operations: {
    update: ["Edit settings", "সেটিংস সম্পাদনা"],
    test_mail: ["Send a test mail", "পরীক্ষামূলক মেইল পাঠান"],
  },
  permissions: { update: ["Change the company's settings", "প্রতিষ্ঠানের সেটিংস বদলানো"] },
});

export const deviceWords = words(device, {
  one: ["computer", "কম্পিউটার"],
  many: ["computers", "কম্পিউটার"],
  fields: {
    name: ["Name", "নাম"],
    device_code: ["Till code", "টিল কোড"],
    registered_by: ["Registered by", "নিবন্ধন করেছেন"],
    last_seen_at: ["Last seen", "শেষ দেখা"],
    is_revoked: ["Revoked", "বাতিল"],
    revoked_at: ["Revoked at", "বাতিলের সময়"],
  },
  operations: { revoke: ["Revoke computer", "কম্পিউটার বাতিল"] },
  empty: [
    "A computer is listed here as soon as somebody has signed in on it.",
    "কেউ সাইন ইন করলেই কম্পিউটারটি এখানে আসে।",
  ],
});

/** Of a tenant's audit log, and of the platform's. */
export const AUDIT_FIELDS = {
  timestamp: ["Time", "সময়"],
  occurred_at: ["Done at", "করা হয়েছে"],
  actor_username: ["Who", "কে"],
  action: ["What", "কী"],
  module: ["Module", "মডিউল"],
  object_type: ["Kind of record", "যার ধরন"],
  object_id: ["Record", "যেটি"],
  details: ["Details", "বিস্তারিত"],
  address: ["Network address", "নেটওয়ার্ক ঠিকানা"],
  device: ["Computer", "কম্পিউটার"],
  request_id: ["Request", "অনুরোধ"],
} as const;

export const auditLogWords = words(auditLog, {
  one: ["audit entry", "নিরীক্ষা নথি"],
  many: ["audit entries", "নিরীক্ষা নথি"],
  title: ["audit log", "নিরীক্ষা লগ"],
  fields: AUDIT_FIELDS,
  empty: ["Everything that people change is written down here.", "কেউ কিছু বদলালেই তা এখানে লেখা হয়।"],
});

export const mailWords = words(mail, {
  one: ["mail", "মেইল"],
  many: ["mails", "মেইল"],
  fields: {
    kind: ["What for", "কীসের জন্য"],
    to: ["To", "প্রাপক"],
    subject: ["Subject", "বিষয়"],
    status: ["Status", "অবস্থা"],
    reason: ["What was wrong", "কী সমস্যা"],
    last_error: ["Error code", "ত্রুটির কোড"],
    tries: ["Tries", "চেষ্টা"],
    next_try_at: ["Next try", "পরের চেষ্টা"],
    sent_at: ["Sent at", "পাঠানোর সময়"],
    requested_by: ["Asked for by", "যিনি পাঠিয়েছেন"],
  },
  choices: {
    kind: {
      TEST: ["Test", "পরীক্ষা"],
      REPORT: ["Report", "রিপোর্ট"],
      REMINDER: ["Reminder", "তাগাদা"],
      BILL: ["Bill", "বিল"],
      ACCOUNT: ["Change of an account", "অ্যাকাউন্টের পরিবর্তন"],
    },
    status: {
      QUEUED: ["Waiting", "অপেক্ষায়"],
      SENDING: ["Being sent", "পাঠানো হচ্ছে"],
      SENT: ["Sent", "পাঠানো হয়েছে"],
      FAILED: ["Not sent", "পাঠানো যায়নি"],
      UNSURE: ["May have arrived", "পৌঁছে থাকতে পারে"],
    },
    reason: {
      NO_SERVER: ["No mail server is set up", "কোনো মেইল সার্ভার দেওয়া নেই"],
      ADDRESS_NOT_ALLOWED: [
        "The mail server's address is one that this server does not connect to",
        "মেইল সার্ভারের ঠিকানায় এই সার্ভার সংযোগ করে না",
      ],
      CONNECTION_REFUSED: [
        "Nothing takes mails at the mail server's address and port",
        "মেইল সার্ভারের ঠিকানা ও পোর্টে কেউ সাড়া দেয় না",
      ],
      UNREACHABLE: ["The mail server can't be reached", "মেইল সার্ভারে পৌঁছানো যায় না"],
      SILENT: ["The mail server does not answer", "মেইল সার্ভার সাড়া দেয় না"],
      ENCRYPTION: ["No safe connection to the mail server", "মেইল সার্ভারের সঙ্গে নিরাপদ সংযোগ হয় না"],
      NOT_THE_PROTOCOL: [
        "What answers at that address and port is no mail server",
        "ওই ঠিকানা ও পোর্টে যা সাড়া দেয় তা মেইল সার্ভার নয়",
      ],
      SIGN_IN: ["The mail server refuses user name or password", "মেইল সার্ভার নাম বা পাসওয়ার্ড মানে না"],
      SENDER: ["The mail server refuses the sender", "মেইল সার্ভার প্রেরককে মানে না"],
      RECIPIENT: ["The mail server refuses the recipient", "মেইল সার্ভার প্রাপককে মানে না"],
      MESSAGE: ["The mail server refuses the mail", "মেইল সার্ভার মেইলটি নেয় না"],
      BROKEN_OFF: [
        "The line broke before the mail server said that it has it",
        "মেইল সার্ভার পেয়েছে বলার আগেই সংযোগ কেটে গেছে",
      ],
      TOO_LATE: ["It waited too long", "অনেক দেরি হয়ে গেছে"],
    },
  },
  operations: { send_again: ["Send again", "আবার পাঠান"] },
  empty: ["Mails that the server sends are listed here.", "সার্ভার যে মেইল পাঠায় তা এখানে থাকে।"],
});

export const reviewItemWords = words(reviewItem, {
  one: ["item to decide", "সিদ্ধান্তের বিষয়"],
  many: ["items to decide", "সিদ্ধান্তের বিষয়"],
  title: ["review list", "যাচাই তালিকা"],
  fields: {
    kind: ["Kind", "ধরন"],
    status: ["Status", "অবস্থা"],
    command: ["Action", "কাজ"],
    device: ["Computer", "কম্পিউটার"],
    author: ["Done by", "যিনি করেছেন"],
    detail: ["What happened", "কী হয়েছে"],
    problem: ["Problem", "সমস্যা"],
    payload: ["Contents", "যা ছিল"],
    amount: ["Amount", "টাকা"],
    customer: ["Customer", "গ্রাহক"],
    payment_transaction: ["Payment", "পেমেন্ট"],
    occurred_at: ["Done at", "করা হয়েছে"],
    resolved_by: ["Decided by", "সিদ্ধান্ত নিয়েছেন"],
    resolved_at: ["Decided at", "সিদ্ধান্তের সময়"],
    resolution: ["Outcome", "ফল"],
    outcome: ["Answer", "উত্তর"],
    answer_seen_at: ["Answer read at", "উত্তর পড়া হয়েছে"],
  },
  choices: {
    kind: {
      SUSPENSE: ["Money in suspense", "অনির্ধারিত টাকা"],
      CLOCK: ["Wrong clock", "ভুল ঘড়ি"],
      CONFLICT: ["Two changed the same", "দুজন একই তথ্য বদলেছেন"],
      RECEIPT_NUMBER: ["Receipt number used twice", "একই রসিদ নম্বর দুবার"],
      DRIFT: ["Books don't agree", "হিসাব মেলে না"],
      BELOW_PRICE: ["Money below the price", "মূল্যের কম টাকা"],
      PERIOD: ["Done in closed books", "বন্ধ হিসাবের সময়ে করা"],
      DRAWER: ["Cash after its drawer was counted", "ড্রয়ার গোনার পরে আসা নগদ"],
      EXPIRY_HELD: ["End of access held back", "মেয়াদ শেষ আটকে রাখা"],
      AUTHOR_UNPROVEN: ["Not proven who did it", "কে করেছেন তার প্রমাণ নেই"],
      REVERSAL_REQUESTED: ["Reversal asked for", "ফেরতের অনুরোধ"],
      LATE_HAND_IN: ["Money told after the end", "মেয়াদ শেষের পরে জানানো টাকা"],
      SHORTAGE: ["Taken beyond the stock", "মজুদের চেয়ে বেশি নেওয়া"],
      PAYMENT_EVENT: ["A provider's payment", "প্রদানকারীর পেমেন্ট"],
      GAP: ["Work that never came", "যে কাজ আসেনি"],
      REFUSED: ["Money that was not booked", "যে টাকা হিসাবে ওঠেনি"],
      FAILED: ["Failed on our side", "আমাদের ত্রুটিতে ব্যর্থ"],
      PLAN_LIMIT: ["More customers than the plan allows", "প্ল্যানের চেয়ে বেশি গ্রাহক"],
    },
    status: { OPEN: ["Open", "খোলা"], RESOLVED: ["Resolved", "মীমাংসিত"] },
    outcome: { ACCEPTED: ["Accepted", "গৃহীত"], DECLINED: ["Declined", "নাকচ"] },
  },
  empty: [
    "Money that could not be booked as meant, wrong clocks and conflicting changes are listed here.",
    "যে টাকা ঠিকমতো জমা হয়নি, ভুল ঘড়ি ও পরস্পরবিরোধী পরিবর্তন এখানে থাকে।",
  ],
  operations: {
    dismiss: ["Dismiss item", "বিষয়টি বাদ দিন"],
    resolve: ["Give to a customer", "গ্রাহককে দিন"],
    request_reversal: ["Ask to reverse", "ফেরতের অনুরোধ"],
    accept: ["Accept and reverse", "মেনে ফেরত করুন"],
    decline: ["Decline", "নাকচ করুন"],
    acknowledge: ["Answer read", "উত্তর পড়া হয়েছে"],
  },
});

export const backgroundTaskWords = words(backgroundTask, {
  one: ["background task", "পেছনের কাজ"],
  many: ["background tasks", "পেছনের কাজ"],
  title: ["background work", "পেছনের কাজ"],
  fields: {
    kind: ["What", "কী"],
    status: ["Status", "অবস্থা"],
    progress: ["Progress", "অগ্রগতি"],
    result: ["Outcome", "ফল"],
    error: ["Problem", "সমস্যা"],
    requested_by: ["Started by", "শুরু করেছেন"],
    started_at: ["Started", "শুরু"],
    finished_at: ["Finished", "শেষ"],
  },
  choices: {
    status: {
      QUEUED: ["Queued", "সারিতে"],
      RUNNING: ["Running", "চলছে"],
      SUCCEEDED: ["Done", "সম্পন্ন"],
      FAILED: ["Failed", "ব্যর্থ"],
    },
  },
  operations: { cancel: ["Stop the calls", "কল থামান"] },
  empty: ["Long work, such as the month's bills, is listed here.", "মাসের বিলের মতো লম্বা কাজ এখানে থাকে।"],
});
