// The agent's way to the server: the agent.* procedures over tRPC (HTTP and SSE), each answer checked, each call timed.
import {
  createTRPCUntypedClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
} from "@trpc/client";
import { EventSource } from "eventsource";
import type { z } from "zod";
import { PROTOCOL, PROTOCOL_HEADER } from "../../shared/kernel/sync/protocol.ts";
import {
  type HelloInput,
  type HelloOutput,
  helloOutput,
  type LeaseInput,
  type LeaseOutput,
  leaseOutput,
  type ObserveInput,
  type ObserveOutput,
  observeOutput,
  type RenewInput,
  type ReportInput,
  type ReportOutput,
  renewOutput,
  reportOutput,
  type SnapshotInput,
  snapshotOutput,
  type WakeEvent,
  wakeEvent,
} from "../../shared/network/agent-wire.ts";
import {
  type AnswerInput,
  type AnswerOutput,
  answerOutput,
} from "../../shared/network/live/question-wire.ts";
import type { ObserveOltInput } from "../../shared/network/olt/olt-wire.ts";
import { packedFetch } from "./packed-fetch.ts";

const CALL_TIMEOUT_MS = 15_000;
const WAKE_RETRY_MIN_MS = 500;
const WAKE_RETRY_MAX_MS = 30_000;

/** A call that the server refused or could not be made. */
export class LinkError extends Error {
  /** tRPC's code (UNAUTHORIZED, NOT_FOUND, …), or UNREACHABLE, BAD_ANSWER, SERVER_TOO_OLD, AGENT_TOO_OLD. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = "LinkError";
    this.code = code;
  }
}

/** What the agent needs of the server. Calls throw LinkError. */
export interface ServerLink {
  hello(input: HelloInput): Promise<HelloOutput>;
  lease(input: LeaseInput): Promise<LeaseOutput>;
  renew(input: RenewInput): Promise<{ accepted: boolean }>;
  report(input: ReportInput): Promise<ReportOutput>;
  snapshot(input: SnapshotInput): Promise<{ accepted: boolean }>;
  observe(input: ObserveInput): Promise<ObserveOutput>;
  observeOlt(input: ObserveOltInput): Promise<ObserveOutput>;
  answer(input: AnswerInput): Promise<AnswerOutput>;
  /**
   * Calls the listener at every wake-up and whenever the subscription stands again (as if routers had changed, since
   * a wake-up may have been missed); tries for ever until stopped.
   */
  onWake(agent_id: string, listener: (event: WakeEvent) => void): () => void;
  /** Ends calls under way and subscriptions. */
  close(): void;
}

export interface ServerLinkOptions {
  /** The server's address, such as http://127.0.0.1:4000. */
  url: string;
  token: string;
  call_timeout_ms?: number;
}

/** Agent and server come in one release: what the one asks of the other is what that release agreed upon. */
const TOO_OLD = {
  SERVER_TOO_OLD: "The server is older than this agent: update the server.",
  AGENT_TOO_OLD: "This agent is older than the server: update the agent.",
} as const;

/** The answer. @throws LinkError SERVER_TOO_OLD when the server says that it speaks an older protocol than this agent. */
function ofThisRelease(answer: Response): Response {
  const spoken = answer.headers.get(PROTOCOL_HEADER);
  if (spoken === null || Number(spoken) >= PROTOCOL) return answer;
  throw new LinkError("SERVER_TOO_OLD", TOO_OLD.SERVER_TOO_OLD);
}

function explain(error: unknown): LinkError {
  if (error instanceof LinkError) return error;
  if (error instanceof TRPCClientError) {
    if (error.cause instanceof LinkError) return error.cause;
    const data = error.data as { code?: unknown; problem?: { code?: unknown } } | null | undefined;
    if (data?.problem?.code === "APP_TOO_OLD") return new LinkError("AGENT_TOO_OLD", TOO_OLD.AGENT_TOO_OLD);
    const code: unknown = data?.code;
    if (typeof code === "string") return new LinkError(code, error.message);
  }
  return new LinkError("UNREACHABLE", "The server does not answer.");
}

/** A link over HTTP; nothing is opened before the first call. */
export function createServerLink(options: ServerLinkOptions): ServerLink {
  const url = new URL("/trpc", options.url).href;
  const headers = { authorization: `Bearer ${options.token}`, [PROTOCOL_HEADER]: String(PROTOCOL) };
  const closed = new AbortController();
  const client = createTRPCUntypedClient({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({
          url,
          EventSource,
          eventSourceOptions: {
            fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...headers } }),
          },
        }),
        false: httpLink({
          url,
          headers,
          fetch: async (input, init) => ofThisRelease(await packedFetch(input, init)),
        }),
      }),
    ],
  });

  async function call<Output>(procedure: string, input: unknown, output: z.ZodType<Output>): Promise<Output> {
    const timeout = AbortSignal.timeout(options.call_timeout_ms ?? CALL_TIMEOUT_MS);
    try {
      const answer = await client.mutation(`agent.${procedure}`, input, {
        signal: AbortSignal.any([timeout, closed.signal]),
      });
      const parsed = output.safeParse(answer);
      if (parsed.success) return parsed.data;
    } catch (error) {
      throw explain(error);
    }
    // Without the answer itself: it may hold credentials.
    throw new LinkError("BAD_ANSWER", `The server's answer to agent.${procedure} has not the agreed form.`);
  }

  function onWake(agent_id: string, listener: (event: WakeEvent) => void): () => void {
    let stopped = false;
    let wait_ms = WAKE_RETRY_MIN_MS;
    let timer: NodeJS.Timeout | undefined;
    let current: { unsubscribe(): void } | undefined;
    const again = (): void => {
      if (stopped) return;
      clearTimeout(timer);
      timer = setTimeout(subscribe, wait_ms);
      wait_ms = Math.min(wait_ms * 2, WAKE_RETRY_MAX_MS);
    };
    const subscribe = (): void => {
      current?.unsubscribe();
      current = client.subscription(
        "agent.wake",
        { agent_id },
        {
          onStarted: () => {
            wait_ms = WAKE_RETRY_MIN_MS;
            // Everything that was waiting while no stream was open.
            listener({ routers: true });
          },
          // An event of a form that is not known yet still says that something waits.
          onData: (event) => listener(wakeEvent.safeParse(event).data ?? {}),
          onError: again,
          onComplete: again,
        },
      );
    };
    const stop = (): void => {
      stopped = true;
      clearTimeout(timer);
      current?.unsubscribe();
    };
    closed.signal.addEventListener("abort", stop, { once: true });
    subscribe();
    return stop;
  }

  return {
    hello: (input) => call("hello", input, helloOutput),
    lease: (input) => call("lease", input, leaseOutput),
    renew: (input) => call("renew", input, renewOutput),
    report: (input) => call("report", input, reportOutput),
    snapshot: (input) => call("snapshot", input, snapshotOutput),
    observe: (input) => call("observe", input, observeOutput),
    observeOlt: (input) => call("observeOlt", input, observeOutput),
    answer: (input) => call("answer", input, answerOutput),
    onWake,
    close: () => closed.abort(),
  };
}
