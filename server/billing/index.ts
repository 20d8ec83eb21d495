// The billing area's door.
import { billingResources } from "../../shared/billing/index.ts";
import { CHART_OF_ACCOUNTS, SYSTEM_ACCOUNTS } from "../../shared/billing/ledger/chart-of-accounts.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import type { ServedResource } from "../kernel/area.ts";
import type { Tx } from "../kernel/db/db.ts";
import type { ListOptions } from "../kernel/resource/list/request.ts";
import { servedArea } from "../kernel/served-area.ts";
import { customerAddonOperations } from "./addon/customer-addon.ts";
import { cashReportRoute } from "./cash/cash-report.ts";
import { cashSums } from "./cash/cash-sums.ts";
import { cashDaySheetRoute } from "./cash/day-sheet.ts";
import { cashHoldersRoute } from "./cash/named-holders.ts";
import { cashTransferOperations } from "./cash/transfer.ts";
import { closingOperations, closingTask } from "./closing/closing.ts";
import { creditNoteOperations, creditNotePreviewRoute } from "./credit-note/credit-note.ts";
import { reverseNoteOperations } from "./credit-note/reverse-note.ts";
import { creditNoteDocumentRoutes } from "./documents/credit-note-routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { jobsOf } from "./figures/kept-sums.ts";
import { figures } from "./figures/sum-up.ts";
import { batchPreviewRoute } from "./invoice/batch-preview.ts";
import { batchOperations, batchTask } from "./invoice/generate-batch.ts";
import { invoiceOperations } from "./invoice/invoice.ts";
import { takeBackExpiryOperation } from "./invoice/take-back-expiry.ts";
import { voidOperations, voidRoutes } from "./invoice/void.ts";
import { batchBillsRoute, voidBatchOperations, voidBatchTask } from "./invoice/void-batch.ts";
import { billingJobs } from "./jobs.ts";
import { adjustmentOperations } from "./ledger/adjustment.ts";
import { ageingRoute } from "./ledger/ageing.ts";
import { summaryOperations, summaryRoute } from "./ledger/summary.ts";
import { trialBalanceRoute } from "./ledger/trial-balance.ts";
import { offerOperations } from "./offer.ts";
import { depositOperations } from "./payment/deposit.ts";
import { paymentOperations } from "./payment/payment.ts";
import { paymentEventOperations } from "./payment/payment-event.ts";
import { rechargeOperations } from "./payment/recharge.ts";
import { refundOperations, refundRoutes } from "./payment/refund.ts";
import { suspenseOperations } from "./payment/resolve-suspense.ts";
import { reversalOperations, reversalRoutes } from "./payment/reversal.ts";
import { reversalRequests } from "./payment/reversal-request.ts";
import { takeToSuspense } from "./payment/suspense.ts";
import { walletOperations } from "./reseller/by-hand.ts";
import { settlementsRoute } from "./reseller/settlements.ts";
import { changeOperations } from "./service/change.ts";
import { turnPausesJob } from "./service/due-pauses.ts";
import { beginServicesJob } from "./service/due-services.ts";
import { endServiceOperations } from "./service/end-service.ts";
import { pauseOperations } from "./service/pause.ts";
import { changePreviewRoute } from "./service/preview-change.ts";
import { undoChangeOperations, undoChangeRoute } from "./service/undo-change.ts";
import { shiftOperations, shiftTotalsRoute } from "./shift/shift.ts";
import { statementRoutes } from "./statements/index.ts";
import { taxDocumentsRoute, taxReportRoute } from "./statements/tax-report.ts";

const ofCustomers = (tx: Tx) => tx`t.customer is not null`;

/** Customers' rows unless scope=all. */
const scoped: ListOptions = {
  filters: {
    scope(tx, value) {
      if (value === "all") return null;
      if (value === "customers") return ofCustomers(tx);
      throw invalid("scope", "One of customers, all");
    },
  },
  defaults: { scope: "customers" },
};

/** The company's own accounts and their entries say what its reports say. */
const ownBooks: NonNullable<ServedResource["guarded"]> = {
  right: "reporting.report.view",
  holds: ({ customer }) => customer === null,
  isAsked: ({ scope }) => scope === "all",
};

const ofAdvances = (tx: Tx) => tx`${ofCustomers(tx)} and t.advance_change <> 0`;
const ofReceivables = (tx: Tx) => tx`${ofCustomers(tx)} and t.debit - t.credit + t.advance_change <> 0`;

