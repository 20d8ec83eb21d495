// Words of what the platform sells to providers, as its console says them.
import { tenant } from "../../shared/identity/tenant.ts";
import {
  onboardingRequest,
  platformAuditLog,
  saasPackage,
  saasPayment,
  saasTenant,
  tenantSubscription,
} from "../../shared/saas/index.ts";
import { words } from "../kernel/i18n/worded-resource.ts";
import { AUDIT_FIELDS } from "../platform/words.ts";

const TENANT = {
  name: ["Company name", "প্রতিষ্ঠানের নাম"],
  subdomain: ["Short name", "সংক্ষিপ্ত নাম"],
  is_active: ["Active", "চালু"],
  tier: ["Tier", "স্তর"],
} as const;

export const tenantWords = words(tenant, {
  one: ["company", "প্রতিষ্ঠান"],
  many: ["companies", "প্রতিষ্ঠান"],
  fields: TENANT,
  inputs: { admin: ["Its owner", "মালিক"] },
});

export const saasPackageWords = words(saasPackage, {
  one: ["plan", "প্ল্যান"],
  many: ["plans", "প্ল্যান"],
  fields: {
    name: ["Name", "নাম"],
    price_monthly: ["Price a month", "মাসিক মূল্য"],
    max_subscribers: ["Customers at most", "সর্বোচ্চ গ্রাহক"],
    features: ["What comes with it", "যা যা থাকছে"],
  },
  hints: { max_subscribers: ["Empty: as many as they like.", "খালি: যত খুশি।"] },
});

export const subscriptionWords = words(tenantSubscription, {
  one: ["subscription", "সাবস্ক্রিপশন"],
  many: ["subscriptions", "সাবস্ক্রিপশন"],
  fields: {
    tenant: ["Company", "প্রতিষ্ঠান"],
    package: ["Plan", "প্ল্যান"],
    start_date: ["From", "শুরু"],
    end_date: ["To", "শেষ দিন"],
    status: ["Status", "অবস্থা"],
    notes: ["Notes", "নোট"],
  },
  hints: { end_date: ["Its last day. Empty: until it is cancelled.", "শেষ দিন। খালি: বাতিল না করা পর্যন্ত।"] },
  inputs: { reason: ["Reason", "কারণ"] },
  choices: {
    status: {
      TRIAL: ["Trial", "পরীক্ষামূলক"],
      ACTIVE: ["Active", "চালু"],
      EXPIRED: ["Expired", "মেয়াদ শেষ"],
      CANCELLED: ["Cancelled", "বাতিল"],
    },
  },
  operations: {
    cancel: ["Cancel subscription", "সাবস্ক্রিপশন বাতিল"],
    activate: ["Activate subscription", "সাবস্ক্রিপশন চালু"],
  },
});

export const saasPaymentWords = words(saasPayment, {
  one: ["subscription payment", "সাবস্ক্রিপশনের পেমেন্ট"],
  many: ["subscription payments", "সাবস্ক্রিপশনের পেমেন্ট"],
  title: ["payments", "পেমেন্ট"],
  fields: {
    subscription: ["Subscription", "সাবস্ক্রিপশন"],
    tenant: ["Company", "প্রতিষ্ঠান"],
    amount: ["Amount", "পরিমাণ"],
    payment_method: ["Paid by", "যেভাবে দেওয়া"],
    trx_id: ["Transaction", "লেনদেন নম্বর"],
    paid_at: ["Received", "পাওয়া গেছে"],
    paid_until: ["Paid until", "যে দিন পর্যন্ত"],
    subscription_before: ["Subscription before", "আগের সাবস্ক্রিপশন"],
    is_reversed: ["Undone", "ফেরত"],
    reversed_by: ["Undone by", "ফেরত করেছেন"],
    reversed_at: ["Undone at", "ফেরতের সময়"],
    reversal_reason: ["Why", "কারণ"],
    reverses: ["Undoes", "যার ফেরত"],
  },
  inputs: { reason: ["Reason", "কারণ"] },
  operations: { reverse: ["Undo payment", "পেমেন্ট ফেরত"] },
  hints: {
    paid_until: [
      "The subscription's new last day. Empty: it stays.",
      "সাবস্ক্রিপশনের নতুন শেষ দিন। খালি: যেমন আছে।",
    ],
  },
});

export const saasTenantWords = words(saasTenant, {
  one: ["company", "প্রতিষ্ঠান"],
  many: ["companies", "প্রতিষ্ঠান"],
  fields: {
    ...TENANT,
    subscribers: ["Customers", "গ্রাহক"],
    plan: ["Plan", "প্ল্যান"],
    mrr: ["Brings a month", "মাসিক আয়"],
    last_activity_at: ["Last active", "শেষ কাজ"],
  },
  inputs: { admin: ["Its owner", "মালিক"], reason: ["Reason", "কারণ"] },
  operations: {
    suspend: ["Suspend company", "প্রতিষ্ঠান স্থগিত"],
    resume: ["Open company again", "প্রতিষ্ঠান আবার চালু"],
  },
});

export const platformAuditLogWords = words(platformAuditLog, {
  one: ["audit entry", "নিরীক্ষা নথি"],
  many: ["audit entries", "নিরীক্ষা নথি"],
  title: ["platform's audit log", "প্ল্যাটফর্মের নিরীক্ষা লগ"],
  fields: AUDIT_FIELDS,
  empty: [
    "Everything that is done on the platform is written down here.",
    "প্ল্যাটফর্মে যা করা হয়, সব এখানে লেখা হয়।",
  ],
});

export const onboardingWords = words(onboardingRequest, {
  one: ["request to join", "যোগদানের আবেদন"],
  many: ["requests to join", "যোগদানের আবেদন"],
  fields: {
    org_name: ["Company name", "প্রতিষ্ঠানের নাম"],
    contact_email: ["E-mail", "ইমেইল"],
    contact_name: ["Contact", "যোগাযোগের ব্যক্তি"],
    phone: ["Phone", "ফোন"],
    subdomain: ["Short name", "সংক্ষিপ্ত নাম"],
    package: ["Plan", "প্ল্যান"],
    notes: ["Notes", "নোট"],
    status: ["Status", "অবস্থা"],
    tenant: ["Company", "প্রতিষ্ঠান"],
    decided_by: ["Decided by", "সিদ্ধান্ত নিয়েছেন"],
    decided_at: ["Decided", "সিদ্ধান্তের সময়"],
    reason: ["Reason", "কারণ"],
  },
  inputs: {
    trial_days: ["Days to try it", "পরীক্ষার দিন"],
    admin: ["Its owner", "মালিক"],
    username: ["Username", "ইউজারনেম"],
    one_time_password: [
      "Password, to be changed after the first sign-in",
      "পাসওয়ার্ড, প্রথম সাইন ইনের পর বদলাতে হবে",
    ],
  },
  choices: {
    status: {
      PENDING: ["Waiting", "অপেক্ষমাণ"],
      APPROVED: ["Approved", "অনুমোদিত"],
      REJECTED: ["Declined", "প্রত্যাখ্যাত"],
    },
  },
  operations: { approve: ["Let in", "অনুমোদন"], reject: ["Decline", "প্রত্যাখ্যান"] },
});

export * from "./backup-words.ts";
