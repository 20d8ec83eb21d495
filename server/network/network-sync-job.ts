// Jobs as people see them: try again, give up.

import { Failure } from "../../shared/kernel/failure.ts";
import { cancelJob, networkSyncJob, retryJob } from "../../shared/network/index.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { type Implementation, implement } from "../kernel/operation/run-operation.ts";
import { requireRecord } from "../kernel/resource/crud.ts";

/** Moves a job from one of `from` by `change`. */
async function move(
  ctx: OperationContext,
  id: string,
  verb: string,
  from: readonly string[],
  change: Row,
): Promise<Row> {
  const { status } = await ctx.lockRecord<{ status: string }>("network_sync_jobs", id, ctx.tx`status`);
  if (!from.includes(status)) throw new Failure("ILLEGAL_TRANSITION", `The job is ${status}`);
  const before = await requireRecord(ctx, networkSyncJob, id);
  await ctx.tx`update network_sync_jobs set ${ctx.tx(change)} where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  const job = await requireRecord(ctx, networkSyncJob, id);
  ctx.markChanged("network_sync_jobs");
  const action = `network_sync_job.${verb}`;
  ctx.audit({
    action,
    module: "network",
    object_type: "network_sync_job",
    object_id: id,
    before,
    after: job,
  });
  return job;
}

export const jobOperations: Implementation[] = [
  implement(retryJob, (ctx, _input, id) =>
    move(ctx, id, "retry", ["QUEUED", "FAILED", "CANCELLED"], {
      status: "QUEUED",
      urgent: true,
      next_attempt_at: new Date(),
      finished_at: null,
    }),
  ),
  implement(cancelJob, (ctx, _input, id) =>
    move(ctx, id, "cancel", ["QUEUED", "FAILED"], { status: "CANCELLED", finished_at: new Date() }),
  ),
];
