// Words of the resources of staff, roles and machines.
import { apiToken } from "../../shared/identity/api-token.ts";
import { reseller } from "../../shared/identity/reseller.ts";
import { role } from "../../shared/identity/role.ts";
import { staff } from "../../shared/identity/staff.ts";
import { tenantDomain } from "../../shared/identity/tenant-domain.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const staffWords = words(staff, {
  one: ["staff member", "কর্মী"],
  many: ["staff", "কর্মী"],
  fields: {
    user: ["Account", "অ্যাকাউন্ট"],
    username: ["Username", "ইউজারনেম"],
    full_name: ["Full name", "পুরো নাম"],
    email: ["E-mail", "ই-মেইল"],
    phone: ["Phone", "ফোন"],
    designation: ["Job title", "পদবি"],
    role: ["Role", "ভূমিকা"],
    role_name: ["Role", "ভূমিকা"],
    is_active: ["Works here", "কর্মরত"],
    has_otp: ["Signs in with a code", "কোড দিয়ে সাইন ইন"],
  },
  hints: {
    is_active: ["Switched off: signed out everywhere at once.", "বন্ধ করলে সব জায়গা থেকে তখনই সাইন আউট।"],
  },
  operations: {
    set_password: ["Give a new password", "নতুন পাসওয়ার্ড দিন"],
    switch_off_otp: ["Switch the sign-in code off", "সাইন ইনের কোড বন্ধ করুন"],
  },
  inputs: {
    password: ["Password", "পাসওয়ার্ড"],
    new_password: ["New password", "নতুন পাসওয়ার্ড"],
  },
});

export const roleWords = words(role, {
  one: ["role", "ভূমিকা"],
  many: ["roles", "ভূমিকা"],
  fields: {
    name: ["Name", "নাম"],
    permissions: ["May do", "যা করতে পারেন"],
    granted: ["Granted", "যেভাবে দেওয়া"],
    is_system_default: ["Built in", "শুরু থেকেই"],
  },
  titles: {
    Owner: ["Owner", "মালিক"],
    Manager: ["Manager", "ম্যানেজার"],
    Counter: ["Counter", "কাউন্টার"],
    Technician: ["Technician", "টেকনিশিয়ান"],
    Accountant: ["Accountant", "হিসাবরক্ষক"],
    HR: ["HR", "মানবসম্পদ"],
    Support: ["Support", "সাপোর্ট"],
    Reseller: ["Reseller", "রিসেলার"],
    Agent: ["Agent", "এজেন্ট"],
  },
});

export const apiTokenWords = words(apiToken, {
  one: ["API token", "API টোকেন"],
  many: ["API tokens", "API টোকেন"],
  fields: {
    name: ["Name", "নাম"],
    role: ["Role", "ভূমিকা"],
    site: ["Site", "সাইট"],
    is_active: ["In use", "চালু"],
    last_used_at: ["Last used", "শেষ ব্যবহার"],
    created_by: ["Made by", "তৈরি করেছেন"],
  },
  hints: {
    site: [
      "For a network agent: only routers of this site. Empty: all.",
      "নেটওয়ার্ক এজেন্টের জন্য: শুধু এই সাইটের রাউটার। খালি: সব।",
    ],
  },
  inputs: { token: ["Token", "টোকেন"] },
  empty: [
    "A token lets another program work with this company's data, as its role allows.",
    "টোকেন দিয়ে অন্য প্রোগ্রাম তার ভূমিকা অনুযায়ী এই প্রতিষ্ঠানের তথ্য নিয়ে কাজ করে।",
  ],
});

export const resellerWords = words(reseller, {
  one: ["reseller", "রিসেলার"],
  many: ["resellers", "রিসেলার"],
  fields: {
    user: ["Account", "অ্যাকাউন্ট"],
    username: ["Username", "ইউজারনেম"],
    company_name: ["Company", "প্রতিষ্ঠান"],
    phone: ["Phone", "ফোন"],
    balance: ["Balance", "ব্যালেন্স"],
    credit_limit: ["Credit limit", "বাকির সীমা"],
  },
  hints: {
    credit_limit: ["How far below zero the balance may go.", "ব্যালেন্স শূন্যের কত নিচে যেতে পারে।"],
  },
  operations: { top_up: ["Top up", "জমা নিন"], adjust: ["Put the balance right", "ব্যালেন্স সমন্বয়"] },
  inputs: {
    amount: ["Amount", "পরিমাণ"],
    method: ["Paid by", "যেভাবে দিয়েছেন"],
    reference: ["Reference", "রেফারেন্স"],
    password: ["Password", "পাসওয়ার্ড"],
    full_name: ["Full name", "পুরো নাম"],
    email: ["E-mail", "ই-মেইল"],
  },
  empty: [
    "A reseller sells your service to customers of their own, from a balance that they pay in.",
    "রিসেলার নিজের গ্রাহকদের কাছে আপনার সেবা বিক্রি করেন, আগে জমা দেওয়া ব্যালেন্স থেকে।",
  ],
});

export const tenantDomainWords = words(tenantDomain, {
  one: ["domain", "ডোমেইন"],
  many: ["domains", "ডোমেইন"],
  fields: {
    domain: ["Domain", "ডোমেইন"],
    is_primary: ["Main one", "প্রধান"],
    is_active: ["In use", "চালু"],
    is_verified: ["Verified", "যাচাই হয়েছে"],
    verified_at: ["Verified at", "যাচাইয়ের সময়"],
    verification: ["TXT record", "TXT রেকর্ড"],
  },
  hints: { domain: ["Like portal.your-company.com", "যেমন portal.your-company.com"] },
  operations: { verify: ["Look the record up", "রেকর্ড যাচাই"] },
});
