// The words of the shell and of the counter, and those of every resource: loaded while somebody signs in.

import "../shared/resources.ts";
import type { ResourceName } from "../shared/kernel/registry.ts";
import { counterTexts } from "./billing/counter/words.ts";
import {
  adjustmentWords,
  billingAccountWords,
  ledgerEntryWords,
  paymentAllocationWords,
  paymentEventWords,
  transactionWords,
} from "./billing/finance-words.ts";
import { stepsTexts } from "./billing/first-day/words.ts";
import { invoiceLineWords, invoiceWords, offerWords, rechargeWords } from "./billing/words.ts";
import { taskWords, ticketCategoryWords, ticketReplyWords, ticketWords } from "./helpdesk/words.ts";
import { advanceSalaryWords, attendanceWords, employeeWords, leaveWords, payrollWords } from "./hr/words.ts";
import { securityTexts } from "./identity/security/words.ts";
import { apiTokenWords, resellerWords, roleWords, staffWords } from "./identity/words.ts";
import { dictionary } from "./kernel/i18n/dictionary.ts";
import { partsTexts } from "./kernel/i18n/parts-words.ts";
import type { WordedResource } from "./kernel/i18n/worded-resource.ts";
import { networkSyncJobWords, routerWords, userSessionWords } from "./network/words.ts";
import {
  auditLogWords,
  backgroundTaskWords,
  deviceWords,
  reviewItemWords,
  settingsWords,
} from "./platform/words.ts";
import { customerTexts } from "./subscribers/customer/words.ts";
import { customerWords, packageWords } from "./subscribers/words.ts";

/** The navigation's names of screens that are loaded later. */
const navigationTexts = dictionary({
  "nav.month_end": ["Month end", "মাস শেষ"],
  "nav.sync": ["Sync", "সিঙ্ক"],
});

/** The words of what is shown first after the sign-in: the shell and the counter. Those of everything else are in later-words.ts. */
export const FIRST_DICTIONARIES = [
  partsTexts,
  securityTexts,
  customerTexts,
  counterTexts,
  stepsTexts,
  navigationTexts,
] as const;

declare module "./kernel/i18n/dictionary.ts" {
  interface Words {
    first: typeof FIRST_DICTIONARIES;
  }
}

/** A resource without words does not compile. */
export const RESOURCE_WORDS: { readonly [N in ResourceName]: WordedResource<N> } = {
  settings: settingsWords,
  device: deviceWords,
  audit_log: auditLogWords,
  review_item: reviewItemWords,
  background_task: backgroundTaskWords,
  staff: staffWords,
  role: roleWords,
  api_token: apiTokenWords,
  reseller: resellerWords,
  router: routerWords,
  network_sync_job: networkSyncJobWords,
  user_session: userSessionWords,
  package: packageWords,
  customer: customerWords,
  invoice: invoiceWords,
  invoice_line: invoiceLineWords,
  offer: offerWords,
  recharge: rechargeWords,
  transaction: transactionWords,
  payment_allocation: paymentAllocationWords,
  adjustment: adjustmentWords,
  billing_account: billingAccountWords,
  ledger_entry: ledgerEntryWords,
  payment_event: paymentEventWords,
  ticket: ticketWords,
  ticket_reply: ticketReplyWords,
  ticket_category: ticketCategoryWords,
  task: taskWords,
  employee: employeeWords,
  attendance: attendanceWords,
  leave: leaveWords,
  advance_salary: advanceSalaryWords,
  payroll: payrollWords,
};
