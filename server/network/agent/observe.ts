// What agents see: routers that answer or don't, and the sessions on them. Readers are woken by news, not by counters.
import type { ObserveInput } from "../../../shared/network/agent-wire.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { PARKED } from "../enqueue.ts";
import { watchedElsewhere } from "../watching.ts";
import { observeSessions } from "./observe-sessions.ts";

/** Uptime, load and last_seen_at alone are news this often. */
const COUNTERS_SECONDS = 30;
/** A router is the agent's that reached it last until it said nothing for this long: a few looks, and a slow one. */
const WATCH_SECONDS = 20;
type Standing = "GONE" | "WATCHED_ELSEWHERE" | "OBSERVED";

async function observeRouter(ctx: OperationContext, input: ObserveInput): Promise<Standing> {
  const { tx, tenant } = ctx;
  const { site } = ctx.actor;
  const [before] = await tx<{ status: string; is_watched: boolean }[]>`
    select status, ${watchedElsewhere(ctx, input.agent_id, "r")} as is_watched
    from routers r where tenant_id = ${tenant.id} and id = ${input.router} and is_active
      and (${site}::text is null or site = ${site}) for no key update`;
  if (!before) return "GONE";
  // Two looks at one router cost it twice; who reaches it keeps it, and who does not has nothing to say of it.
  if (before.is_watched) return "WATCHED_ELSEWHERE";
  const online = input.status === "ONLINE";
  const facts = {
    status: input.status,
    last_error: online ? null : (input.last_error ?? "The router does not answer"),
    error_code: online ? null : (input.error_code ?? null),
    ...(input.identity ? { identity: input.identity } : {}),
    ...(input.ros_version ? { ros_version: input.ros_version } : {}),
    ...(input.board_name ? { board_name: input.board_name } : {}),
  };
  const counters = online
    ? { uptime_seconds: input.uptime_seconds ?? null, cpu_load: input.cpu_load ?? null }
    : {};
  const differs = Object.entries(facts)
    .map(([name, value]) => tx`${tx(name)} is distinct from ${value}`)
    .reduce((a, b) => tx`${a} or ${b}`);
  const told = await tx`
    update routers set ${tx({ ...facts, ...counters })}, last_seen_at = ${online ? tx`now()` : tx`last_seen_at`}
    where tenant_id = ${tenant.id} and id = ${input.router} and (${differs}
      ${online ? tx`or last_seen_at is null or last_seen_at < now() - make_interval(secs => ${COUNTERS_SECONDS})` : tx``})
    returning id`;
  const until = online ? tx`now() + make_interval(secs => ${WATCH_SECONDS})` : tx`null`;
  await tx`update routers set observed_at = now(), watched_by = ${input.agent_id}, watched_until = ${until}, expected_identity = coalesce(expected_identity, ${input.identity ?? null})
    where tenant_id = ${tenant.id} and id = ${input.router}`;
  if (told.length > 0) ctx.markChanged("routers");
  // Locked jobs are skipped: an observation must never hold up a payment.
  const waiting = tx`tenant_id = ${tenant.id} and id in (select id from network_sync_jobs
    where tenant_id = ${tenant.id} and router = ${input.router} and status = 'QUEUED'
      and (error_code is null or error_code <> all(${PARKED})) for update skip locked)`;
  if (online && before.status !== "ONLINE") {
    const due = await tx`update network_sync_jobs set next_attempt_at = now(),
      last_error = case when attempts = 0 then null else last_error end,
      error_code = case when attempts = 0 then null else error_code end where ${waiting} returning id`;
    if (due.length > 0) ctx.markChanged("network_sync_jobs");
  }
  if (!online) {
    // Each time: a job queued while the first such observation was written down has not heard of it.
    const stuck =
      await tx`update network_sync_jobs set last_error = ${facts.last_error}, error_code = ${facts.error_code}
      where ${waiting} and last_error is distinct from ${facts.last_error} returning id`;
    if (stuck.length > 0) ctx.markChanged("network_sync_jobs");
  }
  return "OBSERVED";
}

/**
 * Takes an observation over; one of a router that is gone or switched off is dropped.
 * @returns whether the agent is to go on looking at the router: false while another one watches it.
 */
export async function observe(ctx: OperationContext, input: ObserveInput): Promise<boolean> {
  const standing = await observeRouter(ctx, input);
  const { tx, tenant } = ctx;
  await tx`update network_agents set last_seen_at = now() where tenant_id = ${tenant.id} and id = ${input.agent_id}`;
  if (standing === "OBSERVED" && input.sessions) await observeSessions(ctx, input.router, input.sessions);
  return standing !== "WATCHED_ELSEWHERE";
}
