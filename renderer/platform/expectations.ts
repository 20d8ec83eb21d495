// What dismissing an item of the review list will leave of it.
import { dismissReviewItem } from "../../shared/platform/review-item.ts";
import { expect } from "../kernel/expected/rules.ts";

export const platformExpectations = [
  expect(dismissReviewItem, (_item, { note = null }, { now }) => ({
    status: "RESOLVED" as const,
    resolution: note,
    resolved_at: now,
  })),
];
