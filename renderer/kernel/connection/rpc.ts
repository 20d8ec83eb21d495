// The sync procedures' way over the wire: tRPC and its event stream, loaded when they are first called.
import {
  createTRPCUntypedClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
  type TRPCUntypedClient,
} from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { EventSource } from "eventsource";
import { z } from "zod";
import type { Problem } from "../../../shared/kernel/failure.ts";
import {
  changesOutput,
  collectionsOutput,
  desktopRegisterOutput,
  type PullManyOutput,
  type PullOutput,
  pushOutput,
  type ReplicaDocument,
} from "../../../shared/kernel/sync/wire.ts";
import { LocalFailure } from "./local-failure.ts";
import { failureOf, isPage, isProblem, notTheServer, unanswered } from "./refusals.ts";

export type Rpc = TRPCUntypedClient<AnyTRPCRouter>;

/** A page of records; looked at in place, since copies of a hundred thousand would cost more than all else. */
function isRecords(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  const { documents, checkpoint, done } = answer as Partial<Record<keyof PullOutput, unknown>>;
  if (!Array.isArray(documents) || typeof done !== "boolean") return false;
  if (checkpoint !== null && typeof checkpoint !== "string") return false;
  return documents.every(
    (one: Partial<ReplicaDocument> | null) =>
      typeof one?.id === "string" && typeof one._deleted === "boolean",
  );
}

/** The same of many collections. */
function isPages(answer: unknown): boolean {
  const pages = (answer as Partial<PullManyOutput> | null)?.pages;
  return (
    Array.isArray(pages) && pages.every((page) => typeof page?.collection === "string" && isRecords(page))
  );
}

/** What each procedure answers. */
const answers = {
  "sync.register": desktopRegisterOutput,
  "sync.collections": collectionsOutput,
  "sync.pull": z.custom<PullOutput>(isRecords),
  "sync.pullMany": z.custom<PullManyOutput>(isPages),
  "sync.push": pushOutput,
  "sync.changes": changesOutput,
};

export type Answers = { [P in keyof typeof answers]: z.output<(typeof answers)[P]> };

/** A procedure's answer. @throws LocalFailure BAD_ANSWER where it is not what was agreed. */
export function readAnswer<P extends keyof Answers>(path: P, answer: unknown): Answers[P] {
  const result = answers[path].safeParse(answer);
  if (result.success) return result.data as Answers[P];
  throw new LocalFailure("BAD_ANSWER", "The server's answer is not what was agreed.", {
    cause: result.error,
  });
}

function problemFrom(error: TRPCClientError<AnyTRPCRouter>): Problem | null {
  const data = error.data as Record<string, unknown> | null | undefined;
  const answer = error.meta?.responseJSON as Record<string, unknown> | undefined;
  const whole = (answer?.error as Record<string, unknown> | undefined)?.data as
    | Record<string, unknown>
    | undefined;
  for (const body of [data?.problem, whole?.problem, answer, data]) if (isProblem(body)) return body;
  const status = typeof data?.httpStatus === "number" ? data.httpStatus : null;
  if (status === null) return null;
  const code = status === 401 ? "UNAUTHENTICATED" : status === 403 ? "PERMISSION_DENIED" : String(data?.code);
  return { type: "about:blank", title: error.message, status, detail: error.message, code };
}

/** What a failed call means here. */
export function rpcFailure(error: unknown, signal: AbortSignal): LocalFailure {
  if (error instanceof LocalFailure) return error;
  if (error instanceof TRPCClientError && error.cause instanceof LocalFailure) return error.cause;
  if (signal.aborted || !(error instanceof TRPCClientError)) return unanswered(error, signal);
  const problem = problemFrom(error);
  if (problem) return failureOf(problem);
  const response = error.meta?.response as Response | undefined;
  if (!response) return unanswered(error, signal);
  // A proxy's own page: the server behind it was not reached.
  if (!response.ok || isPage(response)) return notTheServer(response);
  return new LocalFailure("BAD_ANSWER", "The server's answer could not be read.", { cause: error });
}

/** A client whose requests all go through `ask`. */
export function openRpc(url: string, ask: (input: string | URL, init?: unknown) => Promise<Response>): Rpc {
  return createTRPCUntypedClient<AnyTRPCRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({
          url,
          EventSource: EventSource,
          eventSourceOptions: { fetch: ask },
        }),
        false: httpLink({
          url,
          fetch: (input, init) => ask(input instanceof Request ? input.url : input, init),
        }),
      }),
    ],
  });
}
