// The desktop's connection to the server: the sync procedures over tRPC, and REST for sign-in and server-only reads.
import { AS_OF_HEADER, PROTOCOL, PROTOCOL_HEADER } from "../../../shared/kernel/sync/protocol.ts";
import type { ChangesEvent, Command } from "../../../shared/kernel/sync/wire.ts";
import { gzip } from "../bytes.ts";
import { LocalFailure } from "./local-failure.ts";
import { failureOf, isPage, isProblem, notTheServer, unanswered } from "./refusals.ts";
import type * as Rpc from "./rpc.ts";

const CALL_TIMEOUT_MS = 10_000;
const PULL_TIMEOUT_MS = 30_000;
const SLOW_MS = 2000;
/** Longer bodies are sent as gzip: slow connections carry a fifth. */
const WORTH_PACKING = 2048;
/** Stands for the server's address, which is put in at every call. */
const ANY_HOST = "http://server";

type FailureOf = typeof Rpc.rpcFailure;

/** What rpc.ts brings for one connection. */
interface Calls {
  readonly rpc: Rpc.Rpc;
  readonly rpcFailure: FailureOf;
  readonly readAnswer: typeof Rpc.readAnswer;
}

interface ClientOptions {
  /** Address of the server, without a path, e.g. "http://127.0.0.1:4000"; asked at every call. */
  server: () => string;
  /** The Bearer token, or null without a sign-in; asked at every call. */
  token: () => string | null;
  /** Told whenever bytes arrived from the server, even those of an error: the connection is alive. */
  onHeard?: () => void;
  /** Told when a call has waited two seconds for an answer: the connection may be dead. */
  onSlow?: () => void;
}

/** `signal` gives a call up early; `timeout_ms` replaces its default patience. */
export interface CallOptions {
  signal?: AbortSignal;
  timeout_ms?: number;
  /** REST only: id or subdomain of the tenant that a super administrator acts in (contract §2). */
  tenant?: string;
  /** REST only: the version that was seen; a record that has another by now is not written (contract §1). */
  version?: number;
  /** REST only: told until when all that happened is in the answer, RFC 3339, where the server read it on a replica. */
  onAsOf?: (as_of: string) => void;
}

interface ChangesHandlers {
  /** The stream stands: whatever changed before has to be pulled, whatever changes later is announced. */
  onOpen: () => void;
  onChange: (event: ChangesEvent) => void;
  /** Bytes arrived, pings included. */
  onAlive: () => void;
  /** The stream ended and does not reconnect. */
  onEnd: (failure: LocalFailure) => void;
}

type RestMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

function patience(options: CallOptions, fallback: number): AbortSignal {
  const timeout = AbortSignal.timeout(options.timeout_ms ?? fallback);
  return options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
}

