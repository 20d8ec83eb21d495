// Takes items off the review list that hold no money.
import { Failure } from "../../shared/kernel/failure.ts";
import { dismissReviewItem, reviewItem } from "../../shared/platform/review-item.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { requireRecord } from "../kernel/resource/crud.ts";

export const reviewItemOperations = [
  implement(dismissReviewItem, async (ctx, input, id) => {
    const { kind, status } = await ctx.lockRecord<{ kind: string; status: string }>("review_items", id);
    if (kind === "SUSPENSE")
      throw new Failure("CONFLICT", "This is money: say whose it is, it can't be dismissed");
    if (status !== "OPEN") throw new Failure("ILLEGAL_TRANSITION", "This was dealt with already");
    const before = await requireRecord(ctx, reviewItem, id);
    const resolution = input.note || "Dismissed";
    await ctx.tx`update review_items
      set status = 'RESOLVED', resolution = ${resolution}, resolved_by = ${ctx.actor.username}, resolved_at = now()
      where tenant_id = ${ctx.tenant.id} and id = ${id}`;
    const after = await requireRecord(ctx, reviewItem, id);
    ctx.markChanged("review_items");
    ctx.audit({
      action: "review_item.dismiss",
      module: "platform",
      object_type: "review_item",
      object_id: id,
      before,
      after,
    });
    return after;
  }),
];
