// Resellers: who they are, what they pay for packages, and what became of their balance.

import {
  adjustReseller,
  resellerLedger,
  resellerPricing,
  reverseResellerEntry,
  topUpReseller,
} from "../../../shared/billing/index.ts";
import { reseller } from "../../../shared/identity/index.ts";
import { resourceScreen } from "../../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";

const AdjustmentBooks = lazily(() => import("./wallet-books.tsx"), "AdjustmentBooks");
const TopUpBooks = lazily(() => import("./wallet-books.tsx"), "TopUpBooks");
const EntryReversal = lazily(() => import("./entry-reversal.tsx"), "EntryReversal");

export const resellerScreens = [
  ...resourceScreen(reseller, {
    icon: laterIcon("IconBuildingStore"),
    columns: ["company_name", "username", "phone", "balance", "credit_limit"],
    without: ["user"],
    actions: [
      { operation: topUpReseller, icon: laterIcon("IconCashPlus"), preview: TopUpBooks },
      { operation: adjustReseller, icon: laterIcon("IconScale"), preview: AdjustmentBooks },
    ],
  }),
  ...resourceScreen(resellerPricing, {
    icon: laterIcon("IconDiscount2"),
    on: ["reseller"],
    columns: ["reseller", "package", "custom_rate", "is_active"],
    filters: ["reseller", "package", "is_active"],
  }),
  ...resourceScreen(resellerLedger, {
    icon: laterIcon("IconWallet"),
    on: ["reseller"],
    columns: ["entry_no", "occurred_at", "reseller", "entry_type", "amount", "balance_after", "posted_by"],
    filters: ["reseller", "entry_type", "occurred_at"],
    actions: [
      {
        operation: reverseResellerEntry,
        icon: laterIcon("IconArrowBackUp"),
        danger: true,
        preview: EntryReversal,
        when: ({ entry_type, reverses }) =>
          reverses === null && (entry_type === "TOPUP" || entry_type === "ADJUSTMENT"),
      },
    ],
    widths: { entry_no: 80, method: 100, posted_by: 110 },
  }),
];
