// Routers: registered without being contacted, synchronised by a job that an agent carries out.
import { Failure } from "../../shared/kernel/failure.ts";
import { router, syncRouter } from "../../shared/network/index.ts";
import { type CrudHooks, crudOperations, requireRecord } from "../kernel/crud.ts";
import type { Row } from "../kernel/db.ts";
import { implement } from "../kernel/run-operation.ts";
import { enqueueJob } from "./enqueue.ts";
import { jobRoute } from "./job-route.ts";

const ADDRESS = ["host", "api_port", "use_tls"];

const hooks: CrudHooks = {
  before_write(_ctx, row, before) {
    const moved =
      before !== null && ADDRESS.some((name) => row[name] !== undefined && row[name] !== before[name]);
    // Behind another address may be another device: what the old one called itself is no measure for it.
    return moved ? { ...row, status: "UNKNOWN", expected_identity: null } : row;
  },
};

export const routerOperations = crudOperations(router, hooks);

const queueSync = implement(syncRouter, async (ctx, input, id) => {
  const target = await requireRecord(ctx, router, id);
  if (target.is_active !== true) throw new Failure("BUSINESS_RULE", "The router is not active");
  const payload = { dry_run: input.dry_run ?? false, confirm: input.confirm ?? false };
  const job = await enqueueJob(ctx, { kind: "SYNC_ROUTER", router: id, payload });
  const entry = { action: "router.sync", module: "network", object_type: "router", object_id: id };
  ctx.audit({ ...entry, after: payload });
  return { id: job };
});

/** The finished dry run's plan beside the job that made it (contract §3, network operations). */
function withPlan(job: Row): Row {
  const { plan } = (job.result ?? {}) as { plan?: Row };
  const dry_run = (job.payload as Row).dry_run === true;
  return dry_run && plan ? { ...plan, ...job } : job;
}

export const syncRoute = jobRoute(syncRouter, queueSync, withPlan);
