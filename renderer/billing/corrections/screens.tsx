// What was given back: credit notes and advances paid out, each also on its customer's page.

import { creditNote, refund, refundReverse } from "../../../shared/billing/index.ts";
import { resourceScreen } from "../../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";

const HolderText = lazily(() => import("../cash/holder-text.tsx"), "HolderText");
const CreditNoteDetail = lazily(() => import("./credit-note-detail.tsx"), "CreditNoteDetail");
const RefundDetail = lazily(() => import("./refund-detail.tsx"), "RefundDetail");
const ReverseRefund = lazily(() => import("./reverse-refund.tsx"), "ReverseRefund");

/** For who keeps the books; at the counter these are found by searching. */
const BOOKKEEPER = "reporting.report.view";

export const undoScreens = [
  ...resourceScreen(creditNote, {
    icon: laterIcon("IconReceiptRefund"),
    for: BOOKKEEPER,
    columns: ["credit_note_number", "issue_date", "customer", "invoice", "amount", "tax_amount", "reason"],
    filters: ["customer", "issue_date"],
    widths: { credit_note_number: 110, issue_date: 120, tax_amount: 100, issued_by: 110 },
    without: ["clerk"],
    made_elsewhere: true,
    detail: CreditNoteDetail,
  }),
  ...resourceScreen(refund, {
    icon: laterIcon("IconCashOff"),
    for: BOOKKEEPER,
    columns: ["refund_number", "occurred_at", "customer", "amount", "method", "reason", "is_reversed"],
    filters: ["customer", "method", "occurred_at", "is_reversed"],
    widths: { refund_number: 110, method: 110, refunded_by: 110 },
    cells: { holder: ({ holder }) => <HolderText holder={holder} /> },
    without: ["parts", "device"],
    made_elsewhere: true,
    detail: RefundDetail,
    actions: [
      {
        operation: refundReverse,
        icon: laterIcon("IconArrowBackUp"),
        danger: true,
        when: ({ is_reversed }) => is_reversed !== true,
        dialog: ReverseRefund,
      },
    ],
  }),
];
