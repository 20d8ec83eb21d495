// The words of the shell and of the counter, and those of every resource: loaded during the sign-in.

import "../shared/resources.ts";
import type { ResourceName } from "../shared/kernel/registry.ts";
import * as cash from "./billing/cash/words.ts";
import * as closings from "./billing/closing-words.ts";
import { counterTexts } from "./billing/counter/words.ts";
import * as finance from "./billing/finance-words.ts";
import * as resellers from "./billing/reseller/words.ts";
import * as addons from "./billing/service/addon-words.ts";
import * as changes from "./billing/service-words.ts";
import * as shifts from "./billing/shift/words.ts";
import * as deposits from "./billing/suspense/deposit-words.ts";
import * as undo from "./billing/undo-words.ts";
import * as billing from "./billing/words.ts";
import * as callcenter from "./callcenter/words.ts";
import * as helpdesk from "./helpdesk/words.ts";
import * as hr from "./hr/words.ts";
import { securityTexts } from "./identity/security/words.ts";
import * as identity from "./identity/words.ts";
import * as integrations from "./integrations/words.ts";
import { dictionary } from "./kernel/i18n/dictionary.ts";
import { partsTexts } from "./kernel/i18n/parts-words.ts";
import { byResource, type WordedResource } from "./kernel/i18n/worded-resource.ts";
import * as optical from "./network/olt/words.ts";
import * as network from "./network/words.ts";
import * as platform from "./platform/words.ts";
import * as monthEnds from "./reports/month-end-words.ts";
import * as reportSchedules from "./reports/schedule/words.ts";
import * as saas from "./saas/words.ts";
import * as store from "./store/words.ts";
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

/** A resource without words does not compile. */
export const RESOURCE_WORDS: { readonly [N in ResourceName]: WordedResource<N> } = {
  ...byResource(platform),
  ...byResource(identity),
  ...byResource(network),
  ...byResource(optical),
  ...byResource(subscribers),
  ...byResource(billing),
  ...byResource(cash),
  ...byResource(changes),
  ...byResource(undo),
  ...byResource(closings),
  ...byResource(deposits),
  ...byResource({
    addonWords: addons.addonWords,
    customerAddonWords: addons.customerAddonWords,
    pendingChargeWords: addons.pendingChargeWords,
  }),
  ...byResource(finance),
  ...byResource(resellers),
  ...byResource(shifts),
  ...byResource(helpdesk),
  ...byResource(store),
  ...byResource(callcenter),
  ...byResource(hr),
  ...byResource(monthEnds),
  ...byResource(reportSchedules),
  ...byResource(integrations),
  ...byResource(saas),
};
