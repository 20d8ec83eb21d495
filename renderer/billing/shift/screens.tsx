// Shifts: a drawer is opened with its float, and closed by a count that does not show what is expected.

import { recountShift, shift } from "../../../shared/billing/index.ts";
import { resourceScreen } from "../../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";

const ShiftDetail = lazily(() => import("./shift-detail.tsx"), "ShiftDetail");
const MyShift = lazily(() => import("./my-shift.tsx"), "MyShift");

export const shiftScreens: readonly Screen[] = [
  {
    path: "shifts/mine",
    element: <MyShift />,
    nav: { label: "nav.my_shift", icon: laterIcon("IconCashRegister") },
    permission: "operations.shift.create",
  },
  ...resourceScreen(shift, {
    icon: laterIcon("IconCashRegister"),
    key: "F8",
    columns: ["cashier", "opened_at", "closed_at", "status", "expected_cash", "counted_cash", "difference"],
    filters: ["cashier", "status", "opened_at"],
    widths: {
      cashier: 120,
      status: 90,
      expected_cash: 115,
      counted_cash: 115,
      difference: 100,
    },
    without: ["user", "totals", "counts"],
    detail: ShiftDetail,
    actions: [
      { operation: recountShift, icon: laterIcon("IconRotate"), when: ({ status }) => status === "CLOSED" },
    ],
  }),
];
