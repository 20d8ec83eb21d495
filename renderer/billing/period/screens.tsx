// The months whose used prepaid service was earned, and where one is closed or taken back.

import { closing, reverseClosing } from "../../../shared/billing/index.ts";
import { resourceScreen } from "../../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";

const CloseMonth = lazily(() => import("./close-month.tsx"), "CloseMonth");
const ClosingStatus = lazily(() => import("./closing-status.tsx"), "ClosingStatus");
const TakeBack = lazily(() => import("./reverse-closing.tsx"), "TakeBack");

/** A run under way is looked at so often, so that its bills are seen to become more. */
const LOOK_MS = 3000;

export const closingScreens = resourceScreen(closing, {
  icon: laterIcon("IconCalendarCheck"),
  // For who keeps the books.
  for: "reporting.report.view",
  columns: ["month", "status", "invoices", "amount", "day", "closed_by"],
  filters: ["month", "status"],
  widths: { month: 160, status: 230 },
  cells: { status: (record) => <ClosingStatus record={record} /> },
  without: ["task_id"],
  live_ms: LOOK_MS,
  actions: [
    {
      operation: reverseClosing,
      icon: laterIcon("IconArrowBackUp"),
      danger: true,
      when: ({ status }) => status === "DONE",
      dialog: TakeBack,
      in_row: true,
    },
  ],
  form: CloseMonth,
});
