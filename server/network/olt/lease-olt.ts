// OLTs and their jobs for agents: what `agent.hello` and `agent.lease` say of them.
import { newId } from "../../../shared/kernel/id.ts";
import type { LeaseInput } from "../../../shared/network/agent-wire.ts";
import type { LeasedOltJob, OltAccess, OltJobKind } from "../../../shared/network/olt/olt-wire.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { watchedElsewhere } from "../watching.ts";

const LEASE_SECONDS = 60;
export const OLT_POLL_SECONDS = 60;

const SEALED = ["community", "write_community", "auth_password", "priv_password"] as const;

type OltRow = Omit<OltAccess, (typeof SEALED)[number]> & {
  [K in (typeof SEALED)[number] as `${K}_encrypted`]: Uint8Array | null;
} & {
  /** By another agent. */
  is_watched: boolean;
};

function accessOf(ctx: OperationContext, row: OltRow): OltAccess | null {
  const open = (name: (typeof SEALED)[number]) => {
    const sealed = row[`${name}_encrypted`];
    return (
      sealed && ctx.services.secrets.open(sealed, { table: "olts", column: `${name}_encrypted`, id: row.id })
    );
  };
  const { id, name, vendor, host, snmp_port, snmp_version } = row;
  const { security_name, security_level, auth_protocol, priv_protocol } = row;
  try {
    return {
      ...{ id, name, vendor, host, snmp_port, snmp_version },
      ...{ security_name, security_level, auth_protocol, priv_protocol },
      community: open("community"),
      write_community: open("write_community"),
      auth_password: open("auth_password"),
      priv_password: open("priv_password"),
    };
  } catch {
    ctx.services.log.error(
      { olt: id },
      "an OLT's credentials were sealed with another key or for another row: set them again",
    );
    return null;
  }
}

/** OLTs that this agent may reach: the token's site is the server's word, the agent's own may only narrow it. */
const within = (ctx: OperationContext, asked: string | null) => {
  const { site } = ctx.actor;
  return ctx.tx`o.is_active and (${site}::text is null or o.site = ${site}) and (${asked}::text is null or o.site = ${asked})`;
};

interface OltsAnswer {
  olts: OltAccess[];
  olts_watched_elsewhere: string[];
  olt_poll_seconds: number;
}

/** The active OLTs of an agent's site, with their credentials in the clear: only for the agent, never for a log. */
export async function oltsOf(
  ctx: OperationContext,
  { agent_id, site = null }: { agent_id: string; site?: string | null | undefined },
): Promise<OltsAnswer> {
  const rows = await ctx.tx<OltRow[]>`
    select o.id, o.name, o.vendor, o.host, o.snmp_port, o.snmp_version, o.security_name, o.security_level, o.auth_protocol,
      o.priv_protocol, o.community_encrypted, o.write_community_encrypted, o.auth_password_encrypted,
      o.priv_password_encrypted,
      ${watchedElsewhere(ctx, agent_id, "o")} as is_watched
    from olts o where o.tenant_id = ${ctx.tenant.id} and ${within(ctx, site)} order by o.name`;
  return {
    olts: rows.map((row) => accessOf(ctx, row)).filter((access) => access !== null),
    olts_watched_elsewhere: rows.filter((row) => row.is_watched).map((row) => row.id),
    olt_poll_seconds: OLT_POLL_SECONDS,
  };
}

interface Taken {
  id: string;
  olt: string;
  kind: OltJobKind;
  payload: { onu?: string };
  attempts: number;
}

interface Target {
  id: string;
  pon_port: string;
  onu_index: number;
  serial_number: string | null;
}

/** What becomes of a reboot whose agent was lost: it may have been carried out, so it is not done twice. */
export const REBOOT_LOST = {
  status: "FAILED",
  error_code: "UNKNOWN_OUTCOME",
  last_error:
    "The agent was lost while it restarted the ONU. Look whether it did: it is not tried again by itself",
};

/** Before others take jobs; where no agent asks for any, the clock does it (forget-olts.ts). */
function giveUpLostReboots({ tx, tenant }: OperationContext): Promise<{ id: string }[]> {
  return tx<{ id: string }[]>`
    update network_sync_jobs set ${tx(REBOOT_LOST)}, finished_at = now(), lease_id = null, leased_by = null, leased_until = null
    where tenant_id = ${tenant.id} and kind = 'REBOOT_ONU' and status = 'LEASED' and leased_until < now() returning id`;
}

/** Takes OLTs' jobs as `lease` takes routers': of one OLT only one agent holds jobs at a time. */
export async function leaseOltJobs(ctx: OperationContext, input: LeaseInput): Promise<LeasedOltJob[]> {
  const { tx, tenant } = ctx;
  const { reachable_olt_ids = [], olt_kinds = [], agent_id, max } = input;
  if (reachable_olt_ids.length === 0 || olt_kinds.length === 0) return [];
  const olts = [...new Set(reachable_olt_ids)].sort();
  // In one order for everybody, so that agents which ask at the same time wait for each other instead of deadlocking.
  await tx`select pg_advisory_xact_lock(hashtextextended('lease:' || olt, 0)) from unnest(${olts}::text[]) as olt`;
  const lost = await giveUpLostReboots(ctx);
  if (lost.length > 0) ctx.markChanged("network_sync_jobs");
  const lease_id = newId();
  const taken = await tx<Taken[]>`
    with due as (
      select j.id from network_sync_jobs j
        join olts o on o.tenant_id = j.tenant_id and o.id = j.olt and ${within(ctx, null)}
      where j.tenant_id = ${tenant.id} and j.olt in ${tx(olts)} and j.kind in ${tx(olt_kinds)}
        and ((j.status = 'QUEUED' and j.next_attempt_at <= now()) or (j.status = 'LEASED' and j.leased_until < now()))
        and not exists (
          select from network_sync_jobs other where other.tenant_id = ${tenant.id} and other.olt = j.olt
            and other.status = 'LEASED' and other.leased_until >= now() and other.leased_by <> ${agent_id})
      order by j.urgent desc, j.created_at, j.id limit ${max} for update of j skip locked
    )
    update network_sync_jobs j set status = 'LEASED', lease_id = ${lease_id}, leased_by = ${agent_id},
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = j.attempts + 1
    from due where j.tenant_id = ${tenant.id} and j.id = due.id
    returning j.id, j.olt, j.kind, j.payload, j.attempts - 1 as attempts`;
  if (taken.length === 0) return [];
  ctx.markChanged("network_sync_jobs");
  const named = taken.flatMap(({ payload }) => payload.onu ?? []);
  const targets =
    named.length === 0
      ? []
      : await tx<Target[]>`select id, pon_port, onu_index, serial_number from onus
          where tenant_id = ${tenant.id} and id::text in ${tx(named)}`;
  const trusted = await tx<{ id: string; allow_unverified: boolean }[]>`
    select id, allow_unverified from olts where tenant_id = ${tenant.id} and id in ${tx(taken.map(({ olt }) => olt))}`;
  const leased = taken.map(({ id, olt, kind, payload, attempts }) => {
    const target = targets.find((onu) => onu.id === payload.onu);
    const { pon_port = "", onu_index = 0, serial_number = null } = target ?? {};
    return {
      ...{ id, lease_id, kind, olt, attempts },
      // Null: it is known no more, and the agent says so.
      onu: target ? { pon_port, onu_index, serial_number } : null,
      allow_unverified: trusted.find((one) => one.id === olt)?.allow_unverified === true,
      lease_seconds: LEASE_SECONDS,
    };
  });
  return leased.sort((a, b) => (a.id < b.id ? -1 : 1));
}
