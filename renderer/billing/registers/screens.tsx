// What was billed and what came in: payments, bills, adjustments, recharges, the ledger.

import {
  adjustment,
  adjustmentReverse,
  invoice,
  invoiceApplyAdvance,
  ledgerEntry,
  paymentEvent,
  paymentEventMatch,
  RECEIVED_METHODS,
  recharge,
  rechargeReverse,
  transaction,
  transactionReverse,
} from "../../../shared/billing/index.ts";
import { movesMoney } from "../../../shared/billing/ledger/holder.rules.ts";
import { addDays } from "../../../shared/kernel/day.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import { resourceScreen } from "../../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";
import { InvoiceStatus } from "../invoice/invoice-status.tsx";

const HolderText = lazily(() => import("../cash/holder-text.tsx"), "HolderText");
const NewBill = lazily(() => import("./new-for-customer.tsx"), "NewBill");
const NewPayment = lazily(() => import("./new-for-customer.tsx"), "NewPayment");
const NewRecharge = lazily(() => import("./new-for-customer.tsx"), "NewRecharge");
const NewAdjustment = lazily(() => import("../adjustment/new-adjustment.tsx"), "NewAdjustment");
const AdjustmentReversal = lazily(
  () => import("../adjustment/adjustment-reversal.tsx"),
  "AdjustmentReversal",
);
const PaymentName = lazily(() => import("./payment-name.tsx"), "PaymentName");
const PaymentDetail = lazily(() => import("./payment-detail.tsx"), "PaymentDetail");
const BillPreview = lazily(() => import("./invoice-preview.tsx"), "BillPreview");
const BillDetail = lazily(() => import("./invoice-detail.tsx"), "BillDetail");
const RechargeDetail = lazily(() => import("./recharge-detail.tsx"), "RechargeDetail");
const ReversePayment = lazily(() => import("./reverse-payment.tsx"), "ReversePayment");
const ReverseRecharge = lazily(() => import("./reverse-payment.tsx"), "ReverseRecharge");

/** Lists of money begin with a week: nobody looks for a payment among all there ever were. */
const WEEK = 6;

/** For who keeps the books; at the counter these are found by searching. */
const BOOKKEEPER = "reporting.report.view";

/** Whether every status of a filter leaves something to be paid. */
const isOwed = (statuses = ""): boolean =>
  statuses.split(",").every((status) => ["UNPAID", "PARTIAL", "OVERDUE"].includes(status));

/** Money that came in, is booked, and was not given back. */
const isBooked = ({ status, method }: AnyRecord) => status === "COMPLETED" && method !== "ADJUSTMENT";
const isExtending = (record: AnyRecord) => record.recharge !== null;

