// Does what calls from outside say: each once, by a job that goes on after whatever ends a server.

import { Failure } from "../../../shared/kernel/failure.ts";
import type { Verdict } from "../../../shared/kernel/outgoing/inbound.ts";
import type { Row } from "../db/db.ts";
import { forEachTenant } from "../jobs/for-each-tenant.ts";
import type { JobDefinition } from "../jobs/jobs.ts";
import type { OperationContext } from "../operation/context.ts";
import type { Tenant } from "../operation/principal.ts";
import { runAsSystem, systemCall } from "../operation/run-as-system.ts";
import type { Services } from "../services.ts";
import { type Applied, type RawCall, receiverNamed } from "./receivers.ts";

const JOB = "apply-inbound-calls";
/** Behind each try that came to nothing, in seconds. */
const WAITS = [5, 30, 120, 600, 3_600, 21_600];
const LOT = 100;

/** What nobody signed, or signed too long ago: it is never applied. */
export const isRefused = (verdict: Verdict): boolean => verdict === "BAD_SIGNATURE" || verdict === "STALE";

/** Asks that what came in is applied now. */
export const wakeCalls = ({ jobs }: Pick<Services, "jobs">): void => jobs.wake(JOB);

interface KeptCall {
  id: string;
  receiver: string;
  account: string;
  method: string;
  query: string;
  headers: Record<string, string>;
  body: string;
  is_base64: boolean;
  received_at: string;
  /** Null: the server that took it ended before it was judged. */
  verdict: Verdict | null;
  attempts: number;
}

const rawOf = (tenant: string, kept: KeptCall): RawCall => ({
  ...{ tenant, account: kept.account, method: kept.method, query: kept.query, headers: kept.headers },
  raw: Buffer.from(kept.body, kept.is_base64 ? "base64" : "utf8"),
  received_at: new Date(kept.received_at),
});

/** What a kept call says from now on. */
function outcomeOf(
  { attempts }: KeptCall,
  { status, payment_events = [], error = null }: Omit<Applied, "error"> & { error?: string | null },
): Row {
  const wait = status === "WAITING" ? WAITS[attempts] : undefined;
  return {
    status: status === "WAITING" && wait === undefined ? "FAILED" : status,
    attempts: attempts + 1,
    next_try_at: wait === undefined ? null : new Date(Date.now() + wait * 1_000),
    last_error: error,
    ...(payment_events.length > 0 ? { payment_events: [...payment_events] } : {}),
  };
}

async function set(
  { tx, tenant }: OperationContext,
  id: string,
  { payment_events, ...change }: Row,
): Promise<void> {
  const events = payment_events ? { payment_events: tx.json(payment_events) } : {};
  await tx`update inbound_calls set ${tx({ ...change, ...events })} where tenant_id = ${tenant.id} and id = ${id}`;
}

/** Applies one call, under its lock: two servers do it once. */
async function applyCall(
  services: Services,
  tenant: Tenant,
  id: string,
  unreadable: Unreadable,
): Promise<void> {
  const attempt = (work: (ctx: OperationContext, kept: KeptCall) => Promise<void>) =>
    runAsSystem(services, tenant, systemCall(tenant), async (ctx) => {
      const [kept] = await ctx.tx<KeptCall[]>`
        select id, receiver, account, method, query, headers, body, is_base64, received_at, verdict, attempts
        from inbound_calls where tenant_id = ${tenant.id} and id = ${id} and next_try_at <= now() for update`;
      if (!kept) return;
      await work(ctx, kept);
      ctx.markChanged("inbound_calls");
    });
  try {
    await attempt(async (ctx, kept) => {
      const receiver = receiverNamed(kept.receiver);
      if (!receiver) return set(ctx, id, outcomeOf(kept, { status: "WAITING", error: "NO_RECEIVER" }));
      const raw = rawOf(tenant.id, kept);
      const verdict = kept.verdict ?? (await receiver.verify(services, raw));
      const settle = (applied: Parameters<typeof outcomeOf>[1]) =>
        set(ctx, id, { verdict, ...outcomeOf(kept, applied) });
      if (isRefused(verdict)) return settle({ status: "IGNORED" });
      if (verdict !== "UNREADABLE") return settle(await receiver.apply(ctx, raw, verdict));
      unreadable(ctx, kept);
      return settle({ status: "FAILED", error: "UNREADABLE" });
    });
  } catch (error) {
    if (error instanceof Failure && error.code === "UNAVAILABLE") throw error;
    services.log.error({ error, call: id }, "inbound call");
    const why = error instanceof Failure ? error.code : "INTERNAL";
    await attempt((ctx, kept) => set(ctx, id, outcomeOf(kept, { status: "WAITING", error: why })));
  }
}

/** Puts a call that nobody understands on the review list. */
export type Unreadable = (ctx: OperationContext, call: { id: string; receiver: string }) => void;

/** @param given what the kernel does not know itself. */
export function applyCalls(given: {
  tenantOf(services: Services, id: string): Promise<Tenant | null>;
  unreadable: Unreadable;
}): JobDefinition {
  return {
    name: JOB,
    cron: "* * * * *",
    on_clock_jump: "HARMLESS",
    at_start: true,
    one_waiting: true,
    async run(services) {
      const due = await services.db.platform<{ tenant_id: string; id: string }[]>`
        select /* every tenant */ c.tenant_id, c.id from inbound_calls c join tenants t on t.id = c.tenant_id
        where c.next_try_at <= now() and t.is_active order by c.next_try_at limit ${LOT}`;
      await forEachTenant("inbound calls", due, async ({ tenant_id, id }) => {
        const tenant = await given.tenantOf(services, tenant_id);
        if (tenant) await applyCall(services, tenant, id, given.unreadable);
      });
      if (due.length === LOT) wakeCalls(services);
    },
  };
}
