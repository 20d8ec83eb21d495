// Tells agents that jobs wait for them, or that the list of routers changed.
import { EventEmitter, on } from "node:events";
import { inTenant } from "../../kernel/db.ts";
import type { Tenant } from "../../kernel/principal.ts";
import type { Services } from "../../kernel/services.ts";

async function jobsWait(services: Services, tenant: Tenant): Promise<boolean> {
  const [job] = await inTenant(
    services.db,
    tenant.id,
    (tx) => tx`
    select 1 from network_sync_jobs where tenant_id = ${tenant.id} and status = 'QUEUED' and next_attempt_at <= now()
      and router is not null limit 1`,
  );
  return job !== undefined;
}

/** An event at once, and whenever something may be waiting, until the reader leaves. */
export async function* wakeUps(services: Services, tenant: Tenant, signal: AbortSignal | undefined) {
  const relay = new EventEmitter();
  const unsubscribe = services.feed.subscribe(tenant.id, (names) => {
    if (names.has("network_sync_jobs") || names.has("routers")) relay.emit("changes", names);
  });
  try {
    const changes = on(relay, "changes", signal ? { signal } : {});
    yield {};
    for await (const [names] of changes) {
      // A lease and a report change jobs too; they are no reason to ask for more.
      if ((names as ReadonlySet<string>).has("routers") || (await jobsWait(services, tenant))) yield {};
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
  } finally {
    unsubscribe();
  }
}
