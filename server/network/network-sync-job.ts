// Jobs as people see them: try again, give up.

import { Failure } from "../../shared/kernel/failure.ts";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import {
  cancelJob,
  isRestart,
  type networkSyncJob,
  retryJob,
  rightToOrder,
} from "../../shared/network/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { type Implementation, implement } from "../kernel/operation/run-operation.ts";
import { type Draft, withColumns } from "../kernel/resource/draft.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";

type Job = RecordOf<typeof networkSyncJob>;

/**
 * Moves a job from one of `from`, for who may order such a job in the first place.
 * @throws Failure PERMISSION_DENIED, ILLEGAL_TRANSITION.
 */
function move(
  ctx: OperationContext,
  operation: typeof retryJob | typeof cancelJob,
  id: string,
  from: readonly Job["status"][],
  to: (job: Job) => Draft<typeof networkSyncJob>,
): Promise<Job> {
  return changeRecord(ctx, operation, id, (job) => {
    ctx.require(rightToOrder(job.kind));
    if (!from.includes(job.status)) throw new Failure("ILLEGAL_TRANSITION", `The job is ${job.status}`);
    return { set: to(job) };
  });
}

function tryAgain(ctx: OperationContext, { kind, status, requested_by }: Job): Draft<typeof networkSyncJob> {
  // It would come hours after who asked for it, and past the pause that a new order has to keep.
  if (isRestart(kind))
    throw new Failure("ILLEGAL_TRANSITION", "A restart is not tried again: order a new one at the device");
  return withColumns(
    {
      ...{
        status: "QUEUED" as const,
        next_attempt_at: ctx.call.received_at.toISOString(),
        finished_at: null,
      },
      // A waiting job is made due; one that was over is now ordered by the caller.
      requested_by: status === "QUEUED" ? requested_by : ctx.actor.username,
    },
    { urgent: true },
  );
}

export const jobOperations: Implementation[] = [
  implement(retryJob, (ctx, _input, id) =>
    move(ctx, retryJob, id, ["QUEUED", "FAILED", "CANCELLED"], (job) => tryAgain(ctx, job)),
  ),
  implement(cancelJob, (ctx, _input, id) =>
    move(ctx, cancelJob, id, ["QUEUED", "FAILED"], () => ({
      status: "CANCELLED",
      finished_at: ctx.call.received_at.toISOString(),
    })),
  ),
];
