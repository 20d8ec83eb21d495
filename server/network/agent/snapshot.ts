// Copies of what routers held before they were written to: kept with the job, downloadable as text.
import { Failure } from "../../../shared/kernel/failure.ts";
import type { SnapshotInput } from "../../../shared/network/agent-wire.ts";
import { networkSyncJob } from "../../../shared/network/index.ts";
import { type Route, route } from "../../kernel/area.ts";
import { inTenant } from "../../kernel/db/db.ts";
import { disposition } from "../../kernel/http/disposition.ts";
import { target } from "../../kernel/http/pdf-answer.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { Reply } from "../../kernel/operation/run-operation.ts";

/** Of each router the first copy stays for good, and the last ones. */
const KEPT = 10;

/** Keeps the copy. @returns false when the lease is no longer the caller's: nothing may then be written to the router. */
export async function keepSnapshot(ctx: OperationContext, input: SnapshotInput): Promise<boolean> {
  const { tx, tenant } = ctx;
  const [job] = await tx<{ router: string }[]>`
    update network_sync_jobs set snapshot_at = now()
    where tenant_id = ${tenant.id} and id = ${input.job_id} and lease_id = ${input.lease_id} and status = 'LEASED'
    returning router`;
  if (!job) return false;
  const { router } = job;
  // An earlier attempt may have written already: what it found is what was there.
  await tx`insert into router_snapshots (tenant_id, router, job, content)
    values (${tenant.id}, ${router}, ${input.job_id}, ${input.content}) on conflict (tenant_id, job) do nothing`;
  await tx`update routers set snapshot_at = now()
    where tenant_id = ${tenant.id} and id = ${router} and snapshot_at is null`;
  const old = await tx<{ job: string }[]>`
    delete from router_snapshots s where s.tenant_id = ${tenant.id} and s.router = ${router} and s.job in (
      select job from (select job, row_number() over (order by taken_at) as first, row_number() over (order by taken_at desc) as last
        from router_snapshots where tenant_id = ${tenant.id} and router = ${router}) ranked
      where first > 1 and last > ${KEPT})
    returning s.job`;
  if (old.length > 0)
    await tx`update network_sync_jobs set snapshot_at = null
      where tenant_id = ${tenant.id} and id in ${tx(old.map((row) => row.job))}`;
  ctx.markChanged(networkSyncJob.collection);
  return true;
}

export const snapshotRoute: Route = route({
  method: "GET",
  path: "/network-sync-jobs/{id}/snapshot/",
  operation_id: "getNetworkSyncJobSnapshot",
  summary:
    "What the router held before the job wrote to it, as text in the manner of its own export, without passwords",
  area: "network",
  permission: "network.router.sync",
  produces: "text/plain",
  failures: ["NOT_FOUND"],
  async handler(request) {
    const { tenant, id } = target(request);
    const [kept] = await inTenant(
      request.services.db,
      tenant,
      (tx) => tx<{ content: string; name: string; taken_at: string }[]>`
        select s.content, r.name, s.taken_at from router_snapshots s
          join routers r on r.tenant_id = s.tenant_id and r.id = s.router
        where s.tenant_id = ${tenant.id} and s.job = ${id}`,
    );
    if (!kept) throw new Failure("NOT_FOUND");
    const file = `${kept.name}-${kept.taken_at.slice(0, 19)}`.replace(/[^\w.-]/g, "_");
    const headers = {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": disposition("attachment", `${file}.rsc`),
    };
    return new Reply(200, kept.content, { headers });
  },
});
