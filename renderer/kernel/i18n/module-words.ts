// What the modules are called into which rights and the audit log are sorted.

import { type Language, type Pair, textIn } from "../../../shared/kernel/formatting/language.ts";
import type { PermissionModule } from "../../../shared/kernel/permission.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";

const MODULES: Readonly<Record<PermissionModule, Pair>> = {
  platform: ["Company and computers", "প্রতিষ্ঠান ও কম্পিউটার"],
  identity: ["Staff and roles", "কর্মী ও ভূমিকা"],
  subscribers: ["Customers and packages", "গ্রাহক ও প্যাকেজ"],
  network: ["Network", "নেটওয়ার্ক"],
  billing: ["Bills and recharges", "বিল ও রিচার্জ"],
  finance: ["Money and books", "টাকা ও হিসাব"],
  operations: ["Tickets and field work", "টিকিট ও মাঠের কাজ"],
  hr: ["Attendance and pay", "হাজিরা ও বেতন"],
  callcenter: ["Calls", "কল"],
  reporting: ["Reports", "রিপোর্ট"],
  saas: ["Platform of many companies", "বহু প্রতিষ্ঠানের প্ল্যাটফর্ম"],
};

/** What a module is called: "billing" → "Bills and recharges"; one of a newer server by its own name. */
export function moduleWords(module: string, language: Language): string {
  const pair = own(MODULES, module);
  return pair ? textIn(language, pair) : module;
}