export const bookScreens = [
  ...resourceScreen(transaction, {
    icon: laterIcon("IconCash"),
    columns: ["receipt_number", "received_at", "customer", "amount", "method", "status", "received_by"],
    widths: { receipt_number: 160, method: 110, status: 110, received_by: 130 },
    filters: ["received_at", "customer", "method", "status"],
    // Adjustments have a list of their own; here they are found by their method.
    begin: (today) => ({
      received_at__gte: addDays(today, -WEEK),
      method__in: RECEIVED_METHODS.join(","),
    }),
    // An adjustment's own number is nothing that anybody was given.
    cells: {
      receipt_number: ({ receipt_number, trx_id, method }) =>
        receipt_number ?? (movesMoney(method) ? trx_id : "—"),
    },
    actions: [
      {
        operation: rechargeReverse,
        icon: laterIcon("IconArrowBackUp"),
        danger: true,
        when: (record) => isBooked(record) && isExtending(record),
        dialog: ReversePayment,
      },
      {
        operation: transactionReverse,
        icon: laterIcon("IconArrowBackUp"),
        danger: true,
        when: (record) => isBooked(record) && !isExtending(record) && record.customer !== null,
        dialog: ReversePayment,
      },
    ],
    form: NewPayment,
    detail: PaymentDetail,
  }),
  ...resourceScreen(invoice, {
    icon: laterIcon("IconFileInvoice"),
    columns: [
      "invoice_number",
      "customer",
      "billing_month",
      "due_date",
      "total_payable",
      "due_amount",
      "status",
    ],
    filters: ["status", "customer", "billing_month", "due_date"],
    begin: { status: "OVERDUE" },
    views: [
      { name: "views.overdue", filter: { status: "OVERDUE" } },
      { name: "views.unpaid", filter: { status__in: "UNPAID,PARTIAL,OVERDUE" } },
    ],
    order: "-due_date",
    // What is owed begins with what has been owed longest.
    orderOf: ({ status, status__in }) => (isOwed(status ?? status__in) ? "due_date" : null),
    cells: { status: (bill) => <InvoiceStatus invoice={bill} /> },
    groups: [
      { fields: ["customer", "billing_month", "issue_date", "due_date", "status"] },
      { fields: ["notes"] },
    ],
    actions: [
      {
        operation: invoiceApplyAdvance,
        icon: laterIcon("IconCoins"),
        when: ({ due_amount }) => Number(due_amount) > 0,
      },
    ],
    form: NewBill,
    preview: BillPreview,
    detail: BillDetail,
  }),
  ...resourceScreen(adjustment, {
    icon: laterIcon("IconAdjustments"),
    columns: ["reason", "adjustment_type", "category", "customer", "amount", "created_at", "is_reversed"],
    widths: { adjustment_type: 100, category: 120, is_reversed: 100 },
    filters: ["adjustment_type", "customer", "created_at", "is_reversed"],
    order: "-created_at",
    // The payment of a credit has no number that anybody was given.
    cells: {
      payment_transaction: ({ payment_transaction: id }) =>
        id === null ? null : <PaymentName id={String(id)} />,
    },
    actions: [
      {
        operation: adjustmentReverse,
        icon: laterIcon("IconArrowBackUp"),
        danger: true,
        reasons: [
          "reverse.reason.wrong_customer",
          "reverse.reason.wrong_amount",
          "reverse.reason.taken_twice",
        ],
        preview: AdjustmentReversal,
        when: ({ is_reversed }) => is_reversed !== true,
      },
    ],
    form: NewAdjustment,
  }),
  ...resourceScreen(recharge, {
    icon: laterIcon("IconReceiptRefund"),
    for: BOOKKEEPER,
    columns: [
      "receipt_number",
      "occurred_at",
      "customer",
      "package",
      "amount",
      "new_expiry_date",
      "is_reversed",
    ],
    widths: { receipt_number: 160 },
    filters: ["occurred_at", "customer", "package", "method", "is_reversed"],
    begin: (today) => ({ occurred_at__gte: addDays(today, -WEEK) }),
    actions: [
      {
        operation: rechargeReverse,
        icon: laterIcon("IconArrowBackUp"),
        danger: true,
        when: ({ is_reversed }) => is_reversed !== true,
        dialog: ReverseRecharge,
      },
    ],
    form: NewRecharge,
    detail: RechargeDetail,
  }),
  ...resourceScreen(paymentEvent, {
    icon: laterIcon("IconCashRegister"),
    for: BOOKKEEPER,
    columns: ["provider", "occurred_at", "account_ref", "amount", "currency", "status", "customer"],
    widths: { provider: 160, currency: 80 },
    filters: ["status", "customer", "occurred_at"],
    actions: [
      {
        operation: paymentEventMatch,
        icon: laterIcon("IconUserCheck"),
        when: ({ status }) => status === "UNMATCHED",
      },
    ],
    made_elsewhere: true,
  }),
  ...resourceScreen(ledgerEntry, {
    icon: laterIcon("IconBook2"),
    for: BOOKKEEPER,
    at_server: true,
    cells: {
      holder: ({ holder }) => <HolderText holder={String(holder)} />,
      source: ({ source }) => <HolderText holder={String(source)} />,
    },
    columns: ["entry_no", "posted_at", "entry_type", "customer", "debit", "credit", "balance_after"],
    widths: { entry_no: 160, entry_type: 120 },
    filters: ["entry_type", "customer", "posted_at"],
    begin: (today) => ({ posted_at__gte: addDays(today, -WEEK) }),
  }),
];
