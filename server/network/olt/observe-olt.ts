// What agents see of OLTs: one that answers or does not, and with a reading the state of all its ONUs.
import type { ObserveOltInput } from "../../../shared/network/olt/olt-wire.ts";
import type { Call, OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { runAsSystem } from "../../kernel/operation/run-as-system.ts";
import type { Services } from "../../kernel/services.ts";
import { watchedElsewhere } from "../watching.ts";
import { keepSilence } from "./incidents.ts";
import { keepOnus } from "./keep-onus.ts";
import { linkBySerial } from "./link-onus.ts";

/** An OLT is the agent's that reached it last until it said nothing for this long: two polls and a slow one. */
const WATCH_SECONDS = 150;

type Standing = "GONE" | "WATCHED_ELSEWHERE" | "OBSERVED";

/** Under the OLT's lock: observations of one OLT are written one after the other. */
async function keepOlt(ctx: OperationContext, input: ObserveOltInput): Promise<Standing> {
  const { tx, tenant } = ctx;
  const { site } = ctx.actor;
  const [before] = await tx<
    { status: string; last_error: string | null; is_silent: boolean; is_watched: boolean }[]
  >`
    select status, last_error, offline_since is not null as is_silent, ${watchedElsewhere(ctx, input.agent_id, "o")} as is_watched
    from olts o where tenant_id = ${tenant.id} and id = ${input.olt} and is_active
      and (${site}::text is null or site = ${site}) for no key update`;
  if (!before) return "GONE";
  if (before.is_watched) return "WATCHED_ELSEWHERE";
  const online = input.status === "ONLINE";
  const last_error = online ? null : (input.last_error ?? "The OLT does not answer");
  const error_code = online ? null : (input.error_code ?? null);
  const until = online ? tx`now() + make_interval(secs => ${WATCH_SECONDS})` : tx`null`;
  const since = online ? tx`, offline_since = null` : before.is_silent ? tx`` : tx`, offline_since = now()`;
  await tx`update olts set observed_at = now(), watched_by = ${input.agent_id}, watched_until = ${until} ${since}
    where tenant_id = ${tenant.id} and id = ${input.olt}`;
  const news = {
    ...(input.status === before.status && last_error === before.last_error
      ? {}
      : { status: input.status, last_error, error_code }),
    ...(input.reading
      ? {
          uptime_seconds: input.uptime_seconds ?? null,
          warnings: tx.json(input.reading.warnings),
          ...(input.sys_descr ? { sys_descr: input.sys_descr } : {}),
          ...(input.profile === undefined ? {} : { profile: input.profile }),
          ...(input.reading.is_complete ? { unconfigured: tx.json(input.reading.unconfigured) } : {}),
        }
      : {}),
  };
  if (Object.keys(news).length > 0) {
    const polled = input.reading ? tx`, last_polled_at = now()` : tx``;
    await tx`update olts set ${tx(news)} ${polled} where tenant_id = ${tenant.id} and id = ${input.olt}`;
    ctx.markChanged("olts");
  }
  // Locked jobs are skipped.
  const waiting = tx`tenant_id = ${tenant.id} and id in (select id from network_sync_jobs
    where tenant_id = ${tenant.id} and olt = ${input.olt} and status = 'QUEUED' for update skip locked)`;
  const told = online
    ? before.status === "ONLINE"
      ? []
      : await tx`update network_sync_jobs set next_attempt_at = now(),
          last_error = case when attempts = 0 then null else last_error end,
          error_code = case when attempts = 0 then null else error_code end where ${waiting} returning id`
    : await tx`update network_sync_jobs set last_error = ${last_error}, error_code = ${error_code}
        where ${waiting} and last_error is distinct from ${last_error} returning id`;
  if (told.length > 0) ctx.markChanged("network_sync_jobs");
  return "OBSERVED";
}

/**
 * Takes an observation over; one of an OLT that is gone or switched off is dropped.
 * @returns whether the agent is to go on polling the OLT: false while another one does.
 */
export async function observeOlt(
  { services, tenant, call }: { services: Services; tenant: Tenant; call: Call },
  input: ObserveOltInput,
): Promise<boolean> {
  const standing = await runAsSystem(services, tenant, call, async (ctx) => {
    await ctx.tx`update network_agents set last_seen_at = now()
      where tenant_id = ${tenant.id} and id = ${input.agent_id}`;
    const standing = await keepOlt(ctx, input);
    if (standing === "OBSERVED" && input.status === "ONLINE") await keepOnus(ctx, input);
    if (standing === "OBSERVED" && input.status === "OFFLINE") await keepSilence(ctx, input.olt);
    return standing;
  });
  // Customers are locked before their ONUs, so this is a separate transaction; what it missed it finds at the next reading.
  const link = () =>
    runAsSystem(services, tenant, call, (ctx) => linkBySerial(ctx, ctx.tx`o.olt = ${input.olt}`));
  if (standing === "OBSERVED" && input.reading) while (await link());
  return standing !== "WATCHED_ELSEWHERE";
}
