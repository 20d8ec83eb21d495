// What deciding about an item of the review list will leave of it.
import { acceptReversal, acknowledgeReversal, declineReversal } from "../../shared/billing/index.ts";
import { dismissReviewItem } from "../../shared/platform/review-item.ts";
import { expect } from "../kernel/expected/rules.ts";

export const platformExpectations = [
  expect(dismissReviewItem, (_item, { note = null }, { now }) => ({
    status: "RESOLVED" as const,
    resolution: note,
    resolved_at: now,
  })),
  expect(acceptReversal, (_item, _input, { now }) => ({
    ...{ status: "RESOLVED" as const, outcome: "ACCEPTED" as const, resolved_at: now },
  })),
  expect(declineReversal, (_item, { reason }, { now }) => ({
    ...{ status: "RESOLVED" as const, outcome: "DECLINED" as const, resolution: reason, resolved_at: now },
  })),
  expect(acknowledgeReversal, (_item, _input, { now }) => ({ answer_seen_at: now })),
];
