// Routers: registered without being contacted, synchronised by a job that an agent carries out.

import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { kindOfAddress, normalHost } from "../../shared/kernel/outgoing/address.rules.ts";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import {
  networkSyncJob,
  rebootRouter,
  router,
  routerVerbs,
  syncRouter,
  userSession,
} from "../../shared/network/index.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { deleteRows } from "../kernel/resource/deletions.ts";
import { type Draft, withColumns } from "../kernel/resource/draft.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import { requireRecord } from "../kernel/resource/record.ts";
import { ROUTER_ACCESS } from "./agent/wake.ts";
import { enqueueJob } from "./enqueue.ts";
import { jobRoute } from "./job-route.ts";
import { requireRebootCooldown } from "./reboot-cooldown.ts";

/** The address and identity of a router: a change of them asks for the password again. */
const ADDRESS = ["host", "api_port", "use_tls", "tls_fingerprint"] as const;

type Router = RecordOf<typeof router>;

/** @throws Failure VALIDATION for an address that no router may have. Names are judged by the agent, which resolves them. */
function checkHost(ctx: OperationContext, { host }: Draft<typeof router>): void {
  if (host === undefined) return;
  const kind = kindOfAddress(host);
  if (kind === "RESERVED") throw invalid("host", "No router can be at this address: it is a reserved one");
  if (kind === "LOOPBACK" && !ctx.services.loopback_routers)
    throw invalid("host", "This address is the machine's own: no router can be there");
}

/** @throws Failure DUPLICATE: two records of one router would be two writers. The database's key decides a race. */
async function checkUnique(ctx: OperationContext, draft: Draft<typeof router>): Promise<void> {
  const { id = null, host = "", api_port = 0 } = draft;
  const others = await ctx.tx<{ name: string; host: string }[]>`
    select name, host from routers where tenant_id = ${ctx.tenant.id} and api_port = ${api_port}
      and id is distinct from ${id}`;
  const other = others.find((one) => normalHost(one.host) === normalHost(host));
  if (!other) return;
  const message = `The router ${other.name} has this address and port`;
  throw new Failure("DUPLICATE", message, {
    errors: ["host", "api_port"].map((field) => ({ field, code: "NOT_UNIQUE", message })),
  });
}

const passwordRequired = (message: string) =>
  new Failure("PASSWORD_REQUIRED", message, {
    errors: [{ field: "password", code: "PASSWORD_REQUIRED", message }],
  });

const moves = (draft: Draft<typeof router>, before: Partial<Router>) =>
  ADDRESS.some((name) => draft[name] !== undefined && draft[name] !== before[name]);

const tellAgents = (ctx: OperationContext) => ctx.markChanged(ROUTER_ACCESS);

const hooks: Hooks<typeof router> = {
  create: {
    async before(ctx, draft) {
      checkHost(ctx, draft);
      await checkUnique(ctx, draft);
      return draft;
    },
    after: tellAgents,
  },
  update: {
    async before(ctx, draft, record) {
      // It sends an MD5 of the password, which can be guessed at leisure, to any device that answers at the address.
      if (draft.legacy_login && !record.legacy_login && !draft.password)
        throw passwordRequired("The old sign-in shows more of the password: give it again");
      if (!moves(draft, record)) return draft;
      checkHost(ctx, draft);
      await checkUnique(ctx, { ...record, ...draft });
      // Else the stored password would be sent to wherever the new address leads.
      if (!draft.password)
        throw passwordRequired(
          "Another address or certificate may be another device's: give the password again",
        );
      // What the old one said of itself is no measure for the new one.
      const forgotten = {
        expected_identity: null,
        expected_serial: null,
        watched_until: null,
        snapshot_at: null,
      };
      return withColumns({ ...draft, status: "UNKNOWN", ros_version: null }, forgotten);
    },
    after: tellAgents,
  },
  delete: {
    async before(ctx, { id }) {
      // What was seen on it and what was to be done with it go with it.
      for (const kind of [networkSyncJob, userSession]) {
        await deleteRows(ctx.tx, kind, ctx.tenant.id, ctx.tx`t.router = ${id}`);
        ctx.markChanged(kind.collection);
      }
      tellAgents(ctx);
    },
  },
};

export const routerOperations = crudOperations(routerVerbs, hooks);

/** @throws Failure NOT_FOUND, BUSINESS_RULE for a router that nothing is written to. */
async function requireActive(ctx: OperationContext, id: string): Promise<void> {
  const target = await requireRecord(ctx, router, id);
  if (!target.is_active) throw new Failure("BUSINESS_RULE", "The router is not active");
}

const queueSync = implement(syncRouter, async (ctx, input, id) => {
  await requireActive(ctx, id);
  const { dry_run = false, confirm = null, adopt = {} } = input;
  const payload = { dry_run, confirm, adopt };
  const job = await enqueueJob(ctx, { kind: "SYNC_ROUTER", router: id, payload, urgent: true });
  ctx.audit(syncRouter, { id, after: payload });
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
  await requireRebootCooldown(ctx, ctx.tx`router = ${id} and kind = 'REBOOT_ROUTER'`, "router");
  const job = await enqueueJob(ctx, { kind: "REBOOT_ROUTER", router: id, urgent: true });
  ctx.audit(rebootRouter, { id });
  return { id: job };
});

export const rebootRoute = jobRoute(rebootRouter, queueReboot);
