// Jobs for agents: taken under a lease that lapses with its holder, given back, finished.
import { newId } from "../../../shared/kernel/id.ts";
import type {
  HelloInput,
  HelloOutput,
  LeasedJob,
  LeaseInput,
  RenewInput,
  RouterAccess,
  RouterJobKind,
} from "../../../shared/network/agent-wire.ts";
import type { OperationContext } from "../../kernel/context.ts";
import type { Row } from "../../kernel/db.ts";
import { desiredState, type TakenJob } from "./desired-state.ts";

const LEASE_SECONDS = 60;
const POLL_SECONDS = 5;

function accessOf(ctx: OperationContext, row: Row): RouterAccess | null {
  const sealed = row.password_encrypted as Uint8Array | null;
  const place = { table: "routers", column: "password_encrypted", id: String(row.id) };
  try {
    return {
      id: String(row.id),
      name: String(row.name),
      host: String(row.host),
      api_port: Number(row.api_port),
      use_tls: row.use_tls === true,
      tls_fingerprint: row.tls_fingerprint as string | null,
      username: String(row.username),
      password: sealed ? ctx.services.secrets.open(sealed, place) : "",
      expected_identity: row.expected_identity as string | null,
    };
  } catch {
    ctx.services.log.error(
      { router: row.id },
      "a router's password was sealed with another key or for another row: set it again",
    );
    return null;
  }
}

/** Makes the agent known and hands it the active routers of its site, or of every site when it names none. */
export async function hello(ctx: OperationContext, input: HelloInput): Promise<HelloOutput> {
  const { tx, tenant } = ctx;
  const site = input.site ?? null;
  await tx`insert into network_agents (id, tenant_id, name, site) values (${input.agent_id}, ${tenant.id}, ${input.name}, ${site})
    on conflict (tenant_id, id) do update set name = excluded.name, site = excluded.site, last_seen_at = now()`;
  const rows = await tx<Row[]>`
    select id, name, host, api_port, use_tls, tls_fingerprint, username, password_encrypted, expected_identity
    from routers where tenant_id = ${tenant.id} and is_active and (${site}::text is null or site = ${site}) order by name`;
  return {
    routers: rows.map((row) => accessOf(ctx, row)).filter((router) => router !== null),
    poll_seconds: POLL_SECONDS,
  };
}

/**
 * Takes due jobs, oldest first: queued ones, and those whose holder let the lease lapse. Of one router only one agent
 * holds jobs at a time, so that two never write to it with states of different ages.
 */
export async function lease(ctx: OperationContext, input: LeaseInput): Promise<LeasedJob[]> {
  const { tx, tenant } = ctx;
  if (input.reachable_router_ids.length === 0 || input.kinds.length === 0) return [];
  const routers = [...new Set(input.reachable_router_ids)].sort();
  // In one order for everybody, so that agents which ask at the same time wait for each other instead of deadlocking.
  await tx`select pg_advisory_xact_lock(hashtextextended('lease:' || router, 0)) from unnest(${routers}::text[]) as router`;
  const lease_id = newId();
  const taken = await tx<TakenJob[]>`
    with due as (
      select j.id from network_sync_jobs j join routers r on r.id = j.router and r.is_active
      where j.tenant_id = ${tenant.id} and j.router in ${tx(routers)} and j.kind in ${tx(input.kinds)}
        and ((j.status = 'QUEUED' and j.next_attempt_at <= now()) or (j.status = 'LEASED' and j.leased_until < now()))
        and not exists (
          select from network_sync_jobs o where o.tenant_id = j.tenant_id and o.router = j.router and o.status = 'LEASED'
            and o.leased_until >= now() and o.leased_by <> ${input.agent_id})
      order by j.created_at, j.id limit ${input.max} for update of j skip locked
    )
    update network_sync_jobs j set status = 'LEASED', lease_id = ${lease_id}, leased_by = ${input.agent_id},
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = j.attempts + 1
    from due where j.id = due.id
    returning j.id, j.router, j.customer, j.kind, j.payload, j.attempts - 1 as attempts, j.created_at`;
  if (taken.length === 0) return [];
  ctx.touch("network_sync_jobs");
  const inOrder = [...taken].sort((a, b) => (a.id < b.id ? -1 : 1));
  return Promise.all(
    inOrder.map(async (job) => ({
      id: job.id,
      lease_id,
      kind: job.kind as RouterJobKind,
      router: job.router,
      dry_run: job.payload.dry_run === true,
      confirm: job.payload.confirm === true,
      desired: await desiredState(ctx, job),
      attempts: job.attempts,
      lease_seconds: LEASE_SECONDS,
    })),
  );
}

/** Whether the lease was still the caller's; if so it now lasts anew. */
export async function renew(ctx: OperationContext, input: RenewInput): Promise<boolean> {
  const { tx, tenant } = ctx;
  // A renewal is nobody's news, but the row's stamp moves; readers hear of it with the next real change.
  const renewed = await tx`
    update network_sync_jobs set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where tenant_id = ${tenant.id} and id = ${input.job_id} and lease_id = ${input.lease_id} and status = 'LEASED'
    returning id`;
  return renewed.length > 0;
}
