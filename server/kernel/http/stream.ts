// A stream for a signed-in caller: it hears of its tenant's changes, and ends with its holder's rights.
import { AsyncResource } from "node:async_hooks";
import { EventEmitter, on } from "node:events";
import type { ChangeListener, Shown } from "../db/change-notices.ts";
import type { Principal, Tenant } from "../operation/principal.ts";
import { RIGHTS } from "../operation/rights.ts";
import type { Services } from "../services.ts";

const samePermissions = (a: Principal, b: Principal) =>
  a.permissions.size === b.permissions.size && [...a.permissions].every((code) => b.permissions.has(code));

export interface Holder {
  services: Services;
  principal: Principal;
  tenant: Tenant;
  /** Asks again who the token belongs to. */
  reauthenticate(): Promise<Principal | null>;
}

export interface Changes {
  /** Sets of collection names, as they change. */
  events: AsyncIterable<[ReadonlySet<string>]>;
  /** Whether the reader may read on, once what was heard of their rights so far has been looked at. */
  isOpen(): Promise<boolean>;
  close(): void;
}

/**
 * The tenant's changes, as soon as they are `shown`, until the reader leaves or the rights of the one who reads are others: then the desktop connects
 * anew, is told why it may not, or asks which collections it may still hold. Rights are looked at as soon as something
 * says that they changed, and every minute for silent changes (a token that expires).
 */
export function untilEnded(holder: Holder, signal: AbortSignal | undefined, shown: Shown): Changes {
  const { services, tenant } = holder;
  const ended = new AbortController();
  const relay = new EventEmitter();
  const look = async () => {
    const now = await holder.reauthenticate().catch(() => null);
    if (!now || now.ended || !samePermissions(now, holder.principal)) ended.abort();
  };
  let checked = Promise.resolve();
  // A commit is told of by the very task that still holds its connection; this is no part of it.
  const check = AsyncResource.bind(() => {
    checked = checked.then(look);
    return checked;
  });
  const end: ChangeListener = (names) => {
    // Another database than the one that the reader follows: they ask for everything again.
    if (names.has("incarnation")) ended.abort();
    // Rights end with the commit, whatever else the reader waits for.
    else if (RIGHTS.some((name) => names.has(name))) void check();
  };
  const hear: ChangeListener = (names) => {
    const told = RIGHTS.some((name) => names.has(name)) ? check() : checked;
    // Only after the check: a caller whose rights went with the change must not see it.
    void told.then(() => relay.emit("changes", names));
  };
  const unsubscribe = [
    services.notices.onCommitOf(tenant.id, end),
    services.notices.subscribe(tenant.id, shown, hear),
  ];
  const timer = setInterval(() => void check(), services.recheck_ms);
  const reads = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  return {
    events: on(relay, "changes", { signal: reads }) as AsyncIterable<[ReadonlySet<string>]>,
    isOpen: async () => {
      for (let before: Promise<void> | null = null; before !== checked; ) {
        before = checked;
        await before;
      }
      return !reads.aborted;
    },
    close: () => {
      clearInterval(timer);
      for (const stop of unsubscribe) stop();
    },
  };
}

/** Follows the changes; a stream that was ended, by its reader or for want of rights, just ends. */
export async function* follow(changes: Changes): AsyncGenerator<ReadonlySet<string>> {
  try {
    for await (const [names] of changes.events) yield names;
  } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
  } finally {
    changes.close();
  }
}
