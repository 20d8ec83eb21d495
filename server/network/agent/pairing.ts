// Pairing: who may set routers up gets a code for one site, and a computer there trades it for a token of the role Agent.
import { AGENT, apiToken } from "../../../shared/identity/index.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import {
  normalPairingCode,
  PAIRING_LENGTH,
  PAIRING_MINUTES,
  PAIRING_SIGNS,
  pairAnswer,
  pairBody,
  pairingCodeAnswer,
  pairingCodeBody,
  pairingQuery,
  pairingState,
} from "../../../shared/network/pairing.ts";
import { addApiToken, hashToken, loadTenant, tryCode } from "../../identity/index.ts";
import { type Route, route } from "../../kernel/area.ts";
import { inTenant } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { runAsSystem, systemCall } from "../../kernel/operation/run-as-system.ts";
import { tenantOf } from "../../kernel/operation/run-operation.ts";
import { randomSigns } from "../../kernel/secrets/random-signs.ts";
import type { Services } from "../../kernel/services.ts";

/** What wrong codes are counted under, beside the address. */
const GUESSED = "agent pairing";

/** 32 signs: 40 bits, which nobody guesses in ten minutes at ten tries a minute. */
const newCode = (): string => randomSigns(PAIRING_SIGNS, PAIRING_LENGTH);

/** Whether active devices stand there. None need to say where they stand while none does. */
async function isSite({ tx, tenant }: OperationContext, site: string | null): Promise<boolean> {
  const [row] = await tx<{ is_there: boolean | null }[]>`
    select case when ${site}::text is null then bool_and(site is null) else bool_or(site = ${site}) end as is_there
    from (select site from routers where tenant_id = ${tenant.id} and is_active
      union all select site from olts where tenant_id = ${tenant.id} and is_active) as devices`;
  return row?.is_there === true;
}

async function agentRole({ tx, tenant }: OperationContext): Promise<string> {
  const [role] = await tx<{ id: string }[]>`
    select id from roles where tenant_id = ${tenant.id} and name = ${AGENT}`;
  if (!role)
    throw new Failure("BUSINESS_RULE", `There is no role ${AGENT}: make it again, with network.agent.run`);
  return role.id;
}

const makeCode = route({
  method: "POST",
  path: "/agents/pairing-codes/",
  operation_id: "createAgentPairingCode",
  summary: "A code that a computer of a site trades for its agent's token; the site's earlier one ends",
  area: "network",
  permission: "network.router.update",
  body: pairingCodeBody,
  output: pairingCodeAnswer,
  status: 201,
  failures: ["BUSINESS_RULE"],
  async handler({ services, call, body: { site } }) {
    const tenant = tenantOf(call.principal);
    return runAsSystem(services, tenant, call, async (ctx) => {
      const { tx } = ctx;
      if (!(await isSite(ctx, site)))
        throw invalid("site", "No active router or OLT stands there", "DOES_NOT_EXIST");
      await agentRole(ctx);
      const [code, id] = [newCode(), newId()];
      await tx`delete from agent_pairing_codes where tenant_id = ${tenant.id}
        and ((site is not distinct from ${site} and used_at is null) or created_at < now() - interval '1 day')`;
      const [made] = await tx<{ expires_at: string }[]>`
        insert into agent_pairing_codes (tenant_id, id, code_hash, site, created_by, expires_at)
        values (${tenant.id}, ${id}, ${hashToken(code)}, ${site}, ${call.principal.username},
          now() + make_interval(mins => ${PAIRING_MINUTES}))
        returning expires_at`;
      ctx.audit({ on: apiToken, name: "api_token.pairing_code" }, { id, note: site });
      return { code, expires_at: made?.expires_at };
    });
  },
});

const stateOfCode = route({
  method: "GET",
  path: "/agents/pairing-codes/",
  operation_id: "getAgentPairing",
  summary:
    "What became of a site's newest code: whether it still works, was used, and whether its agent has arrived",
  area: "network",
  permission: "network.router.update",
  query: pairingQuery,
  output: pairingState,
  async handler({ services, call, query }) {
    const tenant = tenantOf(call.principal);
    const site = query.site || null;
    const [row] = await inTenant(
      services.db,
      tenant,
      (tx) => tx`
        select p.expires_at, p.used_at, a.last_used_at as arrived_at from agent_pairing_codes p
          left join api_tokens a on a.tenant_id = p.tenant_id and a.id = p.api_token
        where p.tenant_id = ${tenant.id} and p.site is not distinct from ${site}
        order by p.created_at desc limit 1`,
    );
    return row ?? { expires_at: null, used_at: null, arrived_at: null };
  },
});

interface Offered {
  readonly tenant: Tenant;
  readonly id: string;
}

/** The company and the code that a hash stands for, whether it still works or not. */
async function offeredBy(services: Services, hash: Buffer): Promise<Offered | null> {
  const sql = services.db.platform;
  const [row] = await sql<{ tenant_id: string; id: string }[]>`
    select /* every tenant */ tenant_id, id from agent_pairing_codes where code_hash = ${hash}`;
  const tenant = row && (await loadTenant(sql, row.tenant_id));
  return row && tenant?.is_active ? { tenant, id: row.id } : null;
}

/** Trades a code; of two at once the row's lock lets one. @returns null where it was used, has expired, or its site is gone. */
async function trade(ctx: OperationContext, id: string, name: string) {
  const { tx, tenant } = ctx;
  const [code] = await tx<{ site: string | null; created_by: string }[]>`
    select site, created_by from agent_pairing_codes
    where tenant_id = ${tenant.id} and id = ${id} and used_at is null and expires_at > now() for update`;
  if (!code || !(await isSite(ctx, code.site))) return null;
  const { site, created_by } = code;
  const draft = { name: `${AGENT}: ${name}`, role: await agentRole(ctx), site };
  const { id: api_token, token } = await addApiToken(ctx, draft, created_by);
  await tx`update agent_pairing_codes set used_at = now(), api_token = ${api_token}
    where tenant_id = ${tenant.id} and id = ${id}`;
  return { token, site, company: tenant.name };
}

const pair = route({
  method: "POST",
  path: "/agents/pair/",
  operation_id: "pairAgent",
  summary: "Trade a pairing code for the token of a network agent",
  area: "network",
  permission: "public",
  body: pairBody,
  output: pairAnswer,
  status: 201,
  rate_limit: { max: ({ limits }) => limits.logins_per_minute, key: ({ address }) => `pairing ${address}` },
  failures: ["ACCOUNT_LOCKED", "BUSINESS_RULE"],
  async handler({ services, call, body: { code, name } }) {
    const traded = await tryCode(services.db.platform, GUESSED, call.address, async () => {
      const offered = await offeredBy(services, hashToken(normalPairingCode(code)));
      if (!offered) return null;
      return runAsSystem(
        services,
        offered.tenant,
        { ...systemCall(offered.tenant), address: call.address, request_id: call.request_id },
        (ctx) => trade(ctx, offered.id, name),
      );
    });
    // One answer to all that is wrong with a code.
    if (!traded)
      throw invalid(
        "code",
        "This code is unknown, was used, or has expired: ask for a new one",
        "WRONG_CODE",
      );
    return traded;
  },
});

export const pairingRoutes: readonly Route[] = [makeCode, stateOfCode, pair];
