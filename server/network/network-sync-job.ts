// Jobs as people see them: try again, give up.

import { Failure } from "../../shared/kernel/failure.ts";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import { cancelJob, type networkSyncJob, retryJob } from "../../shared/network/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { type Implementation, implement } from "../kernel/operation/run-operation.ts";
import { type Draft, withColumns } from "../kernel/resource/draft.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";

type Job = RecordOf<typeof networkSyncJob>;

/** Moves a job from one of `from` by `set`. */
function move(
  ctx: OperationContext,
  operation: typeof retryJob | typeof cancelJob,
  id: string,
  from: readonly Job["status"][],
  set: Draft<typeof networkSyncJob>,
): Promise<Job> {
  return changeRecord(ctx, operation, id, ({ status }) => {
    if (!from.includes(status)) throw new Failure("ILLEGAL_TRANSITION", `The job is ${status}`);
    return { set };
  });
}

export const jobOperations: Implementation[] = [
  implement(retryJob, (ctx, _input, id) =>
    move(
      ctx,
      retryJob,
      id,
      ["QUEUED", "FAILED", "CANCELLED"],
      withColumns(
        { status: "QUEUED", next_attempt_at: ctx.call.received_at.toISOString(), finished_at: null },
        { urgent: true },
      ),
    ),
  ),
  implement(cancelJob, (ctx, _input, id) =>
    move(ctx, cancelJob, id, ["QUEUED", "FAILED"], {
      status: "CANCELLED",
      finished_at: ctx.call.received_at.toISOString(),
    }),
  ),
];
