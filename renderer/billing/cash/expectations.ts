// What confirming or calling off a handover will leave of it: the server's rule on this computer's record.
import { isToMove } from "../../../shared/billing/cash/cash-transfer.rules.ts";
import { cancelCash, confirmCash } from "../../../shared/billing/index.ts";
import { expect } from "../../kernel/expected/rules.ts";

export const cashExpectations = [
  expect(confirmCash, ({ status }, _input, { now }) => {
    if (!isToMove(status, "CONFIRMED")) return {};
    return { status: "CONFIRMED" as const, confirmed_at: now };
  }),
  expect(cancelCash, ({ status }, { reason }, { now }) => {
    if (!isToMove(status, "CANCELLED")) return {};
    return { status: "CANCELLED" as const, cancelled_at: now, cancellation_reason: reason ?? null };
  }),
];
