// The only list of words: those of every screen, and those of every resource.

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
import { companyTexts } from "./identity/first-day/words.ts";
import { securityTexts } from "./identity/security/words.ts";
import { sessionTexts } from "./identity/session/words.ts";
import { apiTokenWords, roleWords, staffWords } from "./identity/words.ts";
import { errorTexts } from "./kernel/i18n/error-words.ts";
import { kernelTexts } from "./kernel/i18n/kernel-words.ts";
import { partsTexts } from "./kernel/i18n/parts-words.ts";
import { routerTexts } from "./network/router/words.ts";
import { lineTexts } from "./network/session/words.ts";
import { jobTexts } from "./network/sync-job/words.ts";
import { userSessionTexts } from "./network/user-session/words.ts";
import { networkSyncJobWords, routerWords, userSessionWords } from "./network/words.ts";
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
  companyTexts,
  syncTexts,
  customerTexts,
  routerTexts,
  jobTexts,
  userSessionTexts,
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

export const RESOURCE_WORDS = [
  settingsWords,
  deviceWords,
  auditLogWords,
  reviewItemWords,
  backgroundTaskWords,
  staffWords,
  roleWords,
  apiTokenWords,
  routerWords,
  networkSyncJobWords,
  userSessionWords,
  packageWords,
  customerWords,
  invoiceWords,
  invoiceLineWords,
  offerWords,
  rechargeWords,
  transactionWords,
  paymentAllocationWords,
  adjustmentWords,
  billingAccountWords,
  ledgerEntryWords,
  paymentEventWords,
];
