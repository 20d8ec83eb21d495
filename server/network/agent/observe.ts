// What agents see: routers that answer or don't, and the sessions on them. Readers are woken by news, not by counters.
import { createHash } from "node:crypto";
import type { ObservedSession, ObserveInput } from "../../../shared/network/agent-wire.ts";
import { userSession } from "../../../shared/network/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { deleteRows } from "../../kernel/resource/deletions.ts";
import { NO_PASSWORD } from "../enqueue.ts";

/** Uptime, load and last_seen_at alone are news this often. */
const COUNTERS_SECONDS = 30;
/** A router is the agent's that reached it last until it said nothing for this long: a few looks, and a slow one. */
const WATCH_SECONDS = 20;
/** Start times are worked out from uptimes, which are cut to whole seconds on a slow way: less than this is no restart. */
const RESTART_SECONDS = 15;

/** A session's id: always the same for the same router, RouterOS id and user (a UUID made of a hash, RFC 9562 version 8). */
function sessionId(router: string, ros_id: string, username: string): string {
  const hex = createHash("sha256").update(`${router}\n${ros_id}\n${username}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type Standing = "GONE" | "WATCHED_ELSEWHERE" | "OBSERVED";

async function observeRouter(ctx: OperationContext, input: ObserveInput): Promise<Standing> {
  const { tx, tenant } = ctx;
  const { site } = ctx.actor;
  const [before] = await tx<{ status: string; is_watched: boolean }[]>`
    select status, coalesce(watched_by <> ${input.agent_id} and watched_until > now(), false) as is_watched
    from routers where tenant_id = ${tenant.id} and id = ${input.router} and is_active
      and (${site}::text is null or site = ${site}) for no key update`;
  if (!before) return "GONE";
  // Two looks at one router cost it twice; who reaches it keeps it, and who does not has nothing to say of it.
  if (before.is_watched) return "WATCHED_ELSEWHERE";
  const online = input.status === "ONLINE";
  const facts = {
    status: input.status,
    last_error: online ? null : (input.last_error ?? "The router does not answer"),
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
  // Jobs that somebody has in hand are left to him: an observation must never stand in a payment's way.
  const waiting = tx`tenant_id = ${tenant.id} and id in (select id from network_sync_jobs
    where tenant_id = ${tenant.id} and router = ${input.router} and status = 'QUEUED'
      and error_code is distinct from ${NO_PASSWORD} for update skip locked)`;
  if (online && before.status !== "ONLINE") {
    const due = await tx`update network_sync_jobs set next_attempt_at = now(),
      last_error = case when attempts = 0 then null else last_error end where ${waiting} returning id`;
    if (due.length > 0) ctx.markChanged("network_sync_jobs");
  }
  if (!online) {
    // Each time: a job queued while the first such observation was written down has not heard of it.
    const stuck = await tx`update network_sync_jobs set last_error = ${facts.last_error}
      where ${waiting} and last_error is distinct from ${facts.last_error} returning id`;
    if (stuck.length > 0) ctx.markChanged("network_sync_jobs");
  }
  return "OBSERVED";
}

/** New sessions in one statement: it has room for 65,535 values. */
const CHUNK = 5_000;

async function observeSessions(
  ctx: OperationContext,
  router: string,
  sessions: readonly ObservedSession[],
): Promise<void> {
  const { tx, tenant } = ctx;
  const byId = new Map(
    sessions.map((session) => [sessionId(router, session.ros_id, session.username), session]),
  );
  const rows = [...byId].map(([id, session]) => ({ id, ...session }));
  const seen = tx`
    select s.*, c.id as customer, date_trunc('second', now() - make_interval(secs => s.uptime_seconds)) as started_at
    from jsonb_to_recordset(${tx.json(rows)}) as s(id uuid, ros_id text, username text, ip_address text,
      mac_address text, uptime_seconds bigint, bytes_in bigint, bytes_out bigint, rate_in_bps bigint, rate_out_bps bigint)
    left join customers c on c.tenant_id = ${tenant.id} and c.username = s.username`;
  const mine = tx`t.tenant_id = ${tenant.id} and t.router = ${router}`;
  const news = await Promise.all([
    deleteRows(
      tx,
      userSession,
      tenant.id,
      tx`t.router = ${router}
        and not exists (select from jsonb_to_recordset(${tx.json(rows)}) as s(id uuid) where s.id = t.id)`,
    ),
    tx`update user_sessions t set customer = s.customer, ip_address = s.ip_address, mac_address = s.mac_address,
        started_at = s.started_at
      from (${seen}) s where ${mine} and t.id = s.id
        and ((t.customer, t.ip_address, t.mac_address) is distinct from (s.customer, s.ip_address, s.mac_address)
          or abs(extract(epoch from t.started_at - s.started_at)) > ${RESTART_SECONDS}) returning t.id`,
    tx`select ${tenant.id}::uuid as tenant_id, ${router}::uuid as router, s.id, s.customer, s.ros_id, s.username,
        s.ip_address, s.mac_address, s.uptime_seconds, s.started_at, now() as observed_at
      from (${seen}) s where not exists (select from user_sessions t where ${mine} and t.id = s.id)`,
  ]);
  const [, , came] = news;
  for (let first = 0; first < came.length; first += CHUNK)
    await tx`insert into user_sessions ${tx(came.slice(first, first + CHUNK))} on conflict (tenant_id, id) do nothing`;
  // Columns that wake nobody: see the table's trigger.
  await tx`update user_sessions t set uptime_seconds = s.uptime_seconds, bytes_in = s.bytes_in, bytes_out = s.bytes_out,
      rate_in_bps = s.rate_in_bps, rate_out_bps = s.rate_out_bps, observed_at = now()
    from (${seen}) s where ${mine} and t.id = s.id`;
  if (news.some((rows) => rows.length > 0)) ctx.markChanged("user_sessions");
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
