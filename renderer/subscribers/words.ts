// Words of customers, packages and tax codes.
import { customer } from "../../shared/subscribers/customer.ts";
import { servicePackage } from "../../shared/subscribers/package.ts";
import { service } from "../../shared/subscribers/service.ts";
import { taxCode } from "../../shared/subscribers/tax-code.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const packageWords = words(servicePackage, {
  one: ["package", "প্যাকেজ"],
  many: ["packages", "প্যাকেজ"],
  fields: {
    name: ["Name", "নাম"],
    price: ["Price", "দাম"],
    bandwidth_mbps: ["Download (Mbit/s)", "ডাউনলোড (Mbit/s)"],
    upload_mbps: ["Upload (Mbit/s)", "আপলোড (Mbit/s)"],
    router_profile: ["Profile on the router", "রাউটারের প্রোফাইল"],
    burst: ["Burst", "বার্স্ট"],
    address_pool: ["Address pool", "ঠিকানার পুল"],
    queue_type: ["Queue type", "কিউয়ের ধরন"],
    validity_days: ["Valid for (days)", "মেয়াদ (দিন)"],
    billing_months: ["Months on one bill", "এক বিলে মাস"],
    tax_code: ["Tax", "কর"],
    description: ["Description", "বিবরণ"],
    is_active: ["On sale", "বিক্রি হচ্ছে"],
  },
  hints: {
    upload_mbps: ["Empty: as fast as the download", "খালি: ডাউনলোডের সমান"],
    router_profile: ["Empty: made from the name", "খালি: নাম থেকে তৈরি হয়"],
    burst: ["As RouterOS writes it: 20M/80M 8M/40M 16/16 8", "RouterOS যেভাবে লেখে: 20M/80M 8M/40M 16/16 8"],
  },
  inputs: { price_applies: ["A new price is for", "নতুন দাম যাদের জন্য"] },
  input_choices: {
    price_applies: {
      ALL: ["All who have the package", "যাদের এই প্যাকেজ আছে সবার"],
      NEW: ["New customers alone", "শুধু নতুন গ্রাহকের"],
    },
  },
  empty: ["What you sell: price, speed, days.", "আপনি যা বিক্রি করেন: দাম, গতি, দিন।"],
});

export const serviceWords = words(service, {
  one: ["service", "সেবা"],
  many: ["services", "সেবা"],
  fields: {
    customer: ["Customer", "গ্রাহক"],
    package: ["Package", "প্যাকেজ"],
    package_name: ["As it was called", "যে নামে ছিল"],
    price: ["Price", "দাম"],
    validity_days: ["Valid for (days)", "মেয়াদ (দিন)"],
    billing_months: ["Months on one bill", "এক বিলে মাস"],
    tax_code: ["Tax", "কর"],
    offer: ["Sold with the offer", "যে অফারে বিক্রি"],
    promo_price: ["Price by it", "অফারের দাম"],
    promo_periods: ["For so many periods", "যত মেয়াদে"],
    promo_left: ["Of them left", "বাকি মেয়াদ"],
    from_date: ["From", "থেকে"],
    to_date: ["Until", "পর্যন্ত"],
    state: ["State", "অবস্থা"],
    reason: ["Why", "কারণ"],
    previous_service: ["Before it", "আগেরটি"],
    service_change: ["Change", "পরিবর্তন"],
  },
  choices: {
    state: {
      SCHEDULED: ["Waiting", "অপেক্ষায়"],
      ACTIVE: ["Running", "চলছে"],
      ENDED: ["Ended", "শেষ"],
      CANCELLED: ["Called off", "বাতিল"],
    },
    reason: {
      START: ["New customer", "নতুন গ্রাহক"],
      UPGRADE: ["A larger package", "বড় প্যাকেজ"],
      DOWNGRADE: ["A smaller package", "ছোট প্যাকেজ"],
      CHANGE: ["Another package", "অন্য প্যাকেজ"],
      PRICE: ["A new price", "নতুন দাম"],
      IMPORT: ["Imported", "আমদানি"],
      RETURN: ["Came back", "ফিরে এসেছেন"],
    },
  },
  empty: ["What somebody was sold stands here, day by day.", "কাকে কী বিক্রি হয়েছে তা দিন ধরে এখানে থাকে।"],
});

export const taxCodeWords = words(taxCode, {
  one: ["tax code", "কর কোড"],
  many: ["tax codes", "কর কোড"],
  fields: {
    name: ["Name", "নাম"],
    code: ["Code", "কোড"],
    rate: ["Rate (%)", "হার (%)"],
    is_inclusive: ["Prices include it", "দামের ভেতরে ধরা"],
    is_default: ["For new packages, and lines that say none", "নতুন প্যাকেজে, এবং যে লাইনে কিছু বলা নেই তাতে"],
    valid_from: ["Valid from", "যেদিন থেকে"],
  },
  hints: {
    code: [
      "A new rate of the same tax has the same code and its own first day",
      "একই করের নতুন হারে একই কোড আর তার নিজের প্রথম দিন থাকে",
    ],
    valid_from: ["Empty: from the beginning", "খালি: শুরু থেকেই"],
  },
  empty: [
    "A tax on what you sell: its code, its rate, its first day.",
    "যা বিক্রি করেন তার কর: কোড, হার, প্রথম দিন।",
  ],
});

