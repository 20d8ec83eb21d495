// The billing area's public names.
import { operationsOf } from "../kernel/operation.ts";
import { permission } from "../kernel/permission.ts";
import { addon } from "./addon/addon.ts";
import { createCustomerAddon, customerAddon, endCustomerAddon } from "./addon/customer-addon.ts";
import { pendingCharge } from "./addon/pending-charge.ts";
import { cancelCash, cashTransfer, confirmCash, sendCash } from "./cash/cash-transfer.ts";
import {
  createCreditNote,
  creditNote,
  creditNoteLine,
  reverseCreditNote,
} from "./credit-note/credit-note.ts";
import { invoiceVoidBatch } from "./invoice/batch.ts";
import {
  invoice,
  invoiceApplyAdvance,
  invoiceCreate,
  invoiceGenerateBatch,
  invoiceLine,
  invoiceUpdate,
  voidInvoice,
} from "./invoice/invoice.ts";
import { adjustment, adjustmentCreate, adjustmentReverse } from "./ledger/adjustment.ts";
import { billingAccount, customerRecalculateBalance } from "./ledger/billing-account.ts";
import { ledgerEntry } from "./ledger/ledger-entry.ts";
import { offer } from "./offer.ts";
import { applyDeposit, deposit, refundDeposit, reverseDeposit, takeDeposit } from "./payment/deposit.ts";
import {
  paymentAllocation,
  reviewItemResolve,
  transaction,
  transactionCreate,
  transactionReverse,
} from "./payment/payment.ts";
import { paymentEvent, paymentEventCreate, paymentEventMatch } from "./payment/payment-event.ts";
import { recharge, rechargeCreate, rechargeReverse } from "./payment/recharge.ts";
import { refund, refundCustomer, refundReverse } from "./payment/refund.ts";
import {
  acceptReversal,
  acknowledgeReversal,
  declineReversal,
  requestReversal,
} from "./payment/reversal-request.ts";
import { closing, createClosing, reverseClosing } from "./period/closing.ts";
import {
  adjustReseller,
  resellerLedger,
  reverseResellerEntry,
  topUpReseller,
} from "./reseller/reseller-ledger.ts";
import { resellerPricing } from "./reseller/reseller-pricing.ts";
import { cancelChange, changePackage, serviceChange, undoChange } from "./service/service-change.ts";
import { endService, pauseService, resumeService, servicePause } from "./service/service-pause.ts";
import { closeShift, openShift, recountShift, shift } from "./shift/shift.ts";

export * from "./addon/addon.ts";
export * from "./addon/customer-addon.ts";
export * from "./addon/pending-charge.ts";
export * from "./cash/cash-reports.ts";
export * from "./cash/cash-transfer.ts";
export * from "./credit-note/credit-note.ts";
export * from "./invoice/batch.ts";
export * from "./invoice/invoice.ts";
export * from "./ledger/adjustment.ts";
export { AGE_BUCKETS, type AgeBucket, type AgedDue, bucketOf } from "./ledger/ageing.rules.ts";
export * from "./ledger/ageing.ts";
export * from "./ledger/billing-account.ts";
export * from "./ledger/chart-of-accounts.ts";
export * from "./ledger/holder.rules.ts";
export * from "./ledger/ledger-entry.ts";
export { journalOf, type PostedPart, type Posting, type PostingDraft } from "./ledger/posting.rules.ts";
export * from "./ledger/responses.ts";
export { reversingEntry } from "./ledger/reversing-entry.rules.ts";
export * from "./offer.ts";
export * from "./payment/deposit.ts";
export { RECEIVED } from "./payment/method-words.ts";
export * from "./payment/payment.ts";
export { RECEIVED_METHODS } from "./payment/payment.ts";
export * from "./payment/payment-event.ts";
export { describeJournal, type JournalChange } from "./payment/preview.rules.ts";
export * from "./payment/recharge.ts";
export * from "./payment/refund.ts";
export * from "./payment/reversal-request.ts";
export * from "./period/closing.ts";
export * from "./reseller/reseller-ledger.ts";
export * from "./reseller/reseller-pricing.ts";
export * from "./reseller/settlements.ts";
export * from "./service/service-change.ts";
export * from "./service/service-pause.ts";
export * from "./shift/shift.ts";
export * from "./statements/customer-statement.ts";
export * from "./statements/financial-statements.ts";
export * from "./tax/tax-report.ts";

export const billingResources = [
  billingAccount,
  invoice,
  invoiceLine,
  creditNote,
  creditNoteLine,
  recharge,
  transaction,
  adjustment,
  refund,
  deposit,
  addon,
  customerAddon,
  pendingCharge,
  paymentAllocation,
  ledgerEntry,
  paymentEvent,
  offer,
  resellerPricing,
  resellerLedger,
  shift,
  cashTransfer,
  closing,
  serviceChange,
  servicePause,
] as const;
export const billingOperations = operationsOf(billingResources, [
  invoiceCreate,
  invoiceUpdate,
  invoiceApplyAdvance,
  invoiceGenerateBatch,
  invoiceVoidBatch,
  voidInvoice,
  createCreditNote,
  reverseCreditNote,
  refundCustomer,
  refundReverse,
  takeDeposit,
  applyDeposit,
  refundDeposit,
  reverseDeposit,
  createCustomerAddon,
  endCustomerAddon,
  rechargeCreate,
  rechargeReverse,
  transactionCreate,
  transactionReverse,
  adjustmentCreate,
  adjustmentReverse,
  customerRecalculateBalance,
  paymentEventCreate,
  paymentEventMatch,
  reviewItemResolve,
  requestReversal,
  acceptReversal,
  declineReversal,
  acknowledgeReversal,
  topUpReseller,
  adjustReseller,
  reverseResellerEntry,
  openShift,
  closeShift,
  recountShift,
  sendCash,
  confirmCash,
  cancelCash,
  createClosing,
  reverseClosing,
  changePackage,
  cancelChange,
  undoChange,
  pauseService,
  resumeService,
  endService,
]);
export const billingPermissions = [
  permission("reporting.report.view", "See reports"),
  permission("finance.period.lock", "Close the books up to a day"),
  permission("finance.backdate", "Date bills and payments more than three days back"),
] as const;
