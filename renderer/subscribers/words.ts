// Words of customers and packages.
import { customer } from "../../shared/subscribers/customer.ts";
import { servicePackage } from "../../shared/subscribers/package.ts";
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
    description: ["Description", "বিবরণ"],
    is_active: ["On sale", "বিক্রি হচ্ছে"],
  },
  hints: {
    upload_mbps: ["Empty: as fast as the download", "খালি: ডাউনলোডের সমান"],
    router_profile: ["Empty: made from the name", "খালি: নাম থেকে তৈরি হয়"],
    burst: ["As RouterOS writes it: 20M/80M 8M/40M 16/16 8", "RouterOS যেভাবে লেখে: 20M/80M 8M/40M 16/16 8"],
  },
  empty: ["What you sell: price, speed, days.", "আপনি যা বিক্রি করেন: দাম, গতি, দিন।"],
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
    expiry_date: ["Valid until", "মেয়াদ"],
    promise_date: ["Promised date", "প্রতিশ্রুত তারিখ"],
    grace_period_until: ["Grace until", "বাড়তি সময়ের শেষ"],
    notes: ["Notes", "নোট"],
    joined_at: ["Customer since", "গ্রাহক হয়েছেন"],
  },
  hints: {
    customer_code: ["No spaces", "ফাঁকা জায়গা ছাড়া"],
    username: ["No spaces", "ফাঁকা জায়গা ছাড়া"],
  },
  choices: {
    connection_type: {
      PPPOE: ["PPPoE", "PPPoE"],
      HOTSPOT: ["Hotspot", "হটস্পট"],
      STATIC: ["Static address", "স্থির ঠিকানা"],
    },
    status: {
      ACTIVE: ["Active", "সক্রিয়"],
      SUSPENDED: ["Suspended", "স্থগিত"],
      EXPIRED: ["Expired", "মেয়াদ শেষ"],
      TERMINATED: ["Terminated", "সমাপ্ত"],
    },
    suspended_for: { NONPAYMENT: ["Not paid", "বকেয়া"], STAFF: ["Decided by staff", "কর্মীর সিদ্ধান্ত"] },
  },
  operations: {
    toggle_status: ["Suspend or resume", "স্থগিত বা চালু"],
    grant_grace_period: ["Grace period", "বাড়তি সময়"],
    import: ["Import customers", "গ্রাহক আমদানি"],
    recalculate_balance: ["Recalculate balance", "হিসাব আবার মেলান"],
  },
  empty: ["Add the first one, or import them on the server.", "প্রথম জনকে যোগ করুন, অথবা সার্ভারে আমদানি করুন।"],
});
