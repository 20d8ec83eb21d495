// Jobs for agents: taken under a lease that lapses with its holder, given back, finished.
import { newId } from "../../../shared/kernel/id.ts";
import {
  adoption,
  type HelloInput,
  type HelloOutput,
  type LeasedJob,
  type LeaseInput,
  type RenewInput,
  type RouterAccess,
  type RouterJobKind,
} from "../../../shared/network/agent-wire.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { lacking } from "../enqueue.ts";
import { oltsOf } from "../olt/lease-olt.ts";
import { watchedElsewhere } from "../watching.ts";
import { desiredState, type TakenJob } from "./desired-state.ts";

export const LEASE_SECONDS = 60;
const POLL_SECONDS = 5;

interface RouterRow extends Omit<RouterAccess, "password"> {
  password_encrypted: Uint8Array | null;
  /** By another agent. */
  is_watched: boolean;
}

function accessOf(ctx: OperationContext, row: RouterRow): RouterAccess | null {
  const { password_encrypted: sealed, is_watched: _, ...access } = row;
  const place = { table: "routers", column: "password_encrypted", id: access.id };
  try {
    return { ...access, password: sealed ? ctx.services.secrets.open(sealed, place) : "" };
  } catch {
    ctx.services.log.error(
      { router: access.id },
      "a router's password was sealed with another key or for another row: set it again",
    );
    return null;
  }
}

/** Routers that this agent may reach: the token's site is the server's word, the agent's own may only narrow it. */
const within = (ctx: OperationContext, asked: string | null) => {
  const { site } = ctx.actor;
  return ctx.tx`r.is_active and (${site}::text is null or r.site = ${site}) and (${asked}::text is null or r.site = ${asked})`;
};

/** Makes the agent known and hands it the active routers and OLTs of its site, or of every site when it names none. */
export async function hello(ctx: OperationContext, input: HelloInput): Promise<HelloOutput> {
  const { tx, tenant } = ctx;
  const site = input.site ?? null;
  await tx`insert into network_agents (id, tenant_id, name, site) values (${input.agent_id}, ${tenant.id}, ${input.name}, ${site})
    on conflict (tenant_id, id) do update set name = excluded.name, site = excluded.site, last_seen_at = excluded.last_seen_at`;
  const rows = await tx<RouterRow[]>`
    select id, name, host, api_port, use_tls, tls_fingerprint, legacy_login, username, password_encrypted, ros_version,
      ${watchedElsewhere(ctx, input.agent_id, "r")} as is_watched
    from routers r where tenant_id = ${tenant.id} and ${within(ctx, site)} order by name`;
  return {
    routers: rows.map((row) => accessOf(ctx, row)).filter((router) => router !== null),
    watched_elsewhere: rows.filter((row) => row.is_watched).map((row) => row.id),
    poll_seconds: POLL_SECONDS,
    ...(await oltsOf(ctx, input)),
  };
}

interface RouterFacts {
  id: string;
  expected_identity: string | null;
  expected_serial: string | null;
  known_users: number;
  witnesses: LeasedJob["witnesses"] | null;
  is_on_trial: boolean;
  needs_snapshot: boolean;
}

/** Customers named to tell a router by; the job's own is no witness. */
const WITNESSES = 4;

