// Takes items off the review list that hold no money.
import { Failure } from "../../shared/kernel/failure.ts";
import { dismissReviewItem } from "../../shared/platform/review-item.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";

export const reviewItemOperations = [
  implement(dismissReviewItem, (ctx, { note }, id) =>
    changeRecord(ctx, dismissReviewItem, id, ({ kind, status }) => {
      if (kind === "REVERSAL_REQUESTED")
        throw new Failure("CONFLICT", "Somebody asked for this: accept it, or decline it with a reason");
      if (kind === "SUSPENSE")
        throw new Failure("CONFLICT", "This is money: say whose it is, it can't be dismissed");
      // Dismissed offline, and by another person before: both wanted the same.
      if (status !== "OPEN" && ctx.call.command !== null) return null;
      if (status !== "OPEN") throw new Failure("ILLEGAL_TRANSITION", "This was dealt with already");
      const resolution = note || "Dismissed";
      const resolved_at = ctx.call.received_at.toISOString();
      return { set: { status: "RESOLVED", resolution, resolved_by: ctx.actor.username, resolved_at } };
    }),
  ),
];
