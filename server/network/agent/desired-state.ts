// What a router should hold for a job, worked out at the moment an agent takes the job: never what was true when it was queued.
import { createHash } from "node:crypto";
import { dayOf } from "../../../shared/kernel/day.ts";
import type { DesiredProfile, DesiredSecret, DesiredState } from "../../../shared/network/agent-wire.ts";
import type { Fragment, Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

export interface TakenJob {
  id: string;
  router: string;
  customer: string | null;
  kind: string;
  payload: Row;
  attempts: number;
}

interface Subscriber {
  id: string;
  username: string;
  name: string;
  password_encrypted: Uint8Array | null;
  ip_address: string | null;
  mac_address: string | null;
  is_here: boolean;
  enabled: boolean;
  profile: string | null;
  pushed: string | null;
  known_as: string | null;
}

/** Customers without a package have no profile of ours; RouterOS itself gives its default to such a secret. */
const NO_PACKAGE_PROFILE = "default";

/** Eight hexadecimal digits for a tenant. Ids begin with the time of their making, so they are hashed first. */
function tenantMarker(tenantId: string): string {
  return createHash("sha256").update(tenantId).digest("hex").slice(0, 8);
}

/** Changes with the password and tells nothing about it: the sealed bytes differ at each setting. */
const versionOf = (sealed: Uint8Array): string =>
  createHash("sha256").update(sealed).digest("hex").slice(0, 16);

function subscribers(ctx: OperationContext, router: string, which: Fragment): Promise<Subscriber[]> {
  const { tx, tenant } = ctx;
  const today = dayOf(new Date(), tenant.settings.timezone);
  return tx<Subscriber[]>`
    select c.id, c.username, c.name, c.password_encrypted, c.ip_address, c.mac_address,
      c.router = ${router} and c.connection_type = 'PPPOE' as is_here,
      c.status = 'ACTIVE' and (not ${tenant.settings.auto_suspend} or c.expiry_date is null
        or greatest(c.expiry_date, c.grace_period_until) >= ${today}) as enabled,
      p.router_profile as profile, u.password_version as pushed, u.username as known_as
    from customers c
      left join packages p on p.tenant_id = c.tenant_id and p.id = c.package
      left join router_users u on u.tenant_id = c.tenant_id and u.router = ${router} and u.customer = c.id
    where c.tenant_id = ${tenant.id} and ${which}`;
}

function openPassword(ctx: OperationContext, customer: Subscriber): string | null {
  if (!customer.password_encrypted) return null;
  try {
    const place = { table: "customers", column: "password_encrypted", id: customer.id };
    return ctx.services.secrets.open(customer.password_encrypted, place);
  } catch {
    ctx.services.log.error(
      { customer: customer.id },
      "a password was sealed with another key or for another row: set it again",
    );
    return null;
  }
}

function secretOf(ctx: OperationContext, customer: Subscriber): DesiredSecret {
  const password = openPassword(ctx, customer);
  return {
    customer_id: customer.id,
    username: customer.username,
    known_as: customer.known_as === customer.username ? null : customer.known_as,
    name: customer.name,
    password,
    password_version:
      password === null || !customer.password_encrypted ? null : versionOf(customer.password_encrypted),
    pushed_password_version: customer.pushed,
    service: "pppoe",
    profile: customer.profile ?? NO_PACKAGE_PROFILE,
    remote_address: customer.ip_address,
    caller_id: customer.mac_address,
    enabled: customer.enabled,
  };
}

interface ProfileRow {
  id: string;
  router_profile: string;
  burst: string | null;
  address_pool: string | null;
  upload_kbps: number;
  download_kbps: number;
}

/** One profile per name: packages that share a name share the oldest one's profile. */
async function profiles(ctx: OperationContext, which: Fragment): Promise<DesiredProfile[]> {
  const { tx, tenant } = ctx;
  const rows = await tx<ProfileRow[]>`
    select distinct on (p.router_profile) p.id, p.router_profile, p.burst, p.address_pool,
      round(coalesce(p.upload_mbps, p.bandwidth_mbps) * 1000)::int as upload_kbps,
      round(p.bandwidth_mbps * 1000)::int as download_kbps
    from packages p where p.tenant_id = ${tenant.id} and ${which}
    order by p.router_profile, p.is_active desc, p.created_at, p.id`;
  return rows.map(({ id, router_profile, burst, address_pool, upload_kbps, download_kbps }) => ({
    package_id: id,
    name: router_profile,
    rate_limit: {
      upload_kbps: Math.max(1, upload_kbps),
      download_kbps: Math.max(1, download_kbps),
      ...(burst ? { burst } : {}),
    },
    address_pool,
  }));
}

const named = (ctx: OperationContext, names: readonly string[]) =>
  names.length === 0 ? Promise.resolve([]) : profiles(ctx, ctx.tx`p.router_profile in ${ctx.tx([...names])}`);

type Part = Partial<DesiredState>;

/** One customer: his secret if he is on this router now, else its absence. */
async function oneUser(ctx: OperationContext, job: TakenJob): Promise<Part> {
  const [customer] = await subscribers(ctx, job.router, ctx.tx`c.id = ${job.customer}`);
  if (!customer?.is_here) {
    const username = String(job.payload.username ?? customer?.username ?? "");
    return username && job.customer ? { remove: [{ customer_id: job.customer, username }] } : {};
  }
  // A line is cut off whatever the state of its profile.
  const needed = customer.enabled && customer.profile ? [customer.profile] : [];
  return { users: [secretOf(ctx, customer)], profiles: await named(ctx, needed) };
}

async function packageProfile(ctx: OperationContext, job: TakenJob): Promise<Part> {
  const id = String(job.payload.package ?? "");
  const [found] = await ctx.tx<{ router_profile: string }[]>`
    select router_profile from packages where tenant_id = ${ctx.tenant.id} and id::text = ${id}`;
  return { profiles: await named(ctx, found ? [found.router_profile] : []) };
}

/** Everybody of the router. The terminated are kept off it where they were on it, and never added. */
async function everything(ctx: OperationContext, job: TakenJob): Promise<Part> {
  const { tx, tenant } = ctx;
  const [users, all] = await Promise.all([
    subscribers(
      ctx,
      job.router,
      tx`c.router = ${job.router} and c.connection_type = 'PPPOE' and (c.status <> 'TERMINATED' or u.customer is not null)`,
    ),
    profiles(
      ctx,
      tx`(p.is_active or p.id in (
        select package from customers where tenant_id = ${tenant.id} and router = ${job.router}))`,
    ),
  ]);
  return { users: users.map((customer) => secretOf(ctx, customer)), profiles: all, complete: true };
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
    case "KICK_SESSION": {
      const { username, ros_id } = job.payload;
      return Promise.resolve({
        kick: [{ username: String(username), ros_id: (ros_id as string | undefined) ?? null }],
      });
    }
    default:
      return Promise.resolve({});
  }
}

/** The desired state of the job's part of its router, with passwords in the clear: only for the agent, never for a log. */
export async function desiredState(ctx: OperationContext, job: TakenJob): Promise<DesiredState> {
  const { suspend_mode, expired_profile } = ctx.tenant.settings;
  return {
    users: [],
    profiles: [],
    remove: [],
    complete: false,
    kick: [],
    tenant_marker: tenantMarker(ctx.tenant.id),
    suspend_mode,
    expired_profile,
    ...(await partFor(ctx, job)),
  };
}
