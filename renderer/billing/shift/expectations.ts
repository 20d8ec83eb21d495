// What the close of a drawer will leave of it; what was expected is told when the server has counted.
import { closeShift } from "../../../shared/billing/index.ts";
import { planClose } from "../../../shared/billing/shift/shift.rules.ts";
import { expect } from "../../kernel/expected/rules.ts";

export const shiftExpectations = [
  expect(closeShift, (shift, { counted_cash, counts, reason }, { now }) => ({
    ...planClose(shift, now),
    counted_cash: String(counted_cash),
    counts: counts ?? null,
    reason: reason ?? null,
  })),
];
