// Shifts: a drawer is opened with its float, and closed by a count that does not show what is expected.
import { IconCash, IconCashRegister } from "@tabler/icons-react";
import { closeShift, shift } from "../../shared/billing/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";

export const shiftScreens = resourceScreen(shift, {
  icon: IconCashRegister,
  group: "work",
  columns: [
    "cashier",
    "opened_at",
    "closed_at",
    "status",
    "expected_cash",
    "counted_cash",
    "difference",
    "reason",
  ],
  filters: ["cashier", "status", "opened_at"],
  without: ["user"],
  actions: [{ operation: closeShift, icon: IconCash, when: ({ status }) => status === "OPEN" }],
});
