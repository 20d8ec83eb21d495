// What a router should hold for a job, worked out at the moment an agent takes the job: never what was true when it was queued.
import { createHash } from "node:crypto";
import { type DesiredProfile, type DesiredState, sessionToEnd } from "../../../shared/network/agent-wire.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { profilesFor } from "./desired-profiles.ts";
import { formerLine, removalOf, type Subscriber, subscribers, userOf } from "./desired-users.ts";

export interface TakenJob {
  id: string;
  router: string;
  customer: string | null;
  kind: string;
  payload: Row;
  attempts: number;
}

/** Eight hexadecimal digits for a tenant. Ids begin with the time of their making, so they are hashed first. */
function tenantMarker(tenantId: string): string {
  return createHash("sha256").update(tenantId).digest("hex").slice(0, 8);
}

/** The profiles that lines of this connection type are on; static lines have their speed in their own queue. */
async function profilesOf(
  ctx: OperationContext,
  router: string,
  customers: readonly Subscriber[],
): Promise<DesiredProfile[]> {
  // A line is cut off whatever the state of its profile.
  const needed = customers.filter(({ enabled, connection_type }) => enabled && connection_type !== "STATIC");
  const names = [...new Set(needed.flatMap(({ profile }) => (profile === null ? [] : [profile])))];
  if (names.length === 0) return [];
  const types = new Set<string>(needed.map(({ connection_type }) => connection_type));
  const packages = needed.flatMap((customer) => customer.package ?? []);
  const found = await profilesFor(ctx, router, ctx.tx`p.router_profile in ${ctx.tx(names)}`, packages);
  return found.filter(({ connection }) => types.has(connection));
}

type Part = Partial<DesiredState>;

/** One customer: their line if they are on this router now, else its absence. */
async function oneUser(ctx: OperationContext, job: TakenJob): Promise<Part> {
  if (job.customer === null) return {};
  const [customer] = await subscribers(ctx, job.router, ctx.tx`c.id = ${job.customer}`);
  if (!customer?.is_here) {
    const called = String(job.payload.username ?? customer?.username ?? "");
    return { remove: await removalOf(ctx, job.router, job.customer, called) };
  }
  const former = formerLine(customer);
  if (former) return { remove: [former] };
  return { users: [userOf(ctx, customer)], profiles: await profilesOf(ctx, job.router, [customer]) };
}

/** A package's profile, and the queues that say its speed for static lines. */
async function packageProfile(ctx: OperationContext, job: TakenJob): Promise<Part> {
  const { tx, tenant } = ctx;
  const id = String(job.payload.package ?? "");
  const [found] = await tx<{ id: string; router_profile: string }[]>`
    select id, router_profile from packages where tenant_id = ${tenant.id} and id::text = ${id}`;
  if (!found) return {};
  const lines = await subscribers(
    ctx,
    job.router,
    tx`c.router = ${job.router} and c.package = ${found.id} and c.connection_type = 'STATIC'
      and c.ip_address is not null and c.status <> 'TERMINATED'`,
  );
  return {
    users: lines.map((customer) => userOf(ctx, customer)),
    profiles: await profilesFor(ctx, job.router, tx`p.router_profile = ${found.router_profile}`),
  };
}

/** Everybody of the router. The terminated are kept off it where they were on it, and never added. */
async function everything(ctx: OperationContext, job: TakenJob): Promise<Part> {
  const { tx, tenant } = ctx;
  const [users, all] = await Promise.all([
    subscribers(
      ctx,
      job.router,
      tx`c.router = ${job.router} and (c.status <> 'TERMINATED' or u.customer is not null)`,
    ),
    profilesFor(
      ctx,
      job.router,
      tx`(p.is_active or p.id in (
        select package from customers where tenant_id = ${tenant.id} and router = ${job.router}))`,
    ),
  ]);
  const lines = users.filter((customer) => formerLine(customer) === null);
  return {
    users: lines.map((customer) => userOf(ctx, customer)),
    remove: users.flatMap((customer) => formerLine(customer) ?? []),
    profiles: all,
    complete: true,
  };
}

/** The session as it was seen when its end was ordered. */
function sessionMeant({ username, ros_id, session_id, connection, started_at }: TakenJob["payload"]) {
  const uptime_ms = Date.now() - Date.parse(String(started_at));
  return sessionToEnd.parse({
    ...{ username, ros_id, session_id, connection },
    uptime_seconds: Number.isNaN(uptime_ms) ? null : Math.max(0, Math.floor(uptime_ms / 1000)),
  });
}

function partFor(ctx: OperationContext, job: TakenJob): Promise<Part> {
  switch (job.kind) {
    case "ENABLE_USER":
    case "DISABLE_USER":
    case "UPSERT_USER":
    case "REMOVE_USER":
      return oneUser(ctx, job);
    case "SYNC_PROFILE":
      return packageProfile(ctx, job);
    case "SYNC_ROUTER":
      return everything(ctx, job);
    case "KICK_SESSION":
      return Promise.resolve({ kick: [sessionMeant(job.payload)] });
    default:
      return Promise.resolve({});
  }
}

/** The desired state of the job's part of its router, with passwords in the clear: only for the agent, never for a log. */
export async function desiredState(ctx: OperationContext, job: TakenJob): Promise<DesiredState> {
  const { suspend_mode, expired_profile, suspend_address_list, active_address_list } = ctx.tenant.settings;
  return {
    users: [],
    profiles: [],
    remove: [],
    complete: false,
    kick: [],
    tenant_marker: tenantMarker(ctx.tenant.id),
    suspend_mode,
    expired_profile,
    suspend_address_list,
    active_address_list,
    ...(await partFor(ctx, job)),
  };
}