export const customerWords = words(customer, {
  one: ["customer", "গ্রাহক"],
  many: ["customers", "গ্রাহক"],
  fields: {
    customer_code: ["Code", "কোড"],
    name: ["Name", "নাম"],
    username: ["Username", "ইউজারনেম"],
    password: ["PPPoE password", "PPPoE পাসওয়ার্ড"],
    phone: ["Phone", "ফোন"],
    email: ["E-mail", "ই-মেইল"],
    address: ["Address", "ঠিকানা"],
    area: ["Area", "এলাকা"],
    latitude: ["Latitude", "অক্ষাংশ"],
    longitude: ["Longitude", "দ্রাঘিমাংশ"],
    national_id: ["National ID", "জাতীয় পরিচয়পত্র"],
    connection_type: ["Connection", "সংযোগ"],
    ip_address: ["IP address", "আইপি ঠিকানা"],
    mac_address: ["MAC address", "ম্যাক ঠিকানা"],
    router: ["Router", "রাউটার"],
    package: ["Package", "প্যাকেজ"],
    onu: ["ONU", "ওএনইউ"],
    onu_serial: ["ONU serial number", "ওএনইউ সিরিয়াল নম্বর"],
    reseller: ["Reseller", "রিসেলার"],
    status: ["Status", "অবস্থা"],
    suspended_for: ["Suspended for", "স্থগিতের কারণ"],
    due_amount: ["Due", "বকেয়া"],
    advance_amount: ["Advance", "অগ্রিম"],
    discount: ["Discount", "ছাড়"],
    price: ["Pays a period", "প্রতি মেয়াদে দেন"],
    billing_mode: ["Pays", "যেভাবে দেন"],
    expiry_date: ["Valid until", "মেয়াদ"],
    promise_date: ["Promised date", "প্রতিশ্রুত তারিখ"],
    grace_period_until: ["Grace until", "বাড়তি সময়ের শেষ"],
    promised_on: ["Promises made on", "প্রতিশ্রুতির দিন"],
    notes: ["Notes", "নোট"],
    joined_at: ["Customer since", "গ্রাহক হয়েছেন"],
  },
  written: { phone: ["Only digits, spaces, + and -", "শুধু অঙ্ক, ফাঁকা জায়গা, + ও -"] },
  choices: {
    connection_type: {
      PPPOE: ["PPPoE", "PPPoE"],
      HOTSPOT: ["Hotspot", "হটস্পট"],
      STATIC: ["Static address", "স্থির ঠিকানা"],
    },
    billing_mode: {
      AUTO: ["As it comes", "যেমন আসে"],
      PREPAID: ["Ahead, for days", "আগাম, মেয়াদ কিনে"],
      POSTPAID: ["By the month's bill", "মাসের বিলে"],
    },
    status: {
      ACTIVE: ["Active", "সক্রিয়"],
      SUSPENDED: ["Suspended", "স্থগিত"],
      EXPIRED: ["Expired", "মেয়াদ শেষ"],
      TERMINATED: ["Terminated", "সমাপ্ত"],
    },
    suspended_for: {
      NONPAYMENT: ["Not paid", "বকেয়া"],
      STAFF: ["Decided by staff", "কর্মীর সিদ্ধান্ত"],
      PAUSE: ["Paused", "বিরতি"],
    },
  },
  operations: {
    toggle_status: ["Suspend or resume", "স্থগিত বা চালু"],
    pause: ["Pause the service", "সেবায় বিরতি"],
    resume: ["End the pause", "বিরতি শেষ"],
    end_service: ["End the service", "সেবা শেষ"],
    reconnect: ["Reconnect the line", "লাইনে আবার সংযোগ"],
    grant_grace_period: ["Grace period", "বাড়তি সময়"],
    remind: ["Remind by mail", "মেইলে মনে করানো"],
    import: ["Import customers", "গ্রাহক আমদানি"],
    take_back_expiry: ["Take back what a wrong clock ended", "ভুল ঘড়িতে শেষ হওয়া মেয়াদ ফিরিয়ে দিন"],
    change_package: ["Change the package", "প্যাকেজ বদলান"],
    refund: ["Pay the advance out", "অগ্রিম ফেরত দিন"],
    recalculate_balance: ["Recalculate balance", "হিসাব আবার মেলান"],
  },
  inputs: {
    from: ["First day without service (empty: tomorrow)", "সেবা ছাড়া প্রথম দিন (খালি: আগামীকাল)"],
    to: ["Last day without service", "সেবা ছাড়া শেষ দিন"],
    reason: ["Reason", "কারণ"],
  },
  permissions: {
    set_terms: ["Set discount and valid-until by hand", "ছাড় ও মেয়াদ হাতে বসানো"],
    override_package: ["Write another package over paid days", "কেনা মেয়াদের ওপর অন্য প্যাকেজ বসানো"],
    pause_beyond: ["Pause beyond the company's limits", "নিয়মের বাইরে বিরতি দেওয়া"],
    change_on_account: ["Change a package on account", "বাকিতে প্যাকেজ বদলানো"],
    grant_beyond: ["Give grace beyond the promise policy", "প্রতিশ্রুতির নিয়মের বাইরে সময় দেওয়া"],
    export: ["Export customers", "গ্রাহকের তালিকা ফাইলে নেওয়া"],
  },
  empty: ["Add the first one, or import them on the server.", "প্রথম জনকে যোগ করুন, অথবা সার্ভারে আমদানি করুন।"],
});
