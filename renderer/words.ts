// The only list of words: those of every screen, and those of every resource.

import "../shared/resources.ts";
import type { ResourceName } from "../shared/kernel/registry.ts";
import { counterTexts } from "./billing/counter/words.ts";
import { accountTexts } from "./billing/customer/account/words.ts";
import { customerMoneyTexts } from "./billing/customer/words.ts";
import {
  adjustmentWords,
  billingAccountWords,
  ledgerEntryWords,
  paymentAllocationWords,
  paymentEventWords,
  transactionWords,
} from "./billing/finance-words.ts";
import { stepsTexts } from "./billing/first-day/words.ts";
import { invoiceTexts } from "./billing/invoice/words.ts";
import { monthEndTexts } from "./billing/month-end/words.ts";
import { receiptTexts } from "./billing/receipt/words.ts";
import { paymentTexts } from "./billing/recharge/words.ts";
import { reversalTexts } from "./billing/reversal/words.ts";
import { invoiceLineWords, invoiceWords, offerWords, rechargeWords } from "./billing/words.ts";
import { ticketCategoryWords, ticketReplyWords, ticketWords } from "./helpdesk/words.ts";
import { companyTexts } from "./identity/first-day/words.ts";
import { roleTexts } from "./identity/role/words.ts";
import { securityTexts } from "./identity/security/words.ts";
import { sessionTexts } from "./identity/session/words.ts";
import { apiTokenWords, roleWords, staffWords } from "./identity/words.ts";
import { errorTexts } from "./kernel/i18n/error-words.ts";
import { kernelTexts } from "./kernel/i18n/kernel-words.ts";
import { partsTexts } from "./kernel/i18n/parts-words.ts";
import type { WordedResource } from "./kernel/i18n/worded-resource.ts";
import { routerTexts } from "./network/router/words.ts";
import { lineTexts } from "./network/session/words.ts";
import { jobTexts } from "./network/sync-job/words.ts";
import { networkSyncJobWords, routerWords, userSessionWords } from "./network/words.ts";
import { settingsTexts } from "./platform/settings/words.ts";
import { syncTexts } from "./platform/sync/words.ts";
import {
  auditLogWords,
  backgroundTaskWords,
  deviceWords,
  reviewItemWords,
  settingsWords,
} from "./platform/words.ts";
import { customerTexts } from "./subscribers/customer/words.ts";
import { customerWords, packageWords } from "./subscribers/words.ts";

export const DICTIONARIES = [
  kernelTexts,
  partsTexts,
  errorTexts,
  sessionTexts,
  securityTexts,
  roleTexts,
  companyTexts,
  syncTexts,
  settingsTexts,
  customerTexts,
  routerTexts,
  jobTexts,
  lineTexts,
  counterTexts,
  customerMoneyTexts,
  accountTexts,
  stepsTexts,
  invoiceTexts,
  monthEndTexts,
  receiptTexts,
  paymentTexts,
  reversalTexts,
] as const;

declare module "./kernel/i18n/dictionary.ts" {
  interface Words {
    dictionaries: typeof DICTIONARIES;
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
};
