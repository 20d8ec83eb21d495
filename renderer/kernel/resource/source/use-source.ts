// Where a screen's records come from, in one shape: this computer's replica, or the server for what is not replicated.
import { useCallback, useMemo } from "react";
import { metaOf } from "../../../../shared/kernel/field.ts";
import { resourceNamed } from "../../../../shared/kernel/registry.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import { readWholeList, useAsk, useServerList } from "../../connection/server-answers.ts";
import { useOnline } from "../../connection/use-connection.ts";
import { useExpectedRecord, useExpectedRows } from "../../expected/use-expected.ts";
import type { HowKept, Replica } from "../../replica/index.ts";
import { fold } from "../../replica/search/search-words.ts";
import { useReplica } from "../../replica-hooks.ts";
import { useArriving } from "../../screen/arriving.tsx";
import type { Sort } from "../../table/columns.ts";
import { useFormat } from "../../use-format.ts";
import { type AnyRecord, titleField } from "../fields.ts";
import { type Asked, matcher, queryOf, selectorOf } from "../list/filter.ts";

/** `arriving` and `asking`: nothing is known yet. `offline` and `failed`: nothing can be known now. */
type SourceState = "ready" | "arriving" | "asking" | "offline" | "failed";

export interface Source<T = AnyRecord> {
  readonly state: SourceState;
  readonly rows: readonly T[];
  /** Whether the rows come in the asked order; else the list sorts them. */
  readonly in_order: boolean;
  /** How many there are: of all in the replica, of the matching ones at the server; null: unknown. */
  readonly total: number | null;
  /** There are more than `total`. */
  readonly at_least: boolean;
  readonly error: unknown;
  /** When the server answered, RFC 3339; null for what is always here. */
  readonly at: string | null;
  /** Reads on; nothing where all is here. */
  readonly more: () => void;
  readonly again: () => void;
  /** All rows that were asked for, in their order; null where `rows` are all. */
  readonly readAll: (() => Promise<readonly T[]>) | null;
}

/** Rows that are all on this computer, of so many. */
export const sourceHere = <T>(rows: readonly T[], total: number): Source<T> => ({
  state: "ready",
  rows,
  in_order: false,
  total,
  at_least: false,
  error: null,
  at: null,
  more: () => {},
  again: () => {},
  readAll: null,
});

const NONE: readonly AnyRecord[] = [];
const PAGE = 100;

/**
 * Whether a record has every word that was typed, in a field that its resource is searched by or in a name that stands
 * beside one of its references.
 */
function finder(replica: Replica, resource: Resource, query: string): (record: AnyRecord) => boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  const names = resource.search.length > 0 ? resource.search : [titleField(resource)];
  const beside = Object.values(resource.display).flatMap(({ via, column }) => {
    const field = own(resource.fields, via);
    const target = field && resourceNamed(metaOf(field).references ?? "");
    return target?.replica ? [{ via, column, collection: target.collection }] : [];
  });
  return (record) => {
    const texts = names.map((name) => record[name] ?? "");
    for (const { via, column, collection } of beside)
      texts.push(replica.records.peek(collection, String(record[via] ?? ""))?.[column] ?? "");
    const text = fold(texts.join("\n"));
    return words.every((word) => text.includes(word));
  };
}

/** How many records of this computer a question finds; each look goes through all of them. */
export function countHere(replica: Replica, resource: Resource, timezone: string): (asked: Asked) => number {
  return ({ query, filter }) => {
    if (query === "" && Object.keys(filter).length === 0) return replica.count(resource.collection);
    const [matches, found] = [matcher(resource, filter, timezone), finder(replica, resource, query)];
    const fits = (row: AnyRecord) => matches(row) && found(row);
    return replica.records.some(resource.collection, fits, Number.MAX_SAFE_INTEGER).length;
  };
}

function useReplicaSource(resource: Resource, asked: Asked | null, how: HowKept): Source {
  const replica = useReplica();
  const { timezone } = useFormat();
  const arriving = useArriving();
  const filter = asked?.filter;
  const query = asked?.query ?? "";
  const all: readonly AnyRecord[] | undefined = useExpectedRows(
    resource,
    filter ? { selector: selectorOf(resource, filter, timezone) } : null,
    how,
  );
  const rows = useMemo(() => {
    if (!all || !filter) return NONE;
    const [matches, found] = [matcher(resource, filter, timezone), finder(replica, resource, query)];
    return all.filter((record) => matches(record) && found(record));
  }, [all, filter, query, replica, resource, timezone]);
  return {
    ...sourceHere(rows, replica.count(resource.collection)),
    state: all === undefined || (arriving && all.length === 0) ? "arriving" : "ready",
  };
}

function useServerSource(resource: Resource, asked: Asked | null, sort: Sort | null): Source {
  const { client } = useReplica();
  const { timezone } = useFormat();
  const online = useOnline();
  const path = useMemo(() => {
    if (!asked) return null;
    const params = queryOf(resource, asked, timezone);
    if (sort) params.set("ordering", `${sort.desc ? "-" : ""}${sort.id}`);
    params.set("page_size", String(PAGE));
    return `/api/v1/${resource.path}/?${params}`;
  }, [resource, asked, sort, timezone]);
  const answer = useServerList(path);
  const { error, dataUpdatedAt, hasNextPage, isFetching, fetchNextPage, refetch } = answer;
  // The answer to another question stands in while the new one is asked, and only then.
  const data = answer.isPlaceholderData && !online ? undefined : answer.data;
  const rows = useMemo(() => data?.pages.flatMap(({ results }) => results) ?? NONE, [data]);
  const last = data?.pages.at(-1);
  const failed = error === null ? "asking" : "failed";
  return {
    state: data ? "ready" : online ? failed : "offline",
    rows,
    in_order: true,
    total: last?.count ?? null,
    at_least: last?.count_is_exact === false,
    error: online ? error : null,
    at: data ? new Date(dataUpdatedAt).toISOString() : null,
    more: useCallback(() => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    }, [hasNextPage, isFetching, fetchNextPage]),
    again: useCallback(() => void refetch(), [refetch]),
    readAll: useMemo(
      () => (hasNextPage && path ? () => readWholeList(client, path) : null),
      [hasNextPage, path, client],
    ),
  };
}

/** Whether this computer holds all of a resource that its user may see. */
export const isHeld = ({ replica, replica_own }: Resource) => replica && !replica_own;

/**
 * A resource's records as a list asks for them.
 * @param asked Null reads nothing.
 * @param at_server Asks the server although this computer holds them: too many for a list to be made of here.
 * @param how What this computer holds is kept new.
 */
export function useSource(
  resource: Resource,
  asked: Asked | null,
  sort: Sort | null,
  at_server = false,
  how: HowKept = "watched",
): Source {
  const isHere = isHeld(resource) && !at_server;
  const here = useReplicaSource(resource, isHere ? asked : null, how);
  const there = useServerSource(resource, isHere ? null : asked, sort);
  return isHere ? here : there;
}

/** One record: undefined while it is unknown, null where there is none. */
export function useSourceRecord(
  resource: Resource,
  id: string | null,
): { record: AnyRecord | null | undefined; error: unknown } {
  const isHere = isHeld(resource);
  const here = useExpectedRecord(resource, isHere ? id : null);
  const path = !isHere && id ? `/api/v1/${resource.path}/${id}/` : null;
  const there = useAsk<AnyRecord>(path, undefined, "always");
  if (id === null) return { record: null, error: null };
  if (!isHere) return { record: there.data ?? undefined, error: there.error };
  return { record: here === null ? null : here?.record, error: null };
}
