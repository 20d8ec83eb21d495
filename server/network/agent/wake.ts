// Tells agents that jobs wait for them, or that the list of routers changed.
import type { WakeEvent } from "../../../shared/network/agent-wire.ts";
import { inTenant } from "../../kernel/db/db.ts";
import { follow, type Holder, untilEnded } from "../../kernel/http/stream.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import type { Services } from "../../kernel/services.ts";
import { PARKED } from "../enqueue.ts";
import { openQuestions, ROUTER_QUESTIONS } from "../live/questions.ts";

/** Named beside the collections of a change: routers, or how to reach them, are others now. What is seen of them is not it. */
export const ROUTER_ACCESS = "router_access";

/** What was asked for this long ago at most is worth a try of a device that does not answer. */
const JUST_SECONDS = 30;
const AWAITED_MAX = 100;

async function jobsWait(services: Services, tenant: Tenant): Promise<boolean> {
  const [job] = await inTenant(
    services.db,
    tenant,
    (tx) => tx`
    select 1 from network_sync_jobs where tenant_id = ${tenant.id} and status = 'QUEUED' and next_attempt_at <= now()
      and (router is not null or olt is not null) and (error_code is null or error_code <> all(${PARKED})) limit 1`,
  );
  return job !== undefined;
}

/** Devices that do not answer and have jobs that were just asked for, by the job and the time of asking. */
async function awaited(services: Services, tenant: Tenant): Promise<Map<string, string>> {
  const rows = await inTenant(
    services.db,
    tenant,
    (tx) => tx<{ asked: string; device: string }[]>`
    select j.id || ' ' || j.next_attempt_at as asked, coalesce(j.router, j.olt) as device from network_sync_jobs j
    left join routers r on r.tenant_id = j.tenant_id and r.id = j.router
    left join olts o on o.tenant_id = j.tenant_id and o.id = j.olt
    where coalesce(r.status, o.status) <> 'ONLINE' and j.tenant_id = ${tenant.id} and j.status = 'QUEUED' and j.urgent
      and j.next_attempt_at between now() - make_interval(secs => ${JUST_SECONDS}) and now()
    order by j.next_attempt_at desc limit ${AWAITED_MAX}`,
  );
  return new Map(rows.map(({ asked, device }) => [asked, device]));
}

/** An event at once, and whenever something may be waiting, until the reader leaves or has no right to it any more. */
export async function* wakeUps(holder: Holder, signal: AbortSignal | undefined): AsyncGenerator<WakeEvent> {
  const { services, tenant, principal } = holder;
  const { site } = principal;
  const stream = untilEnded(holder, signal, "COMMITTED");
  const asked = async (): Promise<WakeEvent[]> => {
    const asks = await inTenant(services.db, tenant, (tx) => openQuestions(tx, tenant, site));
    return asks.length > 0 ? [{ asks }] : [];
  };
  let told: ReadonlyMap<string, string> = new Map();
  /** Each asking is told once: what comes of it tells every other reader of jobs that they changed. */
  const jobs = async (): Promise<WakeEvent> => {
    const now = await awaited(services, tenant);
    const urgent = new Set([...now].flatMap(([asked, device]) => (told.has(asked) ? [] : [device])));
    told = now;
    return urgent.size > 0 ? { urgent: [...urgent] } : {};
  };
  try {
    yield { routers: true };
    yield* await asked();
    for await (const names of follow(stream)) {
      if (names.has(ROUTER_QUESTIONS)) yield* await asked();
      if (names.has(ROUTER_ACCESS)) yield { routers: true };
      // A lease and a report change jobs too; they are no reason to ask for more.
      else if (names.has("network_sync_jobs") && (await jobsWait(services, tenant))) yield await jobs();
    }
  } finally {
    stream.close();
  }
}
