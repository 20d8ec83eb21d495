// Who holds what; and money handed over: sent from a till or collector, confirmed by whoever gets it.

import { cancelCash, cashTransfer, confirmCash } from "../../../shared/billing/index.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import { resourceScreen } from "../../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";

const CashPage = lazily(() => import("./cash-page.tsx"), "CashPage");
const DaySheetPage = lazily(() => import("./day-sheet-page.tsx"), "DaySheetPage");
const HandoverDetail = lazily(() => import("./handover-detail.tsx"), "HandoverDetail");
const HolderText = lazily(() => import("./holder-text.tsx"), "HolderText");
const HandOver = lazily(() => import("./hand-over.tsx"), "HandOver");

const isUnderWay = ({ status }: AnyRecord) => status === "IN_TRANSIT";

const permission = "finance.cash_transfer.view";

export const cashScreens: readonly Screen[] = [
  {
    path: "cash",
    element: <CashPage />,
    nav: { label: "nav.cash", icon: laterIcon("IconPigMoney") },
    permission,
  },
  { path: "cash/day-sheet", element: <DaySheetPage />, permission },
  ...resourceScreen(cashTransfer, {
    icon: laterIcon("IconTransfer"),
    columns: ["transfer_number", "sent_at", "from", "to", "amount", "status", "confirmed_by"],
    filters: ["status", "from", "to", "sent_at"],
    widths: { transfer_number: 100, from: 115, to: 115, status: 110, sent_by: 110, confirmed_by: 110 },
    cells: {
      from: ({ from }) => <HolderText holder={from} />,
      to: ({ to }) => <HolderText holder={to} />,
    },
    without: ["user", "concerns", "device"],
    actions: [
      { operation: confirmCash, icon: laterIcon("IconCheck"), when: isUnderWay, many: true, in_row: true },
      { operation: cancelCash, icon: laterIcon("IconArrowBackUp"), when: isUnderWay },
    ],
    form: HandOver,
    detail: HandoverDetail,
  }),
];
