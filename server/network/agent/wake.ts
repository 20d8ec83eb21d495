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

/** An event at once, and whenever something may be waiting, until the reader leaves or has no right to it any more. */
export async function* wakeUps(holder: Holder, signal: AbortSignal | undefined): AsyncGenerator<WakeEvent> {
  const { services, tenant, principal } = holder;
  const { site } = principal;
  const stream = untilEnded(holder, signal);
  const asked = async (): Promise<WakeEvent[]> => {
    const asks = await inTenant(services.db, tenant, (tx) => openQuestions(tx, tenant, site));
    return asks.length > 0 ? [{ asks }] : [];
  };
  try {
    yield { routers: true };
    yield* await asked();
    for await (const names of follow(stream)) {
      if (names.has(ROUTER_QUESTIONS)) yield* await asked();
      if (names.has(ROUTER_ACCESS)) yield { routers: true };
      // A lease and a report change jobs too; they are no reason to ask for more.
      else if (names.has("network_sync_jobs") && (await jobsWait(services, tenant))) yield {};
    }
  } finally {
    stream.close();
  }
}
