// Customers whose making still waits for the server, found like all others. Pure but for its hook.
import { useMemo } from "react";
import {
  isFound,
  type QueuedCommand,
  type SearchOptions,
  type SearchResult,
  type SearchRow,
} from "./replica/index.ts";
import { useObservable, useReplica } from "./replica-hooks.ts";

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function rowOf({ payload }: QueuedCommand): SearchRow {
  return {
    id: textOf(payload.id),
    name: textOf(payload.name),
    username: textOf(payload.username),
    phone: textOf(payload.phone),
    customer_code: textOf(payload.customer_code),
    area: textOf(payload.area),
    status: textOf(payload.status) || "ACTIVE",
    due_amount: "0",
    expiry_date: textOf(payload.expiry_date) || null,
  };
}

/** The waiting ones that contain every word. */
export function draftRows(commands: readonly QueuedCommand[], query: string): SearchRow[] {
  return commands
    .filter(
      ({ kind, status, confirmed_at }) =>
        kind === "customer.create" && status !== "REJECTED" && !confirmed_at,
    )
    .map(rowOf)
    .filter((row) => isFound(row, query));
}

/** The search with the waiting customers first; they pass every filter, since they have nothing to filter by yet. */
export function useCustomerSearch(query: string, options: SearchOptions): SearchResult {
  const replica = useReplica();
  const version = useObservable(replica.searchVersion);
  const { commands } = useObservable(replica.outbox$);
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