/** What every job of a router needs to judge whether the device behind the address is still that router. */
async function routerFacts(
  ctx: OperationContext,
  routers: readonly string[],
): Promise<Map<string, RouterFacts>> {
  const { tx, tenant } = ctx;
  const rows = await tx<RouterFacts[]>`
    select r.id, r.expected_identity, r.expected_serial, known.count as known_users, to_jsonb(known.some) as witnesses,
      r.mode = 'TRIAL' as is_on_trial, r.snapshot_at is null as needs_snapshot
    from routers r cross join lateral (
      select count(*)::int as count, (array_agg(jsonb_build_object(
        'username', coalesce(u.username, c.username), 'connection', u.connection)))[1:${WITNESSES + 1}] as some
      from router_users u join customers c on c.tenant_id = u.tenant_id and c.id = u.customer and c.router = r.id
      where u.tenant_id = r.tenant_id and u.router = r.id
    ) known
    where r.tenant_id = ${tenant.id} and r.id in ${tx(routers)}`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Jobs that wait for the customer's password or address are not leased (enqueue.ts says so on them). */
const waitsForCustomer = (ctx: OperationContext) => ctx.tx`
  j.customer is not null and j.kind in ('UPSERT_USER', 'ENABLE_USER')
  and exists (select from customers c where c.tenant_id = ${ctx.tenant.id} and c.id = j.customer and c.router = j.router
    and ${lacking(ctx.tx)} is not null
    and not exists (select from router_users u where u.tenant_id = ${ctx.tenant.id} and u.router = j.router
      and u.customer = j.customer and u.connection = c.connection_type))`;

/** A router that was on trial is brought in line as a whole before anything else is written to it. */
const waitsForSync = (ctx: OperationContext) => ctx.tx`r.awaits_sync and j.kind <> 'SYNC_ROUTER'`;

type Taken = TakenJob & { urgent: boolean };

async function toLeased(
  ctx: OperationContext,
  job: Taken,
  lease_id: string,
  facts: RouterFacts,
): Promise<LeasedJob> {
  const desired = await desiredState(ctx, job);
  const own = new Set(desired.users.flatMap(({ username, known_as }) => [username, known_as]));
  const { dry_run, confirm, adopt, automatic } = job.payload;
  return {
    id: job.id,
    lease_id,
    kind: job.kind as RouterJobKind,
    router: job.router,
    dry_run: dry_run === true,
    trial: facts.is_on_trial,
    needs_snapshot: facts.needs_snapshot,
    confirm: typeof confirm === "string" ? confirm : null,
    adopt: adoption.parse(adopt ?? {}),
    expected_identity: facts.expected_identity,
    expected_serial: facts.expected_serial,
    known_users: facts.known_users,
    witnesses: (facts.witnesses ?? []).filter(({ username }) => !own.has(username)).slice(0, WITNESSES),
    urgent: job.urgent,
    automatic: automatic === true,
    desired,
    attempts: job.attempts,
    lease_seconds: LEASE_SECONDS,
  };
}

/**
 * Takes due jobs: those that a person waits for first, then the oldest; queued ones, and those whose holder let the lease
 * lapse. Of one router only one agent holds jobs at a time, so that two never write to it with states of different ages.
 */
export async function lease(ctx: OperationContext, input: LeaseInput): Promise<LeasedJob[]> {
  const { tx, tenant } = ctx;
  if (input.reachable_router_ids.length === 0 || input.kinds.length === 0) return [];
  const routers = [...new Set(input.reachable_router_ids)].sort();
  // In one order for everybody, so that agents which ask at the same time wait for each other instead of deadlocking.
  await tx`select pg_advisory_xact_lock(hashtextextended('lease:' || router, 0)) from unnest(${routers}::text[]) as router`;
  const lease_id = newId();
  // A cluster locks rows only where each part of the statement says on which node it lies.
  const taken = await tx<Taken[]>`
    with due as (
      select j.id from network_sync_jobs j
        join routers r on r.tenant_id = j.tenant_id and r.id = j.router and ${within(ctx, null)}
      where j.tenant_id = ${tenant.id} and j.router in ${tx(routers)} and j.kind in ${tx(input.kinds)}
        and ((j.status = 'QUEUED' and j.next_attempt_at <= now()) or (j.status = 'LEASED' and j.leased_until < now()))
        and not (${waitsForCustomer(ctx)}) and not (${waitsForSync(ctx)})
        and not exists (
          select from network_sync_jobs o where o.tenant_id = ${tenant.id} and o.router = j.router and o.status = 'LEASED'
            and o.leased_until >= now() and o.leased_by <> ${input.agent_id})
      order by j.urgent desc, j.created_at, j.id limit ${input.max} for update of j skip locked
    )
    update network_sync_jobs j set status = 'LEASED', lease_id = ${lease_id}, leased_by = ${input.agent_id},
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = j.attempts + 1
    from due where j.tenant_id = ${tenant.id} and j.id = due.id
    returning j.id, j.router, j.customer, j.kind, j.payload, j.urgent, j.attempts - 1 as attempts`;
  if (taken.length === 0) return [];
  ctx.markChanged("network_sync_jobs");
  const facts = await routerFacts(ctx, [...new Set(taken.map(({ router }) => router))]);
  const inOrder = [...taken].sort((a, b) => Number(b.urgent) - Number(a.urgent) || (a.id < b.id ? -1 : 1));
  return Promise.all(
    inOrder.flatMap((job) => {
      const known = facts.get(job.router);
      return known ? [toLeased(ctx, job, lease_id, known)] : [];
    }),
  );
}

/** Whether the lease was still the caller's; if so it is renewed. */
export async function renew(ctx: OperationContext, input: RenewInput): Promise<boolean> {
  const { tx, tenant } = ctx;
  // A renewal is not announced, but the row's stamp moves; readers hear of it with the next real change.
  const renewed = await tx`
    update network_sync_jobs set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where tenant_id = ${tenant.id} and id = ${input.job_id} and lease_id = ${input.lease_id} and status = 'LEASED'
    returning id`;
  return renewed.length > 0;
}
