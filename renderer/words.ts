// The words of the shell and of the counter, loaded during the sign-in.

import "../shared/resources.ts";
import { counterTexts } from "./billing/counter/words.ts";
import * as finance from "./billing/finance-words.ts";
import * as shifts from "./billing/shift/words.ts";
import * as billing from "./billing/words.ts";
import { securityTexts } from "./identity/security/words.ts";
import { dictionary } from "./kernel/i18n/dictionary.ts";
import { partsTexts } from "./kernel/i18n/parts-words.ts";
import { byResource } from "./kernel/i18n/worded-resource.ts";
import { customerTexts } from "./subscribers/customer/words.ts";
import * as subscribers from "./subscribers/words.ts";

/** The navigation's names of screens that are loaded later. */
const navigationTexts = dictionary({
  "nav.books": ["Books", "হিসাবের বই"],
  "console.overview": ["Overview", "সারসংক্ষেপ"],
  "nav.companies": ["Companies", "প্রতিষ্ঠান"],
  "nav.requests": ["Requests", "আবেদন"],
  "nav.plans": ["Plans", "প্ল্যান"],
  "nav.backups": ["Backups", "ব্যাকআপ"],
  "nav.log": ["Log", "লগ"],
  "nav.day": ["My day", "আমার দিন"],
  "nav.my_work": ["My work", "আমার কাজ"],
  "nav.today": ["Today", "আজ"],
  "nav.tickets": ["Tickets", "টিকিট"],
  "nav.import": ["Import", "আমদানি"],
  "nav.inbox": ["Inbox", "ইনবক্স"],
  "nav.jobs": ["Jobs", "কাজ"],
  "nav.network": ["Network", "নেটওয়ার্ক"],
  "nav.money": ["Money in", "জমা"],
  "nav.bills": ["Bills", "বিল"],
  "nav.more": ["More", "আরও"],
  "nav.set_up": ["Set-up", "সেটআপ"],
  "nav.place.balance": ["My balance", "আমার ব্যালান্স"],
  "nav.place.cash": ["Cash", "নগদ"],
  "nav.place.people": ["People", "কর্মী"],
  "nav.place.stock": ["Stock", "মজুত"],
});

/** The words of what is shown first after the sign-in: the shell and the counter. Those of everything else are in later-words.ts. */
export const FIRST_DICTIONARIES = [
  partsTexts,
  securityTexts,
  customerTexts,
  counterTexts,
  navigationTexts,
] as const;

declare module "./kernel/i18n/dictionary.ts" {
  interface Words {
    first: typeof FIRST_DICTIONARIES;
  }
}

/** The words of the resources that the counter names. Those of every other are in later-words.ts. */
export const FIRST_RESOURCE_WORDS = {
  ...byResource(subscribers),
  ...byResource(billing),
  ...byResource(finance),
  ...byResource(shifts),
};
