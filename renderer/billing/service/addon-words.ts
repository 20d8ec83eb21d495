// Words of what is charged beside the service.
import { addon } from "../../../shared/billing/addon/addon.ts";
import { customerAddon } from "../../../shared/billing/addon/customer-addon.ts";
import { pendingCharge } from "../../../shared/billing/addon/pending-charge.ts";
import type { LineSource } from "../../../shared/billing/tax/tax.rules.ts";
import type { Pair } from "../../kernel/i18n/index.ts";
import { words } from "../../kernel/i18n/worded-resource.ts";

/** What a line charges for. */
export const LINE_SOURCE_WORDS = {
  PACKAGE: ["Package", "প্যাকেজ"],
  INSTALLATION: ["Installation", "সংযোগ স্থাপন"],
  HARDWARE: ["Equipment", "যন্ত্রপাতি"],
  ADDON: ["Add-on", "অতিরিক্ত সেবা"],
  OTHER: ["Other", "অন্যান্য"],
} as const satisfies Record<LineSource, Pair>;

const { PACKAGE: _package, ...ADDON_SOURCE_WORDS } = LINE_SOURCE_WORDS;

const KINDS = {
  RECURRING: ["Every month", "প্রতি মাসে"],
  ONE_OFF: ["Once", "একবার"],
} as const;

const EFFECTS = {
  NONE: ["Nothing", "কিছু না"],
  STATIC_IP: ["A fixed address", "নির্দিষ্ট ঠিকানা"],
  EXTRA_DEVICE: ["One device more", "একটি বাড়তি যন্ত্র"],
} as const;

export const addonWords = words(addon, {
  one: ["add-on", "অতিরিক্ত সেবা"],
  many: ["add-ons", "অতিরিক্ত সেবা"],
  fields: {
    name: ["Name", "নাম"],
    kind: ["Charged", "যখন ধরা হয়"],
    price: ["Price", "দাম"],
    source: ["For", "যার জন্য"],
    tax_code: ["Tax code", "কর কোড"],
    effect: ["On the line", "সংযোগে"],
    is_active: ["Sold", "বিক্রি হয়"],
  },
  choices: { kind: KINDS, source: ADDON_SOURCE_WORDS, effect: EFFECTS },
  empty: [
    "What is sold beside packages: a fixed address, a second device, a move.",
    "প্যাকেজের বাইরে যা বিক্রি হয়: নির্দিষ্ট ঠিকানা, বাড়তি যন্ত্র, সংযোগ সরানো।",
  ],
});

export const customerAddonWords = words(customerAddon, {
  one: ["customer's add-on", "গ্রাহকের অতিরিক্ত সেবা"],
  many: ["customers' add-ons", "গ্রাহকদের অতিরিক্ত সেবা"],
  fields: {
    customer: ["Customer", "গ্রাহক"],
    addon: ["Add-on", "অতিরিক্ত সেবা"],
    addon_name: ["Name", "নাম"],
    kind: ["Charged", "যখন ধরা হয়"],
    quantity: ["Quantity", "পরিমাণ"],
    price: ["Price", "দাম"],
    source: ["For", "যার জন্য"],
    tax_code: ["Tax code", "কর কোড"],
    effect: ["On the line", "সংযোগে"],
    value: ["Address", "ঠিকানা"],
    from_date: ["From", "যেদিন থেকে"],
    to_date: ["Last day", "শেষ দিন"],
    charged_to: ["Charged until", "যেদিন পর্যন্ত ধরা হয়েছে"],
    state: ["Status", "অবস্থা"],
    end_reason: ["Why it ended", "শেষ হওয়ার কারণ"],
    invoice: ["Bill", "বিল"],
    created_by: ["Sold by", "বিক্রি করেছেন"],
  },
  choices: {
    kind: KINDS,
    source: ADDON_SOURCE_WORDS,
    effect: EFFECTS,
    state: { ACTIVE: ["Runs", "চালু"], ENDED: ["Ended", "শেষ"] },
  },
  operations: { create: ["Sell an add-on", "অতিরিক্ত সেবা বিক্রি"], end: ["End it", "শেষ করুন"] },
  inputs: { charge: ["Charged on", "যে বিলে"], payment: ["Paid now", "এখন দিচ্ছেন"] },
  input_choices: { charge: { NOW: ["A bill at once", "এখনই বিলে"], NEXT: ["The next bill", "পরের বিলে"] } },
  empty: ["What a customer has beside the package.", "প্যাকেজের বাইরে গ্রাহক যা নিয়েছেন।"],
});

export const pendingChargeWords = words(pendingCharge, {
  one: ["charge of the next bill", "পরের বিলের চার্জ"],
  many: ["charges of the next bill", "পরের বিলের চার্জ"],
  title: ["on the next bill", "পরের বিলে"],
  fields: {
    customer: ["Customer", "গ্রাহক"],
    description: ["Description", "বিবরণ"],
    source: ["For", "যার জন্য"],
    amount: ["Amount", "পরিমাণ"],
    tax_code: ["Tax code", "কর কোড"],
    period_from: ["From", "যেদিন থেকে"],
    period_to: ["Until", "যেদিন পর্যন্ত"],
    service_change: ["Change of package", "প্যাকেজ বদল"],
    customer_addon: ["Add-on", "অতিরিক্ত সেবা"],
    state: ["Status", "অবস্থা"],
    invoice: ["Bill", "বিল"],
  },
  choices: {
    source: LINE_SOURCE_WORDS,
    state: {
      PENDING: ["Waits", "অপেক্ষায়"],
      BILLED: ["Billed", "বিলে উঠেছে"],
      CANCELLED: ["Called off", "বাতিল"],
    },
  },
  empty: [
    "What the next monthly bill will charge beside the package.",
    "পরের মাসিক বিলে প্যাকেজের বাইরে যা ধরা হবে।",
  ],
});
