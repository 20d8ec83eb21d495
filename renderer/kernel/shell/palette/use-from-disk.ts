// Records that lie on disk, read for the search over everything while it shows what it has.
import { useQueries } from "@tanstack/react-query";
import { useServerAnswers } from "../../connection/server-answers.ts";
import { useReplica } from "../../replica-hooks.ts";

export interface Question {
  readonly collection: string;
  readonly selector: Record<string, unknown>;
}

type Found = Awaited<ReturnType<ReturnType<typeof useReplica>["find"]>>;

/** What was found of a collection so far, each record once. */
export function useFromDisk(questions: readonly Question[], limit: number): (collection: string) => Found {
  const replica = useReplica();
  const answers = useQueries(
    {
      queries: questions.map(({ collection, selector }) => ({
        queryKey: ["on-disk", collection, selector, limit],
        queryFn: () => replica.find(collection, selector, undefined, limit),
      })),
    },
    useServerAnswers(),
  );
  return (collection) => {
    const found = answers.flatMap(({ data }, n) =>
      questions[n]?.collection === collection ? (data ?? []) : [],
    );
    return [...new Map(found.map((record) => [record.id, record])).values()];
  };
}
