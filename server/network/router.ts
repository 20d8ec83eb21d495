// Routers: registered without being contacted, synchronised by a job that an agent carries out.
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { kindOfAddress, rebootRouter, router, syncRouter } from "../../shared/network/index.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { type CrudHooks, crudOperations, requireRecord } from "../kernel/resource/crud.ts";
import { ROUTER_ACCESS } from "./agent/wake.ts";
import { enqueueJob } from "./enqueue.ts";
import { jobRoute } from "./job-route.ts";

/** Where a router is and how one knows that it is the right one: whoever changes it says the password again. */
const ADDRESS = ["host", "api_port", "use_tls", "tls_fingerprint"];

/** @throws Failure VALIDATION for an address that no router may have. Names are judged by the agent, which resolves them. */
function checkHost(ctx: OperationContext, row: Row): void {
  if (row.host === undefined) return;
  const kind = kindOfAddress(String(row.host));
  if (kind === "RESERVED") throw invalid("host", "No router can be at this address: it is a reserved one");
  if (kind === "LOOPBACK" && !ctx.services.loopback_routers)
    throw invalid("host", "This address is the machine's own: no router can be there");
}

/** @throws Failure DUPLICATE: two records of one router would be two writers. The database's key decides a race. */
async function checkUnique(ctx: OperationContext, row: Row, before: Row | null): Promise<void> {
  const { host, api_port } = { ...before, ...row };
  const [other] = await ctx.tx<{ name: string }[]>`
    select name from routers where tenant_id = ${ctx.tenant.id} and lower(host) = lower(${String(host)})
      and api_port = ${Number(api_port)} and id is distinct from ${(before?.id as string | undefined) ?? null}`;
  if (!other) return;
  const message = `The router ${other.name} has this address and port`;
  throw new Failure("DUPLICATE", message, {
    errors: ["host", "api_port"].map((field) => ({ field, code: "NOT_UNIQUE", message })),
  });
}

const hooks: CrudHooks = {
  async before_write(ctx, row, before) {
    const moved = ADDRESS.some((name) => row[name] !== undefined && row[name] !== before?.[name]);
    if (!moved) return row;
    checkHost(ctx, row);
    await checkUnique(ctx, row, before);
    if (before === null) return row;
    // Else the stored password would be sent to wherever the new address leads.
    if (!row.password_encrypted) {
      const message = "Another address or certificate may be another device's: give the password again";
      throw new Failure("PASSWORD_REQUIRED", message, {
        errors: [{ field: "password", code: "PASSWORD_REQUIRED", message }],
      });
    }
    // What the old one said of itself is no measure for the new one.
    return { ...row, status: "UNKNOWN", expected_identity: null, ros_version: null, watched_until: null };
  },
  async after_write(ctx) {
    ctx.markChanged(ROUTER_ACCESS);
  },
  before_delete(ctx) {
    ctx.markChanged(ROUTER_ACCESS);
  },
};

export const routerOperations = crudOperations(router, hooks).map(({ operation, handler }) =>
  operation.name === "router.update"
    ? {
        operation: { ...operation, failures: [...operation.failures, "PASSWORD_REQUIRED" as const] },
        handler,
      }
    : { operation, handler },
);

/** @throws Failure NOT_FOUND, BUSINESS_RULE for a router that nothing is written to. */
async function requireActive(ctx: OperationContext, id: string): Promise<void> {
  const target = await requireRecord(ctx, router, id);
  if (target.is_active !== true) throw new Failure("BUSINESS_RULE", "The router is not active");
}

const queueSync = implement(syncRouter, async (ctx, input, id) => {
  await requireActive(ctx, id);
  const { dry_run = false, confirm = null, adopt = { secrets: [], profiles: [] } } = input;
  const payload = { dry_run, confirm, adopt };
  const job = await enqueueJob(ctx, { kind: "SYNC_ROUTER", router: id, payload, urgent: true });
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

const queueReboot = implement(rebootRouter, async (ctx, _input, id) => {
  await requireActive(ctx, id);
  const job = await enqueueJob(ctx, { kind: "REBOOT_ROUTER", router: id, urgent: true });
  ctx.audit({ action: "router.reboot", module: "network", object_type: "router", object_id: id });
  return { id: job };
});

export const rebootRoute = jobRoute(rebootRouter, queueReboot);
