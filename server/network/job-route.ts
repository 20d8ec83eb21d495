// Routes that queue a job for a device and give it a moment to finish: 200 with the job when it did, else 202.

import { type Operation, withIdempotencyKey } from "../../shared/kernel/operation.ts";
import { rightOf } from "../../shared/kernel/registry.ts";
import { recordSchema } from "../../shared/kernel/resource.ts";
import { networkSyncJob } from "../../shared/network/index.ts";
import { type Route, route } from "../kernel/area.ts";
import type { Row } from "../kernel/db/db.ts";
import { operationId } from "../kernel/openapi/names.ts";
import { type Implementation, Reply, tenantOf } from "../kernel/operation/run-operation.ts";
import { runOperation } from "../kernel/operation/run-request.ts";
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
    permission: rightOf(operation),
    operation_id: operationId(operation.name),
    body: withIdempotencyKey(operation.input),
    request_headers: ["Prefer", "IdempotencyKey"],
    // A finished dry run has its plan beside the job's own members.
    output: recordSchema(networkSyncJob).loose(),
    status: 202,
    also: { 200: recordSchema(networkSyncJob).loose() },
    failures: [...operation.failures, "IDEMPOTENCY_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED"],
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
