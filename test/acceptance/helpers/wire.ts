// The sync procedures as any program would call them: tRPC v11 over plain HTTP, without a client library.
import { expect } from "vitest";
import { type Body, uuidV7 } from "./money.ts";

interface WireAnswer {
  status: number;
  /** What the procedure gave; undefined where it failed. */
  data: Body;
  error: Body;
}

async function call(url: string, token: string | null, init: RequestInit = {}): Promise<WireAnswer> {
  const headers = {
    ...(init.body === undefined ? {} : { "content-type": "application/json" }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const response = await fetch(url, { ...init, headers });
  const body = (await response.json()) as Body;
  return { status: response.status, data: body.result?.data, error: body.error };
}

export const query = (url: string, token: string | null, name: string, input?: unknown) =>
  call(
    `${url}/trpc/${name}${input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
    token,
  );

export const mutate = (url: string, token: string | null, name: string, input: unknown) =>
  call(`${url}/trpc/${name}`, token, { method: "POST", body: JSON.stringify(input) });

interface Command {
  id: string;
  kind: string;
  payload: Record<string, unknown>;
  occurred_at: string;
  device_seq: number;
}

export interface WireDesktop {
  device_id: string;
  device_code: string;
  /** The device's next command. */
  command(kind: string, payload: Record<string, unknown>, more?: Partial<Command>): Command;
  /** The results of a batch, which must be taken. */
  push(...commands: Command[]): Promise<Body[]>;
  /** One page of a collection behind a checkpoint. */
  pull(collection: string, checkpoint?: string | null, limit?: number): Promise<Body>;
  /** Everything of a collection as the device then holds it, by id. */
  pullAll(collection: string): Promise<Map<string, Body>>;
}

/** Registers a device with a token and speaks for it. */
export async function openWireDesktop(
  url: string,
  token: string | null,
  name = "Counter 1",
): Promise<WireDesktop> {
  const { data, error } = await mutate(url, token, "sync.register", { name });
  expect(data, JSON.stringify(error)).toBeTruthy();
  let sequence = 0;
  const desktop: WireDesktop = {
    ...data,
    command(kind, payload, more = {}) {
      sequence += 1;
      const occurred_at = new Date().toISOString();
      return { id: uuidV7(), kind, payload, occurred_at, device_seq: sequence, ...more };
    },
    async push(...commands) {
      const answer = await mutate(url, token, "sync.push", { device_id: data.device_id, commands });
      expect(answer.status, JSON.stringify(answer.error)).toBe(200);
      return answer.data.results;
    },
    async pull(collection, checkpoint = null, limit = 5000) {
      const answer = await query(url, token, "sync.pull", { collection, checkpoint, limit });
      expect(answer.status, JSON.stringify(answer.error)).toBe(200);
      return answer.data;
    },
    async pullAll(collection) {
      const held = new Map<string, Body>();
      let checkpoint: string | null = null;
      for (let done = false; !done; ) {
        const page: Body = await desktop.pull(collection, checkpoint);
        for (const document of page.documents) {
          if (document._deleted) held.delete(document.id);
          else held.set(document.id, document);
        }
        checkpoint = page.checkpoint;
        done = page.done;
      }
      return held;
    },
  };
  return desktop;
}

/** A change comes once all older transactions have ended, those of other databases of the same PostgreSQL too. */
export const SOON = { timeout: 30_000 };

interface Listening {
  /** The collections named so far. */
  heard: Set<string>;
  /** Names of the events of the stream, pings among them. */
  events: string[];
  isOpen(): boolean;
  close(): void;
}

/** Takes a stream's events in as they come. */
async function takeIn(body: ReadableStream<Uint8Array>, heard: Set<string>, events: string[]): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/);
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
      const event = field("event") ?? "message";
      const data = field("data");
      if (event === "message" && data === undefined) continue;
      events.push(event);
      if (event !== "message" || !data) continue;
      for (const name of (JSON.parse(data) as Body).collections ?? []) heard.add(name);
    }
  }
}

/** Opens the sync.changes stream. */
export async function listen(url: string, token: string | null): Promise<Listening> {
  const abort = new AbortController();
  const response = await fetch(`${url}/trpc/sync.changes?input=%7B%7D`, {
    headers: { accept: "text/event-stream", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  if (!response.body) throw new Error("A stream without a body");
  const [heard, events] = [new Set<string>(), [] as string[]];
  let open = true;
  takeIn(response.body, heard, events)
    .catch((error: unknown) => {
      if (!abort.signal.aborted) throw error;
    })
    .finally(() => {
      open = false;
    });
  return { heard, events, isOpen: () => open, close: () => abort.abort() };
}

/** A procedure that was refused: this status, no data, and the problem with its code. */
export const expectRefused = (
  answer: { status: number; data: unknown; error: Body },
  status: number,
  code?: string,
) => {
  expect(answer.status, JSON.stringify(answer.data)).toBe(status);
  expect(answer.data).toBeUndefined();
  expect(answer.error).toMatchObject({ message: expect.any(String), data: { httpStatus: status } });
  if (code) expect(answer.error.data.problem.code).toBe(code);
};
