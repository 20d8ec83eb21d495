// How components read the replica: live rows, one record, and the commands that still wait.
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Collections } from "../../shared/kernel/registry.ts";
import { usePractice } from "./practice/practising.ts";
import type { HowKept, Observable, Query, QueuedCommand, Replica } from "./replica/index.ts";
import { useSession } from "./session/session-store.ts";

/**
 * The open replica, or the copy for practice.
 * @throws Error outside of a session: only screens behind the sign-in may call it.
 */
export function useReplica(): Replica {
  const office = useSession(({ replica, stand_in }) => replica ?? stand_in);
  const replica = usePractice((practice) => practice.replica) ?? office;
  if (!replica) throw new Error("No replica is open");
  return replica;
}

/** The value of an Observable, rendered again when it changes. */
export function useObservable<T>(live: Observable<T>): T {
  const subscribe = useCallback((listener: () => void) => live.subscribe(listener), [live]);
  const snapshot = useCallback(() => live.getSnapshot(), [live]);
  return useSyncExternalStore(subscribe, snapshot);
}

/** Live records of a collection; undefined until the first answer. Null instead of a query reads nothing. */
export function useRows<C extends keyof Collections>(
  collection: C,
  query: Query | null = {},
  how: HowKept = "watched",
): readonly Collections[C][] | undefined {
  const replica = useReplica();
  const key = JSON.stringify(query);
  const live = useMemo(() => {
    const parsed = JSON.parse(key) as Query | null;
    return parsed === null ? NOTHING : replica.observe(collection, parsed, how);
  }, [replica, collection, key, how]);
  return useObservable(live) as readonly Collections[C][] | undefined;
}

/** An Observable that never has an answer. */
export const NOTHING: Observable<undefined> = { getSnapshot: () => undefined, subscribe: () => () => {} };

/** One live record: undefined while unknown, null when there is none. */
export function useRecord<C extends keyof Collections>(
  collection: C,
  id: string | null | undefined,
): Collections[C] | null | undefined {
  const rows = useRows(collection, id ? { selector: { id }, limit: 1 } : null);
  if (!id) return null;
  return rows === undefined ? undefined : (rows[0] ?? null);
}

/** Records by id, for names beside references. */
export function useById<C extends keyof Collections>(collection: C): ReadonlyMap<string, Collections[C]> {
  const rows = useRows(collection);
  return useMemo(() => new Map((rows ?? []).map((row) => [row.id, row])), [rows]);
}

/** Open commands about a record. */
export function usePending(collection: string, id: string): readonly QueuedCommand[] {
  const replica = useReplica();
  return useObservable(useMemo(() => replica.pendingFor(collection, id), [replica, collection, id]));
}
