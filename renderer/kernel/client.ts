// The desktop's line to the server: the sync procedures over tRPC, and REST for sign-in and server-only reads.
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
import type { z } from "zod";
import type { Problem } from "../../shared/kernel/failure.ts";
import {
  type Command,
  changesOutput,
  collectionsOutput,
  pullOutput,
  pushOutput,
  registerOutput,
} from "../../shared/kernel/wire.ts";
import { LocalFailure } from "./replica/failure.ts";

export const CALL_TIMEOUT_MS = 10_000;
export const PULL_TIMEOUT_MS = 30_000;
const SLOW_MS = 2000;

export interface ClientOptions {
  /** Address of the server, without a path, e.g. "http://127.0.0.1:4000"; asked at every call. */
  server: () => string;
  /** The Bearer token, or null when nobody is signed in; asked at every call. */
  token: () => string | null;
  /** Told whenever bytes arrived from the server, even those of an error: the line is alive. */
  onHeard?: () => void;
  /** Told when a call has waited two seconds for an answer: the line may be dead. */
  onSlow?: () => void;
}

/** `signal` gives a call up early; `timeout_ms` replaces its default patience. */
export interface CallOptions {
  signal?: AbortSignal;
  timeout_ms?: number;
}

export interface ChangesHandlers {
  /** The stream stands: whatever changed before has to be pulled, whatever changes later is announced. */
  onOpen: () => void;
  onChange: (collections: readonly string[]) => void;
  /** Bytes arrived, pings included. */
  onAlive: () => void;
  /** The stream ended and does not come back by itself. */
  onEnd: (failure: LocalFailure) => void;
}

export type Client = ReturnType<typeof createClient>;
export type RestMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

function isProblem(value: unknown): value is Problem {
  const body = value as Partial<Problem> | null;
  return typeof body === "object" && body !== null && typeof body.code === "string" && "status" in body;
}

/** Which of our failures a problem answer is. */
export function failureOf(problem: Problem): LocalFailure {
  const words = problem.detail || problem.title;
  if (problem.code === "DEVICE_REVOKED") return new LocalFailure("DEVICE_REVOKED", words, { problem });
  if (problem.status === 401) return new LocalFailure("UNAUTHENTICATED", words, { problem });
  if (problem.code === "PERMISSION_DENIED") return new LocalFailure("PERMISSION", words, { problem });
  return new LocalFailure("PROBLEM", words, { problem });
}

/** A call that got no answer: given up by our clock, or never delivered. */
function unanswered(error: unknown, signal: AbortSignal): LocalFailure {
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason instanceof LocalFailure) return reason;
  if (reason instanceof DOMException && reason.name === "TimeoutError")
    return new LocalFailure("TIMEOUT", "The server did not answer in time.", { cause: error });
  return new LocalFailure("OFFLINE", "The server can't be reached.", { cause: error });
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

function rpcFailure(error: unknown, signal: AbortSignal): LocalFailure {
  if (error instanceof LocalFailure) return error;
  if (signal.aborted || !(error instanceof TRPCClientError)) return unanswered(error, signal);
  const problem = problemFrom(error);
  if (problem) return failureOf(problem);
  const response = error.meta?.response as Response | undefined;
  if (!response) return unanswered(error, signal);
  // A proxy's own error page: the server behind it was not reached.
  if (!response.ok) return new LocalFailure("OFFLINE", `The server can't be reached (${response.status}).`);
  return new LocalFailure("BAD_ANSWER", "The server's answer could not be read.", { cause: error });
}

function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  throw new LocalFailure("BAD_ANSWER", "The server's answer is not what was agreed.", {
    cause: result.error,
  });
}

function patience(options: CallOptions, fallback: number): AbortSignal {
  const timeout = AbortSignal.timeout(options.timeout_ms ?? fallback);
  return options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
}

/** A body whose every chunk is reported, so that a silent stream can be told from a living one. */
function watched(response: Response, onChunk: () => void): Response {
  if (!response.body) return response;
  const tap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onChunk();
      controller.enqueue(chunk);
    },
  });
  const copy = new Response(response.body.pipeThrough(tap), response);
  Object.defineProperty(copy, "url", { value: response.url });
  return copy;
}

