// How many records each view of a list has.
import { useQueries } from "@tanstack/react-query";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useServerAnswers } from "../../connection/server-answers.ts";
import { useOnline } from "../../connection/use-connection.ts";
import { useReplica } from "../../replica-hooks.ts";
import { useArriving } from "../../screen/arriving.tsx";
import { useFormat } from "../../use-format.ts";
import { countHere, isHeld } from "../source/use-source.ts";
import { type Asked, queryOf } from "./filter.ts";

/** Counted again so often while the list is open, in ms. */
const AGAIN_MS = 15_000;

/** "12", or "10,000+" where the server counts no further; null: not known. */
export type ViewCount = { readonly n: number; readonly at_least: boolean } | null;

/** Lets typing and drawing come first. */
const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve);
  });

/** Counts what a question finds among the records of this computer. */
export type CountHere = (asked: Asked) => number;

/**
 * @param resource Null: nothing is counted.
 * @param own How a screen that finds its rows itself counts them.
 * @param shown How many rows the list shows: another number may mean other counts. Null: it says nothing of them.
 */
export function useViewCounts(
  resource: Resource | null,
  views: readonly Asked[],
  own: CountHere | undefined,
  shown: number | null,
): readonly ViewCount[] {
  const replica = useReplica();
  const online = useOnline();
  const arriving = useArriving();
  const { timezone } = useFormat();
  // Records on disk are not read for a figure beside a name: the server counts them.
  const isHere = resource !== null && isHeld(resource) && !resource.replica_on_disk;
  const here = own ?? (isHere ? countHere(replica, resource, timezone) : null);
  const atServer = async (asked: Asked): Promise<ViewCount> => {
    if (!resource) return null;
    const params = queryOf(resource, asked, timezone);
    params.set("page_size", "1");
    const answer = await replica.client.rest("GET", `/api/v1/${resource.path}/?${params}`);
    const { count, count_is_exact } = answer as { count: number; count_is_exact?: false };
    return { n: count, at_least: count_is_exact === false };
  };
  const counted = useQueries(
    {
      queries: views.map((asked) => ({
        queryKey: ["view", resource?.path, asked, here ? shown : null],
        queryFn: async (): Promise<ViewCount> => {
          if (!here) return atServer(asked);
          await whenIdle();
          return { n: here(asked), at_least: false };
        },
        enabled: resource !== null && (here !== null || online),
        refetchInterval: AGAIN_MS,
        // The last count is shown while it is counted again.
        placeholderData: (before: ViewCount | undefined) => before,
      })),
    },
    useServerAnswers(),
  );
  return counted.map(({ data }) => (here && arriving ? null : (data ?? null)));
}
