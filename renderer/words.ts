// The only list of words: those of every resource.
import {
  adjustmentWords,
  billingAccountWords,
  ledgerEntryWords,
  paymentAllocationWords,
  paymentEventWords,
  transactionWords,
} from "./billing/finance-words.ts";
import { invoiceLineWords, invoiceWords, offerWords, rechargeWords } from "./billing/words.ts";
import { apiTokenWords, roleWords, staffWords } from "./identity/words.ts";
import { networkSyncJobWords, routerWords, userSessionWords } from "./network/words.ts";
import {
  auditLogWords,
  backgroundTaskWords,
  deviceWords,
  reviewItemWords,
  settingsWords,
} from "./platform/words.ts";
import { customerWords, packageWords } from "./subscribers/words.ts";

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
