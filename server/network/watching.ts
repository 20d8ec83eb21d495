// Who looks after a device: of several agents that reach it the one that reached it last, for as long as it is heard of.
import type { OperationContext } from "../kernel/operation/context.ts";

/**
 * An agent asks twice a minute which devices there are, whatever it reads meanwhile: one that did not for so long is gone,
 * and leaves its devices well before the lease of a job (60 s) would lapse.
 */
export const AGENT_SILENT_SECONDS = 45;

/**
 * SQL: whether another agent than this one looks after the device (a row of routers or olts, under its alias). It names the tenant
 * itself: a cluster locks the row only where each part of the statement says on which node it lies.
 */
export const watchedElsewhere = ({ tx, tenant }: OperationContext, agent_id: string, alias: "r" | "o") => {
  const device = tx(alias);
  return tx`coalesce(${device}.watched_by <> ${agent_id} and ${device}.watched_until > now()
    and not exists (select from network_agents a where a.tenant_id = ${tenant.id} and a.id = ${device}.watched_by
      and a.last_seen_at < now() - make_interval(secs => ${AGENT_SILENT_SECONDS})), false)`;
};
