// Routes that queue a job for a device and give it a moment to finish: 200 with the job when it did, else 202.
import { type Operation, withIdempotencyKey } from "../../shared/kernel/operation.ts";
import { recordSchema } from "../../shared/kernel/resource.ts";
import { networkSyncJob } from "../../shared/network/index.ts";
import { type Route, route } from "../kernel/area.ts";
import type { Row } from "../kernel/db.ts";
import { type Implementation, Reply, runOperation, tenantOf } from "../kernel/run-operation.ts";
import { isFinished, waitForJob, waitSeconds } from "./wait-for-job.ts";

/**
 * The route of an operation whose handler answers `{id}` of the job that it queued. The waiting happens after the commit,
 * outside any transaction.
 * @param shape what the finished job is answered as, where it is more than the job.
 */
export function jobRoute(
  operation: Operation<Parameters<typeof withIdempotencyKey>[0]>,
  implementation: Implementation,
  shape: (job: Row) => Row = (job) => job,
): Route {
  return route({
    method: "POST",
    path: operation.path,
    summary: operation.summary,
    area: operation.area,
    permission: operation.permission,
    body: withIdempotencyKey(operation.input),
    output: recordSchema(networkSyncJob),
    status: 202,
    async handler({ services, call, body, params, headers }) {
      const { idempotency_key, ...input } = body as { idempotency_key?: string };
      const header = headers["idempotency-key"];
      const reply = await runOperation(services, implementation, call, {
        input,
        id: params.id ?? "",
        idempotency_key: (typeof header === "string" ? header : idempotency_key) ?? null,
      });
      const { id } = reply.body as { id: string };
      const job = await waitForJob(services, tenantOf(call.principal), id, waitSeconds(headers.prefer));
      return new Reply(isFinished(job) ? 200 : 202, shape(job), { replayed: reply.replayed });
    },
  });
}
