// sync.changes: the names of collections as they change, one stream for everything an app shows.
import { EventEmitter, on } from "node:events";
import type { Feed } from "../feed.ts";
import type { Principal } from "../principal.ts";

const samePermissions = (a: Principal, b: Principal) =>
  a.permissions.size === b.permissions.size && [...a.permissions].every((code) => b.permissions.has(code));

export interface ChangesRequest {
  feed: Feed;
  principal: Principal;
  tenant_id: string;
  visible: ReadonlySet<string>;
  reauthenticate(): Promise<Principal | null>;
  signal: AbortSignal | undefined;
}

/**
 * Ends when the holder's rights change or are taken away: the desktop then connects anew, asks which collections it may
 * still hold, and purges the rest.
 */
export async function* changes(request: ChangesRequest): AsyncGenerator<{ collections: string[] }> {
  const relay = new EventEmitter();
  const unsubscribe = request.feed.subscribe(request.tenant_id, (names) => relay.emit("changes", names));
  try {
    for await (const [names] of on(relay, "changes", request.signal ? { signal: request.signal } : {})) {
      const changed = names as ReadonlySet<string>;
      if (["roles", "staff_memberships", "staff", "devices"].some((name) => changed.has(name))) {
        const now = await request.reauthenticate().catch(() => null);
        if (!now || now.device?.is_revoked || !samePermissions(now, request.principal)) return;
      }
      const collections = [...changed].filter((name) => request.visible.has(name));
      if (collections.length > 0) yield { collections };
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
  } finally {
    unsubscribe();
  }
}