/** A REST answer's JSON. @throws LocalFailure for an error answer. */
function readAnswer(response: Response, text: string): unknown {
  let json: unknown = null;
  try {
    if (text) json = JSON.parse(text);
  } catch (error) {
    if (isPage(response)) throw notTheServer(response);
    if (response.ok)
      throw new LocalFailure("BAD_ANSWER", "The server's answer is no JSON.", { cause: error });
  }
  if (response.ok) return json;
  if (isProblem(json)) throw failureOf(json);
  throw notTheServer(response);
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

/** Who listens to a stream: EventSource itself tells no more of a refusal than that there was one. */
interface StreamEars {
  onChunk: () => void;
  onRefused: (failure: LocalFailure) => void;
}

/** Why a call of /trpc was refused; null for a proxy's own page. */
async function refusalOf(response: Response): Promise<LocalFailure | null> {
  const text = await response.clone().text();
  if (!response.headers.get("content-type")?.includes("json")) return null;
  const { error } = JSON.parse(text) as { error?: { data?: { problem?: unknown } } };
  return isProblem(error?.data?.problem) ? failureOf(error.data.problem) : null;
}

/** @throws LocalFailure SERVER_TOO_OLD when the server says that it speaks an older protocol than this app. */
function checkProtocol(response: Response): void {
  const spoken = response.headers.get(PROTOCOL_HEADER);
  if (spoken === null || Number(spoken) >= PROTOCOL) return;
  throw new LocalFailure("SERVER_TOO_OLD", "The server is older than this app.");
}

/** One client for one signed-in person; address and token may change while it lives. */
export class Client {
  readonly #options: ClientOptions;
  #calling: Promise<Calls> | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** The address, with what is typed in once put in at every call. */
  #target(url: string | URL): URL {
    const target = new URL(url);
    // tRPC's links fix their address once; ours may be corrected at run time.
    const at = new URL(this.#options.server());
    target.protocol = at.protocol;
    target.host = at.host;
    // The server may live under a path of a shared host.
    target.pathname = at.pathname.replace(/\/$/, "") + target.pathname;
    return target;
  }

  async #request(
    url: string | URL,
    init: RequestInit,
    ears: StreamEars | null,
    is_quick = true,
  ): Promise<Response> {
    const target = this.#target(url);
    const headers = new Headers(init.headers);
    const token = this.#options.token();
    if (token) headers.set("authorization", `Bearer ${token}`);
    headers.set(PROTOCOL_HEADER, String(PROTOCOL));
    let { body } = init;
    if (typeof body === "string" && body.length > WORTH_PACKING && target.pathname.endsWith("/sync.push")) {
      body = await gzip([new TextEncoder().encode(body)]);
      headers.set("content-encoding", "gzip");
    }
    const slow = setTimeout(() => is_quick && this.#options.onSlow?.(), SLOW_MS);
    try {
      const answer = await fetch(target, { ...init, body, headers, cache: "no-store", credentials: "omit" });
      this.#options.onHeard?.();
      checkProtocol(answer);
      // A refusal of the token before the last sign-in says nothing of the new one, which is asked with instead.
      const newer = this.#options.token();
      if (answer.status === 401 && newer && newer !== token) return this.#request(url, init, ears, is_quick);
      // What calls tRPC tells nothing of an answer that it can't read.
      if (!ears && target.pathname.includes("/trpc/") && isPage(answer)) throw notTheServer(answer);
      if (!ears) return answer;
      const refusal = answer.ok ? null : await refusalOf(answer);
      if (refusal) ears.onRefused(refusal);
      return watched(answer, ears.onChunk);
    } finally {
      clearTimeout(slow);
    }
  }

  /** The calls' client, what their answers must be and what their failures mean; loaded with the first of them. */
  async #rpc(ears: StreamEars | null): Promise<Calls> {
    const { openRpc, rpcFailure, readAnswer } = await import("./rpc.ts");
    const ask = (input: string | URL, init?: unknown) =>
      this.#request(input, (init ?? {}) as RequestInit, ears);
    return { rpc: openRpc(`${ANY_HOST}/trpc`, ask), rpcFailure, readAnswer };
  }

  #calls() {
    const calling = this.#calling ?? this.#rpc(null);
    this.#calling = calling;
    calling.catch(() => {
      this.#calling = null;
    });
    return calling;
  }

  async #call<P extends keyof Rpc.Answers>(
    type: "query" | "mutation",
    path: P,
    input: unknown,
    signal: AbortSignal,
  ): Promise<Rpc.Answers[P]> {
    const { rpc, rpcFailure, readAnswer } = await this.#calls().catch((error: unknown) => {
      throw unanswered(error, signal);
    });
    try {
      return readAnswer(path, await rpc[type](path, input, { signal }));
    } catch (error) {
      throw rpcFailure(error, signal);
    }
  }

  /** Makes this machine known to the tenant, and the session its own; its code begins every receipt number. */
  register(
    name: string,
    device: { device_id: string; device_secret: string; device_code?: string } | null,
    call: CallOptions = {},
  ) {
    const signal = patience(call, CALL_TIMEOUT_MS);
    return this.#call("mutation", "sync.register", { name, ...device, resume: true }, signal);
  }

  /** What this role may replicate. */
  collections(call: CallOptions = {}) {
    const signal = patience(call, CALL_TIMEOUT_MS);
    return this.#call("query", "sync.collections", undefined, signal);
  }

  pull(collection: string, checkpoint: string | null, limit: number, call: CallOptions = {}) {
    const signal = patience(call, PULL_TIMEOUT_MS);
    return this.#call("query", "sync.pull", { collection, checkpoint, limit }, signal);
  }

  /** The next page of each of these collections, all as of one moment. */
  pullMany(
    collections: readonly { collection: string; checkpoint: string | null }[],
    limit: number,
    call: CallOptions = {},
  ) {
    const signal = patience(call, PULL_TIMEOUT_MS);
    return this.#call("query", "sync.pullMany", { collections, limit }, signal);
  }

  /** Hands in commands, in order; safe to repeat with the same ids. */
  push(device_id: string, commands: readonly Command[], call: CallOptions = {}) {
    const signal = patience(call, CALL_TIMEOUT_MS);
    // What this clock says now shows the server how wrong it is.
    const input = { device_id, commands, sent_at: new Date().toISOString() };
    return this.#call("mutation", "sync.push", input, signal);
  }

  /** Listens for changes until the answered function is called. It never reconnects. */
  changes(handlers: ChangesHandlers): () => void {
    let over = false;
    let opened = false;
    let subscription: { unsubscribe(): void } | null = null;
    let refusal: LocalFailure | null = null;
    const never = new AbortController().signal;
    let failure: FailureOf = unanswered;
    const stop = () => {
      over = true;
      subscription?.unsubscribe();
    };
    const end = (failure: LocalFailure) => {
      if (over) return;
      stop();
      handlers.onEnd(failure);
    };
    const listening = (read: Calls["readAnswer"]) => ({
      onStarted: () => {
        if (over) return;
        opened = true;
        handlers.onOpen();
      },
      onData: (data: unknown) => {
        if (over) return;
        try {
          handlers.onChange(read("sync.changes", data));
        } catch (error) {
          end(failure(error, never));
        }
      },
      onConnectionStateChange: ({ state, error }: { state: string; error?: unknown }) => {
        if (state !== "connecting") return;
        // EventSource would wait seconds and could miss changes: our own loop reopens and checks.
        if (error) end(refusal ?? failure(error, never));
        else if (opened) end(new LocalFailure("OFFLINE", "The change feed was cut."));
      },
      onError: (error: unknown) => end(refusal ?? failure(error, never)),
      onComplete: () => end(new LocalFailure("OFFLINE", "The change feed ended.")),
    });
    const ears: StreamEars = {
      onChunk: () => {
        if (!over) handlers.onAlive();
      },
      onRefused: (failure) => {
        refusal = failure;
      },
    };
    this.#rpc(ears).then(
      ({ rpc, rpcFailure, readAnswer }) => {
        if (over) return;
        failure = rpcFailure;
        const listener = listening(readAnswer);
        subscription = rpc.subscription("sync.changes", { carry: true }, listener);
        if (over) subscription.unsubscribe();
      },
      (error: unknown) => end(unanswered(error, never)),
    );
    return stop;
  }

  /**
   * One REST call; the path begins with "/api/v1/". Answers the JSON body, or null when there is none.
   * @throws LocalFailure for every error answer, with the server's problem in it.
   */
  async rest(method: RestMethod, path: string, body?: unknown, call: CallOptions = {}): Promise<unknown> {
    const signal = patience(call, CALL_TIMEOUT_MS);
    const headers = new Headers(call.tenant === undefined ? {} : { "x-tenant": call.tenant });
    if (call.version !== undefined) headers.set("if-match", `"${call.version}"`);
    const init: RequestInit = { method, signal, headers };
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      headers.set("content-type", "application/json");
    }
    try {
      const response = await this.#request(`${ANY_HOST}${path}`, init, null);
      const as_of = response.headers.get(AS_OF_HEADER);
      if (as_of !== null) call.onAsOf?.(as_of);
      return readAnswer(response, await response.text());
    } catch (error) {
      throw error instanceof LocalFailure ? error : unanswered(error, signal);
    }
  }

  /**
   * Puts a file where the path says, which begins with "/api/v1/"; safe to repeat.
   * @throws LocalFailure for every error answer, with the server's problem in it.
   */
  async upload(
    path: string,
    body: Uint8Array<ArrayBuffer>,
    type: string,
    call: CallOptions = {},
  ): Promise<unknown> {
    const signal = patience(call, CALL_TIMEOUT_MS);
    const init = { method: "PUT", body, signal, headers: { "content-type": type } };
    try {
      // It takes long on a slow line without anything being wrong.
      const response = await this.#request(`${ANY_HOST}${path}`, init, null, false);
      return readAnswer(response, await response.text());
    } catch (error) {
      throw error instanceof LocalFailure ? error : unanswered(error, signal);
    }
  }

  /**
   * A file that the server makes, e.g. a PDF; the path begins with "/api/v1/". `heard` is told each part as it comes,
   * `signal` gives it up.
   * @throws LocalFailure for every error answer, with the server's problem in it.
   */
  async file(
    path: string,
    { heard, signal }: { heard?: (bytes: Uint8Array<ArrayBuffer>) => void; signal?: AbortSignal } = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    // However large it is: what counts is that something comes.
    const silence = new AbortController();
    const silent = () => silence.abort(new DOMException("Nothing came", "TimeoutError"));
    let timer = setTimeout(silent, CALL_TIMEOUT_MS);
    const over = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
    try {
      const response = await this.#request(`${ANY_HOST}${path}`, { method: "GET", signal: over }, null);
      if (!response.ok || !response.body) readAnswer(response, await response.text());
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const reader = response.body?.getReader();
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
        clearTimeout(timer);
        timer = setTimeout(silent, CALL_TIMEOUT_MS);
        parts.push(next.value);
        heard?.(next.value);
      }
      return new Uint8Array(await new Blob(parts).arrayBuffer());
    } catch (error) {
      throw error instanceof LocalFailure ? error : unanswered(error, over);
    } finally {
      clearTimeout(timer);
    }
  }
}
