// The billing area's door.
import { billingResources } from "../../shared/billing/index.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import type { Tx } from "../kernel/db/db.ts";
import type { ListOptions } from "../kernel/resource/list-conditions.ts";
import { servedArea } from "../kernel/served-area.ts";
import { cashReportRoute } from "./cash/cash-report.ts";
import { cashDaySheetRoute } from "./cash/day-sheet.ts";
import { cashHoldersRoute } from "./cash/named-holders.ts";
import { cashTransferOperations } from "./cash/transfer.ts";
import { closingOperations, closingTask } from "./closing/closing.ts";
import { creditNoteOperations, creditNotePreviewRoute } from "./credit-note/credit-note.ts";
import { creditNoteDocumentRoutes } from "./documents/credit-note-routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { batchOperations, batchTask } from "./invoice/generate-batch.ts";
import { invoiceOperations } from "./invoice/invoice.ts";
import { voidOperations, voidRoutes } from "./invoice/void.ts";
import { billingJobs } from "./jobs.ts";
import { adjustmentOperations } from "./ledger/adjustment.ts";
import { ageingRoute } from "./ledger/ageing.ts";
import { summaryOperations, summaryRoute } from "./ledger/summary.ts";
import { trialBalanceRoute } from "./ledger/trial-balance.ts";
import { offerOperations } from "./offer.ts";
import { paymentOperations } from "./payment/payment.ts";
import { paymentEventOperations } from "./payment/payment-event.ts";
import { rechargeOperations } from "./payment/recharge.ts";
import { refundOperations, refundRoutes } from "./payment/refund.ts";
import { suspenseOperations } from "./payment/resolve-suspense.ts";
import { reversalOperations, reversalRoutes } from "./payment/reversal.ts";
import { takeToSuspense } from "./payment/suspense.ts";
import { walletOperations } from "./reseller/by-hand.ts";
import { shiftOperations, shiftTotalsRoute } from "./shift/shift.ts";
import { statementRoutes } from "./statements/index.ts";
import { taxDocumentsRoute, taxReportRoute } from "./tax/tax-report.ts";

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

/** Also by which side of customers' accounts they move: what customers owe, or what they have paid ahead. */
const bySide: ListOptions = {
  ...scoped,
  filters: {
    ...scoped.filters,
    side(tx, value) {
      if (value === "advance") return tx`${ofCustomers(tx)} and t.advance_change <> 0`;
      if (value === "receivable")
        return tx`${ofCustomers(tx)} and t.debit - t.credit + t.advance_change <> 0`;
      throw invalid("side", "One of advance, receivable");
    },
  },
};

export { markOverdue } from "./jobs.ts";
export { readAgeing } from "./ledger/ageing.ts";
export { type Journal, postedBy, postJournals, systemAccounts } from "./ledger/journal.ts";
export { readTrialBalance } from "./ledger/trial-balance.ts";
export { readTotals } from "./shift/came-in.ts";

export const billing = servedArea(billingResources, {
  name: "billing",
  summary: "Invoices, payments, ledger, offers",
  resources: {
    billing_account: { list: scoped, replica_rows: ofCustomers },
    ledger_entry: { list: bySide, replica_rows: ofCustomers },
  },
  operations: [
    ...invoiceOperations,
    ...voidOperations,
    ...creditNoteOperations,
    ...refundOperations,
    ...rechargeOperations,
    ...reversalOperations,
    ...paymentOperations,
    ...adjustmentOperations,
    ...suspenseOperations,
    ...summaryOperations,
    ...batchOperations,
    ...closingOperations,
    ...offerOperations,
    ...walletOperations,
    ...shiftOperations,
    ...cashTransferOperations,
    ...paymentEventOperations,
  ],
  routes: [
    ...reversalRoutes,
    ...voidRoutes,
    creditNotePreviewRoute,
    ...refundRoutes,
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
  ],
  jobs: billingJobs,
  tasks: [batchTask, closingTask],
  suspense: takeToSuspense,
});
