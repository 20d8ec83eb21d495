// What only the server knows: asked when on-line, kept while the session is open, and said plainly when it can't be asked.
import { keepPreviousData, type Query, QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { type Replica, settledSince } from "../replica/index.ts";
import { useReplica } from "../replica-hooks.ts";
import type { Client } from "./client.ts";
import { repeatAfter, Unread } from "./unread.ts";
import { useOnline } from "./use-connection.ts";

/** What was answered is taken for true this long; a screen that is opened later asks again. */
const FRESH_MS = 10_000;

/** The answers of each open replica: nothing of them is written down, and they go with it. */
const answers = new WeakMap<Replica, QueryClient>();

/** What a command changed is asked for again once the server has answered it, as after every other write. */
function askAnewAfterCommands({ open$ }: Replica, client: QueryClient): void {
  let before = open$.getSnapshot();
  open$.subscribe(() => {
    const now = open$.getSnapshot();
    if (settledSince(before, now)) void client.invalidateQueries();
    before = now;
  });
}

/** What the server has answered in this session. */
export function useServerAnswers(): QueryClient {
  const replica = useReplica();
  let client = answers.get(replica);
  if (!client) {
    client = new QueryClient({
      defaultOptions: {
        // The connection is our own knowledge, and a refusal is no reason to ask again; what passes is.
        queries: {
          ...{ networkMode: "always", retry: false, staleTime: FRESH_MS, refetchOnWindowFocus: false },
          refetchInterval: ({ state }: Pick<Query, "state">) => repeatAfter(state.error),
        },
      },
    });
    answers.set(replica, client);
    askAnewAfterCommands(replica, client);
  }
  return client;
}

type ListedRecord = Readonly<Record<string, unknown>> & { readonly id: string };

interface ListAnswer {
  readonly count: number;
  readonly count_is_exact?: false;
  readonly next: string | null;
  readonly results: readonly ListedRecord[];
}

/** The path of an absolute address that the server gave, below whatever it lives under. */
const pathOf = (address: string): string => address.slice(address.indexOf("/api/v1/"));

interface Reading {
  readonly error: unknown;
  readonly isSuccess: boolean;
  readonly isPlaceholderData: boolean;
  readonly isFetching: boolean;
  refetch(): unknown;
}

/** Why something was not read; it stands also while it is asked for again, until there is an answer. */
function useUnread(of: string | null, answer: Reading): Unread | null {
  const { error, isSuccess, isPlaceholderData, isFetching, refetch } = answer;
  const failed = useRef<{ of: string | null; error: unknown } | null>(null);
  if (error !== null) failed.current = { of, error };
  else if ((isSuccess && !isPlaceholderData) || failed.current?.of !== of) failed.current = null;
  return failed.current && new Unread(failed.current.error, () => void refetch(), isFetching);
}

/** A list of the server's, page after page. A null path asks nothing. */
export function useServerList(path: string | null) {
  const { client } = useReplica();
  const online = useOnline();
  const answer = useInfiniteQuery(
    {
      queryKey: ["list", path],
      queryFn: async ({ pageParam, signal }) =>
        (await client.rest("GET", pageParam, undefined, { signal })) as ListAnswer,
      initialPageParam: path ?? "",
      getNextPageParam: ({ next }) => (next === null ? undefined : pathOf(next)),
      enabled: online && path !== null,
      placeholderData: keepPreviousData,
    },
    useServerAnswers(),
  );
  return { ...answer, error: useUnread(path, answer) };
}

/** The most that the server puts on one page. */
const LONGEST_PAGE = "500";

/**
 * Reads a whole list, on the longest pages, in its order.
 * @param path the list's own address with what it asks for
 */
export async function readWholeList(
  client: Pick<Client, "rest">,
  path: string,
): Promise<readonly ListedRecord[]> {
  const [address = "", asked] = path.split("?");
  const params = new URLSearchParams(asked);
  params.set("page_size", LONGEST_PAGE);
  const records: ListedRecord[] = [];
  for (let next: string | null = `${address}?${params}`; next !== null; ) {
    const page = (await client.rest("GET", pathOf(next))) as ListAnswer;
    records.push(...page.results);
    next = page.next;
  }
  return records;
}

interface Asked<T> {
  /** Null until the server has answered; the last answer stays when the line goes. */
  readonly data: T | null;
  readonly error: Unread | null;
  /** Of when the data is, RFC 3339: when it was answered, or as of when the server said. */
  readonly at: string | null;
  again(): void;
}

/**
 * What a document would do, worked out by the server while it is being written: a POST that writes nothing. A null body
 * asks nothing; an answer belongs to its body, and none is shown for another.
 */
export function usePreview<T>(path: string, body: object | null): Pick<Asked<T>, "data" | "error"> {
  const { client } = useReplica();
  const online = useOnline();
  const answer = useQuery(
    {
      queryKey: ["preview", path, body],
      queryFn: async ({ signal }) => (await client.rest("POST", path, body, { signal })) as T,
      enabled: online && body !== null,
    },
    useServerAnswers(),
  );
  return { data: answer.data ?? null, error: useUnread(JSON.stringify([path, body]), answer) };
}

/**
 * Reads something that only the server knows, when on-line.
 * @param path null asks nothing
 * @param every_ms asked again and again, so often
 * @param refetchOnMount "always": each screen that opens asks, however new the last answer is, which is shown meanwhile
 */
export function useAsk<T>(
  path: string | null,
  every_ms?: number,
  refetchOnMount: "always" | true = true,
): Asked<T> {
  const { client } = useReplica();
  const online = useOnline();
  const answer = useQuery(
    {
      queryKey: ["read", path],
      queryFn: async ({ signal }) => {
        let as_of: string | null = null;
        const onAsOf = (at: string) => {
          as_of = at;
        };
        const answer = (await client.rest("GET", path ?? "", undefined, { signal, onAsOf })) as T;
        return { answer, as_of: as_of ?? new Date().toISOString() };
      },
      enabled: online && path !== null,
      refetchOnMount,
      refetchInterval: ({ state }) => repeatAfter(state.error, every_ms),
    },
    useServerAnswers(),
  );
  const { data, refetch } = answer;
  return {
    data: data?.answer ?? null,
    error: useUnread(path, answer),
    at: data?.as_of ?? null,
    again: useCallback(() => void refetch(), [refetch]),
  };
}
