// Customers whose making still waits for the server, found like all others. Pure but for its hook.
import { useMemo } from "react";
import { type Effect, effectsOn } from "./expected/effects.ts";
import {
  isFound,
  type QueuedCommand,
  type SearchOptions,
  type SearchResult,
  type SearchRow,
} from "./replica/index.ts";
import { useObservable, useReplica } from "./replica-hooks.ts";

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function rowOf({ id, values }: Effect): SearchRow {
  return {
    id,
    name: textOf(values.name),
    username: textOf(values.username),
    phone: textOf(values.phone),
    customer_code: textOf(values.customer_code),
    area: textOf(values.area),
    status: textOf(values.status),
    due_amount: textOf(values.due_amount),
    expiry_date: textOf(values.expiry_date) || null,
  };
}

/** The waiting ones that contain every word. */
export function draftRows(commands: readonly QueuedCommand[], query: string): SearchRow[] {
  return effectsOn(commands, "customers")
    .filter(({ change }) => change === "created")
    .map(rowOf)
    .filter((row) => isFound(row, query));
}

/** The search with the waiting customers first; they pass every filter, since they have nothing to filter by yet. */
export function useCustomerSearch(query: string, options: SearchOptions): SearchResult {
  const replica = useReplica();
  const version = useObservable(replica.searchVersion);
  const commands = useObservable(replica.open$);
  const key = JSON.stringify(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the same words may find other rows
  return useMemo(() => {
    const found = replica.search(query, JSON.parse(key) as SearchOptions);
    const drafts = draftRows(commands, query);
    if (drafts.length === 0) return found;
    const here = new Set(found.rows.map(({ id }) => id));
    const missing = drafts.filter(({ id }) => !here.has(id));
    return { ...found, rows: [...missing, ...found.rows], total: found.total + missing.length };
  }, [replica, query, key, version, commands]);
}
