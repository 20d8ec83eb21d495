// OLTs: registered without being contacted; an agent of their site polls them within seconds.

import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { kindOfAddress } from "../../../shared/kernel/outgoing/address.rules.ts";
import {
  incident,
  incidentOnu,
  networkSyncJob,
  type Olt,
  olt,
  oltVerbs,
  onu,
  pollOlt,
} from "../../../shared/network/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { crudOperations } from "../../kernel/resource/crud.ts";
import { deleteRows } from "../../kernel/resource/deletions.ts";
import { type Draft, withColumns } from "../../kernel/resource/draft.ts";
import type { Hooks } from "../../kernel/resource/hooks.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { tellOutliving } from "../../kernel/resource/write-record.ts";
import { ROUTER_ACCESS } from "../agent/wake.ts";
import { jobRoute } from "../job-route.ts";
import { enqueueOltJob } from "./jobs.ts";
import { unlinkOnus } from "./link-onus.ts";

/** The address, protocol and protection of an OLT: a change of them asks for the credentials again. */
const ADDRESS = ["host", "snmp_port", "snmp_version"] as const;
const PROTECTION = ["security_level", "auth_protocol", "priv_protocol"] as const;
const CREDENTIALS = ["community", "write_community", "auth_password", "priv_password"] as const;

/** @throws Failure VALIDATION for an address that no OLT may have. Names are judged by the agent, which resolves them. */
function checkHost(ctx: OperationContext, { host }: Draft<typeof olt>): void {
  const kind = host === undefined ? null : kindOfAddress(host);
  if (kind === "RESERVED") throw invalid("host", "No OLT can be at this address: it is a reserved one");
  if (kind === "LOOPBACK" && !ctx.services.loopback_routers)
    throw invalid("host", "This address is the machine's own: no OLT can be there");
}

/** @throws Failure VALIDATION for version 3 without what its level takes. `sealed`: the passwords that are kept already. */
function checkSecurity(draft: Draft<typeof olt>, sealed: ReadonlySet<string>): void {
  if (draft.snmp_version !== "3") return;
  const level = draft.security_level ?? "noAuthNoPriv";
  const auth = level === "noAuthNoPriv" ? [] : (["auth_protocol", "auth_password"] as const);
  const priv = level === "authPriv" ? (["priv_protocol", "priv_password"] as const) : [];
  const missing = (["security_name", ...auth, ...priv] as const).find(
    (name) => !draft[name] && !(draft[name] === undefined && sealed.has(name)),
  );
  if (missing) throw invalid(missing, `SNMP version 3 at the level ${level} takes it`, "REQUIRED");
}

/** Which credentials are kept for an OLT. */
async function sealedOf(ctx: OperationContext, id: string): Promise<ReadonlySet<string>> {
  const [row] = await ctx.tx<Record<string, boolean>[]>`
    select community_encrypted is not null as community, write_community_encrypted is not null as write_community,
      auth_password_encrypted is not null as auth_password, priv_password_encrypted is not null as priv_password
    from olts where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  return new Set(CREDENTIALS.filter((name) => row?.[name]));
}

/**
 * Else a credential that is kept would be sent to wherever the new address leads. What writes may be left out: it is
 * forgotten then.
 * @throws Failure PASSWORD_REQUIRED.
 */
function requireCredentials(draft: Draft<typeof olt>, record: Olt, sealed: ReadonlySet<string>): void {
  const version = draft.snmp_version ?? record.snmp_version;
  const read = version === "2c" ? (["community"] as const) : (["auth_password", "priv_password"] as const);
  const missing = read.filter((name) => sealed.has(name) && !draft[name]);
  if (missing.length === 0) return;
  const message = "Another address may be another device's: give the credentials again";
  throw new Failure("PASSWORD_REQUIRED", message, {
    errors: missing.map((field) => ({ field, code: "PASSWORD_REQUIRED", message })),
  });
}

const tellAgents = (ctx: OperationContext) => ctx.markChanged(ROUTER_ACCESS);

const hooks: Hooks<typeof olt> = {
  create: {
    before(ctx, draft) {
      checkHost(ctx, draft);
      checkSecurity(draft, new Set());
      return draft;
    },
    after: tellAgents,
  },
  update: {
    async before(ctx, draft, record) {
      const sealed = await sealedOf(ctx, record.id);
      const given = Object.fromEntries(CREDENTIALS.map((name) => [name, draft[name]]));
      const changes = (name: (typeof ADDRESS | typeof PROTECTION)[number]) =>
        draft[name] !== undefined && draft[name] !== record[name];
      const moves = ADDRESS.some(changes);
      if (moves) checkHost(ctx, draft);
      if (moves || PROTECTION.some(changes)) requireCredentials(draft, record, sealed);
      checkSecurity({ ...record, ...draft, ...given }, moves ? new Set() : sealed);
      if (!moves) return draft;
      const forgotten = Object.fromEntries(
        CREDENTIALS.filter((name) => draft[name] === undefined).map((name) => [name, null]),
      );
      // Who polled the old one says nothing of the new one.
      return withColumns(
        { ...forgotten, ...draft, status: "UNKNOWN" as const },
        { watched_until: null, offline_since: null },
      );
    },
    after: tellAgents,
  },
  delete: {
    async before(ctx, { id }) {
      // What was seen on it and what was to be done with it go with it.
      await unlinkOnus(ctx, ctx.tx`o.olt = ${id}`);
      const of = ctx.tx`t.olt = ${id}`;
      const incidents = ctx.tx`t.incident in (select i.id from incidents i
        where i.tenant_id = ${ctx.tenant.id} and i.olt = ${id})`;
      await deleteRows(ctx.tx, incidentOnu, ctx.tenant.id, incidents);
      for (const kind of [incident, networkSyncJob, onu]) await deleteRows(ctx.tx, kind, ctx.tenant.id, of);
      for (const { collection } of [incidentOnu, incident, networkSyncJob, onu]) ctx.markChanged(collection);
      tellOutliving(ctx, incident);
      tellAgents(ctx);
    },
  },
};

export const oltOperations = crudOperations(oltVerbs, hooks);

/** @throws Failure NOT_FOUND, BUSINESS_RULE for an OLT that is left alone. */
export async function requireActiveOlt(ctx: OperationContext, id: string): Promise<Olt> {
  const target = await requireRecord(ctx, olt, id);
  if (!target.is_active) throw new Failure("BUSINESS_RULE", "The OLT is not active");
  return target;
}

const queuePoll = implement(pollOlt, async (ctx, _input, id) => {
  const target = await requireActiveOlt(ctx, id);
  const job = await enqueueOltJob(ctx, { kind: "POLL_OLT", olt: target });
  ctx.audit(pollOlt, { id });
  return { id: job };
});

export const pollRoute = jobRoute(pollOlt, queuePoll);
