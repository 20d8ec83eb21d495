// Deposits: a list of all, and a tab of each customer's page.

import { applyDeposit, deposit, refundDeposit, reverseDeposit } from "../../../shared/billing/index.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import { resourceScreen } from "../../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";

const HolderText = lazily(() => import("../cash/holder-text.tsx"), "HolderText");
const DepositDetail = lazily(() => import("./deposit-detail.tsx"), "DepositDetail");

const isHeld = ({ status }: AnyRecord) => status === "HELD";
const isWhole = (record: AnyRecord) => isHeld(record) && record.balance === record.amount;

export const depositScreens = [
  ...resourceScreen(deposit, {
    icon: laterIcon("IconShieldDollar"),
    columns: ["deposit_number", "occurred_at", "customer", "amount", "balance", "method", "status"],
    hidden: ["reason"],
    filters: ["status", "customer", "method", "occurred_at"],
    widths: { deposit_number: 110, method: 100, status: 100 },
    cells: { holder: ({ holder }) => <HolderText holder={holder} /> },
    without: ["device"],
    detail: DepositDetail,
    on: ["customer"],
    under_more: true,
    actions: [
      { operation: applyDeposit, icon: laterIcon("IconFileInvoice"), when: isHeld },
      { operation: refundDeposit, icon: laterIcon("IconCashOff"), when: isHeld },
      { operation: reverseDeposit, icon: laterIcon("IconArrowBackUp"), danger: true, when: isWhole },
    ],
  }),
];
