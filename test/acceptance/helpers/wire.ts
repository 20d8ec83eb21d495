// The sync procedures as a program calls them that was written from the contract alone.
import { expect } from "vitest";
import { callProcedure, openDesktop } from "../../helpers/desktop.ts";
import type { Body } from "./money.ts";

/** Nothing of our own: as a program that was written from the contract alone. */
const CONTRACT = { headers: {} };

export const query = (url: string, token: string | null, name: string, input?: unknown) =>
  callProcedure(url, token, name, input, { ...CONTRACT, method: "GET" });

export const mutate = (url: string, token: string | null, name: string, input: unknown) =>
  callProcedure(url, token, name, input, { ...CONTRACT, method: "POST" });

/** Registers a device with a token and speaks for it. */
export const openContractDesktop = (url: string, token: string | null, name = "Counter 1") =>
  openDesktop(url, token, { name, resume: false, how: CONTRACT });

export interface Listening {
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

/** Opens the sync.changes stream. @param may_break whether it may end before it is closed */
export async function listen(
  url: string,
  token: string | null,
  { may_break = false } = {},
): Promise<Listening> {
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
      if (!abort.signal.aborted && !may_break) throw error;
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
