// Routers on trial: jobs are planned and wait; once switched to live a guarded whole sync goes before all of them.

import { Failure } from "../../shared/kernel/failure.ts";
import type { ReportInput } from "../../shared/network/agent-wire.ts";
import { networkSyncJob, switchRouter } from "../../shared/network/index.ts";
import { rightsCommand } from "../../shared/network/live/setup-script.rules.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { type Implementation, implement } from "../kernel/operation/run-operation.ts";
import { withColumns } from "../kernel/resource/draft.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";
import { enqueueJob, TRIAL } from "./enqueue.ts";

const TRIAL_WORDS = "The router is on trial: this is planned and waits until it is switched to live";
/** A plan this old is made again, so that what is shown is what would be done. */
const PLANNED_ANEW_SECONDS = 86_400;

/** What becomes of a job that was planned on trial: it waits, with its plan. */
export async function parkedOnTrial(ctx: OperationContext, router: string): Promise<Row> {
  const [still] = await ctx.tx`
    select 1 from routers where tenant_id = ${ctx.tenant.id} and id = ${router} and mode = 'TRIAL'`;
  // Planning is no attempt: what makes a second one careful has not happened.
  const waiting = { status: "QUEUED", attempts: 0 };
  if (!still) return { ...waiting, next_attempt_at: new Date(), error_code: null, last_error: null };
  const next_attempt_at = new Date(Date.now() + PLANNED_ANEW_SECONDS * 1000);
  return { ...waiting, next_attempt_at, error_code: TRIAL, last_error: TRIAL_WORDS };
}

/** After the first whole sync since the trial: what waited is due. One that was held back or broke off is not it. */
export async function endTrial(ctx: OperationContext, router: string, input: ReportInput): Promise<void> {
  const { tx, tenant } = ctx;
  const code = input.error?.code ?? null;
  if (input.outcome === "RETRY" || code === "NEEDS_CONFIRMATION" || code === "NOT_VERIFIED") return;
  await tx`update routers set awaits_sync = false where tenant_id = ${tenant.id} and id = ${router} and awaits_sync`;
  const due = await tx`
    update network_sync_jobs set next_attempt_at = now(), error_code = null, last_error = null
    where tenant_id = ${tenant.id} and router = ${router} and status = 'QUEUED' and error_code = ${TRIAL} returning id`;
  if (due.length > 0) ctx.markChanged(networkSyncJob.collection);
}

/** Takes jobs back from agents, which notice at their next renewal and stop before their next write. */
async function takeBack(ctx: OperationContext, router: string): Promise<void> {
  await ctx.tx`update network_sync_jobs set status = 'QUEUED', lease_id = null, leased_by = null, leased_until = null
    where tenant_id = ${ctx.tenant.id} and router = ${router} and status = 'LEASED'`;
  ctx.markChanged(networkSyncJob.collection);
}

/** @throws Failure BUSINESS_RULE when the last check found that the router's user may not write. */
function requireRightToWrite(rights: readonly string[] | null): void {
  if (rights === null || rights.length === 0 || rights.includes("write")) return;
  throw new Failure(
    "BUSINESS_RULE",
    `The router's user may not write (policy write). Give it the right in the router's terminal, then check the router again: ${rightsCommand("LIVE")}`,
  );
}

export const switchRouterOperation: Implementation = implement(switchRouter, (ctx, { mode }, id) =>
  changeRecord(ctx, switchRouter, id, (record) => {
    if (!record.is_active) throw new Failure("BUSINESS_RULE", "The router is not active");
    if (record.mode === mode) return null;
    if (mode === "LIVE") requireRightToWrite(record.rights);
    return {
      set: withColumns({ mode }, { awaits_sync: mode === "LIVE" }),
      after: async () => {
        if (mode === "TRIAL") return takeBack(ctx, id);
        const payload = { dry_run: false, confirm: null, after_trial: true };
        await enqueueJob(ctx, { kind: "SYNC_ROUTER", router: id, payload, urgent: true });
      },
    };
  }),
);