/** One client for one signed-in person; address and token may change while it lives. */
export function createClient(options: ClientOptions) {
  const address = () => options.server().replace(/\/+$/, "");

  async function request(url: string | URL, init: RequestInit = {}, onChunk?: () => void): Promise<Response> {
    const target = new URL(url);
    // tRPC's links fix their address once; ours may be corrected at run time.
    const at = new URL(address());
    target.protocol = at.protocol;
    target.host = at.host;
    const headers = new Headers(init.headers);
    const token = options.token();
    if (token) headers.set("authorization", `Bearer ${token}`);
    const slow = setTimeout(() => options.onSlow?.(), SLOW_MS);
    const response = await fetch(target, {
      ...init,
      headers,
      cache: "no-store",
      credentials: "omit",
    }).finally(() => clearTimeout(slow));
    options.onHeard?.();
    return onChunk ? watched(response, onChunk) : response;
  }

  function rpc(onChunk: () => void): TRPCUntypedClient<AnyTRPCRouter> {
    const url = "http://server/trpc";
    const plain = (input: string | URL, init?: unknown) => request(input, init as RequestInit);
    return createTRPCUntypedClient<AnyTRPCRouter>({
      links: [
        splitLink({
          condition: (operation) => operation.type === "subscription",
          true: httpSubscriptionLink({
            url,
            EventSource: EventSource as never,
            eventSourceOptions: {
              fetch: (input: string | URL, init: unknown) => request(input, init as RequestInit, onChunk),
            } as never,
          }),
          false: httpLink({ url, fetch: plain as never }),
        }),
      ],
    });
  }
  const calls = rpc(() => {});

  async function query<T>(path: string, input: unknown, schema: z.ZodType<T>, call: CallOptions, ms: number) {
    const signal = patience(call, ms);
    try {
      return parsed(schema, await calls.query(path, input, { signal }));
    } catch (error) {
      throw rpcFailure(error, signal);
    }
  }

  async function mutate<T>(path: string, input: unknown, schema: z.ZodType<T>, call: CallOptions) {
    const signal = patience(call, CALL_TIMEOUT_MS);
    try {
      return parsed(schema, await calls.mutation(path, input, { signal }));
    } catch (error) {
      throw rpcFailure(error, signal);
    }
  }

  return {
    /** Makes this machine known to the tenant; its code begins every receipt number. */
    register: (name: string, device_id: string | null, call: CallOptions = {}) =>
      mutate("sync.register", { name, device_id }, registerOutput, call),
    /** What this role may replicate. */
    collections: (call: CallOptions = {}) =>
      query("sync.collections", undefined, collectionsOutput, call, CALL_TIMEOUT_MS),
    pull: (collection: string, checkpoint: string | null, limit: number, call: CallOptions = {}) =>
      query("sync.pull", { collection, checkpoint, limit }, pullOutput, call, PULL_TIMEOUT_MS),
    /** Hands in commands, in order; safe to repeat with the same ids. */
    push: (device_id: string, commands: readonly Command[], call: CallOptions = {}) =>
      mutate("sync.push", { device_id, commands }, pushOutput, call),

    /** Listens for changes until the answered function is called. It never reconnects by itself. */
    changes(handlers: ChangesHandlers): () => void {
      let over = false;
      const end = (failure: LocalFailure) => {
        if (over) return;
        stop();
        handlers.onEnd(failure);
      };
      const stop = () => {
        over = true;
        subscription?.unsubscribe();
      };
      const never = new AbortController().signal;
      let opened = false;
      const subscription: { unsubscribe(): void } | undefined = rpc(() => {
        if (!over) handlers.onAlive();
      }).subscription(
        "sync.changes",
        {},
        {
          onStarted: () => {
            opened = true;
            handlers.onOpen();
          },
          onData: (data) => {
            if (over) return;
            const message = changesOutput.safeParse(data);
            if (message.success) handlers.onChange(message.data.collections);
            else end(new LocalFailure("BAD_ANSWER", "The change feed is not what was agreed."));
          },
          onConnectionStateChange: (state) => {
            if (state.state !== "connecting") return;
            // EventSource would wait seconds and could miss changes: our own loop reopens and checks.
            if (state.error) end(rpcFailure(state.error, never));
            else if (opened) end(new LocalFailure("OFFLINE", "The change feed was cut."));
          },
          onError: (error) => end(rpcFailure(error, never)),
          onComplete: () => end(new LocalFailure("OFFLINE", "The change feed ended.")),
        },
      );
      if (over) subscription.unsubscribe();
      return stop;
    },

    /**
     * One REST call; the path begins with "/api/v1/". Answers the JSON body, or null when there is none.
     * @throws LocalFailure for every error answer, with the server's problem in it.
     */
    async rest(method: RestMethod, path: string, body?: unknown, call: CallOptions = {}): Promise<unknown> {
      const signal = patience(call, CALL_TIMEOUT_MS);
      let response: Response;
      let text: string;
      try {
        response = await request(`http://server${path}`, {
          method,
          signal,
          ...(body === undefined
            ? {}
            : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
        });
        text = await response.text();
      } catch (error) {
        throw unanswered(error, signal);
      }
      let json: unknown = null;
      try {
        if (text) json = JSON.parse(text);
      } catch (error) {
        if (response.ok)
          throw new LocalFailure("BAD_ANSWER", "The server's answer is no JSON.", { cause: error });
      }
      if (response.ok) return json;
      if (isProblem(json)) throw failureOf(json);
      throw new LocalFailure("OFFLINE", `The server can't be reached (${response.status}).`);
    },
  };
}
