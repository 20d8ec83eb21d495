// What the server knows of a customer's line below the account: router, newest job, session, fibre; and a fresh look at it.
import {
  type AccountFacts,
  LINE_JOB_KINDS,
  type LineFacts,
  type LineJobFacts,
  type RouterFacts,
  type SessionFacts,
} from "../../../shared/network/diagnosis/line-facts.ts";
import { loginFacts, staticFacts } from "../../../shared/network/diagnosis/login-facts.rules.ts";
import { inTenant, type Tx } from "../../kernel/db/db.ts";
import type { Call } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { runAsSystem } from "../../kernel/operation/run-as-system.ts";
import type { Services } from "../../kernel/services.ts";
import { lookAtLine } from "../live/line.ts";
import { pollSoon } from "../olt/jobs.ts";
import { plain } from "./plain.ts";
import { readFibre } from "./read-fibre.ts";

/** Whose line it is. */
export interface LineOwner {
  readonly id: string;
  readonly router: string | null;
  readonly onu: string | null;
  readonly username: string;
  readonly connection_type: AccountFacts["connection_type"];
  readonly ip_address: string | null;
}

type Known = Pick<LineFacts, "router" | "job" | "session" | "login" | "onu" | "port" | "incident">;

interface RouterRow extends RouterFacts {
  observed_at: string | null;
}

async function readKnown(tx: Tx, tenant: Tenant, { id, router, onu }: LineOwner): Promise<Known> {
  const [[device], [job], [session]] = await Promise.all([
    tx<
      RouterRow[]
    >`select name, is_active, status, last_seen_at, last_error, error_code, observed_at from routers
      where tenant_id = ${tenant.id} and id = ${router}`,
    tx<
      LineJobFacts[]
    >`select kind, status, last_error, error_code, created_at, finished_at from network_sync_jobs
      where tenant_id = ${tenant.id} and customer = ${id} and kind in ${tx([...LINE_JOB_KINDS])}
      order by created_at desc, id desc limit 1`,
    tx<Omit<SessionFacts, "observed_at">[]>`select started_at, ip_address from user_sessions
      where tenant_id = ${tenant.id} and customer = ${id} order by started_at desc nulls last limit 1`,
  ]);
  const seen = plain(device);
  const lasting = plain(session);
  const observed_at = seen?.observed_at ?? new Date().toISOString();
  return {
    ...{ router: seen, job: plain(job), session: lasting && { ...lasting, observed_at } },
    ...(await readFibre(tx, tenant, onu)),
  };
}

/**
 * All that is known of the line below the account. The router itself is asked about the login where it answers, for at most
 * two seconds; what it says of the session is newer than the last look at all of them.
 */
export async function readLine(services: Services, tenant: Tenant, line: LineOwner): Promise<Known> {
  const known = await inTenant(services.db, tenant, (tx) => readKnown(tx, tenant, line));
  if (line.router === null) return known;
  if (known.router?.status !== "ONLINE" || !known.router.is_active) return known;
  const { username, connection_type: connection, ip_address: address } = line;
  const look = await lookAtLine(services, tenant, line.router, { username, connection, address });
  if (!look) return known;
  const now = new Date();
  const asked_at = now.toISOString();
  if (connection === "STATIC") {
    const { suspend_address_list: closed, active_address_list: served } = tenant.settings;
    return { ...known, login: staticFacts(look, asked_at, { served, closed }) };
  }
  const login = loginFacts(look, asked_at, tenant.settings.timezone);
  if (look.session === null) return { ...known, login, session: null };
  const { ip_address, uptime_seconds } = look.session;
  const started_at =
    known.session?.started_at ?? new Date(now.getTime() - uptime_seconds * 1000).toISOString();
  return { ...known, login, session: { started_at, ip_address, observed_at: asked_at } };
}

/** Has the OLT of the line's ONU read soon, at most once a minute; the answer is there with a later look. */
export async function freshenLine(
  services: Services,
  call: Call,
  tenant: Tenant,
  { onu }: LineOwner,
): Promise<void> {
  if (onu === null) return;
  await runAsSystem(services, tenant, call, async (ctx) => {
    const [device] = await ctx.tx<{ olt: string }[]>`
      select olt from onus where tenant_id = ${tenant.id} and id = ${onu}`;
    if (device) await pollSoon(ctx, device.olt);
  });
}
