// Words of what is charged beside the service.
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
