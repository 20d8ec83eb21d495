// What the answer to who asked for a reversal will leave of their request.
import { acceptReversal, acknowledgeReversal, declineReversal } from "../../../shared/billing/index.ts";
import { expect } from "../../kernel/expected/rules.ts";

const RESOLVED = { status: "RESOLVED" } as const;

export const reversalExpectations = [
  expect(acceptReversal, (_item, _input, { now }) => ({
    ...{ ...RESOLVED, outcome: "ACCEPTED" as const, resolved_at: now },
  })),
  expect(declineReversal, (_item, { reason }, { now }) => ({
    ...{ ...RESOLVED, outcome: "DECLINED" as const, resolution: reason, resolved_at: now },
  })),
  expect(acknowledgeReversal, (_item, _input, { now }) => ({ answer_seen_at: now })),
];
