// Words of changes of packages.
import { serviceChange } from "../../shared/billing/service/service-change.ts";
import { servicePause } from "../../shared/billing/service/service-pause.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const serviceChangeWords = words(serviceChange, {
  one: ["change of package", "প্যাকেজ পরিবর্তন"],
  many: ["changes of packages", "প্যাকেজ পরিবর্তন"],
  fields: {
    customer: ["Customer", "গ্রাহক"],
    from_package: ["From", "আগের প্যাকেজ"],
    to_package: ["To", "নতুন প্যাকেজ"],
    from_service: ["Service before", "আগের সেবা"],
    to_service: ["Service after", "পরের সেবা"],
    when: ["When", "কখন"],
    effective_date: ["Holds from", "কার্যকর"],
    priced_from: ["New price from", "নতুন দাম থেকে"],
    mode: ["Settled as", "হিসাবের ধরন"],
    settle: ["Paid days", "কেনা মেয়াদ"],
    direction: ["Direction", "দিক"],
    rest_days: ["Days left", "বাকি দিন"],
    rest_value: ["They are worth", "বাকি দিনের মূল্য"],
    cost: ["They cost now", "নতুন দামে মূল্য"],
    to_pay: ["To pay", "দিতে হবে"],
    freed: ["Freed", "মুক্ত টাকা"],
    credit_amount: ["Credited", "ক্রেডিট"],
    credit_note: ["Credit note", "ক্রেডিট নোট"],
    charge_amount: ["Charged", "চার্জ"],
    invoice: ["Bill", "বিল"],
    payment_transaction: ["Payment", "পেমেন্ট"],
    previous_expiry_date: ["Valid until (before)", "আগের মেয়াদ"],
    new_expiry_date: ["Valid until", "মেয়াদ"],
    state: ["State", "অবস্থা"],
    reason: ["Reason", "কারণ"],
    differs: ["What the till showed", "কাউন্টারে যা দেখানো হয়েছিল"],
    covered_days: ["Days that it bought", "যত দিন কেনা হয়েছে"],
    covers_from: ["Pays for days from", "যে দিন থেকে দাম দেওয়া"],
    covers_to: ["Pays for days until", "যে দিন পর্যন্ত দাম দেওয়া"],
    created_by: ["By", "কে"],
    done_at: ["Done at", "যখন হয়েছে"],
  },
  choices: {
    when: {
      NOW: ["At once", "এখনই"],
      AT_EXPIRY: ["After the paid days", "কেনা মেয়াদের পরে"],
      DATE: ["On a day", "নির্দিষ্ট দিনে"],
    },
    mode: {
      PREPAID: ["Paid days", "কেনা মেয়াদ"],
      POSTPAID: ["The month's bill", "মাসের বিল"],
      NONE: ["Nothing to settle", "হিসাবের কিছু নেই"],
    },
    settle: {
      KEEP_DAYS: ["Stay, the difference is paid", "থাকে, পার্থক্য দিতে হয়"],
      CONVERT: ["Become days at the new price", "নতুন দামে দিন হয়"],
    },
    direction: {
      UPGRADE: ["Larger", "বড়"],
      DOWNGRADE: ["Smaller", "ছোট"],
      SAME: ["Same price", "একই দাম"],
    },
    state: {
      SCHEDULED: ["Waiting", "অপেক্ষায়"],
      DONE: ["Done", "হয়েছে"],
      CANCELLED: ["Called off", "বাতিল"],
      UNDONE: ["Taken back", "ফেরত নেওয়া"],
    },
  },
  permissions: {
    undo: ["Take back", "ফেরত নেওয়া"],
    undo_own: ["Take one's own back on the same day", "নিজেরটি একই দিনে ফেরত নেওয়া"],
  },
  operations: {
    cancel: ["Call off", "বাতিল করুন"],
    undo: ["Take back", "ফেরত নিন"],
  },
  empty: ["A change of package is made on the customer's page.", "প্যাকেজ গ্রাহকের পাতায় বদলানো হয়।"],
});

export const servicePauseWords = words(servicePause, {
  one: ["pause of service", "সেবার বিরতি"],
  many: ["pauses of service", "সেবার বিরতি"],
  fields: {
    customer: ["Customer", "গ্রাহক"],
    from_date: ["From", "শুরু"],
    to_date: ["Until", "শেষ"],
    resumed_on: ["Ended early on", "আগে শেষ হয়েছে"],
    days: ["Days", "দিন"],
    state: ["State", "অবস্থা"],
    fee_invoice: ["Bill of the fee", "ফির বিল"],
    reason: ["Reason", "কারণ"],
    created_by: ["By", "কে"],
  },
  choices: {
    state: {
      SCHEDULED: ["Waiting", "অপেক্ষায়"],
      RUNNING: ["Paused", "বিরতিতে"],
      ENDED: ["Over", "শেষ"],
      CANCELLED: ["Called off", "বাতিল"],
    },
  },
  empty: ["A service is paused on the customer's page.", "গ্রাহকের পাতায় সেবায় বিরতি দেওয়া হয়।"],
});