/**
 * Also by which side of customers' accounts they move: what customers owe, or what they have paid ahead; or by the kind of
 * the accounts that they move.
 */
const byAccount: ListOptions = {
  ...scoped,
  filters: {
    ...scoped.filters,
    side(tx, value) {
      if (value === "advance") return ofAdvances(tx);
      if (value === "receivable") return ofReceivables(tx);
      throw invalid("side", "One of advance, receivable");
    },
    kind(tx, value) {
      const codes = SYSTEM_ACCOUNTS.filter((code) => CHART_OF_ACCOUNTS[code] === value);
      if (codes.length === 0) throw invalid("kind", "One of ASSET, LIABILITY, EQUITY, INCOME, EXPENSE");
      const named = tx`t.account in (
        select a.id from billing_accounts a where a.tenant_id = t.tenant_id and a.code = any(${codes}))`;
      if (value === "ASSET") return tx`(${named} or ${ofReceivables(tx)})`;
      return value === "LIABILITY" ? tx`(${named} or ${ofAdvances(tx)})` : named;
    },
  },
  planned: ["kind", "side"],
};

export { readHeldNow } from "./cash/held-now.ts";
export { requireHolder } from "./cash/holders.ts";
export { queueClosingReversal, readClosingOf } from "./closing/closing.ts";
export { jobsOf, type KeptSums, readUntil } from "./figures/kept-sums.ts";
export { FIGURES } from "./figures/parts.ts";
export { type KeptFigures, readKept } from "./figures/snapshot.ts";
export { readBatchPreview } from "./invoice/batch-preview.ts";
export { isBatchOpen, queueVoidBatch, readBillsOfRun } from "./invoice/void-batch.ts";
export { markOverdue } from "./jobs.ts";
export { readAgeing, readOverdue } from "./ledger/ageing.ts";
export { type Journal, postedBy, postJournals, systemAccounts } from "./ledger/journal.ts";
export { readTrialBalance } from "./ledger/trial-balance.ts";
export { readSettlements } from "./reseller/settlements.ts";
export { readSums } from "./shift/came-in.ts";
export { sumOwnReversals } from "./shift/own-reversals.ts";
export { readTaxReport } from "./statements/tax-report.ts";

export const billing = servedArea(billingResources, {
  name: "billing",
  summary: "Invoices, payments, ledger, offers",
  resources: {
    billing_account: { list: scoped, replica_rows: ofCustomers, guarded: ownBooks },
    ledger_entry: { list: byAccount, replica_rows: ofCustomers, guarded: ownBooks },
  },
  operations: [
    ...invoiceOperations,
    ...voidOperations,
    ...creditNoteOperations,
    ...reverseNoteOperations,
    ...refundOperations,
    ...depositOperations,
    ...customerAddonOperations,
    ...rechargeOperations,
    ...reversalOperations,
    ...reversalRequests,
    ...paymentOperations,
    ...adjustmentOperations,
    ...suspenseOperations,
    ...summaryOperations,
    ...batchOperations,
    ...voidBatchOperations,
    takeBackExpiryOperation,
    ...closingOperations,
    ...offerOperations,
    ...walletOperations,
    ...shiftOperations,
    ...cashTransferOperations,
    ...paymentEventOperations,
    ...changeOperations,
    ...undoChangeOperations,
    ...pauseOperations,
    ...endServiceOperations,
  ],
  routes: [
    ...reversalRoutes,
    ...voidRoutes,
    creditNotePreviewRoute,
    batchPreviewRoute,
    batchBillsRoute,
    ...refundRoutes,
    changePreviewRoute,
    undoChangeRoute,
    summaryRoute,
    trialBalanceRoute,
    ...statementRoutes,
    ageingRoute,
    ...documentRoutes,
    ...creditNoteDocumentRoutes,
    shiftTotalsRoute,
    cashHoldersRoute,
    cashReportRoute,
    cashDaySheetRoute,
    taxReportRoute,
    taxDocumentsRoute,
    settlementsRoute,
  ],
  jobs: [...billingJobs, beginServicesJob, turnPausesJob, ...[cashSums, figures].flatMap(jobsOf)],
  tasks: [batchTask, voidBatchTask, closingTask],
  suspense: takeToSuspense,
  books: "ledger_entries",
});
